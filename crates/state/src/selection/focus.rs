//! Focus of the inspector, subject of the field, colouring and tool: small types that all views share.

use serde::{Deserialize, Serialize};

/// Focus: the subject of the inspector and the highlights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Focus {
    /// No word, document or class is in focus.
    #[default]
    None,
    /// Focus on a word, by its index in the vocabulary.
    Word(usize),
    /// Focus on a document, by its index in the corpus.
    Document(usize),
    /// Focus on a class, by its index.
    Class(usize),
    /// Focus on a cell of the confusion matrix.
    Cell {
        /// True class of the documents in the cell.
        truth: usize,
        /// Predicted class of the documents in the cell.
        predicted: usize,
    },
}

impl Focus {
    /// The focus, if its index exists among the given numbers of words, documents and classes; otherwise no focus.
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

/// Tool of the word field: the effect of dragging.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tool {
    /// Tool that moves the view, and rotates it in space.
    #[default]
    View,
    /// Tool that selects the words in a rectangle.
    Box,
    /// Tool that selects the words inside a freehand outline.
    Lasso,
    /// Tool that moves a word.
    Drag,
}

/// Subject of the field drawn behind the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldOf {
    /// Field of one class against all others: the sum of its pairs' fields, each signed for the class.
    Class(usize),
    /// Decision field of a pair of classes, by the pair's index.
    Pair(usize),
    /// Posterior mean of a rating as a field.
    Rating(usize),
    /// Posterior standard deviation of a rating as a field.
    Deviation(usize),
    /// Witness function between two documents, `m(X_i) - m(Y_j)`, as a field.
    Witness {
        /// Index of the source document.
        source: usize,
        /// Index of the target document.
        target: usize,
    },
    /// Witness function between two compared sets as a field.
    Sets,
    /// Kernel mean of the selection as a field; the kernel around a single word.
    Mean,
    /// Decision of the one-class SMM of a class's training documents, or of all, as a field.
    Novelty(Option<usize>),
}

/// Value that the colours of words show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColourBy {
    /// Colour words by the class that the model decides at each; without one by the class, level or side of its documents.
    #[default]
    Class,
    /// Colour words by the class of the documents that hold each.
    Documents,
    /// Colour words by the mean rating of the training documents that contain each.
    MeanRating,
    /// Colour words by the value of the drawn field at their positions.
    Field,
    /// Colour words by their polarity in a sentiment lexicon.
    Polarity,
    /// Colour words by the number of training documents that contain each.
    Frequency,
    /// Colour words and documents by a column of the file, an index into [`crate::Basis::columns`].
    Column(usize),
}
