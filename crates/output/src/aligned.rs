//! Export of aligned lines of two texts: a table of both texts with line numbers and scores, or a translation memory.
//!
//! Cost: one pass over the lines. Memory: the texts of the beads.

use std::{fmt, ops::Range};

use super::{
    AsTable, ExportError, ExportKind, ReviewedPair, ReviewedPairs, Sink, Table,
    exporter::{Exporter, Format},
    pairs::{clean, tmx},
};
use wordfield_align::Bead;
use wordfield_core::stats::grouped;

/// Aligned lines of two texts, for export.
#[derive(Clone, Debug, PartialEq)]
pub struct AlignedLines {
    /// Line numbers of both sides of every bead (aligned group of lines), from 1: `12`, `12-13`, or empty.
    spans: Vec<[String; 2]>,
    /// Texts of both sides of every bead (aligned group of lines).
    texts: Vec<[String; 2]>,
    /// Posterior probability of every bead (aligned group of lines).
    scores: Vec<f64>,
    /// Languages of the source and the target text, or `source` and `target`.
    sides: [String; 2],
    /// Numbers of pairs, of lines without a partner and of blank lines.
    pub counts: AlignedCounts,
}

/// Counts of an alignment. A line of either text is in a pair, without a partner, or blank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlignedCounts {
    /// Number of pairs: beads with text on both sides.
    pub pairs: usize,
    /// Number of pairs of one line with one line.
    pub one_to_one: usize,
    /// Number of lines with text in beads that are no pairs.
    pub alone: usize,
    /// Number of blank lines, which are no partners.
    pub blank: usize,
}

impl fmt::Display for AlignedCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [pairs, one, alone, blank] = [self.pairs, self.one_to_one, self.alone, self.blank].map(grouped);
        write!(f, "{pairs} pairs of lines, {one} of them one to one; {alone} lines without a partner, {blank} blank lines")
    }
}

impl AlignedLines {
    /// Joins the lines of each bead by spaces. A text without a language is called `source` or `target`.
    pub fn new(lines: [&[String]; 2], beads: &[Bead], languages: &[String]) -> Self {
        let name =
            |side: usize, name: &str| languages.get(side).filter(|code| !code.is_empty()).map_or(name, |code| code).to_owned();
        let mut aligned = Self {
            spans: Vec::with_capacity(beads.len()),
            texts: Vec::with_capacity(beads.len()),
            scores: beads.iter().map(|bead| (1e4 * bead.score).round() / 1e4).collect(),
            sides: [name(0, "source"), name(1, "target")],
            counts: AlignedCounts::default(),
        };
        for bead in beads {
            let ranges = [bead.source.clone(), bead.target.clone()];
            let of_bead = [0, 1].map(|side| lines[side].get(ranges[side].clone()).unwrap_or_default());
            let texts = of_bead.map(|lines| lines.join(" ").trim().to_owned());
            let is_pair = is_pair(&texts);
            aligned.counts.pairs += usize::from(is_pair);
            aligned.counts.one_to_one += usize::from(is_pair && bead.is_one_to_one());
            for line in of_bead.into_iter().flatten() {
                let is_blank = line.trim().is_empty();
                aligned.counts.blank += usize::from(is_blank);
                aligned.counts.alone += usize::from(!is_blank && !is_pair);
            }
            aligned.spans.push(ranges.map(span));
            aligned.texts.push(texts);
        }
        aligned
    }

    /// Table of aligned lines, with a row for each bead.
    pub fn table(&self) -> Table<'_> {
        Table::new("aligned lines", self.texts.len())
            .text("source lines", |row| self.spans[row][0].as_str())
            .text("target lines", |row| self.spans[row][1].as_str())
            .number("score", 4, |row| self.scores[row])
            .text("source text", |row| self.texts[row][0].as_str())
            .text("target text", |row| self.texts[row][1].as_str())
    }

    /// Export format for a file extension, TSV if no format has it.
    pub fn format_of(extension: Option<&str>) -> Option<&'static Exporter> {
        let formats = Self::formats();
        let named = |extension: &str| formats.iter().find(|format| format.extension.eq_ignore_ascii_case(extension));
        extension.and_then(named).or_else(|| named("tsv")).copied()
    }
}

impl ExportKind for AlignedLines {
    type Contents<'a> = Self;

    const FORMATS: &'static [Format<Self>] = &[Format::<Self>::files(
        ["aligned-tmx", "tmx"],
        "TMX translation memory of the lines with a partner",
        "OmegaT, Trados, Wordfield",
        memory,
    )];
    const AS_TABLE: AsTable = AsTable::First;

    fn as_table(lines: &Self) -> Option<Table<'_>> {
        Some(lines.table())
    }
}

/// Range of lines as text, from 1, as in `12` or `12-13`; empty for no lines.
fn span(lines: Range<usize>) -> String {
    match lines.len() {
        0 => String::new(),
        1 => (lines.start + 1).to_string(),
        _ => format!("{}-{}", lines.start + 1, lines.end),
    }
}

/// Whether a bead is a pair: both sides have text. A blank line is no partner.
fn is_pair(texts: &[String; 2]) -> bool {
    texts.iter().all(|text| !text.is_empty())
}

/// Refuses a text with a character that XML cannot hold, which a translation memory would lose.
fn check_xml(texts: &[String; 2], spans: &[String; 2], sink: &Sink<'_>) -> Result<(), ExportError> {
    for ((text, span), side) in texts.iter().zip(spans).zip(["source", "target"]) {
        // XML can hold every letter and digit, so that few characters are checked.
        let is_lost = |c: &char| !c.is_alphanumeric() && clean(c.encode_utf8(&mut [0; 4])).is_empty();
        if let Some(lost) = text.chars().find(is_lost) {
            let problem = format!("{side} line {span} holds U+{:04X}, which XML cannot hold", u32::from(lost));
            let remedy = "remove it from the text, or choose a table format such as tsv";
            return Err(ExportError::Unsuitable(format!("{}: {problem}: {remedy}", sink.path.display())));
        }
    }
    Ok(())
}

fn memory(lines: &AlignedLines, sink: &mut Sink<'_>) -> Result<(), ExportError> {
    let pairs = || lines.texts.iter().zip(&lines.spans).filter(|(texts, _)| is_pair(texts));
    pairs().try_for_each(|(texts, spans)| check_xml(texts, spans, sink))?;
    let pairs = pairs().map(|(texts, spans)| ReviewedPair {
        titles: spans.each_ref().map(String::as_str),
        texts: Some(texts.each_ref().map(String::as_str)),
        ..ReviewedPair::default()
    });
    // Every aligned pair is written, although no reviewer has accepted it.
    let sides = lines.sides.each_ref().map(String::as_str);
    tmx(&ReviewedPairs { sides, pairs: pairs.collect(), accept_below: Some(f64::INFINITY) }, sink)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_bead_are_joined_and_numbered() {
        let lines = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<_>>();
        let (source, target) = (lines("a|b|c"), lines("x|y"));
        let bead = |source, target, score| Bead { source, target, score };
        let beads = [bead(0..2, 0..1, 0.876_54), bead(2..3, 1..1, 0.5), bead(3..3, 1..2, 1.0)];
        let aligned = AlignedLines::new([&source, &target], &beads, &["en".to_owned(), String::new()]);
        assert_eq!(aligned.spans, [["1-2", "1"], ["3", ""], ["", "2"]]);
        assert_eq!(aligned.texts, [["a b", "x"], ["c", ""], ["", "y"]]);
        assert_eq!((aligned.scores.clone(), aligned.sides.clone()), (vec![0.8765, 0.5, 1.0], ["en".into(), "target".into()]));
        assert_eq!(aligned.counts, AlignedCounts { pairs: 1, one_to_one: 0, alone: 2, blank: 0 });
    }

    #[test]
    fn a_blank_line_is_no_partner_and_every_line_is_counted_once() {
        let lines = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<_>>();
        let (source, target) = (lines("a|b|c||\t|d|e|"), lines("x| |y|\u{a0}|z"));
        let bead = |source, target| Bead { source, target, score: 1.0 };
        // Test beads: one to one, with a blank line, two with one of which one is blank, blank with blank, and without a line.
        let beads = [bead(0..1, 0..1), bead(1..2, 1..2), bead(2..4, 2..3), bead(4..5, 3..4), bead(5..7, 4..4), bead(7..8, 4..5)];
        let aligned = AlignedLines::new([&source, &target], &beads, &[]);
        assert_eq!(aligned.counts, AlignedCounts { pairs: 2, one_to_one: 1, alone: 4, blank: 5 });
        // In the test every line with text is one word.
        let in_pairs: usize =
            aligned.texts.iter().filter(|texts| is_pair(texts)).flatten().map(|text| text.split_whitespace().count()).sum();
        assert_eq!(in_pairs + aligned.counts.alone + aligned.counts.blank, source.len() + target.len());
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("m.tmx");
        let inputs = wordfield_core::project::Inputs::default();
        let format = AlignedLines::format_of(Some("tmx")).expect("TMX");
        AlignedLines::write(&aligned, format, Sink::new(&path, &inputs, <_>::default()).expect("a sink")).expect("a file");
        let units = std::fs::read_to_string(&path).expect("a file").matches("<tu ").count();
        assert_eq!(units, aligned.counts.pairs, "a unit for each pair");
        assert_eq!(aligned.table().len(), beads.len(), "the table lists every bead");
    }

    #[test]
    fn extensions_name_formats() {
        let name = |extension| AlignedLines::format_of(extension).map(|format| format.name);
        assert_eq!(
            [Some("TMX"), Some("csv"), Some("odd"), None].map(name),
            [Some("aligned-tmx"), Some("csv"), Some("tsv"), Some("tsv")]
        );
    }
}
