//! word2vec's binary form: a line of counts, then each word, a blank, and little-endian floats of four bytes.
//!
//! A line end may stand before a word, as the program of its authors writes it and gensim does not.
//! Cost: rows of words not asked for are passed over.

use super::{stream::Stream, table::Table};
use crate::corpus::{Cancel, CorpusError, Limits, VectorError, printable::shown};

/// The most bytes of a word.
const WORD: usize = 4 << 10;

/// Reads the rows under the line of counts.
pub(super) fn read(table: &mut Table, told: u64, dimension: usize, limits: Limits, cancel: &Cancel) -> Result<(), CorpusError> {
    let file = table.origin.file.clone();
    let mut stream = Stream::open(&file, limits, cancel)?;
    while stream.byte()?.is_some_and(|byte| byte != b'\n') {}
    let (mut word, mut row) = (Vec::new(), vec![0; 4 * dimension]);
    for vector in 1..=told {
        let truncated = |byte| VectorError::Truncated { file: file.clone(), byte, vector, told };
        let begin = stream.at();
        word.clear();
        loop {
            match stream.byte()? {
                None => return Err(truncated(stream.at()).into()),
                Some(b' ') => break,
                Some(b'\n') if word.is_empty() => {}
                Some(byte) if word.len() < WORD => word.push(byte),
                Some(_) => return Err(VectorError::NoWord { file, byte: begin, vector }.into()),
            }
        }
        let word = String::from_utf8_lossy(&word);
        let Some(to) = table.row_for(&word) else {
            if !stream.skip(row.len())? {
                return Err(truncated(stream.at()).into());
            }
            continue;
        };
        if !stream.fill_all(&mut row)? {
            return Err(truncated(stream.at()).into());
        }
        for (number, bytes) in table.row_mut(to).iter_mut().zip(row.chunks_exact(4)) {
            *number = bytes.try_into().map_or(f64::NAN, |bytes| f64::from(f32::from_le_bytes(bytes)));
            if !number.is_finite() {
                return Err(VectorError::NotFinite { file, byte: stream.at(), word: shown(&word) }.into());
            }
        }
    }
    while let Some(byte) = stream.byte()? {
        if byte != b'\n' {
            return Err(VectorError::Count { file, told, found: "more".to_owned() }.into());
        }
    }
    Ok(())
}
