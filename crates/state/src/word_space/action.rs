//! Actions on word vectors.

use std::{path::PathBuf, sync::Arc};

use wordfield_core::word_space::{Match, Measure, PlaneKernel, WordSpace};

/// An action on word vectors.
#[derive(Clone, Debug)]
pub enum SpaceAction {
    /// Read a file of word vectors.
    Open(SpacePlace, PathBuf),
    /// Open the dialog for a file of word vectors.
    AskForFile(SpacePlace),
    /// Result of a reading thread: the first words, all words, or the reason why there are none.
    Read {
        /// Tag of the request.
        job: u64,
        /// Words with their vectors, or the error.
        space: Result<Arc<WordSpace>, String>,
    },
    /// Stop reading a file; words that are read already stay.
    Cancel(SpacePlace),
    /// Close the second file.
    CloseSecond,
    /// Set the number of words that are read of a file; `None`: all.
    First(Option<usize>),
    /// Set the measure: the directions that are compared.
    Measure(Measure),
    /// Set the drawn words.
    Drawn(Drawn),
    /// Set the number of drawn frequent words.
    Count(usize),
    /// Set the coordinates of the picture.
    Projection(Projection),
    /// Set whether the principal axes are those of all words instead of the drawn ones.
    AllAxes(bool),
    /// Restart the learned plane.
    RestartPlane,
    /// Set the answers beside the picture.
    View(SpaceView),
    /// Set the text of the search.
    Search(String),
    /// Set where words are searched: at their beginning or anywhere.
    Match(Match),
    /// Inspect a word.
    Inspect(Option<u32>),
    /// Set the list whose neighbours are listed; `None`: those of the inspected word.
    Near(Option<usize>),
    /// Set the text of a word list.
    List(usize, String),
    /// Add a word to a list, or remove it.
    Toggle(usize, u32),
    /// Set a word of the analogy.
    Analogy(usize, String),
    /// Set the effect of a click on a word.
    Click(ClickAdds),
}

/// Slot of a file of word vectors: first or second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpacePlace {
    /// The file whose words are drawn.
    First,
    /// The file that is compared with it.
    Second,
}

/// Words of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawn {
    /// The first words of the file.
    #[default]
    Frequent,
    /// The words found by the search.
    Found,
    /// The words of both lists.
    Lists,
}

/// Coordinates of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Projection {
    /// The first two or three principal axes.
    Principal(usize),
    /// Positions that keep neighbours.
    Learned(PlaneKernel),
}

impl Default for Projection {
    fn default() -> Self {
        Self::Principal(2)
    }
}

/// Answers beside the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpaceView {
    /// Nearest words.
    #[default]
    Neighbours,
    /// Nearest words of an analogy.
    Analogy,
    /// Words along the axis from list A to list B.
    Axis,
    /// MMD of the two lists.
    Lists,
    /// Words that differ between two files.
    Second,
}

impl SpaceView {
    /// All views, in the order of the window.
    pub const ALL: [Self; 5] = [Self::Neighbours, Self::Analogy, Self::Axis, Self::Lists, Self::Second];
}

/// Effect of a click on a word of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClickAdds {
    /// The word is inspected.
    #[default]
    Nothing,
    /// The word is inspected, and added to a list or removed from it.
    List(usize),
}
