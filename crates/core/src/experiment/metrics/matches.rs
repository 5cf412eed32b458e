//! Metrics of matching in both directions: precision and mean reciprocal rank.

use serde::{Deserialize, Serialize};

use crate::{
    corpus::Dataset,
    metric,
    model::{
        Matched,
        pairs::{Matcher, Part},
    },
    stats::wilson95,
};

/// Metrics of matching on one part of a split. Fields after the candidates are missing in reports of earlier versions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchMetrics {
    /// Precision of matching in both directions.
    pub precision: BothWays<Precision>,
    /// Number of candidates for a document's partner: the documents of the opposite side in the same part.
    pub candidates: usize,
    /// Mean reciprocal rank of the partner; `None` for an empty part.
    #[serde(default)]
    pub mrr: BothWays<Option<f64>>,
    /// Confidence interval (95 %, Wilson) of the precision at one; `None` for the training part and an empty one.
    #[serde(default)]
    pub precision_interval: BothWays<Option<[f64; 2]>>,
}

/// One value for each direction of matching.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BothWays<T> {
    /// Value for matching from source to target.
    pub source_to_target: T,
    /// Value for matching from target to source.
    pub target_to_source: T,
}

/// Precision: share of documents whose partner is among the nearest candidates; `None` for an empty part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Precision {
    /// Share of documents whose true partner is the nearest candidate.
    #[serde(rename = "1")]
    pub one: Option<f64>,
    /// Share of documents whose true partner is among the three nearest candidates.
    #[serde(rename = "3")]
    pub three: Option<f64>,
    /// Share of documents whose true partner is among the five nearest candidates.
    #[serde(rename = "5")]
    pub five: Option<f64>,
    /// Share of documents whose true partner is among the ten nearest candidates.
    #[serde(rename = "10")]
    pub ten: Option<f64>,
    /// Share of documents whose true partner is among the twenty nearest candidates.
    #[serde(rename = "20")]
    pub twenty: Option<f64>,
}

impl MatchMetrics {
    /// Metrics of matching from a model's distances between the documents of a part; `unseen`: it is not the training part.
    pub(super) fn of(data: &Dataset, fitted: &dyn Matcher, documents: &[usize], unseen: bool) -> Self {
        let part = Part::of(data, documents);
        let matches = fitted.both_ways(&part.sides);
        let [there, back] = [&matches.there, &matches.back].map(|found| found.iter().filter_map(|found| found.rank).collect());
        Self::of_ranks(&[there, back], part.targets.len(), unseen)
    }

    /// Metrics of matching from rankings of all documents of the part.
    pub(super) fn of_rows(data: &Dataset, matched: &Matched, documents: &[usize]) -> Self {
        let Part { sources, targets, .. } = Part::of(data, documents);
        let rows = || sources.iter().filter_map(|&document| matched.row(document));
        let there = rows().filter_map(|row| row.rank).collect();
        let back = rows().filter_map(|row| row.reverse_rank).collect();
        Self::of_ranks(&[there, back], targets.len(), true)
    }

    /// Further scores of matching in words, from source to target,
    /// as in "95 % interval 60.1 to 78.9 %, mean reciprocal rank 0.801"; empty for an empty part.
    pub fn in_words(&self) -> String {
        let interval = self.precision_interval.source_to_target;
        let interval = interval.map(|[low, high]| format!("95 % interval {:.1} to {:.1} %", 100.0 * low, 100.0 * high));
        let mrr = self.mrr.source_to_target.map(|mrr| format!("mean reciprocal rank {mrr:.3}"));
        interval.into_iter().chain(mrr).collect::<Vec<_>>().join(", ")
    }

    fn of_ranks(ranks: &[Vec<usize>; 2], candidates: usize, unseen: bool) -> Self {
        let [there, back] = ranks.each_ref().map(|ranks| {
            let precision = Precision::of(|r| metric::precision_at(ranks.iter().copied(), r));
            let interval = precision.one.filter(|_| unseen).map(|one| wilson95(one, ranks.len()));
            (precision, metric::mean_reciprocal_rank(ranks.iter().copied()), interval)
        });
        Self {
            precision: BothWays { source_to_target: there.0, target_to_source: back.0 },
            candidates,
            mrr: BothWays { source_to_target: there.1, target_to_source: back.1 },
            precision_interval: BothWays { source_to_target: there.2, target_to_source: back.2 },
        }
    }
}

impl Precision {
    /// Precision at each number of nearest candidates.
    pub fn of(at: impl Fn(usize) -> Option<f64>) -> Self {
        Self { one: at(1), three: at(3), five: at(5), ten: at(10), twenty: at(20) }
    }
}
