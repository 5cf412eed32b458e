//! How counts become the weights of a document's words.
//!
//! Cost and memory: one pass over the counts, one new matrix of at most their size.

use serde::{Deserialize, Serialize};

use super::Csr;

/// What is made of a word's count before a row is scaled to sum to one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weighting {
    /// The count itself (the papers).
    Count,
    /// Its square root: tames words repeated often.
    #[default]
    Sqrt,
    /// Count times `ln(n / document frequency)`, frequencies measured on the training part.
    TfIdf,
}

/// `ln(n / document frequency)` of every word, over `n` training documents (V); `0` for a word in none of them.
pub(super) fn inverse_document_frequency(document_frequency: &[u32], n: usize) -> Vec<f64> {
    document_frequency
        .iter()
        .map(|&frequency| if frequency == 0 { 0.0 } else { (n as f64 / f64::from(frequency)).ln() })
        .collect()
}

impl Weighting {
    /// The matrix `M`: weighted counts with rows summing to one (n × V), T 3.5.
    ///
    /// A row whose weights are all zero stays empty: an empty document, or under tf-idf one whose words stand in every
    /// training document. `idf` (V) is read by tf-idf only.
    pub fn apply(self, counts: &Csr, idf: &[f64]) -> Csr {
        Csr::from_rows(
            counts.cols(),
            (0..counts.rows()).map(|row| {
                let weigh = |(word, count): (usize, f64)| match self {
                    Self::Count => count,
                    Self::Sqrt => count.sqrt(),
                    Self::TfIdf => count * idf.get(word).copied().unwrap_or(0.0),
                };
                let total: f64 = counts.entries(row).map(weigh).sum();
                if total > 0.0 {
                    counts.entries(row).map(|entry| (entry.0 as u32, weigh(entry) / total)).collect()
                } else {
                    Vec::new()
                }
            }),
        )
    }
}
