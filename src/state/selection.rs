//! What is selected and which layers are shown: the few words every view shares.

use crate::corpus::TaskKind;

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
    /// What words are coloured by.
    pub colour_by: ColourBy,
    /// Whether the second axis is the log of a word's document frequency.
    pub free_axis: bool,
}

impl Default for Layers {
    fn default() -> Self {
        Self {
            words: true,
            labels: true,
            contours: true,
            field: false,
            field_of: FieldOf::Class(0),
            colour_by: ColourBy::Class,
            free_axis: false,
        }
    }
}

impl Layers {
    /// The rating looked at.
    pub fn rating(&self) -> usize {
        if let FieldOf::Rating(rating) | FieldOf::Deviation(rating) = self.field_of { rating } else { 0 }
    }

    /// The layers a corpus of this task is first shown with: ratings with their field, the others with densities.
    #[must_use]
    pub fn of_task(&self, kind: TaskKind) -> Self {
        let ratings = kind == TaskKind::Ratings;
        Self {
            contours: !ratings,
            field: ratings,
            field_of: if ratings { FieldOf::Rating(0) } else { FieldOf::Class(0) },
            colour_by: if ratings { ColourBy::MeanRating } else { ColourBy::Class },
            free_axis: false,
            ..*self
        }
    }
}
