//! The saved latent SMM: the machine and the words it reads new documents with.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Metrics, ProjectError, container};
use crate::corpus::{CorpusError, Lexicon, RawDocument};
use crate::model::smm::{Prediction, SmmModel};

/// The format written here and the newest one read.
const VERSION: u32 = 1;

/// All it takes to classify new documents, and how good it was when it was saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedModel {
    /// The name of the corpus it was trained on.
    pub corpus: String,
    /// Outer iterations made.
    pub iterations: usize,
    /// How good it was on the parts of that corpus.
    pub metrics: Metrics,
    /// How texts become rows of `M`.
    pub lexicon: Lexicon,
    /// The machine.
    pub machine: SmmModel,
}

impl SavedModel {
    /// Classifies documents; unknown words are ignored.
    ///
    /// # Errors
    /// When the file of stop words it was trained with cannot be read any more.
    pub fn predict(&self, documents: &[RawDocument]) -> Result<Prediction, CorpusError> {
        Ok(self.machine.predict(&self.lexicon.weights_of(documents)?))
    }

    /// What does not fit together, if anything.
    fn problem(&self) -> Option<&'static str> {
        let Self { lexicon, machine, .. } = self;
        let (words, pairs, classes) = (machine.words.len(), machine.pairs.len(), machine.classes.len());
        let support = machine.support.as_ref();
        let checks = [
            (lexicon.words == *machine.words && lexicon.idf.len() == words, "its two lists of words differ"),
            (machine.latent.nrows() == words, "not every word has a position"),
            (machine.coefficients.dim() == (words, pairs), "its coefficients are not one for each word and pair"),
            (machine.bias.len() == pairs, "not every pair has an offset"),
            (machine.pairs.iter().all(|&(a, b)| a < classes && b < classes), "a pair names a class that is not there"),
            (
                support.is_none_or(|support| {
                    support.weights.cols() == words
                        && support.signed.dim() == (support.weights.rows(), pairs)
                        && support.norms.len() == support.weights.rows()
                }),
                "its support documents do not fit",
            ),
        ];
        checks.into_iter().find(|(holds, _)| !holds).map(|(_, problem)| problem)
    }
}

/// Saves a model, gzipped where the name ends in `.gz`.
///
/// # Errors
/// When the system refuses.
pub fn save_model(path: &Path, model: &SavedModel) -> Result<(), ProjectError> {
    container::write(path, VERSION, model)
}

/// Loads a model, gzipped or not.
///
/// # Errors
/// When the file cannot be read, is no model, is truncated or damaged, or was written by a later program.
pub fn load_model(path: &Path) -> Result<SavedModel, ProjectError> {
    let model: SavedModel = container::read(path, VERSION)?;
    match model.problem() {
        None => Ok(model),
        Some(problem) => Err(ProjectError::Damaged { path: path.to_owned(), problem: problem.to_owned() }),
    }
}
