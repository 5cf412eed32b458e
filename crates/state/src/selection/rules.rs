//! Selection rules: a class, a range of ratings, a part, errors of the model, the neighbourhood of a word.
//!
//! Cost of a rule: one pass over the words or the documents.

use wordfield_core::corpus::Dataset;

/// Rule that selects words or documents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Rule: every word of the vocabulary.
    Words,
    /// Rule: words that have the colour of a class, or words of a side (source or target) for a matching.
    WordsOf(usize),
    /// Rule: words for which the mean rating of their documents lies in a closed range.
    WordsRated {
        /// Index of the rating that the words are selected by.
        rating: usize,
        /// Minimum of the words' mean rating.
        low: f64,
        /// Maximum of the words' mean rating.
        high: f64,
    },
    /// Rule: words that a document contains.
    WordsIn(usize),
    /// Rule: words of the documents in the selection set.
    WordsThere,
    /// Rule: a word and its nearest words.
    Nearest {
        /// Index of the central word.
        word: usize,
        /// Number of nearest words.
        count: usize,
    },
    /// Rule: a word and all words within a distance.
    Within {
        /// Index of the central word.
        word: usize,
        /// Largest distance from the central word, in units of the latent space.
        radius: f64,
    },
    /// Rule: words that the word search found.
    Hits,
    /// Rule: words beyond a threshold on the semantic axis.
    Beyond {
        /// Whether the rule selects words on the side of the axis's second word.
        second: bool,
        /// Threshold on the semantic axis, on which its two words have the coordinates -1 and 1.
        limit: f64,
    },
    /// Rule: every document of the corpus.
    Documents,
    /// Rule: documents of a class, or documents of a side (source or target) for a matching.
    DocumentsOf(usize),
    /// Rule: documents of a part of the split.
    Part(Part),
    /// Rule: documents with a predicted class.
    Predicted(usize),
    /// Rule: documents with a wrong prediction, such as another class,
    /// a rating outside its interval, or a partner that is not nearest.
    Wrong,
    /// Rule: documents with a rating in a closed range.
    Rated {
        /// Index of the rating that the documents are selected by.
        rating: usize,
        /// Minimum of the documents' rating.
        low: f64,
        /// Maximum of the documents' rating.
        high: f64,
    },
    /// Rule: documents that contain any word of the selection set.
    DocumentsThere,
    /// Rule: documents listed in the table.
    Listed,
    /// Rule: members of the named set with the given index.
    NamedSet(usize),
}

impl Rule {
    /// Whether the rule selects words by their positions.
    pub fn is_by_position(&self) -> bool {
        matches!(self, Self::Nearest { .. } | Self::Within { .. } | Self::Beyond { .. })
    }
}

/// Part of the split: training, development or test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// Training part of the split.
    Train,
    /// Development part of the split.
    Dev,
    /// Test part of the split.
    #[default]
    Test,
}

impl Part {
    /// All parts of the split.
    pub const ALL: [Self; 3] = [Self::Train, Self::Dev, Self::Test];

    /// Name of the part of the split.
    pub fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Dev => "development",
            Self::Test => "test",
        }
    }

    /// Documents of the part of the split.
    pub fn documents(self, dataset: &Dataset) -> &[usize] {
        match self {
            Self::Train => &dataset.split.train,
            Self::Dev => &dataset.split.dev,
            Self::Test => &dataset.split.test,
        }
    }
}
