//! Focus of the inspector, kind of field, colouring and tool: small types that all views share.

/// The one thing the inspector and the highlights are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// Nothing.
    #[default]
    None,
    /// A word, an index into the vocabulary.
    Word(usize),
    /// A document, an index into the corpus.
    Document(usize),
    /// A class.
    Class(usize),
    /// A cell of the confusion matrix.
    Cell {
        /// The class the documents have.
        truth: usize,
        /// The class the model gives them.
        predicted: usize,
    },
}

/// What dragging with the pointer does in the word field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Moves the view; in three dimensions, turns it.
    #[default]
    View,
    /// Chooses the words in a rectangle.
    Box,
    /// Chooses the words inside a line drawn by hand.
    Lasso,
    /// Takes a word elsewhere.
    Drag,
}

/// Whose field is drawn under the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldOf {
    /// One class against all the others: the sum of its pairs' fields, each signed for the class.
    Class(usize),
    /// One pair of classes, an index into the pairs.
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
    /// The witness between the two sets compared.
    Sets,
}

/// What words are coloured by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourBy {
    /// The class or level a word is most characteristic of.
    #[default]
    Class,
    /// The mean rating of the training documents that hold a word.
    MeanRating,
    /// The field at a word's place, as it is drawn.
    Field,
    /// A lexicon's judgement.
    Polarity,
}
