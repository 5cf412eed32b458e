//! Bootstrap intervals of the errors of predicted ratings on a part of the split, as in reports.
//!
//! Cost: 50 ms for 5,000 documents, on a thread, once per evaluation and only while the tab Evaluation shows them.

use std::sync::Arc;

use crate::{
    Derived,
    core::{memo::Same, query::Query},
    inspect::explain::Part,
};
use wordfield_core::{cancel::CancelFlag, metric::RatingIntervals};

/// Predictions of a rating, and a part of the split.
pub(crate) type IntervalsKey = (Same<Derived>, Part);

/// A query for the intervals of the shown predictions.
#[derive(Clone, Debug)]
pub struct IntervalsQuery {
    pub(crate) derived: Arc<Derived>,
    pub(crate) part: Part,
}

impl Query for IntervalsQuery {
    type Key = IntervalsKey;
    /// `None` for fewer than ten documents.
    type Answer = Option<RatingIntervals>;

    const LONG: bool = true;

    fn key(&self) -> IntervalsKey {
        (Same::of(&self.derived), self.part)
    }

    fn answer(self, _cancel: &CancelFlag) -> Option<RatingIntervals> {
        let (truth, means): (Vec<f64>, Vec<f64>) =
            self.derived.rated_documents(self.part).iter().map(|(_, rated)| (rated.truth, rated.mean)).unzip();
        RatingIntervals::of(&truth, &means)
    }

    fn supersedes(new: &IntervalsKey, running: &IntervalsKey) -> bool {
        new.1 != running.1
    }
}
