//! Reads new documents for prediction: their classes or ratings in the file are ignored.
//!
//! Text files hold a document a line, tables and JSON Lines one a row, folders one a file.
//! Cost: one pass.
//! Memory: the documents.

use std::path::PathBuf;

use super::{
    filtered,
    one_file::{RecognisedFile, read_into},
};
use crate::corpus::{
    Cancel, CorpusError, RawDocument, ReadOptions,
    format::collector::{Collector, Purpose},
};

/// Reads new documents without classes or ratings, and remarks for the user.
///
/// # Errors
/// Returns any problem of the files, with file, line and remedy.
pub fn read_unlabelled(
    paths: &[PathBuf],
    options: &ReadOptions,
    cancel: &Cancel,
) -> Result<(Vec<RawDocument>, Vec<String>), CorpusError> {
    let first = paths.first().ok_or_else(CorpusError::no_files)?;
    let options = ReadOptions { task: None, label_column: None, target_columns: Vec::new(), ..options.clone() };
    cancel.begin(paths);
    let mut collector = Collector::new(usize::MAX, &options);
    collector.purpose = Purpose::Unlabelled;
    for path in paths {
        read_into(path, &options, &mut collector, cancel, &mut RecognisedFile::default())?;
    }
    if collector.documents.is_empty() {
        return Err(CorpusError::no_document(first));
    }
    let (mut notes, mut documents) = (collector.summary(), collector.documents);
    notes.extend(filtered::filter_documents(&mut documents, &options)?);
    Ok((documents, notes))
}
