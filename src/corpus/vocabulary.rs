//! Which words are kept: frequent enough in the training part, and not too many.

use serde::{Deserialize, Serialize};

/// The fewest training documents a word must occur in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Threshold {
    /// So many documents.
    Documents(usize),
    /// A share of the training documents, rounded up: 0.01 keeps words in at least 1 % of them.
    Share(f64),
}

/// Which words are kept.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct VocabularyOptions {
    /// The fewest training documents a word must occur in (never less than one).
    pub threshold: Threshold,
    /// At most so many words, those in most documents first.
    pub max_words: Option<usize>,
}
