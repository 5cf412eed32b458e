//! Errors of an export; every message names the file and ends with the remedy.

use std::{io, path::Path};

use wordfield_core::cancel;
use wordfield_core::project::ProjectError;

/// An error of an export.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] ProjectError),
    /// The export was cancelled; no file was changed.
    #[error("the export was cancelled: no file was written")]
    Cancelled,
    /// The contents do not fit the format.
    #[error("{0}")]
    Unsuitable(String),
}

impl ExportError {
    /// An error of the system while `path` was written, or the cancellation that caused it.
    pub fn of(path: &Path, cause: io::Error) -> Self {
        if cancel::requested() { Self::Cancelled } else { ProjectError::Write { path: path.to_owned(), cause }.into() }
    }
}
