//! Matches of a model of pairs: list, comparison of two documents, dictionary.

pub(super) mod checking;
pub(super) mod compared;
pub(super) mod dictionary;
pub(super) mod held_out;
pub(super) mod match_view;
pub(super) mod matches_state;
pub(super) mod update;

pub use checking::{CHECKED_AT_ONCE, CheckFilter, CheckSort, PairMode};
pub use compared::{CANDIDATES, Compared};
pub use dictionary::DictionaryView;
pub use held_out::{CheckFound, HeldOut};
pub use match_view::{HeldMatches, MatchAction, MatchFilter, MatchPart, MatchSort, MatchView};

pub use matches_state::MatchesState;
