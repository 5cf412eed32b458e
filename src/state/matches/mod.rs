//! Matches of a model of pairs: list, comparison of two documents, dictionary.

pub(super) mod compared;
pub(super) mod dictionary;
pub(super) mod match_view;
pub(super) mod update;

pub use compared::{CANDIDATES, Compared};
pub use dictionary::{Dictionary, DictionaryView};
pub use match_view::{Held, MatchAction, MatchFilter, MatchPart, MatchSort, MatchView};
