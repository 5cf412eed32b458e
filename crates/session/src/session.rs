//! Content of a session file: documents, choices, runs and view.

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use crate::Curves;
use wordfield_core::{
    corpus::Origin,
    experiment::DataOptions,
    model::{Params, Preset, Scores, StopReason},
    project::{MatchReview, SavedCheck, SavedSet},
    train::History,
};

/// Content of a session, from which the window restores the same work. `V` is the view, which only the window reads.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Session<V> {
    /// Reference to the documents of the session.
    pub corpus: CorpusReference,
    /// Options of how documents are tokenised, split and counted.
    pub data: DataOptions,
    /// Parameters of the current training run of the session.
    pub training: Training,
    /// Verdicts and notes of a reviewer on pairs.
    #[serde(default)]
    pub reviews: Vec<MatchReview>,
    /// Named sets of words and of documents, saved by the user.
    #[serde(default)]
    pub sets: Vec<SavedSet>,
    /// Selected words or documents, stored as a set.
    pub selection: Option<SavedSet>,
    /// Pinned words, as indices into the vocabulary.
    #[serde(default)]
    pub pinned: Vec<usize>,
    /// Training runs of the session, oldest first, the current one last.
    #[serde(default)]
    pub runs: Vec<RecordedRun>,
    /// Whether the last run is the current one; otherwise training starts again.
    #[serde(default)]
    pub current: bool,
    /// State of the window's view, restored with the session.
    #[serde(default)]
    pub view: V,
    /// Words of all runs (V), in the archive entry `words.json`.
    #[serde(skip)]
    pub words: Arc<Vec<String>>,
    /// Check of the pairs, in the archive entry `check.json`.
    #[serde(skip)]
    pub check: Option<SavedCheck>,
}

/// Reference to the documents of a session.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CorpusReference {
    /// Name of the session's corpus.
    pub name: String,
    /// Origin of the corpus: files, archive entries of copied documents, or a built-in corpus.
    pub origin: Origin,
    /// Whether the documents are copied into the session archive.
    #[serde(default)]
    pub copied: bool,
    /// Fingerprint of the documents, by which changes are detected.
    pub fingerprint: u32,
}

/// Parameters of a training run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Training {
    /// Preset that the run's parameters started from.
    pub preset: Preset,
    /// Whether the run ends early and keeps its best iterate.
    pub early_stop: bool,
    /// Model kind and its parameters.
    #[serde(with = "crate::history::params")]
    pub params: Params,
}

impl Default for Training {
    fn default() -> Self {
        let params = Params::preset(wordfield_core::model::ModelKind::Smm, Preset::Default, 2);
        Self { preset: Preset::Default, early_stop: false, params }
    }
}

/// Recorded training run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RecordedRun {
    /// Number by which the window identifies the run.
    #[serde(rename = "number")]
    pub run: u64,
    /// Run and iteration from which this run was forked, if it is a fork.
    pub forked: Option<(u64, usize)>,
    /// Parameters at the end of the run, including live changes.
    #[serde(with = "crate::history::params")]
    pub params: Params,
    /// Iteration that the run shows: its last one, or a restored earlier one.
    pub end: usize,
    /// Scores at the end of the run.
    #[serde(default)]
    pub scores: Scores,
    /// Reason why the run ended, if it ended by itself.
    pub stop: Option<StopReason>,
    /// Objective and scores of the run over its iterations.
    #[serde(default)]
    pub curves: Curves,
    /// Word positions at the end of the run (V × q), in the archive entry `end.npy`.
    #[serde(skip)]
    pub latent: Arc<Array2<f64>>,
    /// Recorded points of the run up to its end.
    #[serde(skip, default = "crate::history::empty")]
    pub history: Arc<History>,
}
