//! Effect of one more occurrence of a word on a predicted rating, on the rating's scale.
//!
//! If a document's rating is the mean over its words, the rating of a one-word document is far outside the scale.
//! The word is therefore added to documents of typical length.
//! Both versions are predicted, for any weighting, emphasis and kernel. Cost: [`COUNT`] predicted documents per word.

use std::sync::Arc;

use ndarray::{Array2, Axis, s};

use wordfield_core::{
    corpus::{Csr, Dataset},
    model::{Regressor, WordValues},
};

/// Number of documents over which the effect of one more occurrence is averaged.
const COUNT: usize = 9;

/// Training documents with lengths nearest to the median.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TypicalDocuments {
    /// Indices of the documents of typical length in the corpus.
    pub documents: Vec<usize>,
    /// Median length of training documents, in known words.
    pub length: f64,
}

impl TypicalDocuments {
    /// Finds the documents of typical length of a dataset; documents without a known word are ignored.
    pub fn of(dataset: &Dataset) -> Self {
        let length = |document: &usize| dataset.counts.row_sum(*document);
        let mut known: Vec<usize> =
            dataset.split.train.iter().copied().filter(|document| !dataset.weights.row(*document).0.is_empty()).collect();
        known.sort_by(|a, b| length(a).total_cmp(&length(b)));
        let Some(middle) = known.get(known.len() / 2) else { return Self::default() };
        let median = length(middle);
        let from = (known.len() / 2).saturating_sub(COUNT / 2);
        Self { documents: known.into_iter().skip(from).take(COUNT).collect(), length: median }
    }
}

/// Change of a rating by one more occurrence of a word, and its part from the private term.
#[derive(Clone, Debug, PartialEq)]
pub struct OccurrenceEffect {
    /// Change of the predicted rating by one more occurrence of each word (words × B).
    pub all: Array2<f64>,
    /// Part of that change due to the private term of the kernel (words × B).
    pub own: Array2<f64>,
}

impl OccurrenceEffect {
    /// Changes of ratings for some words, averaged over documents of typical length. `values`: the model's word values.
    pub fn of(
        dataset: &Dataset,
        fitted: &dyn Regressor,
        values: &WordValues,
        typical: &TypicalDocuments,
        words: &[usize],
    ) -> Self {
        let count = values.values.nrows();
        let nothing = || Array2::zeros((words.len(), values.values.ncols()));
        // A fitted model with another vocabulary will be replaced soon.
        if count != dataset.words.len() || words.iter().any(|&word| word >= count) || typical.documents.is_empty() {
            return Self { all: nothing(), own: nothing() };
        }
        let means = |weights: &Csr, values: &WordValues| fitted.means_of(weights, Some(values));
        let before = means(&dataset.weights.select(&typical.documents), values);
        let (mut all, mut own) = (nothing(), nothing());
        for (place, &word) in words.iter().enumerate() {
            let counts = typical.documents.iter().map(|&document| {
                let one = std::iter::once((word as u32, 1.0));
                dataset.counts.entries(document).map(|(word, count)| (word as u32, count)).chain(one).collect()
            });
            let more = dataset.weighting.apply(&Csr::from_rows(dataset.words.len(), counts), &dataset.idf);
            let after = means(&more, values);
            let mean = |change: &Array2<f64>| change.mean_axis(Axis(0));
            if let Some(change) = mean(&(&after - &before)) {
                all.row_mut(place).assign(&change);
            }
            let Some(private) = values.private.as_ref().map(|private| private.of_word(word)) else { continue };
            if private.iter().any(|own| own.abs() > 1e-12) {
                // Documents with one more occurrence, without the word's private term.
                let mut without = (*values.values).clone();
                without.slice_mut(s![word, ..]).scaled_add(-1.0, &private);
                let without = WordValues { values: Arc::new(without), ..values.clone() };
                if let Some(change) = mean(&(&after - &means(&more, &without))) {
                    own.row_mut(place).assign(&change);
                }
            }
        }
        Self { all, own }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::rated::tests::trained;

    /// First rating of a document of typical length with some words, predicted by the fitted model.
    fn prediction(dataset: &Dataset, fitted: &dyn Regressor, typical: &TypicalDocuments, word: Option<usize>) -> f64 {
        let rows = typical.documents.iter().map(|&document| {
            let mut row: Vec<(u32, f64)> = dataset.counts.entries(document).map(|(w, count)| (w as u32, count)).collect();
            row.extend(word.map(|word| (word as u32, 1.0)));
            row
        });
        let weights = dataset.weighting.apply(&Csr::from_rows(dataset.words.len(), rows), &dataset.idf);
        fitted.predict(&weights).means.column(0).mean().expect("documents")
    }

    #[test]
    fn one_more_is_the_difference_of_two_predictions_under_any_kernel() {
        for set in [&[][..], &[("private", "0.3"), ("emphasis", "0.5")], &[("normalise", "true")], &[("level2", "rbf")]] {
            let (dataset, snapshot) = trained(set);
            let fitted = snapshot.rated().and_then(|predictions| predictions.fitted.clone()).expect("a fitted model");
            let typical = TypicalDocuments::of(&dataset);
            let word = dataset.words.iter().position(|word| word == "disappointed").expect("a word of the reviews");
            let found = OccurrenceEffect::of(&dataset, &*fitted, snapshot.words.as_ref().expect("values"), &typical, &[word, 3]);
            for (place, word) in [word, 3].into_iter().enumerate() {
                let expected =
                    prediction(&dataset, &*fitted, &typical, Some(word)) - prediction(&dataset, &*fitted, &typical, None);
                assert!((found.all[[place, 0]] - expected).abs() < 1e-9, "{set:?}: {} {expected}", found.all[[place, 0]]);
            }
            assert!(found.all[[0, 0]] < 0.0 && found.all[[0, 0]] > -2.0, "{set:?}: on the scale of the ratings: {found:?}");
            let private = set.iter().any(|(key, _)| *key == "private");
            assert_eq!(found.own.iter().any(|own| own.abs() > 0.0), private, "{set:?}");
        }
    }

    #[test]
    fn documents_of_usual_length_lie_about_the_median() {
        let (dataset, _) = trained(&[]);
        let typical = TypicalDocuments::of(&dataset);
        let length = |document: usize| dataset.counts.row_sum(document);
        let shorter = dataset.split.train.iter().filter(|&&document| length(document) < typical.length).count();
        assert!(typical.documents.len() == COUNT && 2 * shorter <= dataset.split.train.len());
        assert!(typical.documents.iter().all(|&document| (length(document) - typical.length).abs() < 0.2 * typical.length));
    }
}
