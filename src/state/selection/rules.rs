//! Sets defined by a rule instead of a gesture: a class, a range of ratings, a part, what the model got wrong, the
//! neighbourhood of a word.
//!
//! Cost: one pass over the words or the documents.

use crate::state::inspect::explain::Part;

/// Which words or documents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Every word.
    Words,
    /// The words most characteristic of a class; of a matching, those of a side.
    WordsOf(usize),
    /// The words whose documents' mean rating lies in a range, its ends included.
    WordsRated {
        /// Which rating.
        rating: usize,
        /// The least.
        low: f64,
        /// The most.
        high: f64,
    },
    /// The words a document holds.
    WordsIn(usize),
    /// The words the documents of the set hold.
    WordsThere,
    /// A word and those nearest to it.
    Nearest {
        /// The word.
        word: usize,
        /// How many others.
        count: usize,
    },
    /// A word and those within a distance of it.
    Within {
        /// The word.
        word: usize,
        /// The distance, in units of the latent space.
        radius: f64,
    },
    /// The words the search finds.
    Hits,
    /// The words beyond a place on the semantic axis: that way from it, towards its second word or its first.
    Beyond {
        /// Towards the second word.
        second: bool,
        /// The place, where the two words lie at -1 and 1.
        limit: f64,
    },
    /// Every document.
    Documents,
    /// The documents of a class; of a matching, those of a side.
    DocumentsOf(usize),
    /// The documents of a part of the split.
    Part(Part),
    /// The documents the model gives a class.
    Predicted(usize),
    /// The documents the model is wrong about: of another class, outside their interval, or not nearest to their partner.
    Wrong,
    /// The documents with a rating in a range, its ends included.
    Rated {
        /// Which rating.
        rating: usize,
        /// The least.
        low: f64,
        /// The most.
        high: f64,
    },
    /// The documents that hold any word of the set.
    DocumentsThere,
    /// The documents listed in the table.
    Listed,
    /// A set kept under a name.
    Kept(usize),
}
