//! Reader of the embedding space in a word-vector file, which publishes the first words while it reads the rest.

use std::sync::Arc;

use super::WordSpace;
use crate::{
    corpus::{Cancel, CorpusError, ErrorKind, Limits, ROWS, VectorFile, VectorFiles, VectorRows},
    memory::Budget,
};

/// Number of words published before the rest of the file is read, in whole blocks.
pub const FIRST_WORDS: usize = 5 * ROWS;

/// Reads the words of a word-vector file `files.file`, or its `first` words.
/// If there are more than [`FIRST_WORDS`] words, `publish` receives the space of these as soon as they are read.
///
/// # Errors
/// Returns any problem of the file, with line or byte and the remedy; more words than the memory budget allows, or none.
pub fn read(
    files: &VectorFiles,
    first: Option<usize>,
    budget: Budget,
    cancel: &Cancel,
    mut publish: impl FnMut(WordSpace),
) -> Result<WordSpace, CorpusError> {
    let mut blocks: Vec<Arc<VectorRows>> = Vec::new();
    // Word vectors need no bound on documents; the memory budget applies instead.
    let limits = Limits { corpus: usize::MAX / 4, ..Limits::default() };
    let receive = |origin: &VectorFile, block: VectorRows| {
        blocks.push(Arc::new(block));
        if blocks.len() * ROWS == FIRST_WORDS && first.is_none_or(|first| first > FIRST_WORDS) {
            publish(WordSpace::of(origin.clone(), Vec::new(), blocks.clone(), false));
        }
    };
    let (origin, notes) = files.read_all(first, budget, limits, cancel, receive)?;
    if blocks.is_empty() {
        let remedy = "choose another file, or a larger number of words";
        return Err(CorpusError::at(ErrorKind::File, &files.file, None, "no word was read", remedy));
    }
    Ok(WordSpace::of(origin, notes, blocks, true))
}
