//! Pairs of documents, whatever model matches them: what a [`Matcher`] answers, documents of two sides, ranks of partners.
//!
//! Cost of ranks: the distances, once each way; memory: a block of distances at a time.

mod matcher;
mod parts;
mod rows;
mod sides;

pub use matcher::{Matcher, PairShares, Prepared, Witness, WordShare};
pub use parts::Parts;
pub use rows::{Found, MatchRow, Matches};
pub use sides::{Part, Sides};
