//! Actions on word vectors without documents.

use std::{path::PathBuf, sync::Arc};

use wordfield_core::word_space::{Match, Measure, PlaneKernel, WordSpace};

/// Action on word vectors without documents.
#[derive(Clone, Debug)]
pub enum SpaceAction {
    /// Read a file of word vectors, as the first or the second.
    Open(SpacePlace, PathBuf),
    /// Open the dialog for a file of word vectors.
    AskForFile(SpacePlace),
    /// Deliver the result of a reading thread: the first words, all words, or the reason why there are none.
    Read {
        /// Number of the reading job.
        job: u64,
        /// Words with their vectors, or the error of reading.
        space: Result<Arc<WordSpace>, String>,
    },
    /// Stop reading a file of word vectors; words that are read already stay.
    Cancel(SpacePlace),
    /// Close the second file of word vectors.
    CloseSecond,
    /// Set the number of words to read from a file; `None`: all.
    First(Option<usize>),
    /// Set the measure: which directions of vectors are compared.
    Measure(Measure),
    /// Set which words the picture draws.
    Drawn(Drawn),
    /// Set the number of frequent words that the picture draws.
    Count(usize),
    /// Set the projection of the picture: its coordinates.
    Projection(Projection),
    /// Set whether the principal axes are those of all words instead of the drawn ones.
    AllAxes(bool),
    /// Restart the iterations of the learned plane.
    RestartPlane,
    /// Set which answers are listed beside the picture.
    View(SpaceView),
    /// Set the text of the word search.
    Search(String),
    /// Set where the search matches words: at their beginning or anywhere.
    Match(Match),
    /// Inspect a word, or none.
    Inspect(Option<u32>),
    /// Set the word list whose neighbours are listed; `None`: those of the inspected word.
    Near(Option<usize>),
    /// Set the text of a word list.
    List(usize, String),
    /// Add a word to a word list, or remove it.
    Toggle(usize, u32),
    /// Set one of the words of the analogy.
    Analogy(usize, String),
    /// Set the effect of a click on a word of the picture.
    Click(ClickAdds),
}

/// Slot of a file of word vectors: first or second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpacePlace {
    /// The first file, whose words are drawn.
    First,
    /// The second file, which is compared with the first.
    Second,
}

/// Words that the picture draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawn {
    /// The most frequent words, which come first in the file.
    #[default]
    Frequent,
    /// The words found by the search.
    Found,
    /// The words of both word lists.
    Lists,
}

/// Projection of the picture: the coordinates of its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Projection {
    /// Projection on the first two or three principal axes.
    Principal(usize),
    /// Projection on a learned plane, whose positions keep neighbours.
    Learned(PlaneKernel),
}

impl Default for Projection {
    fn default() -> Self {
        Self::Principal(2)
    }
}

/// View of the answers beside the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpaceView {
    /// Nearest words of the inspected word or of a list.
    #[default]
    Neighbours,
    /// Nearest words of an analogy.
    Analogy,
    /// Words along the semantic axis from list A to list B.
    Axis,
    /// Maximum mean discrepancy (MMD) of the two word lists.
    Lists,
    /// Words whose vectors differ between two files.
    Second,
}

impl SpaceView {
    /// All views of answers, in the order of the window.
    pub const ALL: [Self; 5] = [Self::Neighbours, Self::Analogy, Self::Axis, Self::Lists, Self::Second];
}

/// Effect of a click on a word of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClickAdds {
    /// A click only inspects the word.
    #[default]
    Nothing,
    /// A click inspects the word, and adds it to a list or removes it.
    List(usize),
}
