//! Numbers and sorted lists read from a model: explanations, neighbours, evaluation, warnings about chance level.

pub(super) mod chance_warning;
pub(super) mod derived;
pub(super) mod neighbours;
pub(super) mod one_more;
pub(super) mod update;

pub mod explain;
pub mod rated;

pub use derived::{Derived, Doubts, Level, MOST, Precision};
pub use neighbours::Neighbours;
pub use one_more::{OneMore, Usual};
