//! NumPy's array format `.npy`: a header with type, order and shape, then the numbers; the words are in a separate file.
//!
//! Cost: one pass over the numbers. Memory: four bytes for each row, besides the table.

use std::path::Path;

use super::{
    checked, not_finite,
    rows::Rows,
    stream::Stream,
    truncated,
    word_list::{self, NOT_LOOKED_UP},
};
use crate::corpus::{Cancel, CorpusError, Limits, printable::beginning};

/// Maximum length of a NumPy header in bytes.
const HEADER: usize = 64 << 10;

/// Parsed header of a NumPy array.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Header {
    number: Number,
    fortran: bool,
    rows: usize,
    columns: usize,
}

/// Binary format of the numbers in a NumPy array.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    F4 { little: bool },
    F8 { little: bool },
}

impl Number {
    fn bytes(self) -> usize {
        if matches!(self, Self::F4 { .. }) { 4 } else { 8 }
    }

    /// Decodes a number of a NumPy array from its bytes; NaN if their count is wrong.
    fn of(self, bytes: &[u8]) -> f64 {
        let nothing = |_| f64::NAN;
        match self {
            Self::F4 { little: true } => bytes.try_into().map_or_else(nothing, |b| f64::from(f32::from_le_bytes(b))),
            Self::F4 { little: false } => bytes.try_into().map_or_else(nothing, |b| f64::from(f32::from_be_bytes(b))),
            Self::F8 { little: true } => bytes.try_into().map_or_else(nothing, f64::from_le_bytes),
            Self::F8 { little: false } => bytes.try_into().map_or_else(nothing, f64::from_be_bytes),
        }
    }
}

/// Reads a NumPy array of word vectors and the list of its words.
pub(super) fn read(table: &mut impl Rows, list: Option<&Path>, limits: Limits, cancel: &Cancel) -> Result<(), CorpusError> {
    let file = table.origin().file.clone();
    let mut stream = Stream::open(&file, limits, cancel)?;
    let wrong = |found: &str| {
        let remedy = "save a table of numbers, a row for each word: np.save(file, np.asarray(vectors, dtype=\"float32\"))";
        CorpusError::format(&file, None, format!("the array is {}", beginning(found)), remedy)
    };
    let text = header(&mut stream)?.ok_or_else(|| wrong("cut off in its header"))?;
    let Header { number, fortran, rows, columns } = parse(&text).map_err(|found| wrong(&found))?;
    table.origin().dimension = checked(&file, columns)?;
    table.announce(rows as u64)?;

    let list = word_list::find(&file, list)?;
    let places = word_list::rows(table, &list, limits, cancel)?;
    if places.len() != rows {
        let problem = format!("the array has {rows} rows and {} holds {} words", list.display(), places.len());
        let remedy = "choose the list that belongs to it, one word a line and no other lines";
        return Err(CorpusError::format(&file, None, problem, remedy));
    }
    let mut bytes = [0; 8];
    let bytes = &mut bytes[..number.bytes()];
    // The word list has as many lines as the array has rows, so that this cannot overflow.
    for at in 0..rows * columns {
        let (row, column) = if fortran { (at % rows, at / rows) } else { (at / columns, at % columns) };
        if !stream.fill_all(bytes)? {
            return Err(truncated(&file, stream.at(), row as u64 + 1, rows as u64));
        }
        let place = places[row];
        if place != NOT_LOOKED_UP {
            let number = number.of(bytes);
            if !number.is_finite() {
                return Err(not_finite(&file, stream.at(), table.word_of(place)));
            }
            table.set(place, column, number);
        }
    }
    if stream.fill_all(&mut [0])? {
        return Err(wrong("longer than its header tells"));
    }
    Ok(())
}

/// Text of the NumPy header; `None` if the file ends in it.
fn header(stream: &mut Stream<'_>) -> Result<Option<String>, CorpusError> {
    // NumPy files begin with six magic bytes, the version, and the header's length in two bytes or, from version 2 on, in four.
    let mut begin = [0; 8];
    if !stream.fill_all(&mut begin)? {
        return Ok(None);
    }
    let mut length = [0; 4];
    let width = if begin[6] == 1 { 2 } else { 4 };
    if !stream.fill_all(&mut length[..width])? {
        return Ok(None);
    }
    let mut text = vec![0; (u32::from_le_bytes(length) as usize).min(HEADER)];
    Ok(stream.fill_all(&mut text)?.then(|| String::from_utf8_lossy(&text).into_owned()))
}

/// Parses a NumPy header such as `{'descr': '<f4', 'fortran_order': False, 'shape': (10, 3), }`; the error is why it is refused.
fn parse(header: &str) -> Result<Header, String> {
    let value = |key: &str| header.split_once(&format!("'{key}':")).map(|(_, rest)| rest.trim_start());
    let unclear = || format!("without a clear header ({})", header.trim());
    let kind = value("descr").and_then(|rest| rest.strip_prefix('\'')?.split('\'').next()).ok_or_else(unclear)?;
    let number = match kind {
        "<f4" => Number::F4 { little: true },
        ">f4" => Number::F4 { little: false },
        "<f8" => Number::F8 { little: true },
        ">f8" => Number::F8 { little: false },
        other => return Err(format!("of type {other}")),
    };
    let fortran = match value("fortran_order") {
        Some(rest) if rest.starts_with("True") => true,
        Some(rest) if rest.starts_with("False") => false,
        _ => return Err(unclear()),
    };
    let shape = value("shape").and_then(|rest| rest.strip_prefix('(')?.split(')').next()).ok_or_else(unclear)?;
    let sizes: Option<Vec<usize>> =
        shape.split(',').map(str::trim).filter(|size| !size.is_empty()).map(|size| size.parse().ok()).collect();
    match sizes.ok_or_else(unclear)?[..] {
        [rows, columns] => Ok(Header { number, fortran, rows, columns }),
        _ => Err(format!("of shape ({shape})")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_hold_type_order_and_shape() {
        let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (10, 3), }   \n";
        assert_eq!(parse(header), Ok(Header { number: Number::F4 { little: true }, fortran: false, rows: 10, columns: 3 }));
        let header = "{'descr':'>f8','fortran_order':True,'shape':(2,7)}";
        assert_eq!(parse(header), Ok(Header { number: Number::F8 { little: false }, fortran: true, rows: 2, columns: 7 }));
        for (header, reason) in [
            ("{'descr': '<i8', 'fortran_order': False, 'shape': (10, 3), }", "of type <i8"),
            ("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (10,), }", "clear header"),
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (10,), }", "of shape (10,)"),
            ("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1, 1), }", "clear header"),
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (-1, 1), }", "clear header"),
            ("", "clear header"),
        ] {
            let message = parse(header).expect_err("no header");
            assert!(message.contains(reason), "{message}");
        }
    }
}
