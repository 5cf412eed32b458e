//! TMX translation memories: one translation unit is one pair, of the two languages chosen.
//!
//! The languages are those the user names as text columns; else the header's source language, or that of the first
//! unit's first variant, and the first other one. Units that lack one of the two are skipped and counted. Formatting codes
//! within a segment are ignored. Cost: one pass. Memory: the documents and one unit.

use std::collections::BTreeSet;

use super::{
    Reader,
    collector::{Collector, Half, titled},
    sniff,
};
use crate::corpus::{
    Body, CorpusError, FormatInfo, NamedColumn, ReadOptions, TaskKind,
    error::list,
    file::{
        source::Source,
        xml::{Node, Xml},
    },
    limits::LABEL,
    printable::beginning,
};

/// TMX elements of a segment that hold formatting codes.
pub(super) const CODES: [&str; 5] = ["bpt", "ept", "it", "ph", "ut"];

/// TMX translation unit being read.
#[derive(Default)]
struct Unit {
    line: usize,
    id: String,
    /// Language and text of each variant of a translation unit.
    variants: Vec<(String, String)>,
    /// Size of a translation unit's variants in bytes.
    bytes: usize,
    in_segment: bool,
    code: usize,
}

/// File format of TMX translation memories.
pub(super) struct Tmx;

impl Reader for Tmx {
    fn info(&'static self) -> &'static FormatInfo {
        &FormatInfo {
            key: "tmx",
            name: "TMX translation memory",
            help: "A TMX translation memory: pairs",
            extensions: &["tmx"],
            tasks: &[TaskKind::Pairs],
            side: false,
            named_columns: &[NamedColumn::Text],
            ..FormatInfo::TEXTS
        }
    }

    fn recognises(&self, beginning: &str) -> bool {
        sniff::lines(beginning).next().is_some_and(|first| {
            let first = first.trim_start().to_ascii_lowercase();
            ["<?xml", "<!doctype tmx", "<tmx"].iter().any(|start| first.starts_with(start))
        })
    }

    fn read(&self, source: &mut Source<'_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        read(source, options, collector)
    }

    fn summary(&self, _: TaskKind, collector: &Collector) -> String {
        let [from, to] = &collector.sides;
        format!("Pairs: a translation memory, \"{from}\" to \"{to}\".")
    }
}

fn read(source: &mut Source<'_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
    let file = source.file.clone();
    let mut languages = <[String; 2]>::try_from(options.text_columns.clone()).ok();
    let chosen = languages.is_some();
    let (mut header, mut seen, mut units) = (None, BTreeSet::new(), 0);
    let mut unit = Unit::default();
    let limit = source.limit;
    let mut xml = Xml::new(source);
    collector.paired = true;
    loop {
        if unit.bytes > limit {
            return Err(CorpusError::long_line(&file, unit.line, limit));
        }
        match xml.next()? {
            Node::Open(name, attributes, closed) => {
                let value =
                    |keys: &[&str]| attributes.iter().find(|(key, _)| keys.contains(&key.as_str())).map(|(_, value)| value);
                match name.as_str() {
                    "header" => header = value(&["srclang"]).filter(|language| *language != "*all*").cloned(),
                    "tu" => {
                        let id = value(&["tuid"]).cloned().unwrap_or_default();
                        unit = Unit { line: xml.line(), id, ..Unit::default() };
                    }
                    "tuv" => {
                        let language = value(&["xml:lang", "lang"]).cloned().ok_or_else(|| {
                            CorpusError::pairs(&file, xml.line(), "the variant (<tuv>) names no language", "add xml:lang to it")
                        })?;
                        if language.chars().count() > LABEL {
                            // The language is stored as the label of every document, so its length is limited.
                            let problem = format!("the language \"{}\" has more than {LABEL} characters", beginning(&language));
                            return Err(CorpusError::pairs(
                                &file,
                                xml.line(),
                                problem,
                                "write a language code such as en or pt-BR",
                            ));
                        }
                        unit.bytes += language.len() + size_of::<(String, String)>();
                        if seen.insert(language.clone()) {
                            collector.hold(&file, language.len() + size_of::<String>())?;
                        }
                        unit.variants.push((language, String::new()));
                    }
                    "seg" => unit.in_segment = !closed,
                    code if CODES.contains(&code) && !closed => unit.code += 1,
                    _ => {}
                }
            }
            Node::Text(text) if unit.in_segment && unit.code == 0 => {
                if let Some((_, words)) = unit.variants.last_mut() {
                    words.push_str(&text);
                    unit.bytes += text.len();
                }
            }
            Node::Text(_) => {}
            Node::Close(name) => match name.as_str() {
                "seg" => unit.in_segment = false,
                code if CODES.contains(&code) => unit.code = unit.code.saturating_sub(1),
                "tu" => {
                    units += 1;
                    languages = languages.or_else(|| two_languages(header.as_deref(), &unit.variants));
                    let unit = std::mem::take(&mut unit);
                    if let Some(pair) = &languages {
                        collector.sides.clone_from(pair);
                        collector.text_columns = pair.to_vec();
                    }
                    let title = titled(&file, unit.line, &unit.id, "");
                    let half = |language: Option<&String>| Half {
                        title: title.clone(),
                        body: Body::Text(language.map(|language| text_in(language, &unit.variants)).unwrap_or_default()),
                    };
                    let halves =
                        languages.as_ref().map_or_else(|| [half(None), half(None)], |[a, b]| [half(Some(a)), half(Some(b))]);
                    if !collector.push_pair(&file, unit.line, &unit.id, halves)? {
                        break;
                    }
                }
                _ => {}
            },
            Node::End => {
                complete(&file, units, languages.as_ref(), &seen, chosen, collector)?;
                break;
            }
        }
    }
    collector.columns = seen.into_iter().collect();
    Ok(())
}

/// Checks a completely read TMX file: it has units in two languages, the chosen ones.
fn complete(
    file: &std::path::Path,
    units: usize,
    languages: Option<&[String; 2]>,
    seen: &BTreeSet<String>,
    chosen: bool,
    collector: &mut Collector,
) -> Result<(), CorpusError> {
    let have: Vec<String> = seen.iter().cloned().collect();
    if units == 0 {
        let problem = "there is no translation unit (<tu>) in it";
        return Err(CorpusError::pairs(file, None, problem, "choose a TMX file that holds some"));
    }
    let Some(pair) = languages else {
        let problem = format!("no translation unit has two languages (there is {})", list(&have));
        return Err(CorpusError::pairs(file, None, problem, "choose a TMX file with translations"));
    };
    if let Some(missing) = pair.iter().find(|language| !seen.iter().any(|other| same(language, other))) {
        let remedy = format!("choose two among {}", list(&have));
        return Err(CorpusError::pairs(file, None, format!("there is no language \"{missing}\""), remedy));
    }
    let others: Vec<&str> =
        have.iter().filter(|other| !pair.iter().any(|language| same(language, other))).map(String::as_str).collect();
    if !chosen && !others.is_empty() {
        let others = others.join(", ");
        collector.notes.push(format!("Other languages are left out: {others}. Name two languages as text columns to choose."));
    }
    Ok(())
}

/// The two languages of a translation unit, if it has two.
fn two_languages(header: Option<&str>, variants: &[(String, String)]) -> Option<[String; 2]> {
    let found = |wanted: &str| {
        let exact = variants.iter().find(|(language, _)| language.eq_ignore_ascii_case(wanted));
        exact.or_else(|| variants.iter().find(|(language, _)| same(language, wanted))).map(|(language, _)| language.clone())
    };
    let from = header.and_then(found).or_else(|| variants.first().map(|(language, _)| language.clone()))?;
    let to = variants.iter().map(|(language, _)| language).find(|language| !language.eq_ignore_ascii_case(&from))?.clone();
    Some([from, to])
}

fn text_in(language: &str, variants: &[(String, String)]) -> String {
    let exact = variants.iter().find(|(other, _)| other.eq_ignore_ascii_case(language));
    let near = || {
        // Language "en" matches "en-GB", and "en-US" matches "en"; two regions of one language are two languages.
        variants.iter().find(|(other, _)| same(other, language) && (!other.contains('-') || !language.contains('-')))
    };
    exact.or_else(near).map(|(_, text)| text.clone()).unwrap_or_default()
}

/// Whether two language codes name the same language, ignoring regions.
fn same(a: &str, b: &str) -> bool {
    let primary = |code: &str| code.split(['-', '_']).next().unwrap_or_default().to_lowercase();
    primary(a) == primary(b)
}
