//! Values of a word under a rating model: deviation of the field, and effect of one more occurrence.

use std::sync::Arc;

use ndarray::{Array1, Axis};

use crate::{
    core::{memo::Same, query::Query},
    inspect::one_more::{OccurrenceEffect, Usual},
};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::Dataset,
    model::{Regressor, WordValues},
};

/// Key of a word's values: the fitted rating model and the word.
pub(crate) type WordKey = (Same<dyn Regressor>, usize);

/// Query for the values of a word under a rating model.
#[derive(Clone, Debug)]
pub struct WordQuery {
    pub(crate) key: WordKey,
    pub(crate) fitted: Arc<dyn Regressor>,
    /// Position of the word (q), if the model has positions.
    pub(crate) place: Option<Vec<f64>>,
    pub(crate) dataset: Arc<Dataset>,
    pub(crate) values: WordValues,
    pub(crate) usual: Usual,
}

/// Values of a word under a rating model, one for each rating (B).
#[derive(Clone, Debug, PartialEq)]
pub struct WordAnswer {
    /// Posterior standard deviation of the field at the word's position, for each rating (B).
    pub deviation: Vec<f64>,
    /// Change of each predicted rating by one more occurrence of the word in a document of usual length (B).
    pub adds: Vec<f64>,
    /// Part of each rating's change due to the word's private term (B).
    pub own: Vec<f64>,
}

impl Query for WordQuery {
    type Key = WordKey;
    /// Values of a word; `None` if the model does not know the word.
    type Answer = Option<WordAnswer>;

    fn key(&self) -> WordKey {
        self.key.clone()
    }

    fn answer(self, _cancel: &CancelFlag) -> Option<WordAnswer> {
        let Self { key: (_, word), fitted, place, dataset, values, usual } = self;
        let place = place.map(|place| Array1::from(place).insert_axis(Axis(0)));
        let deviation = place.and_then(|place| fitted.deviation_at(&place));
        let one_more = OccurrenceEffect::of(&dataset, &*fitted, &values, &usual, &[word]);
        (word < values.values.nrows()).then(|| WordAnswer {
            deviation: deviation.map_or_else(Vec::new, |deviation| deviation.row(0).to_vec()),
            adds: one_more.all.row(0).to_vec(),
            own: one_more.own.row(0).to_vec(),
        })
    }

    fn supersedes(new: &WordKey, running: &WordKey) -> bool {
        new.1 != running.1
    }
}
