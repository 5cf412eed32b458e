//! Bootstrap intervals of the errors of predicted ratings on a part of the split, as in reports.
//!
//! Cost: 50 ms for 5,000 documents, on a thread, once per evaluation and only while the tab Evaluation shows them.

use crate::{Derived, core::memo::Same, inspect::explain::Part};
use wordfield_core::metric::RatingIntervals;

/// Key of bootstrap intervals: predictions of a rating, and a part of the split.
pub(crate) type IntervalsKey = (Same<Derived>, Part);

/// Intervals of the errors in a part of the split; `None` for fewer than ten documents.
pub(crate) fn intervals(derived: &Derived, part: Part) -> Option<RatingIntervals> {
    let (truth, means): (Vec<f64>, Vec<f64>) =
        derived.rated_documents(part).iter().map(|(_, rated)| (rated.truth, rated.mean)).unzip();
    RatingIntervals::of(&truth, &means)
}
