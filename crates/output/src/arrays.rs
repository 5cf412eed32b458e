//! Export of named arrays as a NumPy archive (`.npz`).
//!
//! Numbers are little endian and uncompressed; texts are fixed-width Unicode (`<U`) and deflated.
//! The width of a text array is that of its longest text.
//! `numpy.load` opens the archive without pickles.
//! Cost: one pass.
//! Memory: one buffer.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use ndarray::{CowArray, IxDyn};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::{ExportKind, exporter::Format};

/// Size in bytes of the chunks in which an exported array is written.
const CHUNK_BYTES: usize = 1 << 16;

/// Named arrays of an export, in the order in which they are written.
#[must_use]
#[derive(Default)]
pub struct Arrays<'a>(Vec<(String, Array<'a>)>);

/// Named array of an export: numbers, integers or texts.
pub enum Array<'a> {
    /// Array of numbers of any shape.
    Numbers(CowArray<'a, f64, IxDyn>),
    /// Array of integers in one dimension.
    Integers(Vec<i64>),
    /// Array of texts in one dimension; zero characters at the end of a text are lost.
    Texts(Vec<Cow<'a, str>>),
}

impl<'a> Arrays<'a> {
    /// Adds a named array to the export.
    pub fn with(mut self, name: &str, array: Array<'a>) -> Self {
        self.0.push((name.to_owned(), array));
        self
    }

    /// Adds a named array of numbers to the export.
    pub fn numbers(self, name: &str, numbers: impl Into<CowArray<'a, f64, IxDyn>>) -> Self {
        self.with(name, Array::Numbers(numbers.into()))
    }

    /// Adds a named list of integers to the export.
    pub fn integers(self, name: &str, numbers: impl IntoIterator<Item = usize>) -> Self {
        self.with(name, Array::Integers(numbers.into_iter().map(|number| i64::try_from(number).unwrap_or(i64::MAX)).collect()))
    }

    /// Adds a named list of texts to the export.
    pub fn texts<T: Into<Cow<'a, str>>>(self, name: &str, texts: impl IntoIterator<Item = T>) -> Self {
        self.with(name, Array::Texts(texts.into_iter().map(Into::into).collect()))
    }
}

impl ExportKind for Arrays<'static> {
    type Contents<'a> = Arrays<'a>;

    const FORMATS: &'static [Format<Self>] =
        &[Format::<Self>::file(["npz", "npz"], "NumPy archive of named arrays", "NumPy", npz)];
}

/// Writes the arrays as a NumPy archive (`.npz`).
fn npz(arrays: &Arrays<'_>, to: &mut dyn Write) -> io::Result<()> {
    let mut archive = ZipWriter::new_stream(to);
    for (name, array) in &arrays.0 {
        let packed = matches!(array, Array::Texts(_));
        let method = if packed { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let options = SimpleFileOptions::default().compression_method(method).large_file(array.bytes() >= 1 << 31);
        archive.start_file(format!("{name}.npy"), options)?;
        array.write(&mut archive)?;
    }
    archive.finish()?;
    Ok(())
}

impl Array<'_> {
    /// Size in bytes of the numbers or texts of an array.
    fn bytes(&self) -> usize {
        match self {
            Self::Numbers(numbers) => 8 * numbers.len(),
            Self::Integers(numbers) => 8 * numbers.len(),
            Self::Texts(texts) => 4 * width(texts) * texts.len(),
        }
    }

    /// Writes an array as a NumPy file (`.npy`, version 1.0), in row-major order.
    fn write(&self, to: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Numbers(numbers) => {
                header("<f8", numbers.shape(), to)?;
                in_pieces(numbers.iter(), |number, piece| piece.extend_from_slice(&number.to_le_bytes()), to)
            }
            Self::Integers(numbers) => {
                header("<i8", &[numbers.len()], to)?;
                in_pieces(numbers.iter(), |number, piece| piece.extend_from_slice(&number.to_le_bytes()), to)
            }
            Self::Texts(texts) => {
                let width = width(texts);
                header(&format!("<U{width}"), &[texts.len()], to)?;
                let append = |text: &Cow<'_, str>, piece: &mut Vec<u8>| {
                    let end = piece.len() + 4 * width;
                    text.chars().for_each(|character| piece.extend_from_slice(&u32::from(character).to_le_bytes()));
                    piece.resize(end, 0);
                };
                in_pieces(texts.iter(), append, to)
            }
        }
    }
}

/// Number of characters of the longest text of an array, at least one.
fn width(texts: &[Cow<'_, str>]) -> usize {
    texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1)
}

/// Writes the header of a NumPy file, padded so that the numbers begin at a multiple of 64 bytes.
fn header(kind: &str, shape: &[usize], to: &mut impl Write) -> io::Result<()> {
    let axes: Vec<String> = shape.iter().map(usize::to_string).collect();
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({},), }}", axes.join(","));
    let begin = 10 + text.len() + 1;
    text.extend(std::iter::repeat_n(' ', begin.next_multiple_of(64) - begin));
    text.push('\n');
    to.write_all(b"\x93NUMPY\x01\x00")?;
    to.write_all(&(text.len() as u16).to_le_bytes())?;
    to.write_all(text.as_bytes())
}

fn in_pieces<T>(items: impl Iterator<Item = T>, append: impl Fn(T, &mut Vec<u8>), to: &mut impl Write) -> io::Result<()> {
    let mut piece = Vec::with_capacity(CHUNK_BYTES);
    for item in items {
        append(item, &mut piece);
        if piece.len() >= CHUNK_BYTES {
            to.write_all(&piece)?;
            piece.clear();
        }
    }
    to.write_all(&piece)
}

#[cfg(test)]
mod tests {
    use std::{fs::File, io::Read};

    use ndarray::{Array2, aview1};
    use zip::ZipArchive;

    use super::*;
    use crate::{Sink, exporter};
    use wordfield_core::project::Inputs;

    #[test]
    fn an_archive_holds_the_arrays_row_by_row() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.npz");
        let latent = Array2::from_shape_fn((3, 2), |(word, axis)| word as f64 - 0.1 * axis as f64);
        let arrays = Arrays::default()
            .numbers("latent", latent.t().into_dyn())
            .numbers("means", aview1(&[0.5; 3]).into_dyn())
            .integers("labels", [2, 0])
            .texts("words", ["owl", "bär", "茶🍵"])
            .texts("none", Vec::<String>::new());
        let (inputs, npz) = (Inputs::default(), exporter("npz").expect("a format"));
        Arrays::write(&arrays, npz, Sink::new(&path, &inputs, <_>::default()).unwrap()).unwrap();
        let mut archive = ZipArchive::new(File::open(path).unwrap()).unwrap();
        let mut bytes = |name: &str| {
            let mut bytes = Vec::new();
            archive.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
            let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
            assert_eq!((&bytes[..8], (10 + length) % 64), (b"\x93NUMPY\x01\x00".as_slice(), 0));
            (String::from_utf8(bytes[10..10 + length].to_vec()).unwrap(), bytes[10 + length..].to_vec())
        };
        let (head, numbers) = bytes("latent.npy");
        assert!(head.starts_with("{'descr': '<f8', 'fortran_order': False, 'shape': (2,3,), }"), "{head}");
        let expected: Vec<u8> = latent.t().iter().flat_map(|number| number.to_le_bytes()).collect();
        assert_eq!(numbers, expected);
        let (head, numbers) = bytes("labels.npy");
        assert!(head.contains("'<i8'") && head.contains("(2,)"), "{head}");
        assert_eq!(numbers, [2_i64.to_le_bytes(), 0_i64.to_le_bytes()].concat());
        let (head, texts) = bytes("words.npy");
        assert!(head.contains("'<U3'"), "{head}");
        let texts: String =
            texts.chunks_exact(4).map(|unit| char::from_u32(u32::from_le_bytes(unit.try_into().unwrap())).unwrap()).collect();
        assert_eq!(texts, "owlbär茶🍵\0");
        assert!(bytes("none.npy").0.contains("'<U1', 'fortran_order': False, 'shape': (0,)"));
    }
}
