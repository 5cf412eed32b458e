//! Separation of the classes by the picture alone, in each part of the split.
//!
//! Cost: 0.2 s for 19,000 documents, on a thread, once per evaluation and only while the result is shown. Memory: the positions of
//! the documents.

use std::sync::Arc;

use ndarray::Array2;

use crate::{core::memo::Same, core::query::Query, inspect::explain::Part};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::Dataset,
    metric::{Picture, TrainingPlaces, mean_positions},
};

/// Documents and positions of the words.
pub(crate) type PictureKey = (Same<Dataset>, Same<Array2<f64>>);

/// Results of the three parts; training documents are judged by the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Pictures {
    /// Iteration of the positions.
    pub iteration: usize,
    parts: [Option<Picture>; 3],
}

impl Pictures {
    /// The result of a part; `None` for an empty one.
    pub fn of_part(&self, part: Part) -> Option<Picture> {
        self.parts[part as usize]
    }

    /// The result of the part that least was chosen by: test, else development, else train.
    pub fn most_unbiased(&self) -> Option<(Part, Picture)> {
        Part::ALL.into_iter().rev().find_map(|part| Some((part, self.of_part(part)?)))
    }
}

/// A query for the results.
#[derive(Clone, Debug)]
pub(crate) struct PictureQuery {
    pub(crate) dataset: Arc<Dataset>,
    pub(crate) latent: Arc<Array2<f64>>,
    pub(crate) iteration: usize,
}

impl Query for PictureQuery {
    type Key = PictureKey;
    type Answer = Pictures;

    const LONG: bool = true;

    fn key(&self) -> PictureKey {
        (Same::of(&self.dataset), Same::of(&self.latent))
    }

    fn answer(self, _cancel: &CancelFlag) -> Pictures {
        let Self { dataset, latent, iteration } = self;
        let at = mean_positions(&latent, &dataset.weights);
        let places = TrainingPlaces::new(&at, &dataset.corpus.labels, &dataset.split.train);
        let parts = Part::ALL.map(|part| places.as_ref()?.picture(part.documents(&dataset)));
        Pictures { iteration, parts }
    }

    fn supersedes(new: &PictureKey, running: &PictureKey) -> bool {
        new.0 != running.0
    }
}
