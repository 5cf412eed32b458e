//! TMX translation memories: one translation unit is one pair of texts in the two chosen languages.
//!
//! The languages are those that the user names as text columns; else the header's source language,
//! or that of the first unit's first variant, and the first language that differs from it.
//! Units that lack one of the two languages are skipped and counted.
//! Formatting codes within a segment are ignored.
//! Cost: one pass.
//! Memory: the documents and one unit.

use std::collections::BTreeSet;

use super::{
    Reader,
    collector::Collector,
    sniff,
    trans_units::{TransUnits, Variant, same},
};
use crate::corpus::{
    CorpusError, Format, FormatInfo, LeftOutCause, NamedColumn, ReadOptions, TaskKind,
    error::list,
    file::{source::Source, xml::Xml},
};

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
            let prefixed =
                || first.starts_with('<') && first.split_ascii_whitespace().next().is_some_and(|tag| tag.ends_with(":tmx"));
            ["<?xml", "<!doctype tmx", "<tmx"].iter().any(|start| first.starts_with(start)) || prefixed()
        })
    }

    fn read(&self, source: &mut Source<'_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        let (file, limit) = (source.file.clone(), source.limit);
        let mut languages = <[String; 2]>::try_from(options.text_columns.clone()).ok();
        let chosen = languages.is_some();
        let mut seen = BTreeSet::new();
        let mut units = TransUnits::new(Xml::new(source), file.clone(), limit, Format::Tmx);
        collector.paired = true;
        let mut number = 0;
        let mut ended = true;
        while let Some(unit) = units.next()? {
            number += 1;
            for variant in &unit.variants {
                if seen.insert(variant.language.clone()) {
                    collector.hold(&file, variant.language.len() + size_of::<String>())?;
                }
            }
            languages = languages.or_else(|| two_languages(units.header.as_deref(), &unit.variants));
            if let Some(pair) = &languages {
                collector.sides.clone_from(pair);
                collector.text_columns = pair.to_vec();
            }
            let sides = languages.as_ref().map_or([None; 2], |languages| unit.sides(languages, Format::Tmx));
            let cause = match sides {
                [Some(a), Some(b)] if a.content.is_none() || b.content.is_none() => Some(LeftOutCause::NoSegment),
                [Some(_), Some(_)] => None,
                _ => Some(LeftOutCause::NoVariant),
            };
            if !collector.push_unit(&file, number, &unit, sides, cause)? {
                ended = false;
                break;
            }
        }
        if ended {
            complete(&file, number, languages.as_ref(), &seen, chosen, collector)?;
        }
        collector.columns = seen.into_iter().collect();
        Ok(())
    }

    fn summary(&self, _: TaskKind, collector: &Collector) -> String {
        let [from, to] = &collector.sides;
        format!("Pairs: a translation memory, \"{from}\" to \"{to}\".")
    }
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
fn two_languages(header: Option<&str>, variants: &[Variant]) -> Option<[String; 2]> {
    let mut languages = variants.iter().map(|variant| &variant.language);
    let found = |wanted: &str| {
        let exact = languages.clone().find(|language| language.eq_ignore_ascii_case(wanted));
        exact.or_else(|| languages.clone().find(|language| same(language, wanted)))
    };
    let from = header.and_then(found).or_else(|| languages.clone().next())?;
    let to = languages.find(|language| !language.eq_ignore_ascii_case(from))?;
    Some([from.clone(), to.clone()])
}
