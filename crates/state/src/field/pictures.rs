//! Separation of the classes in the picture of word positions, in each part of the split.
//!
//! Cost: 0.2 s for 19,000 documents, on a thread, once per evaluation and only while the result is shown.
//! Memory: the positions of the documents.

use ndarray::Array2;

use crate::{core::memo::Same, inspect::explain::Part};
use wordfield_core::{
    corpus::Dataset,
    metric::{Picture, TrainingPositions, mean_positions},
};

/// Key of the separation in the picture: dataset and positions of the words.
pub(crate) type PictureKey = (Same<Dataset>, Same<Array2<f64>>);

/// Separation of the classes in the picture, for each part; training documents are classified by the remaining ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Pictures {
    /// Iteration of the word positions.
    pub iteration: usize,
    parts: [Option<Picture>; 3],
}

impl Pictures {
    /// Separation of the classes at the positions of the words (V × q) of an iteration.
    pub(crate) fn of(dataset: &Dataset, latent: &Array2<f64>, iteration: usize) -> Self {
        let at = mean_positions(latent, &dataset.weights);
        let places = TrainingPositions::new(&at, &dataset.corpus.labels, &dataset.split.train);
        let parts = Part::ALL.map(|part| places.as_ref()?.picture(part.documents(dataset)));
        Self { iteration, parts }
    }

    /// Separation of the classes in one part; `None` for an empty part.
    pub fn of_part(&self, part: Part) -> Option<Picture> {
        self.parts[part as usize]
    }

    /// Separation in the part least used for choices: test, otherwise development, otherwise training.
    pub fn most_unbiased(&self) -> Option<(Part, Picture)> {
        Part::ALL.into_iter().rev().find_map(|part| Some((part, self.of_part(part)?)))
    }
}
