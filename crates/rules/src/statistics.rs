//! Statistics of a corpus of pairs, which rules compare with each pair.

pub(crate) mod language;
pub(crate) mod length;
pub(crate) mod overlaps;
pub(crate) mod repeats;

use language::SideLanguage;
use length::LengthModel;
use overlaps::Overlaps;
use repeats::RepeatedTexts;

/// Statistics of a corpus of pairs, robust against a few per cent of wrong pairs.
#[derive(Clone, Debug)]
pub struct Statistics {
    pub(crate) length: LengthModel,
    pub(crate) languages: [SideLanguage; 2],
    pub(crate) overlaps: Overlaps,
    pub(crate) repeats: RepeatedTexts,
    /// Line number of each pair; empty if pair n is on line n.
    lines: Vec<usize>,
}

impl Statistics {
    /// Computes the statistics of pairs of source and target texts. Linear in the length of the texts.
    pub fn of(pairs: &[[&str; 2]]) -> Self {
        Self {
            length: LengthModel::of(pairs),
            languages: [0, 1].map(|side| SideLanguage::of(pairs, side)),
            overlaps: Overlaps::of(pairs),
            repeats: RepeatedTexts::of(pairs),
            lines: Vec::new(),
        }
    }

    /// Statistics of pairs that are on the given lines of their file, so that findings name these lines.
    #[must_use]
    pub fn on_lines(self, lines: Vec<usize>) -> Self {
        Self { lines, ..self }
    }

    /// Line number of a pair, from 1.
    pub(crate) fn line(&self, row: usize) -> usize {
        self.lines.get(row).copied().unwrap_or(row + 1)
    }

    /// Usual ratio of target length to source length. Lengths are sums of character weights, so that scripts are comparable.
    pub fn length_ratio(&self) -> f64 {
        self.length.mean.exp()
    }

    /// ISO 639-3 codes of the source and target language; `None` where most texts do not agree on one.
    pub fn languages(&self) -> [Option<&'static str>; 2] {
        self.languages.each_ref().map(|side| side.own.map(|language| language.code()))
    }
}
