//! Export of word vectors: words with their positions and further columns.
//!
//! Formats of word vectors hold one vector for each word, and a word is one token.
//! White space and control characters of a word become `_`; a word that thereby becomes equal to another word gets further `_`.
//! Table formats hold words unchanged.
//!
//! Cost: one pass over the positions. Memory: one row, and one reference for each word.

mod projector;
mod word2vec;

use std::{borrow::Cow, collections::HashSet, sync::Arc};

use ndarray::{ArrayView1, ArrayView2};

use super::{AsTable, ExportError, ExportKind, Table, exporter::Format};
use projector::projector;
use word2vec::{glove, word2vec, word2vec_binary};

/// Number of decimals of coordinates in the window.
const DECIMALS: usize = 4;

/// Distinct tokens of exported words with their positions.
type Tokens<'a, 'v> = Vec<(Cow<'a, str>, ArrayView1<'v, f64>)>;

/// Words with their positions, to be exported as word vectors.
#[must_use]
pub struct Vectors<'a> {
    /// Words of the vocabulary (V).
    words: &'a [String],
    /// Positions of the words (V × q).
    positions: ArrayView2<'a, f64>,
    /// Further columns of the exported words (V rows).
    attributes: Table<'a>,
    /// Indices of the words to export, in this order; all words if `None`.
    selection: Option<Vec<usize>>,
}

impl ExportKind for Vectors<'static> {
    type Contents<'a> = Vectors<'a>;

    const FORMATS: &'static [Format<Self>] = &[
        Format::<Self>::files(["word2vec", "vec"], "word2vec, text", "gensim, fastText, spaCy, Wordfield (--vectors)", word2vec),
        Format::<Self>::files(
            ["word2vec-binary", "bin"],
            "word2vec, binary",
            "gensim, word2vec, Wordfield (--vectors)",
            word2vec_binary,
        ),
        Format::<Self>::files(
            ["glove", "txt"],
            "GloVe, text without a header",
            "gensim (no_header), PyTorch, Wordfield (--vectors)",
            glove,
        ),
        Format::<Self>::files(
            ["projector", "tsv"],
            "TensorFlow Embedding Projector, two files",
            "Embedding Projector, TensorBoard",
            projector,
        ),
    ];
    const AS_TABLE: AsTable = AsTable::Last;

    fn as_table<'a>(vectors: &'a Vectors<'_>) -> Option<Table<'a>> {
        Some(vectors.table())
    }
}

impl<'a> Vectors<'a> {
    /// Word vectors of all words, with their positions (V × q).
    ///
    /// # Panics
    /// Panics if there is not one position for each word.
    #[expect(clippy::needless_pass_by_value, reason = "a view is a reference")]
    pub fn new(words: &'a [String], positions: ArrayView2<'a, f64>) -> Self {
        assert_eq!(words.len(), positions.nrows(), "one position for each word");
        Self { words, positions, attributes: Table::new("words", words.len()), selection: None }
    }

    /// Adds further columns to the exported words, with a row for each word (V).
    pub fn with_attributes(self, attributes: Table<'a>) -> Self {
        Self { attributes, ..self }
    }

    /// Restricts the export to the given words, in this order.
    pub fn selected(self, words: Vec<usize>) -> Self {
        Self { selection: Some(words), ..self }
    }

    /// Number of exported words.
    pub fn len(&self) -> usize {
        self.selection.as_ref().map_or(self.words.len(), Vec::len)
    }

    /// Whether no word is exported.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of coordinates of a word vector (q).
    pub fn dimension(&self) -> usize {
        self.positions.ncols()
    }

    /// Number of exported words that are not a single token, so that word-vector files spell them differently.
    pub fn renamed(&self) -> usize {
        self.rows().filter(|&word| !is_token(&self.words[word])).count()
    }

    /// Table of the exported words, their coordinates and further columns.
    pub fn table(&self) -> Table<'_> {
        let (words, positions) = (self.words, self.positions);
        let mut table = Table::new("words", words.len()).text("word", move |word| words[word].as_str());
        let axes = positions.ncols();
        for axis in 0..axes {
            table = table.number(axis_name(axis, axes), DECIMALS, move |word| positions[[word, axis]]);
        }
        table.columns.extend(self.attributes.borrowed().columns);
        match &self.selection {
            Some(words) => table.in_order(Arc::new(words.clone())),
            None => table,
        }
    }

    fn rows(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).map(|place| self.selection.as_ref().map_or(place, |words| words[place]))
    }

    /// Distinct tokens of the exported words, with their positions.
    ///
    /// # Errors
    /// Returns an error if a word occurs twice.
    fn tokens(&self) -> Result<Tokens<'a, '_>, ExportError> {
        let mut taken = HashSet::with_capacity(self.len());
        for word in self.rows() {
            if !taken.insert(Cow::Borrowed(self.words[word].as_str())) {
                let word = &self.words[word];
                return Err(ExportError::Unsuitable(format!(
                    "the word \"{word}\" occurs twice, and the format holds one vector for each word: export the words of one \
                     side, or choose a table format such as csv"
                )));
            }
        }
        let token = |word: usize| {
            let name = self.words[word].as_str();
            let mut token = Cow::Borrowed(name);
            if !is_token(name) {
                token = as_token(name).into();
                while !taken.insert(token.clone()) {
                    token.to_mut().push('_');
                }
            }
            (token, self.positions.row(word))
        };
        Ok(self.rows().map(token).collect())
    }
}

/// Title of a coordinate column: x, y, z in up to three dimensions, otherwise x1 … xq.
pub fn axis_name(axis: usize, axes: usize) -> String {
    if axes <= 3 { ["x", "y", "z"][axis].to_owned() } else { format!("x{}", axis + 1) }
}

fn separates(character: char) -> bool {
    character.is_whitespace() || character.is_control()
}

/// Whether a word is a single token in every word-vector format.
fn is_token(word: &str) -> bool {
    !word.is_empty() && !word.contains(separates)
}

fn as_token(word: &str) -> String {
    if word.is_empty() { "_".to_owned() } else { word.replace(separates, "_") }
}

#[cfg(test)]
mod tests;
