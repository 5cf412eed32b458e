//! Built-in English word vectors: the 40,000 most frequent words of GloVe, in 50 dimensions of 8 bits.
//!
//! GloVe 6B (Pennington, Socher, Manning 2014; Wikipedia 2014 and Gigaword 5; Public Domain Dedication and License 1.0).
//! The built-in vectors are principal components of the 100-dimensional ones.
//! `scripts/make_english_vectors` writes the file and documents its form.
//!
//! Cost: some 30 ms to unpack. Memory: 2 MB in the program, 2.3 MB while vectors are read, and the words after first use.

use std::{collections::HashSet, io::Read, path::Path, sync::LazyLock};

use flate2::read::ZlibDecoder;

use super::{VectorFile, VectorFiles, rows::Rows};
use crate::corpus::CorpusError;

/// Built-in table of English word vectors, as written by the script.
const TABLE: &[u8] = include_bytes!("../../../assets/vectors/english.bin");
/// Magic bytes that begin the built-in table of word vectors.
const MARK: &[u8] = b"WFV1";
/// Minimum share of vocabulary words with a vector at which the built-in table is offered.
const ENOUGH: f64 = 0.6;

/// Name by which the user chooses the built-in table of word vectors instead of a file.
pub const ENGLISH: &str = "english";

/// Name of the built-in table as a format of word vectors, for display.
const FORM: &str = "built-in table of English words";

impl VectorFiles {
    /// The built-in table of English word vectors.
    pub fn english() -> Self {
        Self { file: ENGLISH.into(), ..Self::default() }
    }

    /// Whether the built-in table of word vectors is chosen; a file of the same name is chosen as `./english`.
    pub fn is_built_in(file: &Path) -> bool {
        file == Path::new(ENGLISH)
    }
}

/// Unpacked table of the built-in word vectors.
struct Unpacked {
    words: String,
    scales: Vec<f32>,
    bytes: Vec<u8>,
}

/// Unpacks the built-in table of word vectors; `None` if it is damaged.
fn unpack() -> Option<Unpacked> {
    let rest = TABLE.strip_prefix(MARK)?;
    let number = |at: usize| Some(u32::from_le_bytes(rest.get(4 * at..4 * at + 4)?.try_into().ok()?));
    let (count, dimension) = (number(0)? as usize, number(1)? as usize);
    let scales = (0..dimension).map(|axis| number(2 + axis).map(f32::from_bits)).collect::<Option<Vec<f32>>>()?;
    let mut all = Vec::new();
    ZlibDecoder::new(rest.get(8 + 4 * dimension..)?).read_to_end(&mut all).ok()?;
    let bytes = all.split_off(all.len().checked_sub(count * dimension)?);
    let words = String::from_utf8(all).ok()?;
    (words.lines().count() == count).then_some(Unpacked { words, scales, bytes })
}

/// Description of the built-in table of word vectors, without the number of words, which are counted in reading.
pub(super) fn origin() -> VectorFile {
    VectorFile { file: ENGLISH.into(), words_file: None, form: FORM, bytes: 0, words: 0, dimension: dimension() }
}

/// Dimension of the built-in word vectors.
fn dimension() -> usize {
    TABLE.get(8..12).and_then(|bytes| bytes.try_into().ok()).map_or(0, |bytes| u32::from_le_bytes(bytes) as usize)
}

/// Reads the built-in vectors of the words that are looked up.
///
/// # Errors
/// Returns an error if the built-in table is damaged.
pub(super) fn read(table: &mut impl Rows) -> Result<(), CorpusError> {
    let Some(Unpacked { words, scales, bytes }) = unpack() else {
        let remedy = "install the program again, or name a file of word vectors";
        return Err(CorpusError::format(Path::new(ENGLISH), None, "the built-in table is damaged", remedy));
    };
    for (word, vector) in words.lines().zip(bytes.chunks_exact(scales.len().max(1))) {
        if !table.goes_on()? {
            break;
        }
        if let Some(row) = table.row_for(word) {
            let numbers = vector.iter().zip(&scales).map(|(&byte, scale)| f64::from(byte.cast_signed()) * f64::from(*scale));
            numbers.enumerate().for_each(|(column, number)| table.set(row, column, number));
        }
    }
    Ok(())
}

/// Whether enough words of a vocabulary are in the built-in table to offer its vectors. Stems rarely are.
pub fn is_english(words: &[String]) -> bool {
    static KNOWN: LazyLock<HashSet<String>> =
        LazyLock::new(|| unpack().map_or_else(HashSet::new, |table| table.words.lines().map(str::to_owned).collect()));
    let found = words.iter().filter(|word| KNOWN.contains(word.as_str()) || KNOWN.contains(&word.to_lowercase())).count();
    !words.is_empty() && found as f64 >= ENOUGH * words.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Cancel, Limits};

    fn words(of: &[&str]) -> Vec<String> {
        of.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn related_words_have_similar_vectors() {
        let all = words(&["king", "queen", "cheese", "Butter", "zzzzqq"]);
        let table = VectorFiles::english().read(&all, 0, Limits::default(), &Cancel::default()).expect("the table");
        let vectors = table.vectors_of(&all, 0, ["", ""]).expect("vectors");
        assert_eq!((vectors.dimension(), vectors.known.clone()), (dimension(), vec![true, true, true, true, false]));
        let cosine = |a: usize, b: usize| {
            let (a, b) = (vectors.x.row(a), vectors.x.row(b));
            a.dot(&b) / (a.dot(&a) * b.dot(&b)).sqrt()
        };
        assert!(cosine(0, 1) > 0.5 && cosine(2, 3) > 0.5, "{} {}", cosine(0, 1), cosine(2, 3));
        assert!(cosine(0, 2) < 0.2, "{}", cosine(0, 2));
        assert!(table.files().all(|file| file.form == FORM));
    }

    #[test]
    fn the_table_is_offered_for_english_words_only() {
        assert!(is_english(&words(&["king", "queen", "the", "xqzt"])));
        assert!(!is_english(&words(&["universitet", "kung", "drottning"])) && !is_english(&[]));
    }
}
