//! Formats of tab-separated lines, one document or pair a line.
//!
//! `label<TAB>text` (further tabs belong to the text), `rating<TAB>title<TAB>text`, `id<TAB>title<TAB>text` or `id<TAB>text`.
//! Further formats are two texts, words and their tags, and text alone.
//! A title is part of its document.
//! A line without text is an empty document and kept; a line with an empty first field is a document without a class or rating.
//! A blank line is skipped, but counts where lines of two files are paired by number.
//! Cost: one pass.
//! Memory: the documents.

use std::path::Path;

use super::{
    Reader,
    collector::{Collector, Half, Purpose, titled},
    sniff::{self, Shape},
};
use crate::corpus::{
    Body, CorpusError, Format, FormatInfo, PairUnit, ReadOptions, TaskKind,
    file::source::Source,
    printable::{beginning, short},
};

/// File format of tab-separated lines.
pub(super) struct Lines {
    format: Format,
    info: FormatInfo,
}

pub(super) static CLASSES: Lines = Lines {
    format: Format::Lines,
    info: FormatInfo { key: "lines", name: "class TAB text lines", help: "Lines of class, tab, text", ..FormatInfo::TEXTS },
};

pub(super) static RATED: Lines = Lines {
    format: Format::Rated,
    info: FormatInfo {
        key: "rated",
        name: "rating TAB title TAB text lines",
        help: "Lines of rating, title, text",
        tasks: &[TaskKind::Ratings],
        ..FormatInfo::TEXTS
    },
};

pub(super) static IDENTIFIED: Lines = Lines {
    format: Format::Identified,
    info: FormatInfo {
        key: "identified",
        name: "id TAB title TAB text lines, two files",
        help: "Lines of identifier, title, text, or without title: one side of pairs",
        tasks: &[TaskKind::Pairs],
        ..FormatInfo::TEXTS
    },
};

pub(super) static PLAIN: Lines = Lines {
    format: Format::Plain,
    info: FormatInfo {
        key: "plain",
        name: "lines of text, two files",
        help: "Lines of text alone, or paragraphs of a text document (DOCX, ODT): one side of pairs",
        extensions: &["docx", "odt"],
        tasks: &[TaskKind::Pairs],
        ..FormatInfo::TEXTS
    },
};

pub(super) static PARALLEL: Lines = Lines {
    format: Format::Parallel,
    info: FormatInfo {
        key: "parallel",
        name: "text TAB text lines",
        help: "Lines of two texts: pairs",
        tasks: &[TaskKind::Pairs],
        ..FormatInfo::TEXTS
    },
};

pub(super) static TAGGED: Lines = Lines {
    format: Format::Tagged,
    info: FormatInfo {
        key: "tagged",
        name: "words TAB tags lines",
        help: "Lines of words and tags: pairs",
        tasks: &[TaskKind::Pairs],
        ..FormatInfo::TEXTS
    },
};

impl Reader for Lines {
    fn info(&'static self) -> &'static FormatInfo {
        &self.info
    }

    fn recognises(&self, beginning: &str) -> bool {
        sniff::fields(beginning) == self.format
    }

    fn as_side(&self, beginning: &str) -> Option<Format> {
        (!matches!(self.format, Format::Identified | Format::Plain)).then(|| sniff::side_lines(beginning))
    }

    fn read(&self, source: &mut Source<'_>, _: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        if matches!(self.format, Format::Identified | Format::Plain) {
            collector.read_as_one_side();
        }
        let file = source.file.clone();
        let shape = sniff::shape(source.beginning()?);
        if self.format == Format::Rated && shape.fields > 3 {
            collector.notes.push(format!("{}: what follows the third field of a line is ignored.", short(&file)));
        }
        while let Some(line) = source.line()? {
            let line = line.to_owned();
            let unit = PairUnit::of_line(source.line, source.line_bytes());
            let more = if !line.trim().is_empty() {
                take(&file, unit, &line, self.format, &shape, collector)?
            } else if collector.purpose == Purpose::Side {
                // A blank line counts where lines of two files are paired by number.
                collector.push_alone(&file, unit, "", "", Body::Text(String::new()))?
            } else {
                collector.blank += 1;
                true
            };
            if !more {
                break;
            }
        }
        Ok(())
    }

    fn summary(&self, task: TaskKind, _: &Collector) -> String {
        let summary = match (self.format, task) {
            (Format::Rated, _) => "Rated documents: rating, tab, title, tab, text on every line.",
            (Format::Identified | Format::Plain, _) => "One side of pairs: open it together with the file of the other side.",
            (Format::Parallel, _) => "Pairs: two texts with a tab between them on every line.",
            (Format::Tagged, _) => "Pairs: words, tab, tags on every line.",
            (_, TaskKind::Ratings) => "Rated documents: rating, tab, text on every line.",
            _ => "Documents with classes: class, tab, text on every line.",
        };
        summary.to_owned()
    }
}

fn take(
    file: &Path,
    unit: PairUnit,
    text: &str,
    format: Format,
    shape: &Shape,
    collector: &mut Collector,
) -> Result<bool, CorpusError> {
    let line = unit.line;
    let fields = |form: &str, least| {
        let fields: Vec<&str> = text.split('\t').collect();
        let have = fields.len();
        if have < least {
            let remedy = format!("write `{form}` on every line, or choose another format");
            return Err(CorpusError::format(file, line, format!("the line has {have} fields"), remedy));
        }
        Ok(fields)
    };
    let body = |text: String| if shape.cut { Body::Tokens(text) } else { Body::Text(text) };
    match format {
        Format::Rated => {
            let fields = fields("rating<TAB>title<TAB>text", 3)?;
            collector.push_rated(
                file,
                line,
                fields[1],
                &[("rating".to_owned(), fields[0])],
                Body::Text(joined(fields[1], fields[2])),
            )
        }
        Format::Identified if shape.titled => {
            let fields = fields("id<TAB>title<TAB>text", 3)?;
            let text = fields[2..].join("\t");
            // A title is tokenised as running text even if the text is tokenised already.
            let text = if shape.cut { body(text) } else { Body::Text(joined(fields[1], &text)) };
            collector.push_alone(file, unit, fields[0], fields[1], text)
        }
        Format::Identified => {
            let fields = fields("id<TAB>text", 2)?;
            collector.push_alone(file, unit, fields[0], "", body(fields[1..].join("\t")))
        }
        Format::Parallel | Format::Tagged => {
            let tagged = format == Format::Tagged;
            let fields = fields(if tagged { "words<TAB>tags" } else { "text<TAB>text" }, 2)?;
            let names = if tagged { ["words", "tags"] } else { ["source", "target"] };
            collector.sides = names.map(str::to_owned);
            let half = |text: &str| {
                let body = if tagged { Body::Tokens(text.to_owned()) } else { Body::Text(text.to_owned()) };
                Half { title: titled(file, line, "", ""), body }
            };
            collector.push_pair(file, unit, "", [half(fields[0]), half(fields[1])], None)
        }
        Format::Plain => collector.push_alone(file, unit, "", "", body(text.to_owned())),
        _ => {
            let Some((label, text)) = text.split_once('\t') else {
                let problem = format!("there is no tab between class and text (\"{}\")", beginning(text));
                return Err(CorpusError::format(
                    file,
                    line,
                    problem,
                    "write `class<TAB>text` on every line, or choose another format",
                ));
            };
            collector.maybe_rating = true;
            collector.push(file, line, "", label, Body::Text(text.to_owned()))
        }
    }
}

/// Joins a title and a text into one text of two lines.
fn joined(title: &str, text: &str) -> String {
    if title.trim().is_empty() { text.to_owned() } else { format!("{title}\n{text}") }
}
