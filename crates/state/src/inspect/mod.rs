//! Numbers and sorted lists read from a model: explanations, neighbours, evaluation, warnings about chance level.

pub(super) mod chance_warning;
mod decision_shares;
pub(super) mod derived;
pub(super) mod health;
pub(super) mod neighbours;
pub(super) mod one_more;
pub(super) mod precision;
pub(super) mod rating_intervals;
pub(super) mod topics;
pub(super) mod update;
pub(super) mod word_query;

pub mod explain;
pub mod rated;

pub use derived::{Derived, Level, RunWarning};
pub use neighbours::Neighbours;
pub use one_more::{OccurrenceEffect, Usual};
pub use precision::{MOST, Precision};
pub use rating_intervals::IntervalsQuery;
pub(crate) use topics::TopicSummary;
pub use word_query::{WordAnswer, WordQuery};

use std::sync::Arc;

use self::{
    derived::DerivedKey,
    neighbours::NeighboursQuery,
    precision::{Evaluation, EvaluationKey},
};
use crate::{Memo, Same, Slot};
use wordfield_core::model::Snapshot;

/// State of the inspector: values of the shown snapshot, recomputed when it changes.
#[derive(Debug, Default)]
pub struct InspectState {
    pub(crate) derived: Memo<DerivedKey, Arc<Derived>>,
    pub(crate) evaluation: Memo<EvaluationKey, Arc<Evaluation>>,
    pub(crate) neighbours: Option<Arc<Neighbours>>,
    pub(crate) neighbours_query: Slot<NeighboursQuery>,
    /// Topics of the shown topic model with their words.
    pub(crate) topics: Memo<Same<Snapshot>, Vec<TopicSummary>>,
    /// Shares of the topics in the document in focus.
    pub(crate) document_topics: Memo<(Same<Snapshot>, usize), Vec<f64>>,
    /// Values of the word in focus under a rating model.
    pub(crate) word: Slot<WordQuery>,
    /// Bootstrap intervals of the errors of predicted ratings.
    pub(crate) rating_intervals: Slot<IntervalsQuery>,
}

impl InspectState {
    /// Drops the queries of the previous run.
    pub(crate) fn begin_run(&mut self) {
        (self.neighbours_query, self.word) = (Slot::default(), Slot::default());
        self.rating_intervals = Slot::default();
    }
}
