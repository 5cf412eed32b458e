//! Separation of the classes in the picture of word positions, in each part of the split.
//!
//! Cost: 0.2 s for 19,000 documents, on a thread, once per evaluation and only while the result is shown. Memory: the positions of
//! the documents.

use std::sync::Arc;

use ndarray::Array2;

use crate::{core::memo::Same, core::query::Query, inspect::explain::Part};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::Dataset,
    metric::{Picture, TrainingPositions, mean_positions},
};

/// Key of the separation in the picture: dataset and positions of the words.
pub(crate) type PictureKey = (Same<Dataset>, Same<Array2<f64>>);

/// Separation of the classes in the picture, for each part; training documents are judged by the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Pictures {
    /// Iteration whose word positions were judged.
    pub iteration: usize,
    parts: [Option<Picture>; 3],
}

impl Pictures {
    /// Separation of the classes in one part; `None` for an empty part.
    pub fn of_part(&self, part: Part) -> Option<Picture> {
        self.parts[part as usize]
    }

    /// Separation in the part least used for choices: test, otherwise development, otherwise training.
    pub fn most_unbiased(&self) -> Option<(Part, Picture)> {
        Part::ALL.into_iter().rev().find_map(|part| Some((part, self.of_part(part)?)))
    }
}

/// Query for the separation of the classes in the picture.
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
        let places = TrainingPositions::new(&at, &dataset.corpus.labels, &dataset.split.train);
        let parts = Part::ALL.map(|part| places.as_ref()?.picture(part.documents(&dataset)));
        Pictures { iteration, parts }
    }

    fn supersedes(new: &PictureKey, running: &PictureKey) -> bool {
        new.0 != running.0
    }
}
