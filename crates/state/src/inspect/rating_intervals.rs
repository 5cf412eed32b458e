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

/// Key of bootstrap intervals: predictions of a rating, and a part of the split.
pub(crate) type IntervalsKey = (Same<Derived>, Part);

/// Query for the bootstrap intervals of the shown predictions' errors.
#[derive(Clone, Debug)]
pub struct IntervalsQuery {
    pub(crate) derived: Arc<Derived>,
    pub(crate) part: Part,
}

impl Query for IntervalsQuery {
    type Key = IntervalsKey;
    /// Intervals of the errors; `None` for fewer than ten documents.
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
