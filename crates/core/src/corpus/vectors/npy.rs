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

/// Binary format of the numbers in a NumPy array: floats, signed or unsigned integers, or truth values.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Number {
    /// Kind of the numbers in NumPy's notation: `f`, `i`, `u` or `b`.
    kind: u8,
    /// Number of bytes of a number.
    bytes: usize,
    /// Whether the first byte is the last one in order of magnitude.
    little: bool,
}

impl Number {
    /// Parses NumPy's name of a type, such as `<f4`; `None` if its values are no real numbers.
    fn named(name: &str) -> Option<Self> {
        let (order, rest) = name.split_at_checked(1)?;
        let (kind, bytes) = rest.split_at_checked(1)?;
        let (kind, bytes) = (kind.as_bytes()[0], bytes.parse().ok()?);
        let known = matches!((kind, bytes), (b'f', 2 | 4 | 8) | (b'i' | b'u', 1 | 2 | 4 | 8) | (b'b', 1));
        (known && matches!(order, "<" | ">" | "|" | "=")).then_some(Self { kind, bytes, little: order != ">" })
    }

    /// Decodes a number of a NumPy array from its bytes.
    fn of(self, bytes: &[u8]) -> f64 {
        let append = |bits: u64, byte: &u8| bits << 8 | u64::from(*byte);
        let bits = if self.little { bytes.iter().rfold(0, append) } else { bytes.iter().fold(0, append) };
        let unused = 64 - 8 * self.bytes as u32;
        match (self.kind, self.bytes) {
            (b'f', 2) => half(bits as u16),
            (b'f', 4) => f64::from(f32::from_bits(bits as u32)),
            (b'f', _) => f64::from_bits(bits),
            // The sign bit is moved to the left end and back.
            (b'i', _) => ((bits << unused).cast_signed() >> unused) as f64,
            _ => bits as f64,
        }
    }
}

/// Value of a float of two bytes (IEEE 754 binary16).
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let size = match exponent {
        0 => fraction * 2_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2_f64.powi(exponent - 25),
    };
    if bits >> 15 == 1 { -size } else { size }
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

    let places = word_list::rows(table, list, rows, limits, cancel)?;
    let mut bytes = [0; 8];
    let bytes = &mut bytes[..number.bytes];
    // The word list has as many lines as the array has rows, so that the product cannot overflow.
    for at in 0..rows * columns {
        let (row, column) = if fortran { (at % rows, at / rows) } else { (at / columns, at % columns) };
        if !stream.fill_all(bytes)? {
            return Err(truncated(&file, stream.taken, row as u64 + 1, rows as u64));
        }
        let place = places[row];
        if place != NOT_LOOKED_UP {
            let number = number.of(bytes);
            if !number.is_finite() {
                return Err(not_finite(&file, stream.taken, table.word_of(place)));
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

/// Parses a NumPy header of the form `{'descr': '<f4', 'fortran_order': False, 'shape': (10, 3), }`; the error is the reason.
fn parse(header: &str) -> Result<Header, String> {
    let value = |key: &str| header.split_once(&format!("'{key}':")).map(|(_, rest)| rest.trim_start());
    let unclear = || format!("without a clear header ({})", header.trim());
    let kind = value("descr").and_then(|rest| rest.strip_prefix('\'')?.split('\'').next()).ok_or_else(unclear)?;
    let number = Number::named(kind).ok_or_else(|| format!("of type {kind}"))?;
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
        assert_eq!(
            parse(header),
            Ok(Header { number: Number { kind: b'f', bytes: 4, little: true }, fortran: false, rows: 10, columns: 3 })
        );
        let header = "{'descr':'>f8','fortran_order':True,'shape':(2,7)}";
        assert_eq!(
            parse(header),
            Ok(Header { number: Number { kind: b'f', bytes: 8, little: false }, fortran: true, rows: 2, columns: 7 })
        );
        for (header, reason) in [
            ("{'descr': '<c8', 'fortran_order': False, 'shape': (10, 3), }", "of type <c8"),
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
    #[test]
    fn numbers_of_all_types_are_decoded() {
        let number = |name: &str, bytes: &[u8]| Number::named(name).map(|number| number.of(bytes));
        assert_eq!(number("<f4", &1.5_f32.to_le_bytes()), Some(1.5));
        assert_eq!(number(">f8", &(-0.1_f64).to_be_bytes()), Some(-0.1));
        assert_eq!((number("<i8", &(-3_i64).to_le_bytes()), number("|i1", &[0xff])), (Some(-3.0), Some(-1.0)));
        assert_eq!((number(">i2", &(-300_i16).to_be_bytes()), number("<u4", &7_u32.to_le_bytes())), (Some(-300.0), Some(7.0)));
        assert_eq!((number("|u1", &[255]), number("|b1", &[1])), (Some(255.0), Some(1.0)));
        for (bits, value) in [
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (0x0001, 2_f64.powi(-24)),
            (0x3555, 0.333_251_953_125),
            (0xfc00, f64::NEG_INFINITY),
        ] {
            assert_eq!(half(bits).to_bits(), f64::to_bits(value), "{bits:x}");
        }
        assert!(half(0x7e00).is_nan());
        for name in ["<c8", "<U5", "|O", "<f16", "<f3", "f4", "", "<"] {
            assert_eq!(Number::named(name), None, "{name}");
        }
    }
}
