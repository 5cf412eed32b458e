//! Numbers and sorted lists read from a model: explanations, neighbours, evaluation, warnings about chance level.

pub(super) mod chance_warning;
mod decision_shares;
pub(super) mod derived;
pub(super) mod health;
pub(super) mod inspect_state;
pub(super) mod neighbours;
pub(super) mod one_more;
pub(super) mod update;
pub(super) mod word_query;

pub mod explain;
pub mod rated;

pub use derived::{Derived, Level, MOST, Precision, RunWarning};
pub use neighbours::Neighbours;
pub use one_more::{OccurrenceEffect, Usual};

pub use inspect_state::InspectState;
pub use word_query::{WordAnswer, WordQuery};
