//! Weighting: turns word counts into the weights of a document's words.
//!
//! Cost and memory: one pass over the counts, one new matrix of at most their size.

use serde::{Deserialize, Serialize};

use crate::corpus::{CorpusError, Csr};
use crate::param::{Choice, Choices};

/// Weighting function of word counts, and normalisation of rows: to sum one (L1), to Euclidean length one (L2) or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weighting {
    /// Weight is the word count, as in the papers.
    Count,
    /// Weight is the square root of the word count, which dampens repeated words.
    #[default]
    Sqrt,
    /// Weight is tf-idf: count times `ln(n / document frequency)`, frequencies measured on the training part.
    TfIdf,
    /// Weight is the square root of tf-idf, which dampens repeated words and words of nearly every document.
    SqrtTfIdf,
    /// [`Weighting::Count`] with rows scaled to Euclidean length one.
    CountL2,
    /// [`Weighting::Sqrt`] with L2 rows: square roots of shares, a point of the multinomial manifold.
    SqrtL2,
    /// [`Weighting::TfIdf`] with rows scaled to Euclidean length one.
    TfIdfL2,
    /// [`Weighting::SqrtTfIdf`] with rows scaled to Euclidean length one.
    SqrtTfIdfL2,
    /// Weight is the word count itself; rows are not normalised.
    Raw,
    /// Weight is a word's share of counts times `√(n / document frequency)`.
    /// Inner products are the Fisher kernel of multinomials at the word distribution `θ` proportional to document frequencies,
    /// `Σ p p' / θ`, up to a factor and a constant (Jaakkola and Haussler 1998).
    Fisher,
    /// [`Weighting::Fisher`] with rows scaled to Euclidean length one.
    FisherL2,
}

impl Choices for Weighting {
    const ALL: &'static [Choice] = &[
        Choice::new("count", "counts"),
        Choice::new("sqrt", "square roots"),
        Choice::new("tf-idf", "tf-idf"),
        Choice::new("sqrt-tf-idf", "square roots of tf-idf"),
        Choice::new("count-l2", "counts, L2 rows"),
        Choice::new("sqrt-l2", "square roots, L2 rows"),
        Choice::new("tf-idf-l2", "tf-idf, L2 rows"),
        Choice::new("sqrt-tf-idf-l2", "square roots of tf-idf, L2 rows"),
        Choice::new("raw", "raw counts"),
        Choice::new("fisher", "Fisher scores"),
        Choice::new("fisher-l2", "Fisher scores, L2 rows"),
    ];
    const USUAL: &'static [Self] = &[
        Self::Count,
        Self::Sqrt,
        Self::TfIdf,
        Self::SqrtTfIdf,
        Self::CountL2,
        Self::SqrtL2,
        Self::TfIdfL2,
        Self::SqrtTfIdfL2,
        Self::Raw,
        Self::Fisher,
        Self::FisherL2,
    ];
}

/// Inverse document frequency `ln(n / document frequency)` of every word over `n` training documents (V); `0` if in none.
pub(super) fn inverse_document_frequency(document_frequency: &[u32], n: usize) -> Vec<f64> {
    document_frequency
        .iter()
        .map(|&frequency| if frequency == 0 { 0.0 } else { (n as f64 / f64::from(frequency)).ln() })
        .collect()
}

impl Weighting {
    /// Whether the weighting is a tf-idf weighting, with inverse document frequencies as factors.
    pub fn uses_idf(self) -> bool {
        matches!(self, Self::TfIdf | Self::SqrtTfIdf | Self::TfIdfL2 | Self::SqrtTfIdfL2)
    }

    /// Whether the weighting scales rows to Euclidean length one.
    pub fn has_l2_rows(self) -> bool {
        matches!(self, Self::CountL2 | Self::SqrtL2 | Self::TfIdfL2 | Self::SqrtTfIdfL2 | Self::FisherL2)
    }

    /// Checks that no word count is negative, unless the weighting is [`Weighting::Raw`].
    ///
    /// # Errors
    /// Returns an error that names the first document with a negative number.
    pub fn check_signs(self, counts: &Csr) -> Result<(), CorpusError> {
        let negative = |&document: &usize| counts.row(document).1.iter().any(|count| *count < 0.0);
        match (0..counts.rows()).find(negative).filter(|_| self != Self::Raw) {
            None => Ok(()),
            Some(document) => {
                let (document, key) = (document + 1, self.key());
                let problem =
                    format!("document {document} has a negative number, and the weighting {key} needs counts of 0 or more");
                Err(CorpusError::dataset(problem, "set weighting=raw, which takes numbers as they are"))
            }
        }
    }

    /// Weights of a document of each word alone (V × V); a row is empty under tf-idf if every training document holds its word.
    pub fn of_words_alone(self, idf: &[f64]) -> Csr {
        self.apply(&Csr::from_rows(idf.len(), (0..idf.len()).map(|word| vec![(word as u32, 1.0)])), idf)
    }

    /// Weight matrix `M`: weighted counts, rows summing to one (T 3.5), of Euclidean length one,
    /// or raw counts or Fisher scores (n × V).
    ///
    /// A row whose weights are all zero is empty: an empty document,
    /// or under tf-idf one whose words occur in every training document.
    /// `idf` (V) is used by the tf-idf weightings and by Fisher scores.
    pub fn apply(self, counts: &Csr, idf: &[f64]) -> Csr {
        let rarity = |word: usize| idf.get(word).copied().unwrap_or(0.0);
        Csr::from_rows(
            counts.cols(),
            (0..counts.rows()).map(|row| {
                let weigh = |(word, count): (usize, f64)| match self {
                    Self::Count | Self::CountL2 | Self::Raw => count,
                    Self::Sqrt | Self::SqrtL2 => count.sqrt(),
                    Self::TfIdf | Self::TfIdfL2 => count * rarity(word),
                    Self::SqrtTfIdf | Self::SqrtTfIdfL2 => (count * rarity(word)).sqrt(),
                    Self::Fisher | Self::FisherL2 => count * (0.5 * rarity(word)).exp(),
                };
                let total: f64 = match self {
                    Self::Raw => 1.0,
                    Self::Fisher => counts.row_sum(row),
                    _ if self.has_l2_rows() => counts.entries(row).map(|entry| weigh(entry).powi(2)).sum::<f64>().sqrt(),
                    _ => counts.entries(row).map(weigh).sum(),
                };
                if total > 0.0 {
                    counts.entries(row).map(|entry| (entry.0 as u32, weigh(entry) / total)).collect()
                } else {
                    Vec::new()
                }
            }),
        )
    }
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn weights_follow_their_formulas() {
        let counts = Csr::from_rows(3, [vec![(0, 1.0), (1, 4.0)], vec![], vec![(2, 3.0)]]);
        let idf = inverse_document_frequency(&[1, 2, 4], 4);
        let weigh = |weighting: Weighting| weighting.apply(&counts, &idf).to_dense().into_raw_vec_and_offset().0;
        let third = 1.0 / 3.0;
        assert_relative_eq!(*weigh(Weighting::Count), [0.2, 0.8, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_relative_eq!(*weigh(Weighting::Sqrt), [third, 2.0 * third, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        // Expected tf-idf weights: ln 4 and 4 ln 2; the third word occurs in every document and has weight zero.
        assert_relative_eq!(*weigh(Weighting::TfIdf), [third, 2.0 * third, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], epsilon = 1e-15);
        // Expected square roots of tf-idf: √(ln 4) and √(4 ln 2), which is √2 times as much.
        let first = 1.0 / (1.0 + 2.0_f64.sqrt());
        assert_relative_eq!(weigh(Weighting::SqrtTfIdf)[..3], [first, 1.0 - first, 0.0], epsilon = 1e-15);
        // Expected Fisher scores: shares over the square roots of 1/4, 2/4 and 4/4;
        // inner products are `Σ p p' n / document frequency`.
        assert_relative_eq!(weigh(Weighting::Fisher)[..3], [0.4, 0.8 * 2.0_f64.sqrt(), 0.0], epsilon = 1e-15);
        assert_relative_eq!(weigh(Weighting::Fisher)[8], 1.0, epsilon = 1e-15);
        // Expected weights: square roots of the shares 1/5 and 4/5.
        assert_relative_eq!(weigh(Weighting::SqrtL2)[..3], [0.2_f64.sqrt(), 0.8_f64.sqrt(), 0.0], epsilon = 1e-15);
    }

    #[test]
    fn negative_numbers_are_refused_unless_they_are_raw() {
        let counts = Csr::from_rows(3, [vec![(0, 2.5)], vec![(1, 1.0), (2, -1.0)]]);
        for &weighting in Weighting::USUAL {
            let message = weighting.check_signs(&counts).map_or_else(|error| error.to_string(), |()| String::new());
            let parts = ["document 2 has a negative number", weighting.key(), "set weighting=raw"];
            assert_eq!(parts.iter().all(|part| message.contains(part)), weighting != Weighting::Raw, "{message}");
            assert_eq!(weighting.check_signs(&counts.select(&[0])), Ok(()));
        }
    }

    #[test]
    fn raw_weights_are_the_counts_with_their_signs() {
        let counts = Csr::from_rows(3, [vec![(0, -2.5), (1, 2.5)], vec![], vec![(2, 3.0)]]);
        assert_eq!(Weighting::Raw.apply(&counts, &[]), counts);
    }

    proptest! {
        #[test]
        fn rows_have_size_one_or_are_empty(
            rows in prop::collection::vec(prop::collection::vec((0..6_u32, 0.1..9.0_f64), 0..6), 1..8),
            frequency in prop::collection::vec(0..5_u32, 6),
        ) {
            let counts = Csr::from_rows(6, rows);
            let idf = inverse_document_frequency(&frequency, 5);
            for &weighting in Weighting::USUAL.iter().filter(|way| !matches!(way, Weighting::Raw | Weighting::Fisher)) {
                let weights = weighting.apply(&counts, &idf);
                for row in 0..counts.rows() {
                    let square: f64 = weights.row(row).1.iter().map(|weight| weight * weight).sum();
                    let size = if weighting.has_l2_rows() { square } else { weights.row_sum(row) };
                    prop_assert!(size == 0.0 || (size - 1.0).abs() < 1e-12, "{size}");
                    if matches!(weighting, Weighting::Count | Weighting::Sqrt) {
                        prop_assert_eq!(weights.row(row).0, counts.row(row).0);
                    }
                }
            }
        }
    }
}
