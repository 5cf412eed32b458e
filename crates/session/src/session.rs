//! The content of a session.

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use wordfield_core::{
    corpus::{Origin, SplitOptions, TextOptions, VectorFiles, VocabularyOptions},
    model::{DecideBy, Params, Preset, Scores, StopReason},
    project::{MatchReview, SavedCheck, SavedSet},
    train::History,
};

/// Everything that a window needs to show the same work again. `V` is the view, which only the window reads.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Session<V> {
    /// The documents, by reference.
    pub corpus: CorpusReference,
    /// How the documents are cut, split and counted.
    pub data: DataChoice,
    /// Parameters of the current run.
    pub training: Training,
    /// Verdicts and notes on pairs.
    #[serde(default)]
    pub reviews: Vec<MatchReview>,
    /// Named sets of words and documents.
    #[serde(default)]
    pub sets: Vec<SavedSet>,
    /// Selected words or documents.
    #[serde(default)]
    pub selection: Option<SavedSet>,
    /// Pinned words, as indices into the words.
    #[serde(default)]
    pub pinned: Vec<usize>,
    /// Earlier runs, the oldest first, and the current one last.
    #[serde(default)]
    pub runs: Vec<Run>,
    /// Whether the last run is the current one; otherwise training begins again.
    #[serde(default)]
    pub current: bool,
    /// The view.
    #[serde(default)]
    pub view: V,
    /// Words of the runs (V); member `words.json`.
    #[serde(skip)]
    pub words: Arc<Vec<String>>,
    /// Check of the pairs; member `check.json`.
    #[serde(skip)]
    pub check: Option<SavedCheck>,
}

/// The documents of a session.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CorpusReference {
    /// Name of the corpus.
    pub name: String,
    /// Files, or a built-in corpus; of copied documents the members of the archive.
    pub origin: Origin,
    /// Whether the documents are copied into the archive.
    #[serde(default)]
    pub copied: bool,
    /// Fingerprint of the documents.
    pub fingerprint: u32,
}

/// How documents are cut into words, split and counted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DataChoice {
    /// Options of tokenisation.
    pub text: TextOptions,
    /// Tokenisation of the target side of pairs, if different.
    pub target_text: Option<TextOptions>,
    /// Split into training, development and test documents.
    pub split: SplitOptions,
    /// Selection of the vocabulary.
    pub vocabulary: VocabularyOptions,
    /// Files of word vectors, if any.
    pub vectors: Option<VectorFiles>,
}

/// Parameters of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Training {
    /// Preset that the parameters started from.
    pub preset: Preset,
    /// Whether the run ends early, with its best iterate.
    pub early_stop: bool,
    /// Model and parameters.
    #[serde(with = "crate::history::params")]
    pub params: Params,
}

impl Default for Training {
    fn default() -> Self {
        let params = Params::preset(wordfield_core::model::ModelKind::Smm, Preset::Default, 2);
        Self { preset: Preset::Default, early_stop: false, params }
    }
}

/// A recorded run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// Number of the run in the window.
    pub number: u64,
    /// Run and iteration it continues from, if any.
    #[serde(default)]
    pub forked: Option<(u64, usize)>,
    /// Parameters at the end, including live changes.
    #[serde(with = "crate::history::params")]
    pub params: Params,
    /// Shown iteration: the last one, or a restored earlier one.
    pub end: usize,
    /// Scores at the end.
    #[serde(default)]
    pub scores: Scores,
    /// Reason of the end, if the run ended by itself.
    #[serde(default)]
    pub stop: Option<StopReason>,
    /// Objective and scores over the iterations.
    #[serde(default)]
    pub curves: RunCurves,
    /// Positions at the end (V × q); member `end.npy`.
    #[serde(skip)]
    pub latent: Arc<Array2<f64>>,
    /// Recorded points up to the end.
    #[serde(skip, default = "crate::history::empty")]
    pub history: Arc<History>,
}

/// Objective and scores as pairs of iteration and value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunCurves {
    /// Objective.
    pub objective: Vec<[f64; 2]>,
    /// Score of the training part, in the model's metric.
    pub train: Vec<[f64; 2]>,
    /// Score of the development part.
    pub dev: Vec<[f64; 2]>,
    /// Score of the test part.
    pub test: Vec<[f64; 2]>,
    /// Iterations from which something else decides, with it.
    pub deciders: Vec<(usize, DecideBy)>,
}
