//! Binary word2vec files: a line of counts, then each word, a space, and little-endian floats of four bytes.
//!
//! A line end may precede a word: the original word2vec writes one, gensim does not.
//! Cost: one pass over the bytes; rows of words that are not looked up are skipped.

use std::path::Path;

use super::{not_finite, rows::Rows, stream::Stream, truncated, wrong_count};
use crate::corpus::{Cancel, CorpusError, Limits};

/// Maximum length of a word in a binary word2vec file, in bytes.
const WORD: usize = 4 << 10;

/// Reads the word vectors of a binary word2vec file, after the line of counts.
pub(super) fn read(
    table: &mut impl Rows,
    words: u64,
    dimension: usize,
    limits: Limits,
    cancel: &Cancel,
) -> Result<(), CorpusError> {
    let file = table.origin().file.clone();
    table.announce(words)?;
    let mut stream = Stream::open(&file, limits, cancel)?;
    while stream.byte()?.is_some_and(|byte| byte != b'\n') {}
    let (mut word, mut row) = (Vec::new(), vec![0; 4 * dimension]);
    for vector in 1..=words {
        if !table.goes_on()? {
            return Ok(());
        }
        let truncated = |byte| truncated(&file, byte, vector, words);
        let begin = stream.taken;
        word.clear();
        loop {
            match stream.byte()? {
                None => return Err(truncated(stream.taken)),
                Some(b' ') => break,
                Some(b'\n') if word.is_empty() => {}
                Some(byte) if word.len() < WORD => word.push(byte),
                Some(_) => return Err(no_word(&file, begin, vector)),
            }
        }
        let word = String::from_utf8_lossy(&word);
        let Some(to) = table.row_for(&word) else {
            if !stream.skip(row.len())? {
                return Err(truncated(stream.taken));
            }
            continue;
        };
        if !stream.fill_all(&mut row)? {
            return Err(truncated(stream.taken));
        }
        for (column, bytes) in row.chunks_exact(4).enumerate() {
            let number = bytes.try_into().map_or(f64::NAN, |bytes| f64::from(f32::from_le_bytes(bytes)));
            if !number.is_finite() {
                return Err(not_finite(&file, stream.taken, &word));
            }
            table.set(to, column, number);
        }
    }
    while let Some(byte) = stream.byte()? {
        if byte != b'\n' {
            return Err(wrong_count(&file, words, "more"));
        }
    }
    Ok(())
}

fn no_word(file: &Path, byte: u64, vector: u64) -> CorpusError {
    let problem = format!("no word stands at byte {byte}, where vector {vector} should begin");
    let remedy = "the file is damaged or its first line gives a wrong number of dimensions: download or write it again";
    CorpusError::format(file, None, problem, remedy)
}
