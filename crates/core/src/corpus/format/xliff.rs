//! XLIFF translation files, 1.2 and 2.0: one translation unit or segment is one pair.
//!
//! A pair is a `trans-unit` (1.2) or a `segment` (2.0). Its texts are those of `source` and `target`; inline elements that
//! hold codes of the original document are ignored, those that enclose text are not. Alternatives, matches, notes and the
//! segmented copy of a source are no pairs. Files within the file whose languages differ from those of the first are left
//! out. Cost: one pass. Memory: the documents and one unit.

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

/// Elements whose sources and targets are not those of the pair.
const ASIDE: [&str; 8] = ["alt-trans", "seg-source", "note", "notes", "originaldata", "ignorable", "mtc:matches", "gls:glossary"];

/// The format of translation files.
pub(super) struct Xliff;

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
        let mut first = sniff::lines(beginning).map(str::to_ascii_lowercase);
        first.next().is_some_and(|line| line.trim_start().starts_with('<') && line.contains("<xliff"))
            || first.any(|line| line.contains("<xliff"))
    }

    fn read(&self, source: &mut Source<'_>, _: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        read(source, collector)
    }

    fn summary(&self, _: TaskKind, collector: &Collector) -> String {
        let [from, to] = &collector.sides;
        format!("Pairs: an XLIFF file, \"{from}\" to \"{to}\".")
    }
}

/// A pair being read.
#[derive(Default)]
struct Pair {
    line: usize,
    id: String,
    /// Source and target.
    texts: [String; 2],
}

fn read(source: &mut Source<'_>, collector: &mut Collector) -> Result<(), CorpusError> {
    let (file, limit) = (source.file.clone(), source.limit);
    let mut xml = Xml::new(source);
    let (mut languages, mut unit, mut others) = (None::<[String; 2]>, String::new(), Vec::new());
    let (mut left_out, mut aside, mut code, mut side) = (false, 0_usize, 0_usize, None);
    let (mut pair, mut pairs) = (None::<Pair>, 0);
    collector.paired = true;
    loop {
        match xml.next()? {
            Node::Open(name, attributes, closed) => {
                let value = |key: &str| attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone());
                match name.as_str() {
                    "xliff" | "file" => {
                        let keys = if name == "xliff" { ["srclang", "trglang"] } else { ["source-language", "target-language"] };
                        if let Some(from) = value(keys[0]) {
                            let found = [from, value(keys[1]).unwrap_or_else(|| "target".to_owned())].map(|code| shown(&code));
                            left_out = languages.as_ref().is_some_and(|first| *first != found);
                            if left_out {
                                others.push(found.join(" to "));
                            }
                            languages.get_or_insert(found);
                        }
                    }
                    "unit" => unit = value("id").unwrap_or_default(),
                    "trans-unit" | "segment" if !closed => {
                        let own = value("id").unwrap_or_default();
                        let id = if name == "segment" && !unit.is_empty() { joined(&unit, &own) } else { own };
                        pair = Some(Pair { line: xml.line(), id, ..Pair::default() });
                    }
                    _ if closed => {}
                    _ if ASIDE.contains(&name.as_str()) => aside += 1,
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
                    let Some(Pair { line, id, texts }) = pair.take().filter(|_| !left_out) else { continue };
                    pairs += 1;
                    collector.sides.clone_from(languages.get_or_insert_with(|| ["source", "target"].map(str::to_owned)));
                    collector.text_columns = collector.sides.to_vec();
                    let title = titled(&file, line, &id, "");
                    let halves = texts.map(|text| Half { title: title.clone(), body: Body::Text(text) });
                    if !collector.push_pair(&file, line, &id, halves)? {
                        return Ok(());
                    }
                }
                "source" | "target" if aside == 0 => side = None,
                element if ASIDE.contains(&element) => aside = aside.saturating_sub(1),
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
    others.sort();
    others.dedup();
    if !others.is_empty() {
        collector.notes.push(format!("Parts in other languages are left out: {}.", others.join(", ")));
    }
    Ok(())
}

/// Identifier of a segment within its unit.
fn joined(unit: &str, segment: &str) -> String {
    if segment.is_empty() { unit.to_owned() } else { format!("{unit}/{segment}") }
}
