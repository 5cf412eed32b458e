//! Opening and reading files, and the options of the dataset.

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
    pub(crate) mod saved;
    pub(crate) mod session;
}

pub use first_look::FirstLook;
pub use opened::{LoadedData, OpenedModel, StartOptions};
pub use refusal::Refusal;
pub use session::{Excluded, OpenedSession, Recovery, SessionView};
pub use typed_paths::typed_paths;

use std::{path::PathBuf, sync::Arc};

use crate::{Basis, DataOptions, Settings};
use first_look::PreviewInputs;
use wordfield_core::corpus::{Cancel, Dataset, Preview, ReadOptions, VectorTable};

/// The dataset, its options, and files that are being read.
#[derive(Debug, Default)]
pub struct CorpusState {
    /// The dataset shown and used for training.
    pub dataset: Option<Arc<Dataset>>,
    /// Values of the dataset that every scene shares.
    pub basis: Option<Arc<Basis>>,
    /// Progress of opening another corpus.
    pub loading: Loading,
    /// Choices made in the preview of files, besides the reading options.
    pub first_look: FirstLook,
    /// Options for cutting and splitting the documents: of the dataset, or requested and not applied yet.
    pub options: DataOptions,
    /// Options the dataset was made with.
    pub(crate) loaded_options: DataOptions,
    /// Whether the dialog for the file that given vectors start from is open.
    pub asks_for_vectors: bool,
    /// Vectors of the dataset's words, if vector files were given.
    pub(crate) vectors: Option<Arc<VectorTable>>,
    /// Number of the latest opening job. Answers of earlier jobs are dropped.
    pub job: u64,
    /// Files named with the saved model that is being opened.
    pub model_files: Option<(Vec<PathBuf>, ReadOptions)>,
    /// A session that waits for consent to read files outside its folder.
    pub asked: Option<Arc<OpenedSession>>,
    /// Work of an earlier window that can be restored.
    pub recovery: Option<Recovery>,
    /// The file of work that is being restored. It is the user's own, so that its files are read.
    pub(crate) recovering: Option<PathBuf>,
    /// The saved model the current run continues.
    pub saved_model: Option<Arc<OpenedModel>>,
    /// Text of the path field.
    pub path_field: String,
    /// Whether the path field is to take the focus.
    pub types_path: bool,
}

/// Progress of opening a corpus.
#[derive(Debug, Default)]
#[allow(clippy::large_enum_variant, reason = "there is one of them")]
pub enum Loading {
    /// No corpus is being opened.
    #[default]
    Idle,
    /// The preview of files is being made.
    Looking {
        /// Files to preview.
        paths: Vec<PathBuf>,
        /// Reading options.
        options: ReadOptions,
        /// Flag that cancels the preview.
        cancel: Arc<Cancel>,
    },
    /// The preview is shown and waits for a decision.
    Preview {
        /// Previewed files.
        paths: Vec<PathBuf>,
        /// Reading options.
        options: ReadOptions,
        /// The preview, or the reason for its absence.
        preview: Result<Preview, String>,
    },
    /// The corpus is being read, tokenised, split and weighted.
    Reading {
        /// Name of the corpus.
        name: String,
        /// Progress and cancellation.
        cancel: Arc<Cancel>,
        /// The files to preview again if reading fails.
        again: Option<Box<PreviewInputs>>,
        /// Hyper-parameters of the next run, if they differ from the current ones.
        settings: Option<Box<Settings>>,
    },
}
