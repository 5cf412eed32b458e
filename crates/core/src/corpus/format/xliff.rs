//! XLIFF translation files, 1.2 and 2.0: one translation unit or segment is one pair.
//!
//! A pair is a `trans-unit` (1.2) or a `segment` (2.0). Its texts are those of `source` and `target`; inline elements that
//! hold codes of the original document are ignored, those that enclose text are not. Alternatives, matches, notes and the
//! segmented copy of a source are no pairs. Files within the file whose languages differ from those of the first are left
//! out. Cost: one pass. Memory: the documents and one unit.

use std::collections::BTreeSet;

use super::{
    Reader,
    collector::{Collector, Half, titled},
    sniff, tmx,
};
use crate::corpus::{
    Body, CorpusError, FormatInfo, ReadOptions, TaskKind,
    file::{
        source::Source,
        xml::{Node, Xml},
    },
    printable::shown,
};

/// XLIFF elements whose sources and targets do not belong to the translation unit.
const EXCLUDED_ELEMENTS: [&str; 8] =
    ["alt-trans", "seg-source", "note", "notes", "originalData", "ignorable", "mtc:matches", "gls:glossary"];
/// Maximum number of omitted languages that a note names.
const NAMED: usize = 8;

/// File format of XLIFF translation files.
pub(super) struct Xliff;

/// Languages of the parts of an XLIFF file: those of the first part are read, parts in other languages are left out.
#[derive(Debug, Default)]
pub struct XliffParts {
    languages: Option<[String; 2]>,
    left_out: bool,
    others: BTreeSet<String>,
}

impl XliffParts {
    /// Enters an XLIFF element. `attribute` returns the value of an attribute by its name in any case.
    pub fn enter(&mut self, element: &str, attribute: impl Fn(&str) -> Option<String>) {
        let keys = match element {
            "xliff" => ["srcLang", "trgLang"],
            "file" => ["source-language", "target-language"],
            _ => return,
        };
        let Some(from) = attribute(keys[0]) else { return };
        let found = [from, attribute(keys[1]).unwrap_or_else(|| "target".to_owned())].map(|code| shown(&code));
        self.left_out = self.languages.as_ref().is_some_and(|first| *first != found);
        if self.left_out && self.others.len() < NAMED {
            self.others.insert(found.join(" to "));
        }
        self.languages.get_or_insert(found);
    }

    /// Whether the translation units of the current XLIFF file element are left out.
    pub fn left_out(&self) -> bool {
        self.left_out
    }

    /// Whether sources and targets in an XLIFF element, named in any case, are not those of the translation unit.
    pub fn is_aside(element: &str) -> bool {
        EXCLUDED_ELEMENTS.iter().any(|name| element.eq_ignore_ascii_case(name))
    }
}

impl Reader for Xliff {
    fn info(&'static self) -> &'static FormatInfo {
        &FormatInfo {
            key: "xliff",
            name: "XLIFF translation file",
            help: "An XLIFF translation file, 1.2 or 2.0: pairs",
            extensions: &["xlf", "xliff", "sdlxliff", "mqxliff"],
            tasks: &[TaskKind::Pairs],
            side: false,
            ..FormatInfo::TEXTS
        }
    }

    fn recognises(&self, beginning: &str) -> bool {
        let mut lines = sniff::lines(beginning).map(str::to_ascii_lowercase).peekable();
        lines.peek().is_some_and(|line| line.trim_start().starts_with('<')) && lines.any(|line| line.contains("<xliff"))
    }

    fn read(&self, source: &mut Source<'_>, _: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        read(source, collector)
    }

    fn summary(&self, _: TaskKind, collector: &Collector) -> String {
        let [from, to] = &collector.sides;
        format!("Pairs: an XLIFF file, \"{from}\" to \"{to}\".")
    }
}

/// Pair of documents being read from an XLIFF file.
#[derive(Default)]
struct Pair {
    line: usize,
    id: String,
    /// Source and target text of the pair.
    texts: [String; 2],
}

fn read(source: &mut Source<'_>, collector: &mut Collector) -> Result<(), CorpusError> {
    let (file, limit) = (source.file.clone(), source.limit);
    let mut xml = Xml::new(source);
    let (mut parts, mut unit) = (XliffParts::default(), String::new());
    let (mut aside, mut code, mut side) = (0_usize, 0_usize, None);
    let (mut pair, mut pairs) = (None::<Pair>, 0);
    collector.paired = true;
    loop {
        match xml.next()? {
            Node::Open(name, attributes, closed) => {
                let value = |key: &str| {
                    attributes.iter().find(|(name, _)| name.eq_ignore_ascii_case(key)).map(|(_, value)| value.clone())
                };
                parts.enter(&name, value);
                match name.as_str() {
                    "unit" => unit = value("id").unwrap_or_default(),
                    "trans-unit" | "segment" if !closed => {
                        let own = value("id").unwrap_or_default();
                        let id = if name == "segment" && !unit.is_empty() { joined(&unit, &own) } else { own };
                        pair = Some(Pair { line: xml.line(), id, ..Pair::default() });
                    }
                    _ if closed => {}
                    _ if XliffParts::is_aside(&name) => aside += 1,
                    "source" if aside == 0 => side = Some(0),
                    "target" if aside == 0 => side = Some(1),
                    element if tmx::CODES.contains(&element) => code += 1,
                    _ => {}
                }
            }
            Node::Text(text) => {
                let Some((pair, side)) = pair.as_mut().zip(side).filter(|_| aside == 0 && code == 0) else { continue };
                pair.texts[side].push_str(&text);
                if pair.texts.iter().map(String::len).sum::<usize>() > limit {
                    return Err(CorpusError::long_line(&file, pair.line, limit));
                }
            }
            Node::Close(name) => match name.as_str() {
                "trans-unit" | "segment" => {
                    let Some(Pair { line, id, texts }) = pair.take().filter(|_| !parts.left_out) else { continue };
                    pairs += 1;
                    collector.sides.clone_from(parts.languages.get_or_insert_with(|| ["source", "target"].map(str::to_owned)));
                    collector.text_columns = collector.sides.to_vec();
                    let title = titled(&file, line, &id, "");
                    let halves = texts.map(|text| Half { title: title.clone(), body: Body::Text(text) });
                    if !collector.push_pair(&file, line, &id, halves)? {
                        return Ok(());
                    }
                }
                "source" | "target" if aside == 0 => side = None,
                element if XliffParts::is_aside(element) => aside = aside.saturating_sub(1),
                element if tmx::CODES.contains(&element) => code = code.saturating_sub(1),
                _ => {}
            },
            Node::End => break,
        }
    }
    if pairs == 0 {
        let problem = "there is no translation unit (<trans-unit> or <segment>) in it";
        return Err(CorpusError::pairs(&file, None, problem, "choose an XLIFF file that holds some"));
    }
    if !parts.others.is_empty() {
        let more = if parts.others.len() < NAMED { "" } else { ", and perhaps more" };
        let others: Vec<&str> = parts.others.iter().map(String::as_str).collect();
        collector.notes.push(format!("Parts in other languages are left out: {}{more}.", others.join(", ")));
    }
    Ok(())
}

/// Joins the identifiers of a translation unit and of its segment.
fn joined(unit: &str, segment: &str) -> String {
    if segment.is_empty() { unit.to_owned() } else { format!("{unit}/{segment}") }
}
