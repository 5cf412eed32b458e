//! A corpus cut into words, and a dataset: the corpus seen through a split, a vocabulary and a weighting.
//!
//! Memory: a corpus keeps every text once and 12 bytes for each distinct word of a document; a dataset adds two
//! sparse matrices over its vocabulary.

use std::sync::Arc;

use ndarray::Array2;

use super::{CorpusError, Csr, RawCorpus, Split, SplitOptions, TextOptions, VocabularyOptions, Weighting};

/// Documents as counts over every word that occurs, whatever its frequency.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// A short name for the window's title.
    pub name: String,
    /// Class names in alphabetical order.
    pub classes: Vec<String>,
    /// The class of each document, an index into `classes` (n).
    pub labels: Vec<usize>,
    /// Where each document came from (n).
    pub titles: Vec<String>,
    /// The text of each document as read, or its words joined (n).
    pub texts: Vec<String>,
    /// Every word that occurs, in alphabetical order (L).
    pub lexicon: Vec<String>,
    /// Word counts (n × L).
    pub counts: Csr,
    /// What the user should know, one sentence each.
    pub notes: Vec<String>,
    /// How texts were cut into words: needed again for new documents.
    pub text_options: TextOptions,
}

/// A corpus seen through a split, a vocabulary and a weighting: what models train on.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// The whole corpus.
    pub corpus: Arc<Corpus>,
    /// Which documents train, tune and test.
    pub split: Split,
    /// The words kept (V), alphabetical.
    pub words: Vec<String>,
    /// The index of each kept word in the corpus's lexicon (V).
    pub lexicon_ids: Vec<u32>,
    /// Counts of the kept words in every document (n × V).
    pub counts: Csr,
    /// The matrix `M`: weighted counts, rows summing to one or empty (n × V), T 3.5.
    pub weights: Csr,
    /// The weighting that made `weights` from `counts`.
    pub weighting: Weighting,
    /// In how many training documents each word occurs (V).
    pub document_frequency: Vec<u32>,
    /// How often each word occurs in each class's training documents (V × classes).
    pub class_counts: Array2<f64>,
    /// What the user should know, one sentence each.
    pub notes: Vec<String>,
}

impl Corpus {
    /// Cuts every document into words.
    ///
    /// # Errors
    /// When no document is left, or fewer than two classes.
    pub fn build(raw: RawCorpus, options: &TextOptions) -> Result<Self, CorpusError> {
        todo!("{raw:?} {options:?}")
    }

    /// Number of documents.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }
}

impl Dataset {
    /// Draws the split, keeps the words frequent enough in its training part, and weights the counts.
    ///
    /// # Errors
    /// When the split does not fit the corpus or no word is left.
    pub fn build(
        corpus: Arc<Corpus>,
        split: &SplitOptions,
        vocabulary: &VocabularyOptions,
        weighting: Weighting,
    ) -> Result<Self, CorpusError> {
        todo!("{corpus:?} {split:?} {vocabulary:?} {weighting:?}")
    }

    /// The same documents and words under another weighting.
    pub fn reweighted(&self, weighting: Weighting) -> Self {
        todo!("{weighting:?}")
    }
}
