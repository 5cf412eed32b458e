//! Export of reviewed text pairs, in formats of translation memories and parallel corpora.
//!
//! The formats hold accepted pairs only: pairs a reviewer accepted, and, under a threshold, unreviewed ones.
//!
//! Cost: one pass over the pairs. Memory: one pair.

mod account;
mod agreement;
mod cells;
mod checked;
mod correction;
mod delivery;
mod fitted_verdicts;
mod moses;
mod read_back;
mod reasons;
mod tmx;
mod unit_error;
mod units;
mod verdicts;
mod xlsx_units;
mod xml_edits;

use super::{AsTable, ExportKind, Table, exporter::Format};
use moses::moses;
pub(super) use tmx::{clean, languages, tmx};

pub use account::{Account, Omitted};
pub use agreement::{Agreement, Kappa};
pub use checked::checked_pairs;
pub use correction::Correction;
pub use delivery::{Decisions, Delivery, JudgedPair, Keep, OmissionCause};
pub use fitted_verdicts::{FittedVerdicts, KnownPair, KnownPairs, Stale, StaleVerdict};
pub use reasons::{PairTexts, Reasons};
pub use unit_error::UnitError;
pub use units::{DeliveredPair, OmittedUnits, PairUnits};
pub use verdicts::{PairKey, PairReview, PairVerdict, TargetKey, VerdictError, VerdictRow, VerdictTable, read_verdicts};

/// Reviewed pairs of source and target documents.
#[derive(Clone, Debug, Default)]
pub struct ReviewedPairs<'a> {
    /// Names of both sides of the pairs, source and target.
    pub sides: [&'a str; 2],
    /// Pairs of source and target documents with their reviews.
    pub pairs: Vec<ReviewedPair<'a>>,
    /// Squared distance up to which unreviewed pairs count as accepted; `None`: no unreviewed pair does, infinite: all do.
    pub accept_below: Option<f64>,
}

/// Source document with its reviewed or nearest target document.
#[derive(Clone, Debug)]
pub struct ReviewedPair<'a> {
    /// Titles of the source and the target document.
    pub titles: [&'a str; 2],
    /// Texts of the source and the target document, if the corpus has them.
    pub texts: Option<[&'a str; 2]>,
    /// Identifier of the pair in its file; empty if it has none.
    pub id: &'a str,
    /// Numbers of the units of source and target in their files, from 1, if known.
    pub units: Option<[usize; 2]>,
    /// Line numbers of source and target in their files, from 1, if known.
    pub lines: Option<[usize; 2]>,
    /// Squared distance between source and target document; NaN if unknown.
    pub distance: f64,
    /// Difference of the squared distances to the second-nearest and nearest target; NaN with a single target.
    pub margin: f64,
    /// Verdict of the reviewer on the pair.
    pub accepted: Option<bool>,
    /// Remark of the reviewer on the pair.
    pub note: &'a str,
    /// Error category of a rejected pair; empty if none was named.
    pub category: &'a str,
    /// Title of the nearest target document, if it is not the pair's own.
    pub suggestion: Option<&'a str>,
    /// Correction of the pair's texts.
    pub correction: Correction<'a>,
}

impl Default for ReviewedPair<'_> {
    /// Default pair: without texts, distance or review.
    fn default() -> Self {
        let (distance, margin) = (f64::NAN, f64::NAN);
        Self {
            titles: [""; 2],
            texts: None,
            id: "",
            units: None,
            lines: None,
            distance,
            margin,
            accepted: None,
            note: "",
            category: "",
            suggestion: None,
            correction: Correction::None,
        }
    }
}

impl ExportKind for ReviewedPairs<'static> {
    type Contents<'a> = ReviewedPairs<'a>;

    const FORMATS: &'static [Format<Self>] = &[
        Format::<Self>::files(["tmx", "tmx"], "TMX translation memory of accepted pairs", "OmegaT, Trados, Wordfield", tmx),
        Format::<Self>::files(
            ["moses", ""],
            "Moses, two files of aligned lines of accepted pairs",
            "Moses, fairseq, OPUS tools, Wordfield",
            moses,
        ),
    ];
    const AS_TABLE: AsTable = AsTable::First;

    fn as_table<'a>(pairs: &'a ReviewedPairs<'_>) -> Option<Table<'a>> {
        Some(pairs.table())
    }
}

impl<'a> ReviewedPairs<'a> {
    /// Accepted pairs in their original order.
    pub fn accepted(&self) -> impl Iterator<Item = &ReviewedPair<'a>> {
        let near = |pair: &ReviewedPair<'_>| {
            self.accept_below.is_some_and(|threshold| threshold.is_infinite() || pair.distance <= threshold)
        };
        self.pairs.iter().filter(move |pair| pair.accepted.unwrap_or_else(|| near(pair)))
    }

    /// Accepted pairs with source and target text, corrected where corrections exist;
    /// the texts of merged pairs are in the pair before.
    fn accepted_texts(&self) -> impl Iterator<Item = (&ReviewedPair<'a>, [&'a str; 2])> {
        let whole = self.accepted().filter(|pair| pair.correction != Correction::Merged);
        whole.filter_map(|pair| Some((pair, pair.correction.texts().or(pair.texts)?)))
    }

    /// Table of reviewed pairs, with a row for each.
    pub fn table(&self) -> Table<'_> {
        let pairs = &self.pairs;
        let table = Table::new("pairs", pairs.len())
            .text(self.sides[0], |row| pairs[row].titles[0])
            .text(self.sides[1], |row| pairs[row].titles[1])
            .number("distance", 4, |row| pairs[row].distance)
            .number("margin", 4, |row| pairs[row].margin)
            .text("verdict", |row| match pairs[row].accepted {
                Some(true) => "accepted",
                Some(false) => "rejected",
                None => "",
            })
            .text("note", |row| pairs[row].note)
            .text("nearest", |row| pairs[row].suggestion.unwrap_or_default())
            .integer("unit", |row| pairs[row].units.map(|units| units[0]))
            .text("id", |row| pairs[row].id)
            .integer("target unit", |row| pairs[row].units.map(|units| units[1]))
            .integer("line", |row| pairs[row].lines.map(|lines| lines[0]))
            .integer("target line", |row| pairs[row].lines.map(|lines| lines[1]));
        let text = |side: usize| move |row: usize| pairs[row].texts.map_or("", |texts| texts[side]);
        let with_texts = pairs.iter().any(|pair| pair.texts.is_some());
        let sides = self.sides.iter().enumerate().filter(|_| with_texts);
        let table = sides.fold(table, |table, (side, name)| table.text(format!("{name} text"), text(side)));
        let table = table.text("category", |row| pairs[row].category).text("correction", |row| pairs[row].correction.name());
        let corrected = |side: usize| move |row: usize| pairs[row].correction.texts().map_or("", |texts| texts[side]);
        let sides = self.sides.iter().enumerate();
        sides.fold(table, |table, (side, name)| table.text(format!("corrected {name}"), corrected(side)))
    }
}

#[cfg(test)]
mod tests;
