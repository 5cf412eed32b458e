//! Steps of exports and of saving the model.

use std::{path::PathBuf, sync::Arc};

use crate::{FigureChoice, Item, SavedContent, TableView};
use wordfield_output::{
    Keep,
    figure::{Image, VisiblePart},
};

/// Steps of an export.
#[derive(Clone, Debug)]
pub enum Export {
    /// Open the dialog with an item, or with the first one of the current tab.
    Open(Option<Item>),
    /// Change the item.
    Item(Item),
    /// Change the format.
    Format(&'static str),
    /// Text of the path field.
    Path(String),
    /// Accept unreviewed pairs up to this squared distance.
    AcceptBelow(Option<f64>),
    /// Give each entry of the dictionary at most so many examples.
    Examples(usize),
    /// Choose which clean pairs are delivered.
    Keep(Keep),
    /// Path of the table of the pairs that are not delivered.
    Rejects(String),
    /// Open a file dialog for the path.
    Browse,
    /// Write the file.
    Start,
    /// Cancel the running export.
    Cancel,
    /// Close the dialog; a running export is cancelled.
    Close,
    /// Result of an export: its files and their size in bytes.
    Done(u64, Result<(Vec<PathBuf>, u64), String>),
    /// Sort or filter a table.
    View(&'static str, TableView),
    /// Copy a table as tab-separated values.
    Copy(&'static str),
}

/// Steps of exporting a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum FigureStep {
    /// Open the dialog with a view, and the part of the word field that is visible in the window.
    Ask(&'static str, Option<VisiblePart>),
    /// Change the choices.
    Choose(Box<FigureChoice>),
    /// Open the system's save dialog.
    Dialog,
    /// The path chosen there.
    Path(PathBuf),
    /// The preview of some choices.
    Preview(Box<FigureChoice>, Result<Arc<Image>, String>),
    /// Write the figure.
    Go,
    /// Close the dialog.
    Close,
    /// Result of writing.
    Done(Result<PathBuf, String>),
}

/// Steps of saving the model or the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Save {
    /// Open the dialog that saves the model.
    Ask,
    /// Open the dialog that saves the session.
    AskSession,
    /// Text of the path field.
    Path(String),
    /// Whether the session holds a copy of the documents.
    Copy(bool),
    /// Open the system's save dialog.
    Dialog,
    /// Write the file.
    Go,
    /// Close the dialog.
    Close,
    /// Result of writing such a file.
    Done(SavedContent, Result<PathBuf, String>),
}
