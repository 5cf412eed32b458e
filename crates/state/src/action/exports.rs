//! Actions that export tables and figures and save the model.

use std::{path::PathBuf, sync::Arc};

use crate::{FigureChoice, Item, SavedContent, TableView};
use wordfield_output::{
    Keep, Written,
    figure::{Image, VisiblePart},
};

/// Actions of exporting tables and other contents.
#[derive(Clone, Debug)]
pub enum Export {
    /// Open the export dialog with an item, or with the first one of the current tab.
    Open(Option<Item>),
    /// Choose the item to export.
    Item(Item),
    /// Choose the file format of the export.
    Format(&'static str),
    /// Set the text of the path field of the export.
    Path(String),
    /// Export unreviewed pairs up to this squared distance as if accepted.
    AcceptBelow(Option<f64>),
    /// Export at most this number of examples with each dictionary entry.
    Examples(usize),
    /// Choose the rule by which clean pairs are exported.
    Keep(Keep),
    /// Set the path of the table of pairs that the export leaves out.
    Rejects(String),
    /// Open a file dialog for the path of the export.
    Browse,
    /// Start writing the exported file.
    Start,
    /// Cancel the running export.
    Cancel,
    /// Close the export dialog; a running export is cancelled.
    Close,
    /// Deliver the result of an export: the files written, or an error.
    Done(u64, Result<Arc<Written>, String>),
    /// Set sort order and filter of a table.
    View(&'static str, TableView),
    /// Copy a table as tab-separated values.
    Copy(&'static str),
}

/// Steps of exporting a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum FigureStep {
    /// Open the figure dialog with a view, and the part of the word field that is visible in the window.
    Ask(&'static str, Option<VisiblePart>),
    /// Change view and options of the exported figure.
    Choose(Box<FigureChoice>),
    /// Open the system's save dialog for the figure.
    Dialog,
    /// Set the path of the figure to the one chosen in the dialog.
    Path(PathBuf),
    /// Deliver the preview of a figure with the given choices.
    Preview(Box<FigureChoice>, Result<Arc<Image>, String>),
    /// Write the figure to its file.
    Go,
    /// Close the figure dialog.
    Close,
    /// Deliver the result of writing the figure.
    Done(Result<PathBuf, String>),
}

/// Steps of saving the model or the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Save {
    /// Open the dialog that saves the model.
    Ask,
    /// Open the dialog that saves the session.
    AskSession,
    /// Set the text of the path field for the saved model or session.
    Path(String),
    /// Whether the saved session holds a copy of the documents.
    Copy(bool),
    /// Open the system's save dialog for the model or session.
    Dialog,
    /// Write the model or session to its file.
    Go,
    /// Close the dialog that saves the model or session.
    Close,
    /// Deliver the result of writing a model or session.
    Done(SavedContent, Result<PathBuf, String>),
}
