//! What is selected and which layers are shown: the few words every view shares.

/// The one thing the inspector and the highlights are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selection {
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

/// Whose field is drawn under the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldOf {
    /// One class against all the others: the sum of its pairs' fields, each signed for the class.
    Class(usize),
    /// One pair of classes, an index into the pairs.
    Pair(usize),
}

/// The layers of the word field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each layer is a switch of its own")]
pub struct Layers {
    /// A disc for every word.
    pub words: bool,
    /// The words' names, as many as fit.
    pub labels: bool,
    /// Where the words of each class's documents lie.
    pub contours: bool,
    /// The decision field and its zero line.
    pub field: bool,
    /// Whose field.
    pub field_of: FieldOf,
}

impl Default for Layers {
    fn default() -> Self {
        Self { words: true, labels: true, contours: true, field: false, field_of: FieldOf::Class(0) }
    }
}
