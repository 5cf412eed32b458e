//! XLIFF translation files, 1.2 and 2.0: one translation unit or segment is one pair.
//!
//! A pair is a `trans-unit` (1.2) or a `segment` (2.0).
//! Its texts are those of `source` and `target`.
//! Inline elements that hold codes of the original document are ignored; inline elements that enclose text are kept.
//! Alternatives, matches, notes and the segmented copy of a source are no pairs.
//! Files within the file whose languages differ from those of the first are left out.
//! Cost: one pass.
//! Memory: the documents and one unit.

use std::collections::BTreeSet;

use super::{Reader, collector::Collector, sniff, trans_units::TransUnits};
use crate::corpus::{
    CorpusError, Format, FormatInfo, LeftOutCause, ReadOptions, TaskKind,
    file::{source::Source, xml::Xml},
    printable::shown,
};

/// Maximum number of omitted languages that a note names.
const NAMED: usize = 8;

/// File format of XLIFF translation files.
pub(super) struct Xliff;

/// Languages of the parts of an XLIFF file: those of the first part are read, parts in other languages are left out.
#[derive(Debug, Default)]
pub(super) struct XliffParts {
    languages: Option<[String; 2]>,
    /// Whether the translation units of the current XLIFF file element are left out.
    pub(super) left_out: bool,
    others: BTreeSet<String>,
}

impl XliffParts {
    /// Enters an XLIFF element. `attribute` returns the value of an attribute by its name in lower case.
    pub(super) fn enter(&mut self, element: &str, attribute: impl Fn(&str) -> Option<String>) {
        let keys = match element {
            "xliff" => ["srclang", "trglang"],
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
        lines.peek().is_some_and(|line| line.trim_start().starts_with('<'))
            && lines.any(|line| line.contains("<xliff") || line.contains(":xliff"))
    }

    fn read(&self, source: &mut Source<'_>, _: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        let (file, limit) = (source.file.clone(), source.limit);
        let mut units = TransUnits::new(Xml::new(source), file.clone(), limit, Format::Xliff);
        collector.paired = true;
        let mut number = 0;
        while let Some(unit) = units.next()? {
            number += 1;
            collector.sides.clone_from(units.parts.languages.get_or_insert_with(|| ["source", "target"].map(str::to_owned)));
            collector.text_columns = collector.sides.to_vec();
            let sides = unit.sides(&collector.sides, Format::Xliff);
            let cause = match sides {
                _ if unit.in_other_languages => Some(LeftOutCause::OtherLanguages),
                [Some(_), Some(_)] => None,
                _ => Some(LeftOutCause::NoTarget),
            };
            if !collector.push_unit(&file, number, &unit, sides, cause)? {
                return Ok(());
            }
        }
        collector.parents = units.parents;
        if number == 0 {
            let problem = "there is no translation unit (<trans-unit> or <segment>) in it";
            return Err(CorpusError::pairs(&file, None, problem, "choose an XLIFF file that holds some"));
        }
        let others = &units.parts.others;
        if !others.is_empty() {
            let more = if others.len() < NAMED { "" } else { ", and perhaps more" };
            let others: Vec<&str> = others.iter().map(String::as_str).collect();
            collector.notes.push(format!("Parts in other languages are left out: {}{more}.", others.join(", ")));
        }
        Ok(())
    }

    fn summary(&self, _: TaskKind, collector: &Collector) -> String {
        let [from, to] = &collector.sides;
        format!("Pairs: an XLIFF file, \"{from}\" to \"{to}\".")
    }
}
