//! The saved model: a trained machine and the words it reads new documents with.
//!
//! Format version 1 held a latent SMM and nothing else; version 2 names the machine;
//! version 3 may hold the calibration of its intervals.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Metrics, ProjectError, TrainedOn, container, validate};
use crate::corpus::{Dataset, Lexicon};
use crate::model::{Kind, Trained, smm::SmmModel};

/// The format written here and the newest one read.
const VERSION: u32 = 3;

/// All it takes to judge new documents, and how good it was when it was saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedModel {
    /// The name of the corpus it was trained on.
    pub corpus: String,
    /// Outer iterations made.
    pub iterations: usize,
    /// How good it was on the parts of that corpus.
    pub metrics: Metrics,
    /// How texts become rows of `M`, on both sides where there are sides.
    pub lexicon: Lexicon,
    /// The machine.
    pub machine: Trained,
    /// What a person said of its matches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reviews: Vec<MatchReview>,
    /// What it was trained on; none in files written before that was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trained_on: Option<TrainedOn>,
}

/// What a person said of one source document's match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchReview {
    /// The source document's place in the corpus.
    pub source: usize,
    /// Its title, by which it is known again.
    pub source_title: String,
    /// The target document that was judged, by place.
    pub target: Option<usize>,
    /// Its title.
    pub target_title: Option<String>,
    /// Whether the two belong together, as the person says.
    pub accepted: Option<bool>,
    /// A remark.
    pub note: String,
}

/// As version 1 had it.
#[derive(Deserialize)]
struct First {
    corpus: String,
    iterations: usize,
    metrics: Metrics,
    lexicon: Lexicon,
    machine: SmmModel,
}

impl From<First> for SavedModel {
    fn from(First { corpus, iterations, metrics, lexicon, machine }: First) -> Self {
        Self { corpus, iterations, metrics, lexicon, machine: Trained::Smm(machine), reviews: Vec::new(), trained_on: None }
    }
}

impl SavedModel {
    /// A machine with the words and weights it was trained with, measured on the dataset it was trained on.
    pub fn of(data: &Dataset, machine: Trained, iterations: usize) -> Self {
        // The model may have weighted the words in its own way.
        let weighting = machine.weighting();
        let reweighted = (data.weighting != weighting).then(|| data.reweighted(weighting));
        let data = reweighted.as_ref().unwrap_or(data);
        let (metrics, lexicon) = (Metrics::of(data, &machine), Lexicon::of(data));
        let trained_on = Some(TrainedOn::of(data));
        Self { corpus: data.corpus.name.clone(), iterations, metrics, lexicon, machine, reviews: Vec::new(), trained_on }
    }

    /// Which model was saved.
    pub fn kind(&self) -> Kind {
        self.machine.kind()
    }
}

/// Saves a model, gzipped where the name ends in `.gz`.
///
/// # Errors
/// When the system refuses.
pub fn save_model(path: &Path, model: &SavedModel) -> Result<(), ProjectError> {
    container::write(path, VERSION, model)
}

/// Whether a file looks like a saved model; one that cannot be read does not.
pub fn is_model(path: &Path) -> bool {
    container::begins(path)
}

/// Loads a model, gzipped or not.
///
/// # Errors
/// When the file cannot be read, is no model, is truncated or damaged, or was written by a later program.
pub fn load_model(path: &Path) -> Result<SavedModel, ProjectError> {
    let payload = container::read(path, VERSION)?;
    let model = if payload.version < 2 { payload.parse::<First>()?.into() } else { payload.parse::<SavedModel>()? };
    match validate::problem(&model) {
        None => Ok(model),
        Some(problem) => Err(ProjectError::Damaged { path: path.to_owned(), problem: problem.to_owned() }),
    }
}
