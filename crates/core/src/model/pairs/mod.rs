//! Paired documents, independent of the model: documents of two sides, ranks of partners, and the learned dictionary.
//! Models implement [`Matcher`]; the dictionary has examples and a precision.
//!
//! Cost of ranks: the distances, once per direction; memory: one block of distances.

mod dictionary;
mod examples;
mod matcher;
mod parts;
mod reference;
mod rows;
mod sides;

pub use dictionary::{Dictionary, Entry};
pub use examples::examples;
pub use matcher::{Matcher, PairShares, Prepared, Witness, WordShare};
pub use parts::Parts;
pub use reference::ReferencePrecision;
pub use rows::{Found, MatchRow, Matches};
pub(super) use rows::{gain, ranked, separation};
pub(super) use sides::narrowed;
pub use sides::{Part, Sides};
