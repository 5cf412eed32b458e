//! Shares of words in the decisions about all documents.
//!
//! A word contributes its value times its weight to a document's decision.
//! A word's share is the size of its contributions to all documents, divided by that of all words.
//! Cost: one pass over the weights and one over the words' values, once a snapshot, when first listed.
//! Memory: one number a word, one a class or rating.

use wordfield_core::{
    corpus::Dataset,
    model::{Predictions, Snapshot, WordValues},
};

/// Shares of words in decisions: each word's weight in all documents,
/// and the total size of contributions to each class or rating.
#[derive(Clone, Debug)]
pub(super) struct DecisionShares {
    mass: Vec<f64>,
    totals: Vec<f64>,
}

/// Contribution of a word of weight 1 to the decisions for a class, or to a rating, without the offset.
fn effect(words: &WordValues, predictions: &Predictions, word: usize, group: usize) -> f64 {
    let own = |function: usize| words.values[[word, function]] - words.bias.get(function).copied().unwrap_or(0.0);
    match predictions {
        Predictions::Classes(found) => {
            let sign = |pair: &(usize, usize)| f64::from(i8::from(pair.0 == group) - i8::from(pair.1 == group));
            found.pairs.iter().enumerate().map(|(function, pair)| sign(pair) * own(function)).sum()
        }
        _ => own(group),
    }
}

impl DecisionShares {
    /// Decision shares of a snapshot over its dataset; `None` if decisions are no sums over words at their positions alone.
    pub(super) fn of(dataset: &Dataset, snapshot: &Snapshot) -> Option<Self> {
        let words = snapshot.words.as_ref().filter(|words| words.function.is_none() && words.beside.is_none())?;
        let (groups, emphasis) = match &snapshot.predictions {
            Predictions::Classes(found) if !found.pairs.is_empty() => (dataset.corpus.classes.len(), &found.emphasis),
            Predictions::Ratings(found) => (words.values.ncols(), &found.emphasis),
            _ => return None,
        };
        let mut mass = vec![0.0; dataset.words.len()];
        for document in 0..dataset.weights.rows() {
            let by = emphasis.get(document).copied().unwrap_or(1.0);
            dataset.weights.entries(document).for_each(|(word, weight)| mass[word] += by * weight);
        }
        let size = |group: usize| {
            let one = |(word, mass): (usize, &f64)| effect(words, &snapshot.predictions, word, group).abs() * mass;
            mass.iter().enumerate().map(one).sum()
        };
        let totals = (0..groups).map(size).collect();
        Some(Self { mass, totals })
    }

    /// Share of a word in the decisions for a class, or in the predictions of a rating; between 0 and 1.
    pub(super) fn share(&self, snapshot: &Snapshot, word: usize, group: usize) -> Option<f64> {
        let words = snapshot.words.as_ref()?;
        let total = self.totals.get(group).copied().filter(|total| *total > 0.0)?;
        Some(effect(words, &snapshot.predictions, word, group).abs() * self.mass.get(word)? / total)
    }
}
