//! Values of a word under a rating model: deviation of the field, and effect of one more occurrence.

use ndarray::{Array1, Axis};

use crate::{
    core::memo::Same,
    inspect::one_more::{OccurrenceEffect, TypicalDocuments},
};
use wordfield_core::{
    corpus::Dataset,
    model::{Regressor, WordValues},
};

/// Key of a word's values: the fitted rating model and the word.
pub(crate) type WordKey = (Same<dyn Regressor>, usize);

/// Key of the outermost words: the fitted rating model, the rating and the iteration of the evaluation.
pub(crate) type OutermostKey = (Same<dyn Regressor>, usize, usize);

/// Values of a word under a rating model, one for each rating (B).
#[derive(Clone, Debug, PartialEq)]
pub struct WordAnswer {
    /// Posterior standard deviation of the field at the word's position, for each rating (B).
    pub deviation: Vec<f64>,
    /// Change of each predicted rating by one more occurrence of the word in a document of typical length (B).
    pub adds: Vec<f64>,
    /// Part of each rating's change due to the word's private term (B).
    pub own: Vec<f64>,
}

impl WordAnswer {
    /// Values of a word at position `place` (q), if the model has positions; `None` if the word is not in the vocabulary.
    pub(crate) fn of(
        dataset: &Dataset,
        fitted: &dyn Regressor,
        values: &WordValues,
        typical: &TypicalDocuments,
        (word, place): (usize, Option<Vec<f64>>),
    ) -> Option<Self> {
        let place = place.map(|place| Array1::from(place).insert_axis(Axis(0)));
        let deviation = place.and_then(|place| fitted.deviation_at(&place));
        let one_more = OccurrenceEffect::of(dataset, fitted, values, typical, &[word]);
        (word < values.values.nrows()).then(|| Self {
            deviation: deviation.map_or_else(Vec::new, |deviation| deviation.row(0).to_vec()),
            adds: one_more.all.row(0).to_vec(),
            own: one_more.own.row(0).to_vec(),
        })
    }
}
