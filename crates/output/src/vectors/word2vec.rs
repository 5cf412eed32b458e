//! Word vectors in the formats of word2vec (text and binary) and GloVe.
//!
//! | format | first line | a row | numbers |
//! |---|---|---|---|
//! | word2vec text | number of words, number of dimensions | word, numbers | decimal, read back to the same 8-byte value |
//! | word2vec binary | the same | word, blank, numbers | 4 bytes, little endian, rounded |
//! | GloVe | a row | word, numbers | as in word2vec text |
//!
//! Memory: one row.

use std::{fmt::Write as _, io};

use ndarray::ArrayView1;

use super::Vectors;
use crate::{ExportError, Sink};

/// Writes word vectors as word2vec text.
///
/// # Errors
/// Returns an error if a word occurs twice or an I/O operation fails.
pub(super) fn word2vec(vectors: &Vectors<'_>, sink: &mut Sink<'_>) -> Result<(), ExportError> {
    text(vectors, true, sink)
}

/// Writes word vectors as GloVe text: word2vec text without its first line.
///
/// # Errors
/// Returns an error if a word occurs twice or an I/O operation fails.
pub(super) fn glove(vectors: &Vectors<'_>, sink: &mut Sink<'_>) -> Result<(), ExportError> {
    text(vectors, false, sink)
}

fn text(vectors: &Vectors<'_>, header: bool, sink: &mut Sink<'_>) -> Result<(), ExportError> {
    let rows = vectors.tokens()?;
    sink.fill(None, |to| {
        if header {
            writeln!(to, "{} {}", rows.len(), vectors.dimension())?;
        }
        let mut line = String::new();
        for (token, position) in &rows {
            line.clear();
            line.push_str(token);
            for number in position {
                // Every number is written with a point or an exponent, so that no row looks like the first line of word2vec.
                write!(line, " {number:?}").map_err(io::Error::other)?;
            }
            line.push('\n');
            to.write_all(line.as_bytes())?;
        }
        Ok(())
    })
}

/// Writes word vectors as binary word2vec.
///
/// # Errors
/// Returns an error if a word occurs twice, a number is too large for 4 bytes, or an I/O operation fails.
pub(super) fn word2vec_binary(vectors: &Vectors<'_>, sink: &mut Sink<'_>) -> Result<(), ExportError> {
    let rows = vectors.tokens()?;
    sink.fill(None, |to| {
        writeln!(to, "{} {}", rows.len(), vectors.dimension())?;
        let mut row = Vec::new();
        for (token, position) in &rows {
            row.clear();
            row.extend_from_slice(token.as_bytes());
            row.push(b' ');
            append(position, &mut row).map_err(io::Error::other)?;
            to.write_all(&row)?;
        }
        Ok(())
    })
}

/// Appends the coordinates of a word as little-endian numbers of 4 bytes.
fn append(position: &ArrayView1<'_, f64>, row: &mut Vec<u8>) -> Result<(), ExportError> {
    for &number in position {
        let rounded = number as f32;
        if !rounded.is_finite() {
            return Err(ExportError::Unsuitable(format!(
                "the coordinate {number:e} is too large for numbers of 4 bytes: choose word2vec or csv"
            )));
        }
        row.extend_from_slice(&rounded.to_le_bytes());
    }
    Ok(())
}
