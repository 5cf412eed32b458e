//! NumPy arrays in a session file (`.npy`, version 1.0): little endian, row-major order.

use std::io::{self, ErrorKind, Read, Write};

/// Magic bytes and version of a NumPy file.
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
/// Maximum number of axes of an array in a session file.
const AXES: usize = 3;

/// Type of the numbers in an array of a session file.
pub(crate) trait Number: Copy {
    /// Name of the number type in NumPy's notation.
    const KIND: &'static str;
    /// Size of a number in bytes.
    const BYTES: usize;
    /// Appends the bytes of the number to a buffer.
    fn put(self, to: &mut Vec<u8>);
    /// Decodes a number from [`Number::BYTES`] bytes.
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! number {
    ($type:ty, $kind:literal) => {
        impl Number for $type {
            const KIND: &'static str = $kind;
            const BYTES: usize = size_of::<Self>();

            fn put(self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }

            fn get(bytes: &[u8]) -> Self {
                bytes.try_into().map(Self::from_le_bytes).unwrap_or_default()
            }
        }
    };
}

number!(f32, "<f4");
number!(f64, "<f8");
number!(i64, "<i8");

/// Writes the header of a NumPy file, padded so that the numbers begin at a multiple of 64 bytes.
pub(crate) fn begin<T: Number>(shape: &[usize], to: &mut impl Write) -> io::Result<()> {
    let axes: Vec<String> = shape.iter().map(usize::to_string).collect();
    let shape = axes.join(", ");
    let mut text = format!("{{'descr': '{}', 'fortran_order': False, 'shape': ({shape},), }}", T::KIND);
    let begin = MAGIC.len() + 2 + text.len() + 1;
    text.extend(std::iter::repeat_n(' ', begin.next_multiple_of(64) - begin));
    text.push('\n');
    to.write_all(MAGIC)?;
    to.write_all(&(text.len() as u16).to_le_bytes())?;
    to.write_all(text.as_bytes())
}

/// Writes numbers as the content of an array.
pub(crate) fn append<T: Number>(numbers: impl IntoIterator<Item = T>, to: &mut impl Write) -> io::Result<()> {
    let mut bytes = Vec::new();
    numbers.into_iter().for_each(|number| number.put(&mut bytes));
    to.write_all(&bytes)
}

/// Array that is being read, after its header.
pub(crate) struct Reading<R> {
    from: R,
    /// Lengths of the array's axes.
    pub shape: Vec<usize>,
}

impl<R: Read> Reading<R> {
    /// Reads the header of an array of `T` that occupies `size` bytes.
    pub(crate) fn begin<T: Number>(mut from: R, size: u64) -> io::Result<Self> {
        let mut head = [0; MAGIC.len() + 2];
        from.read_exact(&mut head)?;
        let (magic, length) = head.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(wrong("not an array of NumPy's format 1.0"));
        }
        let length = u16::from_le_bytes([length[0], length[1]]);
        let mut text = vec![0; usize::from(length)];
        from.read_exact(&mut text)?;
        let text = String::from_utf8_lossy(&text).replace(' ', "");
        let kind = format!("'descr':'{}'", T::KIND);
        if !text.contains(&kind) || !text.contains("'fortran_order':False") {
            return Err(wrong(&format!("not an array of {} in rows", T::KIND)));
        }
        let shape = shape(&text).ok_or_else(|| wrong("an array without a shape"))?;
        let numbers = shape.iter().try_fold(T::BYTES as u64, |bytes, &axis| bytes.checked_mul(axis as u64));
        if numbers.and_then(|numbers| numbers.checked_add(head.len() as u64 + u64::from(length))) != Some(size) {
            return Err(wrong("its shape does not fit its length"));
        }
        Ok(Self { from, shape })
    }

    /// Reads the next `count` numbers of the array.
    pub(crate) fn next<T: Number>(&mut self, count: usize) -> io::Result<Vec<T>> {
        let mut bytes = vec![0; count * T::BYTES];
        self.from.read_exact(&mut bytes)?;
        Ok(bytes.chunks_exact(T::BYTES).map(T::get).collect())
    }
}

fn shape(text: &str) -> Option<Vec<usize>> {
    let (_, rest) = text.split_once("'shape':(")?;
    let (axes, _) = rest.split_once(')')?;
    let axes: Option<Vec<usize>> = axes.split(',').filter(|axis| !axis.is_empty()).map(|axis| axis.parse().ok()).collect();
    axes.filter(|axes| axes.len() <= AXES)
}

/// Error: the content of an archive entry is not valid.
pub(crate) fn wrong(text: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(shape: &[usize], numbers: &[f64]) -> Vec<u8> {
        let mut bytes = Vec::new();
        begin::<f64>(shape, &mut bytes).expect("memory");
        append(numbers.iter().copied(), &mut bytes).expect("memory");
        bytes
    }

    #[test]
    fn arrays_come_back_and_begin_at_a_multiple_of_64() {
        let written = bytes(&[2, 1], &[1.5, -2.0]);
        assert_eq!(written.len() % 64, 16);
        let mut read = Reading::begin::<f64>(&*written, written.len() as u64).expect("an array");
        assert_eq!(read.shape, [2, 1]);
        assert_eq!(read.next::<f64>(2).expect("numbers"), [1.5, -2.0]);
    }

    #[test]
    fn wrong_arrays_are_refused() {
        let read = |bytes: &[u8]| Reading::begin::<f64>(bytes, bytes.len() as u64).map(|read| read.shape);
        let text = |bytes: &[u8]| read(bytes).expect_err("an error").to_string();
        assert_eq!(text(&bytes(&[3], &[1.0])), "its shape does not fit its length");
        assert_eq!(text(&bytes(&[usize::MAX, 9], &[1.0])), "its shape does not fit its length");
        assert_eq!(text(b"PK\x03\x04 is no array"), "not an array of NumPy's format 1.0");
        let mut floats = Vec::new();
        begin::<f32>(&[0], &mut floats).expect("memory");
        assert_eq!(text(&floats), "not an array of <f8 in rows");
        assert!(read(&bytes(&[1], &[1.0])[..40]).is_err());
    }
}
