//! Matches of a model of pairs: list, comparison of two documents, dictionary.

pub(super) mod compared;
pub(super) mod dictionary;
pub(super) mod match_view;
pub(super) mod matches_state;
pub(super) mod update;

pub use compared::{CANDIDATES, Compared};
pub use dictionary::DictionaryView;
pub use match_view::{HeldMatches, MatchAction, MatchFilter, MatchPart, MatchSort, MatchView};

pub use matches_state::MatchesState;
