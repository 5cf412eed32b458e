//! Statistics of a corpus of pairs, which rules compare with each pair.

pub(crate) mod language;
pub(crate) mod length;
mod median_model;
pub(crate) mod overlaps;
pub(crate) mod repeats;

use language::SideLanguage;
use length::LengthModel;
use overlaps::Overlaps;
use repeats::RepeatedTexts;

use crate::text::composed;

/// Statistics of a corpus of pairs, robust against a few per cent of wrong pairs.
#[derive(Clone, Debug)]
pub struct Statistics {
    pub(crate) length: LengthModel,
    pub(crate) languages: [SideLanguage; 2],
    pub(crate) overlaps: Overlaps,
    pub(crate) repeats: RepeatedTexts,
    /// Noun of a unit of the file of pairs, as "line".
    noun: &'static str,
    /// Number of each pair's unit; empty if pair n is unit n.
    units: Vec<usize>,
}

impl Statistics {
    /// Computes the statistics of pairs of source and target texts. Linear in the length of the texts.
    pub fn of(pairs: &[[&str; 2]]) -> Self {
        let pairs: Vec<[_; 2]> = pairs.iter().map(|texts| texts.map(composed)).collect();
        let pairs: &[[&str; 2]] = &pairs.iter().map(|texts| texts.each_ref().map(|text| &**text)).collect::<Vec<_>>();
        Self {
            length: LengthModel::of(pairs),
            languages: [0, 1].map(|side| SideLanguage::of(pairs, side)),
            overlaps: Overlaps::of(pairs),
            repeats: RepeatedTexts::of(pairs),
            noun: "line",
            units: Vec::new(),
        }
    }

    /// Statistics of pairs that are the given units of their file, so that findings name these units;
    /// `noun` is that of a unit, as "line".
    #[must_use]
    pub fn on_units(self, noun: &'static str, units: Vec<usize>) -> Self {
        Self { noun, units, ..self }
    }

    /// Name of a pair's unit, as in "line 12".
    pub(crate) fn unit(&self, row: usize) -> String {
        format!("{} {}", self.noun, self.units.get(row).copied().unwrap_or(row + 1))
    }

    /// Median ratio of target length to source length. Lengths are sums of character weights, so that scripts are comparable.
    pub fn length_ratio(&self) -> f64 {
        self.length.ratios.median.exp()
    }

    /// ISO 639-3 codes of the source and target language; `None` where most texts do not agree on one.
    pub fn languages(&self) -> [Option<&'static str>; 2] {
        self.languages.each_ref().map(|side| side.own.map(|language| language.code()))
    }
}
