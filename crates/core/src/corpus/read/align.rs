//! Alignment of two files as the sides of pairs, matched by identifiers or by order.
//!
//! Cost: one pass over each file; a preview of files in different orders reads them completely.
//! Memory: the documents of both.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    filtered::filter_documents,
    join::{self, JoinedPair},
    one_file::{RecognisedFile, read_into},
};
use crate::corpus::{
    Cancel, CorpusError, Fields, Format, LeftOut, RawDocument, ReadOptions,
    column::Header,
    file::{encoding, source::Source},
    format::{
        collector::{Collector, Half},
        sniff,
    },
    printable::{short, shown},
};

/// Reads the documents of one side of pairs: new documents for a matching model; and a remark if a filter keeps some of them.
///
/// # Errors
/// Returns any problem of the files, with file, line and remedy.
pub fn read_side(path: &Path, options: &ReadOptions, cancel: &Cancel) -> Result<(Vec<RawDocument>, Option<String>), CorpusError> {
    let mut side = side(path, options, cancel, usize::MAX)?.0;
    drop_blank_ends(&mut side, &mut Collector::default(), &mut Collector::default());
    if side.documents.is_empty() {
        return Err(CorpusError::no_document(path));
    }
    let note = filter_documents(&mut side.documents, options)?;
    Ok((side.documents, note))
}

/// Reads the pairs of documents in two files into a collector, up to `most` pairs.
pub(super) fn read(
    [from, to]: [&Path; 2],
    options: &ReadOptions,
    cancel: &Cancel,
    most: usize,
    collector: &mut Collector,
) -> Result<[RecognisedFile; 2], CorpusError> {
    if let Some(name) = options.encoding.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        encoding::named(name)?;
    }
    let both = |most| -> Result<_, CorpusError> { Ok((side(from, options, cancel, most)?, side(to, options, cancel, most)?)) };
    let ((mut source, seen), (mut target, other)) = both(most)?;
    let beginning = most < usize::MAX && source.documents.len().max(target.documents.len()) >= most;
    // Partners may be at any position in the files if their orders differ.
    let apart = beginning && (!join::in_order(&source, &target) || source.documents.len() != target.documents.len());
    if apart {
        ((source, _), (target, _)) = both(usize::MAX)?;
    }
    collector.sides = names(from, to);
    collector.notes.extend([&mut source, &mut target].into_iter().flat_map(|side| std::mem::take(&mut side.notes)));
    let texts = [seen.format, other.format] == [Format::Plain; 2];
    collector.damaged.extend(std::mem::take(&mut source.damaged).into_iter().chain(std::mem::take(&mut target.damaged)));
    if !beginning {
        drop_blank_ends(&mut source, &mut target, collector);
    }
    let joined = join::join([from, to], source, target, apart || !beginning, texts)?;
    collector.notes.extend(joined.note);
    let alone: Vec<LeftOut> = joined.alone.into_iter().map(|unit| LeftOut { id: shown(unit.id.trim()), ..unit }).collect();
    let names = joined.pairs.first().map(|pair| pair.documents.each_ref().map(|document| document.fields.names()));
    let header =
        names.map(|names| Arc::new(Header::of_sides(names, &collector.sides[1]))).filter(|header| !header.kept.is_empty());
    for JoinedPair { id, unit, documents } in joined.pairs {
        let cells = documents.iter().flat_map(|document| document.fields.pairs().map(|(_, cell)| cell));
        collector.row = header.as_ref().map_or_else(Fields::default, |header| Fields::new(header, cells));
        let halves = documents.map(|document| Half { title: document.title, body: document.body });
        if !collector.push_pair(from, unit, &id, halves, None)? {
            break;
        }
    }
    collector.left_out.extend(alone);
    if collector.documents.is_empty() {
        return Err(no_pairs(from, collector));
    }
    Ok([seen, other])
}

/// Error: no pair has text on both sides, for the reasons that the collector has counted.
pub(super) fn no_pairs(file: &Path, collector: &Collector) -> CorpusError {
    let problem = format!("no pair has text on both sides: {}", collector.left_out_notes().join(" ").trim_end_matches('.'));
    CorpusError::pairs(file, None, problem, "choose files whose texts belong together")
}

/// Removes blank lines at the end of the longer side, as far as the sides differ in length.
fn drop_blank_ends(source: &mut Collector, target: &mut Collector, collector: &mut Collector) {
    let shorter = source.documents.len().min(target.documents.len());
    for side in [source, target] {
        let is_blank = |document: &RawDocument| document.body.is_empty();
        while side.documents.len() > shorter
            && side.documents.last().is_some_and(is_blank)
            && side.ids.last().is_some_and(String::is_empty)
        {
            side.documents.pop();
            side.ids.pop();
            side.units.pop();
            collector.blank += 1;
        }
    }
}

/// Whether two files look like the sides of pairs: both have lines with identifiers, or lines of text alone.
pub(super) fn look_like_sides(from: &Path, to: &Path, options: &ReadOptions) -> bool {
    let look = |path: &Path| {
        if path.is_dir() {
            return None;
        }
        let cancel = Cancel::default();
        let mut source = Source::open(path, options.encoding.as_deref(), options.limits, &cancel).ok()?;
        let beginning = source.beginning().ok()?;
        let format = sniff::format(path, beginning, false, None);
        let plain =
            matches!(format, Format::Lines | Format::Numbers) && !beginning.trim().is_empty() && !beginning.contains('\t');
        Some((format == Format::Identified, plain))
    };
    look(from).zip(look(to)).is_some_and(|(from, to)| from == to && (from.0 || from.1))
}

fn side(path: &Path, options: &ReadOptions, cancel: &Cancel, most: usize) -> Result<(Collector, RecognisedFile), CorpusError> {
    let mut collector = Collector::new(most, options);
    collector.read_as_one_side();
    let mut seen = RecognisedFile::default();
    read_into(path, options, &mut collector, cancel, &mut seen)?;
    Ok((collector, seen))
}

/// Names of both sides of pairs: the only part in which the file names differ, as in `kyoto.en.tsv` and `kyoto.ja.tsv`.
pub fn names(from: &Path, to: &Path) -> [String; 2] {
    let both = [short(from), short(to)].map(|name| parts(&name));
    if both[0].len() == both[1].len() {
        let mut differing = both[0].iter().zip(&both[1]).filter(|(a, b)| a != b);
        if let (Some((a, b)), None) = (differing.next(), differing.next()) {
            return [a.clone(), b.clone()];
        }
    }
    let stems = [from, to].map(stem);
    if stems[0] == stems[1] { ["source", "target"].map(str::to_owned) } else { stems }
}

/// Short name for the two files of paired documents.
pub(super) fn name(from: &Path, to: &Path) -> String {
    let [a, b] = names(from, to);
    let parts = parts(&stem(from));
    let common: Vec<&str> = parts.iter().map(String::as_str).filter(|part| *part != a).collect();
    if common.is_empty() || common.len() == parts.len() { format!("{a} - {b}") } else { format!("{} {a}-{b}", common.join(" ")) }
}

fn parts(name: &str) -> Vec<String> {
    name.split(['.', '-', '_', ' ']).map(str::to_owned).collect()
}

fn stem(path: &Path) -> String {
    let name = short(path);
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let known = [".tsv", ".txt", ".csv", ".jsonl", ".ndjson", ".tok"];
    let mut name = name.to_owned();
    while let Some(ending) = known.iter().find(|ending| name.ends_with(**ending) && name.len() > ending.len()) {
        name.truncate(name.len() - ending.len());
    }
    name
}

/// Returns the paths of both sides if there are exactly two.
pub(super) fn two(paths: &[PathBuf]) -> Option<[&Path; 2]> {
    if let [from, to] = paths { Some([from, to]) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_named_by_the_difference_of_file_names() {
        let by = |from: &str, to: &str| names(Path::new(from), Path::new(to));
        assert_eq!(by("a/kyoto.en.tsv.gz", "b/kyoto.ja.tsv.gz"), ["en", "ja"]);
        assert_eq!(by("corpus.de", "corpus.fr"), ["de", "fr"]);
        assert_eq!(by("english.txt", "deutsch.txt"), ["english", "deutsch"]);
        assert_eq!(by("one-big.txt", "other.txt"), ["one-big", "other"]);
        assert_eq!(by("a/x.txt", "b/x.txt"), ["source", "target"]);
        assert_eq!(name(Path::new("kyoto.en.tsv.gz"), Path::new("kyoto.ja.tsv.gz")), "kyoto en-ja");
        assert_eq!(name(Path::new("english.txt"), Path::new("deutsch.txt")), "english - deutsch");
    }
}
