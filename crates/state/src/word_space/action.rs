//! Actions on word vectors without documents: files, queries and the picture.

use std::{path::PathBuf, sync::Arc};

use wordfield_core::word_space::{Match, Measure, PlaneKernel, WordSpace};

/// Action on word vectors without documents.
#[derive(Clone, Debug)]
pub enum SpaceAction {
    /// Open a file of word vectors as the first or second file.
    Open(SpacePlace, PathBuf),
    /// Open the dialog for a file of word vectors.
    AskForFile(SpacePlace),
    /// Deliver the result of a reading thread: the first words, all words, or the reason for failure.
    Read {
        /// Number of the job that read the file.
        job: u64,
        /// Embedding space that was read, or the error of reading.
        space: Result<Arc<WordSpace>, String>,
    },
    /// Stop reading a file of word vectors and keep the words read so far.
    Cancel(SpacePlace),
    /// Close the second file of word vectors.
    CloseSecond,
    /// Set the number of words to read from a word-vector file; `None` for all.
    First(Option<usize>),
    /// Set the measure of directions: how word vectors are compared.
    Measure(Measure),
    /// Set which words the picture draws.
    Drawn(Drawn),
    /// Set the number of most frequent words that the picture draws.
    Count(usize),
    /// Set the projection that gives words their coordinates in the picture.
    Projection(Projection),
    /// Set whether the principal axes are computed from all words, not only the drawn ones.
    AllAxes(bool),
    /// Restart the iterations of the learned plane.
    RestartPlane,
    /// Set the kind of results about words in the side column.
    View(SpaceView),
    /// Set the text of the word search.
    Search(String),
    /// Set where a word must contain the searched text: at its beginning or anywhere.
    Match(Match),
    /// Inspect a word, or none.
    Inspect(Option<u32>),
    /// Set the word list whose neighbours are listed; `None`: those of the inspected word.
    Near(Option<usize>),
    /// Set the text of a word list, A or B.
    List(usize, String),
    /// Add a word to a word list, or remove it.
    Toggle(usize, u32),
    /// Set one of the words of the analogy.
    Analogy(usize, String),
    /// Set the effect of a click on a word of the picture.
    Click(ClickAdds),
}

/// Slot of an opened word-vector file: first or second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpacePlace {
    /// First word-vector file, whose words are drawn.
    First,
    /// Second word-vector file, which is compared with the first.
    Second,
}

/// Words that the picture draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawn {
    /// Most frequent words, which come first in the file.
    #[default]
    Frequent,
    /// The words found by the search.
    Found,
    /// Words of both word lists, A and B.
    Lists,
}

/// Projection that gives words their coordinates in the picture.
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

/// Kind of results about words in the side column, such as nearest words or an analogy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpaceView {
    /// View with the nearest words of the inspected word or of a list.
    #[default]
    Neighbours,
    /// View with the nearest words of an analogy.
    Analogy,
    /// View with words along the semantic axis from list A to list B.
    Axis,
    /// Maximum mean discrepancy (MMD) of the two word lists.
    Lists,
    /// View with words whose vectors differ between two files.
    Second,
}

impl SpaceView {
    /// All kinds of results about words, in the order of the window.
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
