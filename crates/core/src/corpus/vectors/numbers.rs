//! Text files of vectors without words, rows of numbers as the Embedding Projector reads; the words are in a separate file.
//!
//! Cost: two passes, the first of which counts the rows. Memory: four bytes for each row, besides the table.

use std::path::Path;

use super::{
    rows::Rows,
    text::{fields, number},
    word_list::{self, NOT_LOOKED_UP},
};
use crate::corpus::{Cancel, CorpusError, Limits, file::source::Source, printable::shown};

/// Reads rows of numbers and the list of their words.
pub(super) fn read(
    table: &mut impl Rows,
    dimension: usize,
    list: Option<&Path>,
    limits: Limits,
    cancel: &Cancel,
) -> Result<(), CorpusError> {
    let file = table.origin().file.clone();
    let uncounted = Cancel::default();
    let (mut lines, mut count) = (Source::open_as(&file, encoding_rs::UTF_8, limits, &uncounted)?, 0);
    while let Some(line) = lines.line()? {
        count += usize::from(!line.trim().is_empty());
    }
    table.announce(count as u64)?;
    let mut places = word_list::rows(table, list, count, limits, cancel)?.into_iter();
    let mut source = Source::open_as(&file, encoding_rs::UTF_8, limits, cancel)?;
    loop {
        let line = source.line + 1;
        let Some(text) = source.line()? else { break };
        if text.trim().is_empty() {
            continue;
        }
        let have = fields(text).count();
        if have != dimension {
            let problem = format!("the row has {have} numbers and should have {dimension}, as the first");
            return Err(CorpusError::format(&file, line, problem, "correct the row, or download or write the file again"));
        }
        let Some(row) = places.next().filter(|&row| row != NOT_LOOKED_UP) else { continue };
        for (column, field) in fields(text).enumerate() {
            let wrong = |remedy| CorpusError::format(&file, line, format!("\"{}\" is not a finite number", shown(field)), remedy);
            let number = number(field).map_err(wrong)?;
            table.set(row, column, number);
        }
    }
    table.notes().extend(source.note());
    Ok(())
}
