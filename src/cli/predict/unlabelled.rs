//! Documents without classes, read as a corpus is.

use std::path::PathBuf;

use wordfield_core::corpus::{Cancel, RawDocument, ReadOptions, read_unlabelled};

/// Reads the documents of files and prints the notes.
pub(super) fn read(paths: &[PathBuf], options: &ReadOptions, cancel: &Cancel) -> anyhow::Result<Vec<RawDocument>> {
    let (documents, notes) = read_unlabelled(paths, options, cancel)?;
    for note in notes {
        eprintln!("note: {note}");
    }
    Ok(documents)
}
