//! Reason why files cannot be read.

use wordfield_core::{
    corpus::{CorpusError, ErrorKind},
    experiment::DataError,
};

/// Reason why files cannot be read, with the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadProblem {
    /// Message about the unreadable files, with the remedy.
    pub text: String,
    /// Whether the files are two texts with different numbers of lines, which can be aligned.
    pub unaligned: bool,
}

impl From<String> for ReadProblem {
    fn from(text: String) -> Self {
        Self { text, unaligned: false }
    }
}

impl From<CorpusError> for ReadProblem {
    fn from(error: CorpusError) -> Self {
        Self { text: error.to_string(), unaligned: error.kind == ErrorKind::Unaligned }
    }
}

impl From<DataError> for ReadProblem {
    fn from(error: DataError) -> Self {
        let unaligned = matches!(&error, DataError::Read(cause) if cause.kind == ErrorKind::Unaligned);
        Self { text: error.to_string(), unaligned }
    }
}
