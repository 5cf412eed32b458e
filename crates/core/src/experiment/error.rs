//! Errors between files and a dataset.

use std::path::PathBuf;

use super::UnusedOption;
use crate::corpus::{CorpusError, ErrorKind};

/// Error of a recipe that yields no dataset.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file could not be read; the message names it.
    #[error(transparent)]
    Read(#[from] CorpusError),
    /// The documents of these files give no dataset.
    #[error("{files}: {cause}")]
    Build {
        /// Names of the files.
        files: String,
        /// Error of the corpus.
        cause: CorpusError,
    },
    /// One file is named twice.
    #[error("{}: named twice, so that each of its documents would count twice: name each file once", .0.display())]
    SameFile(PathBuf),
    /// An option has no effect.
    #[error(transparent)]
    Unused(#[from] UnusedOption),
    /// The classes look like identifiers of documents.
    #[error(
        "{files}: {documents} documents are of {classes} classes, too few a class to learn from: if what was read as the class \
         identifies documents, name the column of the class, or train another model"
    )]
    ManyClasses {
        /// Names of the files.
        files: String,
        /// Number of documents.
        documents: usize,
        /// Number of classes.
        classes: usize,
    },
    /// The given split belongs to another corpus.
    #[error(
        "{path}: its split is of another corpus, {trained} ({problem}): give the report of a run on these files, or have a \
         split drawn"
    )]
    OtherCorpus {
        /// The report that holds the split.
        path: String,
        /// Name of the report's corpus.
        trained: String,
        /// The first difference.
        problem: String,
    },
}

impl DataError {
    /// Whether reading was cancelled.
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Self::Read(cause) | Self::Build { cause, .. } if cause.kind == ErrorKind::Cancelled)
    }
}
