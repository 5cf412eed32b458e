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

pub use derived::{ClassStanding, Derived, Level, RunWarning};
pub use neighbours::Neighbours;
pub use one_more::{OccurrenceEffect, TypicalDocuments};
pub use precision::{MOST, Precision};
pub(crate) use topics::TopicSummary;
pub use word_query::WordAnswer;

use std::sync::Arc;

use self::{
    derived::DerivedKey,
    neighbours::NeighboursKey,
    precision::{Evaluation, EvaluationKey},
    rated::LoneWord,
    rating_intervals::IntervalsKey,
    word_query::{OutermostKey, WordKey},
};
use crate::{Lazy, Memo, Same};
use wordfield_core::{metric::RatingIntervals, model::Snapshot};

/// State of the inspector: values of the shown snapshot, recomputed when it changes.
#[derive(Debug, Default)]
pub struct InspectState {
    pub(crate) derived: Memo<DerivedKey, Arc<Derived>>,
    pub(crate) evaluation: Memo<EvaluationKey, Arc<Evaluation>>,
    pub(crate) neighbours: Option<Arc<Neighbours>>,
    pub(crate) neighbours_job: Lazy<NeighboursKey, Arc<Neighbours>>,
    /// Topics of the shown topic model with their words.
    pub(crate) topics: Memo<Same<Snapshot>, Vec<TopicSummary>>,
    /// Shares of the topics in the document in focus.
    pub(crate) document_topics: Memo<(Same<Snapshot>, usize), Vec<f64>>,
    /// Values of the word in focus under a rating model.
    pub(crate) word: Lazy<WordKey, Option<WordAnswer>>,
    /// Words that alone are surely rated high, and low.
    pub(crate) outermost: Lazy<OutermostKey, [Vec<LoneWord>; 2]>,
    /// Bootstrap intervals of the errors of predicted ratings.
    pub(crate) rating_intervals: Lazy<IntervalsKey, Option<RatingIntervals>>,
}

impl InspectState {
    /// Drops the jobs of the previous run.
    pub(crate) fn begin_run(&mut self) {
        (self.neighbours_job, self.word) = (Lazy::default(), Lazy::default());
        (self.outermost, self.rating_intervals) = (Lazy::default(), Lazy::default());
    }
}
