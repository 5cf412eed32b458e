//! Errors of an export to a file; each message names the file and ends with a remedy.

use std::{io, path::Path};

use wordfield_core::cancel;
use wordfield_core::project::ProjectError;

/// Error of an export to a file.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Error: the exported file cannot be written.
    #[error(transparent)]
    File(#[from] ProjectError),
    /// Error: the export was cancelled, and no file was changed.
    #[error("the export was cancelled: no file was written")]
    Cancelled,
    /// Error: the exported contents do not fit the file format.
    #[error("{0}")]
    Unsuitable(String),
}

impl ExportError {
    /// Creates an export error from an I/O error, or from the cancellation that caused it.
    pub fn of(path: &Path, cause: io::Error) -> Self {
        if cancel::requested() { Self::Cancelled } else { ProjectError::Write(path.to_owned(), cause).into() }
    }
}
