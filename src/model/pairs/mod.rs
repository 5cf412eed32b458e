//! Pairs of documents, independent of the model: the interface [`Matcher`], documents of two sides, ranks of partners.
//!
//! Cost of ranks: the distances, once per direction; memory: one block of distances.

mod matcher;
mod parts;
mod rows;
mod sides;

pub use matcher::{Matcher, PairShares, Prepared, Witness, WordShare};
pub use parts::Parts;
pub use rows::{Found, MatchRow, Matches};
pub use sides::{Part, Sides};
