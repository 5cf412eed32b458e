//! Saved model: a fitted model with its words, and how it reads new documents.
//!
//! Format version 1 held a latent SMM and nothing else; version 2 names the model;
//! version 3 may hold the calibration of its intervals; version 4 names the kernel between words,
//! and the iteration where it is not the newest; version 6 has one kernel that trains and decides,
//! and holds the words of a stop-word file.
//! Reviews with corrected texts, named sets, the check of the pairs and the calibration of classes need no format version:
//! a program that does not know these fields ignores them.
//! Reviews, sets and check are verified against the corpus where they are applied.
//! Files of the corpus are named as seen from the model's folder, in files of earlier programs by absolute paths.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    ProjectError, SavedSet, TrainedOn, container,
    place::{Inputs, Place},
    validate,
};
use crate::corpus::{Cancel, Dataset, Lexicon, Origin, VocabularyOptions};
use crate::experiment::{Metrics, PairCheck, class_calibration};
use crate::metric::ClassCalibration;
use crate::model::{FittedModel, FittedRef, ModelKind};

/// Format version of saved models that is written, and the newest one read.
const VERSION: u32 = 6;

/// Saved model: a fitted model with everything needed for predictions, and its metrics at saving.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedModel {
    /// Name of the model's training corpus.
    pub corpus: String,
    /// Number of outer iterations of training completed.
    pub iterations: usize,
    /// Iteration of the fitted model if an earlier one was restored; `None` if it is the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_iteration: Option<usize>,
    /// Metrics of the model on the parts of its training corpus.
    pub metrics: Metrics,
    /// Words and weighting that turn texts into rows of `M`, for both sides of pairs.
    pub lexicon: Lexicon,
    /// Fitted model that is saved.
    #[serde(rename = "machine")]
    pub fitted: FittedModel,
    /// Reviews of the model's matches by the user.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reviews: Vec<MatchReview>,
    /// Named sets of words and documents that the user defined.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<SavedSet>,
    /// Words pinned by the user, as indices into the model's words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pinned: Vec<usize>,
    /// Check of the pairs of the model's training corpus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<SavedCheck>,
    /// Corpus and split that the model was trained on; `None` in files of early versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trained_on: Option<TrainedOn>,
    /// Calibration of class probabilities; `None` without pairwise decisions, without a development part unless it was requested
    /// out of fold, and in files of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<ClassCalibration>,
}

/// Review of the match of one source document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchReview {
    /// Index of the source document in the corpus.
    pub source: usize,
    /// Title of the source document, by which it is identified in another corpus.
    pub source_title: String,
    /// Index of the reviewed target document.
    pub target: Option<usize>,
    /// Title of the target document, by which it is identified in another corpus.
    pub target_title: Option<String>,
    /// Whether the reviewer accepted the match.
    pub accepted: Option<bool>,
    /// Remark of the reviewer on the match.
    pub note: String,
    /// Kind of error in a rejected match; empty if the reviewer named none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub category: String,
    /// Corrected texts of source and target, instead of the pair's own: one for an edited pair, several for a split pair,
    /// none if the pair is merged into the pair before it.
    /// `None`: the pair has its own texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<Vec<[String; 2]>>,
}

/// Complete check of the pairs of the training corpus. Where it is applied, [`PairCheck::fits`] verifies it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedCheck {
    /// Vocabulary options used in the check.
    pub vocabulary: VocabularyOptions,
    /// Result of the check: doubt and candidates of every pair.
    #[serde(rename = "judged")]
    pub check: Arc<PairCheck>,
}

/// Migrates the payload of an older version: names the model and the kernel between words, of which version 1 had only one each.
fn migrate(version: u32, mut saved: Value) -> Value {
    if version < 2 {
        saved["machine"] = json!({ "smm": saved["machine"].take() });
    }
    if version < 4
        && let Some(fitted) = saved["machine"].as_object_mut().and_then(|models| models.values_mut().next())
    {
        name_kernel(fitted);
        name_kernel(&mut fitted["params"]);
    }
    if version < 6
        && let Some(fitted) = saved["machine"].as_object_mut().and_then(|models| models.values_mut().next())
    {
        keep_deciding_kernel(fitted);
    }
    saved
}

/// Replaces the kernel that moved the words by the one that made the decisions: up to format version 5 they could differ.
fn keep_deciding_kernel(fitted: &mut Value) {
    let Some(params) = fitted["params"].as_object_mut() else { return };
    let private = params.remove("read_private").filter(|private| !private.is_null());
    if let Some(private) = private {
        params.insert("private".to_owned(), private);
    }
    if let Some(Value::Object(deciding)) = params.remove("reading") {
        params.extend(deciding);
        // The learned level-2 kernel belongs to training and was not used for decisions.
        fitted["level2"] = Value::Null;
    }
}

/// Migrates a kernel: `gamma` becomes `embedding: { rbf: { gamma } }`.
fn name_kernel(of: &mut Value) {
    if let Some(of) = of.as_object_mut()
        && let Some(gamma) = of.remove("gamma")
    {
        of.insert("embedding".to_owned(), json!({ "rbf": { "gamma": gamma } }));
    }
}

impl SavedModel {
    /// Creates a saved model from a fitted one with its words and weights, and its metrics on the training dataset.
    pub fn of(data: &Dataset, fitted: FittedModel, iterations: usize) -> Self {
        let metrics = Metrics::of(&data.in_weighting(fitted.weighting()), &fitted);
        Self::evaluated(data, fitted, metrics, iterations)
    }

    /// Creates a saved model from a fitted one with its words and weights, and the given metrics.
    pub fn evaluated(data: &Dataset, fitted: FittedModel, metrics: Metrics, iterations: usize) -> Self {
        // The model may have used its own weighting of the words.
        let data = &*data.in_weighting(fitted.weighting());
        let lexicon = Lexicon::of(data);
        let trained_on = Some(TrainedOn::of(data));
        let corpus = data.corpus.name.clone();
        let calibration = match fitted.fitted_ref() {
            FittedRef::Classifier(fitted) => class_calibration(data, fitted),
            FittedRef::Regressor(_) | FittedRef::Matcher(_) => None,
        };
        Self {
            corpus,
            iterations,
            best_iteration: None,
            metrics,
            lexicon,
            fitted,
            reviews: Vec::new(),
            sets: Vec::new(),
            pinned: Vec::new(),
            check: None,
            trained_on,
            calibration,
        }
    }

    /// Sets the iteration from which the fitted model was taken, if it is not the last one.
    #[must_use]
    pub fn taken_at(self, iteration: Option<usize>) -> Self {
        let best_iteration = iteration.filter(|&iteration| iteration != self.iterations);
        Self { best_iteration, ..self }
    }

    /// Kind of the model that is saved.
    pub fn kind(&self) -> ModelKind {
        self.fitted.kind()
    }
}

/// Saves a model, gzipped if the name ends in `.gz`; never over a file it was trained on or into a folder of them.
///
/// # Errors
/// Returns an error if the model contains numbers that [`load_model`] would refuse, its scores or its decisions on a document
/// of all words are not finite, the path cannot hold a model, or an I/O operation fails.
pub fn save_model(path: &Path, model: &SavedModel) -> Result<(), ProjectError> {
    if let (Place::File(place), Some(Origin::Files(files, options))) =
        (Place::of(path)?, model.trained_on.as_ref().and_then(|trained_on| trained_on.origin.as_ref()))
        && let Some(problem) = Inputs::new(files.iter().chain(&options.vocabulary).map(PathBuf::as_path)).conflict(&place)
    {
        let problem = format!("belongs to the corpus the model was trained on: it {problem}");
        return Err(ProjectError::Place(path.to_owned(), problem));
    }
    let written = match validate::problem(model).or_else(|| validate::overflow(model)) {
        Some(problem) => Err(ProjectError::Unsavable(path.to_owned(), problem.to_owned())),
        None => container::write(path, VERSION, &*model.named_from(path)),
    };
    written.map_err(|error| match error {
        ProjectError::Unsavable(path, problem) => {
            ProjectError::Unsavable(path, validate::unusable_number(&model.fitted).unwrap_or(problem))
        }
        other => other,
    })
}

/// Whether a file begins like a saved model; `false` if it cannot be read.
pub fn is_model(path: &Path) -> bool {
    container::begins(path)
}

/// Parses the saved model in a payload of any format version.
fn parse(payload: &container::Payload) -> Result<SavedModel, ProjectError> {
    if payload.version < VERSION { payload.make_of(&migrate(payload.version, payload.parse()?)) } else { payload.parse() }
}

/// Error: the file has a nearest-neighbour model with word positions, whose kernel no longer exists.
fn old_neighbours(path: &Path, payload: &container::Payload) -> Option<ProjectError> {
    let saved: Value = payload.parse().ok()?;
    saved["machine"]["knn"].get("latent").map(|_| ProjectError::OldNeighbours(path.to_owned()))
}

/// Loads a saved model, gzipped or not.
///
/// # Errors
/// Returns an error if the file cannot be read, is not a model, is truncated or damaged, or was written by a later version.
pub fn load_model(path: &Path) -> Result<SavedModel, ProjectError> {
    load_model_unless(path, &Cancel::default())
}

/// Loads a saved model as [`load_model`], but can be cancelled: at the next part of the file, or before its numbers are checked.
///
/// # Errors
/// Returns the errors of [`load_model`], and [`ProjectError::Cancelled`].
pub fn load_model_unless(path: &Path, cancel: &Cancel) -> Result<SavedModel, ProjectError> {
    let payload = container::read(path, VERSION, cancel)?;
    let model = parse(&payload).map_err(|error| old_neighbours(path, &payload).unwrap_or(error))?;
    let mut model = model.named_absolutely(path);
    model.lexicon.distrust_paths();
    if cancel.is_cancelled() {
        return Err(ProjectError::Cancelled);
    }
    match validate::problem(&model) {
        None => Ok(model),
        Some(problem) => Err(ProjectError::Damaged(path.to_owned(), problem.to_owned())),
    }
}
