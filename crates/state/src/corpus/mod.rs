//! Corpus of the window: opening and reading files, and the options of the dataset.

pub(super) mod first_look;
pub(super) mod opened;
pub(super) mod refusal;
pub(super) mod session;
pub(super) mod typed_paths;
pub(super) mod update {
    pub(crate) mod dataset_options;
    pub(crate) mod load;
    pub(crate) mod opening;
    pub(crate) mod previewing;
    pub(crate) mod returning;
    pub(crate) mod saved;
    pub(crate) mod session;
}

pub use first_look::{FirstLook, part_named};
pub use opened::{LoadedData, OpenedModel, StartOptions};
pub use refusal::ReadProblem;
pub use session::{OpenedSession, Recovery, SessionView};
pub use typed_paths::{completed, typed_paths};

use std::{path::PathBuf, sync::Arc};

use crate::{Basis, DataOptions, Settings};
use first_look::PreviewInputs;
use wordfield_core::corpus::{Cancel, Dataset, Preview, ReadOptions, VectorTable};

/// State of the corpus: the dataset, its options, and the files being read.
#[derive(Debug, Default)]
pub struct CorpusState {
    /// The dataset shown and used for training.
    pub dataset: Option<Arc<Dataset>>,
    /// Basis of the dataset: values that every scene shares.
    pub basis: Option<Arc<Basis>>,
    /// Progress of opening a new corpus.
    pub loading: Loading,
    /// Choices in the preview of files, in addition to the reading options.
    pub first_look: FirstLook,
    /// Options for tokenising and splitting the documents: those of the dataset, or requested and not applied yet.
    pub options: DataOptions,
    /// Options with which the current dataset was built.
    pub loaded_options: DataOptions,
    /// Whether the dialog for the word-vector file that gives initial positions is open.
    pub asks_for_vectors: bool,
    /// Vectors of the dataset's words, if the user named word-vector files.
    pub(crate) vectors: Option<Arc<VectorTable>>,
    /// Number of the latest opening job; answers of earlier jobs are dropped.
    pub job: u64,
    /// Files named with the saved model that is being opened.
    pub model_files: Option<(Vec<PathBuf>, ReadOptions)>,
    /// Session that waits for consent to read files outside its folder.
    pub pending_session: Option<Arc<OpenedSession>>,
    /// Unsaved work of an earlier window that can be restored.
    pub recovery: Option<Recovery>,
    /// File of the unsaved work being restored. It is the user's own, so that the files it names are read.
    pub(crate) recovering: Option<PathBuf>,
    /// The saved model the current run continues.
    pub saved_model: Option<Arc<OpenedModel>>,
    /// Text of the path field for opening files.
    pub path_field: String,
    /// Whether the path field for opening files is to take the focus.
    pub types_path: bool,
}

/// Progress of opening a corpus.
#[derive(Debug, Default)]
#[allow(clippy::large_enum_variant, reason = "there is one of them")]
pub enum Loading {
    /// No corpus is being opened or previewed.
    #[default]
    Idle,
    /// Preview of files, in progress.
    Looking {
        /// Files to be previewed.
        paths: Vec<PathBuf>,
        /// Reading options of the files to preview.
        options: ReadOptions,
        /// Flag that cancels the preview of files.
        cancel: Arc<Cancel>,
    },
    /// The preview is shown and waits for a decision.
    Preview {
        /// Files shown in the preview.
        paths: Vec<PathBuf>,
        /// Reading options of the previewed files.
        options: ReadOptions,
        /// Preview of the files, or the reason why it failed.
        preview: Result<Preview, String>,
    },
    /// The corpus is being read, tokenised, split and weighted.
    Reading {
        /// Name of the corpus that is being read.
        name: String,
        /// Progress and cancellation of reading the corpus.
        cancel: Arc<Cancel>,
        /// Files whose preview is shown again if reading fails.
        again: Option<Box<PreviewInputs>>,
        /// Hyper-parameters of the next run, if they differ from the current ones.
        settings: Option<Box<Settings>>,
    },
}
