//! Focus of the inspector, kind of field, colouring and tool: small types that all views share.

use serde::{Deserialize, Serialize};

/// Subject of the inspector and the highlights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Focus {
    /// No subject.
    #[default]
    None,
    /// Index of a word in the vocabulary.
    Word(usize),
    /// Index of a document in the corpus.
    Document(usize),
    /// Class in focus.
    Class(usize),
    /// A cell of the confusion matrix.
    Cell {
        /// True class of the documents.
        truth: usize,
        /// Predicted class.
        predicted: usize,
    },
}

impl Focus {
    /// The focus, if its index exists among these numbers of words, documents and classes; else none.
    #[must_use]
    pub(crate) fn within(self, words: usize, documents: usize, classes: usize) -> Self {
        let exists = match self {
            Self::None => true,
            Self::Word(word) => word < words,
            Self::Document(document) => document < documents,
            Self::Class(class) => class < classes,
            Self::Cell { truth, predicted } => truth.max(predicted) < classes,
        };
        if exists { self } else { Self::None }
    }
}

/// Effect of dragging in the word field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tool {
    /// Moves the view; in space, rotates it.
    #[default]
    View,
    /// Selects the words in a rectangle.
    Box,
    /// Selects the words inside a freehand line.
    Lasso,
    /// Moves a word.
    Drag,
}

/// Subject of the drawn field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldOf {
    /// One class against all others: the sum of its pairs' fields, each signed for the class.
    Class(usize),
    /// Index of a pair of classes.
    Pair(usize),
    /// The posterior mean of a rating.
    Rating(usize),
    /// The standard deviation of a rating's posterior.
    Deviation(usize),
    /// The witness between two documents, `m(X_i) - m(Y_j)`.
    Witness {
        /// A document of the source side.
        source: usize,
        /// A document of the target side.
        target: usize,
    },
    /// The witness between two compared sets.
    Sets,
    /// The kernel mean of the selection; the kernel around a single word.
    Mean,
}

/// Colouring of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColourBy {
    /// Class or level that a word is most characteristic of.
    #[default]
    Class,
    /// Mean rating of the training documents that contain a word.
    MeanRating,
    /// Value of the drawn field at a word's position.
    Field,
    /// Polarity in a lexicon.
    Polarity,
    /// Number of training documents that contain a word.
    Frequency,
}
