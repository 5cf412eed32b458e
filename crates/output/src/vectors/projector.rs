//! Files of the TensorFlow Embedding Projector: coordinates, and a second file of words with further columns.
//!
//! Both files are tab-separated lines without quotes; the file of words has a header only if it has several columns.
//! The Projector skips blank lines, so that an empty name is written as `_`.
//! Memory: one row.

use std::{fmt::Write as _, io};

use super::Vectors;
use crate::{ExportError, Sink};

/// Writes word vectors for the Embedding Projector: coordinates, and the words in a file with the suffix `metadata`.
///
/// # Errors
/// Returns an error if an I/O operation fails.
pub(super) fn projector(vectors: &Vectors<'_>, sink: &mut Sink<'_>) -> Result<(), ExportError> {
    sink.fill(None, |to| {
        let mut line = String::new();
        for word in vectors.rows() {
            line.clear();
            for (axis, number) in vectors.positions.row(word).iter().enumerate() {
                let tab = if axis == 0 { "" } else { "\t" };
                write!(line, "{tab}{number:?}").map_err(io::Error::other)?;
            }
            line.push('\n');
            to.write_all(line.as_bytes())?;
        }
        Ok(())
    })?;
    let columns = &vectors.attributes.columns;
    sink.fill(Some("metadata"), |to| {
        let mut line = String::from("word");
        for column in columns {
            push(&mut line, &column.title);
        }
        if !columns.is_empty() {
            writeln!(to, "{line}")?;
        }
        for word in vectors.rows() {
            let name = plain(&vectors.words[word]);
            line.clear();
            line.push_str(if name.trim().is_empty() { "_" } else { &name });
            for column in columns {
                push(&mut line, &column.cells.at(word).written());
            }
            writeln!(to, "{line}")?;
        }
        Ok(())
    })
}

fn push(line: &mut String, cell: &str) {
    line.push('\t');
    line.push_str(&plain(cell));
}

/// Text of a cell without line ends and tabs.
fn plain(cell: &str) -> String {
    cell.replace(char::is_control, " ")
}
