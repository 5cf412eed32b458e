//! Precision@R of an evaluated matching, computed for each part on first use.

use std::sync::{Arc, OnceLock};

use crate::{core::memo::Same, inspect::explain::Part};
use wordfield_core::{
    corpus::Dataset,
    metric::{mean_reciprocal_rank, precision_at},
    model::matching::MatchRow,
    stats::wilson95,
};

/// Largest R of precision@R (T 6.15).
pub const MOST: usize = 20;

/// Evaluation of a matching, with values derived on first use.
#[derive(Debug)]
pub(crate) struct Evaluation {
    rows: Arc<Vec<MatchRow>>,
    precision: [OnceLock<Option<Precision>>; 3],
}

/// Precision@R of one part for R = 1 to [`MOST`] (T 6.15).
#[derive(Clone, Debug, PartialEq)]
pub struct Precision {
    /// Number of pairs in the part.
    pub pairs: usize,
    /// Precision@R of source documents, for each R.
    pub there: Vec<f64>,
    /// Precision@R of target documents, for each R.
    pub back: Vec<f64>,
    /// Mean reciprocal rank of the partner, from source to target and back.
    pub reciprocal: [f64; 2],
    /// 95 % intervals of precision@1 in both directions (Wilson).
    pub intervals: [[f64; 2]; 2],
}

/// Key of an [`Evaluation`] of a matching.
pub(crate) type EvaluationKey = (Same<Dataset>, Same<Vec<MatchRow>>);

impl Evaluation {
    pub(crate) fn new(rows: &Arc<Vec<MatchRow>>) -> Self {
        Self { rows: Arc::clone(rows), precision: Default::default() }
    }

    /// Precision@R of a part; `None` for a part without pairs.
    pub(super) fn precision(&self, dataset: &Dataset, part: Part) -> Option<&Precision> {
        self.precision[part as usize].get_or_init(|| Precision::of(&self.rows, dataset, part)).as_ref()
    }
}

impl Precision {
    fn of(rows: &[MatchRow], dataset: &Dataset, part: Part) -> Option<Self> {
        let row = |document: &usize| rows.binary_search_by_key(document, |row| row.document).ok().map(|place| &rows[place]);
        let rows: Vec<&MatchRow> = part.documents(dataset).iter().filter_map(row).collect();
        let ranks = [
            rows.iter().filter_map(|row| row.rank).collect::<Vec<_>>(),
            rows.iter().filter_map(|row| row.reverse_rank).collect(),
        ];
        let pairs = ranks[0].len();
        let reciprocal = ranks.each_ref().map(|ranks| mean_reciprocal_rank(ranks.iter().copied()).unwrap_or_default());
        let intervals = ranks.each_ref().map(|ranks| wilson95(curve(ranks)[0], ranks.len()));
        let [there, back] = ranks.map(|ranks| curve(&ranks));
        (pairs > 0).then_some(Self { pairs, there, back, reciprocal, intervals })
    }
}

/// Precision@R of some ranks: the share of them that are at most R, for R = 1 to [`MOST`].
fn curve(ranks: &[usize]) -> Vec<f64> {
    (1..=MOST).map(|r| precision_at(ranks.iter().copied(), r).unwrap_or_default()).collect()
}
