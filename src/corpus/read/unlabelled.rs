//! New documents to judge: whatever a file says of their class or rating is passed over.
//!
//! Text files hold a document a line, tables and JSON Lines one a row, folders one a file. Cost: one pass. Memory: the
//! documents.

use std::path::PathBuf;

use super::one_file::{Seen, begin, read_into};
use crate::corpus::{
    Cancel, CorpusError, RawDocument, ReadOptions,
    format::collector::{Collector, Purpose},
};

/// Reads documents without classes or ratings, and what the user should know of them.
///
/// # Errors
/// Whatever is wrong, with file, line and remedy.
pub fn read_unlabelled(
    paths: &[PathBuf],
    options: &ReadOptions,
    cancel: &Cancel,
) -> Result<(Vec<RawDocument>, Vec<String>), CorpusError> {
    let first = paths.first().ok_or(CorpusError::NoFiles)?;
    let options = ReadOptions { task: None, label_column: None, target_columns: Vec::new(), ..options.clone() };
    begin(paths, cancel);
    let mut collector = Collector::new(usize::MAX, &options);
    collector.purpose = Purpose::Unlabelled;
    for path in paths {
        read_into(path, &options, &mut collector, cancel, &mut Seen::default())?;
    }
    if collector.documents.is_empty() {
        return Err(CorpusError::NoDocumentIn { file: first.clone() });
    }
    let notes = collector.summary();
    Ok((collector.documents, notes))
}
