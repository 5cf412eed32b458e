//! Word vectors of one vocabulary, in the order of its words.
//!
//! Cost: a look-up for each word. Memory: V × d numbers.

use ndarray::{Array2, ArrayView1};

use super::{Table, VectorFile, VectorTable};
use crate::corpus::{CorpusError, error::list, printable::shown};

/// Maximum number of words without vectors that an error message names.
const NAMED: usize = 5;

/// Word vectors from a file, in the order of a dataset's words.
#[derive(Clone, Debug, PartialEq)]
pub struct WordVectors {
    /// Name of the word-vector file, or of both files if each side of pairs has one.
    pub source: String,
    /// Word vectors (V × d); rows of words without a vector are zero.
    pub x: Array2<f64>,
    /// Whether each word has a vector (V).
    pub known: Vec<bool>,
    /// Whether the vectors keep their origin instead of being centred, as positions of a model need.
    pub keeps_origin: bool,
}

impl WordVectors {
    /// Dimension of the word vectors (d).
    pub fn dimension(&self) -> usize {
        self.x.ncols()
    }

    /// Number of words that have a vector.
    pub fn words_known(&self) -> usize {
        self.known.iter().filter(|&&known| known).count()
    }
}

impl VectorTable {
    /// Word-vector files as they were read: one, or one for each side of pairs.
    pub fn files(&self) -> impl Iterator<Item = &VectorFile> {
        self.tables().map(|table| &table.origin)
    }

    /// Remarks on the word vectors for the user, one sentence each.
    pub fn notes(&self) -> Vec<String> {
        self.tables().flat_map(Table::all_notes).collect()
    }

    /// Whether all the given words were looked up, the first `source_words` being of the source side of pairs.
    pub fn covers(&self, words: &[String], source_words: usize) -> bool {
        self.sides(words, source_words).iter().all(|(table, words)| table.covers(words))
    }

    /// Word vectors of the given words (V), of which the first `source_words` are of the source side of pairs;
    /// `names` are the sides' names.
    ///
    /// # Errors
    /// Returns an error if a word-vector file has no word of its side.
    pub fn vectors_of(&self, words: &[String], source_words: usize, names: [&str; 2]) -> Result<WordVectors, CorpusError> {
        let mut x = Array2::zeros((words.len(), self.source.origin.dimension));
        let mut known = Vec::with_capacity(words.len());
        for ((table, words), name) in self.sides(words, source_words).into_iter().zip(names) {
            let before = known.len();
            for word in words {
                let vector = table.vector(word);
                if let Some(vector) = vector {
                    x.row_mut(known.len()).assign(&ArrayView1::from(vector));
                }
                known.push(vector.is_some());
            }
            if !words.is_empty() && !known[before..].contains(&true) {
                let of = if name.is_empty() { " of the corpus".to_owned() } else { format!(" of \"{}\"", shown(name)) };
                let (all, examples) = (words.len(), list(&words[..words.len().min(NAMED)]));
                let problem = format!("none of the {all} words{of} has a vector in it (looked for {examples})");
                let remedy = "choose vectors of the texts' language, and leave words unstemmed, as vectors are of whole words";
                return Err(CorpusError::format(&table.origin.file, None, problem, remedy));
            }
        }
        let source = self.files().map(VectorFile::name).collect::<Vec<_>>().join(" and ");
        Ok(WordVectors { source, x, known, keeps_origin: false })
    }

    fn tables(&self) -> impl Iterator<Item = &Table> {
        [Some(&self.source), self.target.as_ref()].into_iter().flatten()
    }

    /// Words of each side of pairs (source, target), with the table of their vectors.
    fn sides<'a>(&'a self, words: &'a [String], source_words: usize) -> [(&'a Table, &'a [String]); 2] {
        let (source, target) = words.split_at(source_words.min(words.len()));
        [(&self.source, source), (self.target.as_ref().unwrap_or(&self.source), target)]
    }
}
