//! Session of the window: saving the model, exporting a figure, existing files at typed paths, and messages.

pub(super) mod figure_dialog;
pub(super) mod update {
    pub(crate) mod closing;
    pub(crate) mod figure;
    pub(crate) mod placing;
    pub(crate) mod saving;
}

pub use figure_dialog::{FigureChoice, FigureDialog};
pub use update::placing::Place;

use std::path::PathBuf;

use crate::Lazy;
use wordfield_core::memory::Budget;
use wordfield_output::figure::{FigureOptions, FileFormat};

/// State of the session: saving, figure, closing, messages, and the hints for new users.
#[derive(Debug, Default)]
pub struct SessionState {
    /// The dialog that saves the model or the session.
    pub saving: Option<Saving>,
    /// The file that the session was opened from or saved in.
    pub file: Option<PathBuf>,
    /// Whether the session file holds a copy of the documents.
    pub(crate) copied: bool,
    /// The dialog that exports a figure.
    pub figure: Option<FigureDialog>,
    /// Options and format of the last exported figure.
    pub(crate) figure_options: Option<(FigureOptions, FileFormat)>,
    /// The dialog that is shown when the window closes while verdicts cannot be written.
    pub closing: Option<Closing>,
    /// State of the path typed in the open dialog: free, a file or a folder.
    pub(crate) place: Lazy<[String; 2], [Place; 2]>,
    /// Subject of the latest error message.
    pub(crate) trouble: Option<ErrorSubject>,
    /// Memory limit of training.
    pub memory: Budget,
    /// Folder for studies of methods; `None` if studies cannot be run.
    pub(crate) studies: Option<PathBuf>,
    /// Whether the hints for new users were dismissed, by a button or by opening a corpus.
    pub hint_read: bool,
}

/// Subject of an error message, by which it is later removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorSubject {
    /// Errors about the documents or the dataset.
    Documents,
    /// Errors about the run and its parameters.
    Run,
    /// Errors about the word field and the sentiment lists.
    Field,
    /// Errors with saving the model.
    Saving,
    /// Errors with the export of tables and models.
    Export,
}

/// Content of a file that is saved: model or session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SavedContent {
    /// File with the fitted model.
    #[default]
    Model,
    /// File with the session.
    Session,
}

/// The dialog that saves the model or the session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saving {
    /// Content of the saved file: model or session.
    pub what: SavedContent,
    /// Text of the path field for the saved file.
    pub path: String,
    /// Whether the session file is to hold a copy of the documents.
    pub copied: bool,
    /// Whether the model or session is being written.
    pub busy: bool,
}

/// The dialog that is shown when the window closes while verdicts cannot be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closing {
    /// Reason why the verdicts cannot be written.
    pub problem: String,
    /// Path of the folder to save the verdicts in.
    pub folder: String,
}
