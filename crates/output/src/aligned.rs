//! Export of aligned lines of two texts: a table of both texts with line numbers and scores, or a translation memory.
//!
//! Cost: one pass over the lines. Memory: the joined texts.

use std::ops::Range;

use super::{
    AsTable, ExportError, ExportKind, ReviewedPair, ReviewedPairs, Sink, Table,
    exporter::{Exporter, Format},
    pairs::tmx,
};
use wordfield_align::Bead;

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
}

impl AlignedLines {
    /// Joins the lines of each bead by spaces. A text without a language is called `source` or `target`.
    pub fn new(lines: [&[String]; 2], beads: &[Bead], languages: &[String]) -> Self {
        let ranges = |bead: &Bead| [bead.source.clone(), bead.target.clone()];
        let text = |side: usize, range: Range<usize>| lines[side].get(range).unwrap_or_default().join(" ").trim().to_owned();
        let texts = |bead: &Bead| {
            let [source, target] = ranges(bead);
            [text(0, source), text(1, target)]
        };
        let name =
            |side: usize, name: &str| languages.get(side).filter(|code| !code.is_empty()).map_or(name, |code| code).to_owned();
        Self {
            spans: beads.iter().map(|bead| ranges(bead).map(span)).collect(),
            texts: beads.iter().map(texts).collect(),
            scores: beads.iter().map(|bead| (1e4 * bead.score).round() / 1e4).collect(),
            sides: [name(0, "source"), name(1, "target")],
        }
    }

    /// Numbers of beads with lines on both sides, of one-to-one beads, and of beads without a partner.
    pub fn counts(beads: &[Bead]) -> [usize; 3] {
        let alone = beads.iter().filter(|bead| bead.source.is_empty() || bead.target.is_empty()).count();
        [beads.len() - alone, beads.iter().filter(|bead| bead.is_one_to_one()).count(), alone]
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

fn memory(lines: &AlignedLines, sink: &mut Sink<'_>) -> Result<(), ExportError> {
    let whole = lines.texts.iter().zip(&lines.spans).filter(|(texts, _)| texts.iter().all(|text| !text.is_empty()));
    let pairs = whole.map(|(texts, spans)| ReviewedPair {
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
        assert_eq!(AlignedLines::counts(&beads), [1, 0, 2]);
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
