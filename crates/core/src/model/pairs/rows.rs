//! Ranks of true partners among the candidate documents, in both directions.

use ndarray::ArrayView2;
use serde::{Deserialize, Serialize};

use super::sides::Sides;
use crate::metric::{mean_reciprocal_rank, precision_at};

/// Ranking of the candidates for one document, on the opposite side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Rank of the true partner: number of candidates at most as far, itself included; 1 means that no other is as near (T 6.15);
    /// `None` without a partner.
    pub rank: Option<usize>,
    /// Squared distance of the document to its true partner.
    pub own: Option<f64>,
    /// Index of the nearest candidate document, the first among equals.
    pub best: Option<usize>,
    /// Squared distance to the nearest candidate document.
    pub best_distance: f64,
    /// Additional squared distance of the second nearest candidate; `None` with a single candidate.
    pub margin: Option<f64>,
}

/// Ranking of the candidates for a source document, with indices of the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchRow {
    /// Index of the source document.
    pub document: usize,
    /// True partner of the source document, if it has one.
    pub partner: Option<usize>,
    /// Rank of the true partner: number of candidates at most as far, itself included; ties count against the model.
    pub rank: Option<usize>,
    /// Index of the nearest candidate document.
    pub best: usize,
    /// Squared distance `d_ij` to the nearest candidate.
    pub best_distance: f64,
    /// Additional squared distance of the second nearest candidate; infinite for a single candidate.
    pub margin: f64,
    /// Rank of the source document among the candidates of its true partner.
    pub reverse_rank: Option<usize>,
}

/// Ranks the candidates of each document by their distances (n × m); `partner`: column of each document's partner.
pub(in crate::model) fn ranked(distances: &ArrayView2<'_, f64>, partner: &[Option<usize>]) -> Vec<Found> {
    distances.outer_iter().zip(partner).map(|(row, &partner)| find(row.iter(), partner)).collect()
}

/// Precision@1 and mean reciprocal rank of the partners, by which hyper-parameters are chosen; `None` without partners.
pub(in crate::model) fn gain(found: &[Found]) -> (Option<f64>, Option<f64>) {
    let ranks = found.iter().filter_map(|found| found.rank);
    (precision_at(ranks.clone(), 1), mean_reciprocal_rank(ranks))
}

/// Mean distance by which the nearest wrong candidate is farther than the partner; negative where it is nearer.
/// Separation orders hyper-parameters whose precision and reciprocal rank are equal, as where every partner ranks first.
/// Distances must have one scale, as cosines have. `None` without partners.
pub(in crate::model) fn separation(found: &[Found]) -> Option<f64> {
    let apart = |found: &Found| {
        let own = found.own?;
        if found.rank == Some(1) { found.margin } else { Some(found.best_distance - own) }
    };
    let apart: Vec<f64> = found.iter().filter_map(apart).collect();
    (!apart.is_empty()).then(|| apart.iter().sum::<f64>() / apart.len() as f64)
}

/// Ranks the candidates of one document by their distances.
fn find<'a>(distances: impl Iterator<Item = &'a f64> + Clone, partner: Option<usize>) -> Found {
    let own = partner.and_then(|partner| distances.clone().nth(partner).copied());
    let mut found = Found { own, best_distance: f64::INFINITY, ..Found::default() };
    let (mut second, mut near) = (f64::INFINITY, 0);
    for (j, &d) in distances.enumerate() {
        near += usize::from(own.is_some_and(|own| d <= own));
        if d < found.best_distance || found.best.is_none() {
            second = found.best_distance;
            (found.best, found.best_distance) = (Some(j), d);
        } else if d < second {
            second = d;
        }
    }
    found.rank = own.map(|_| near);
    found.margin = second.is_finite().then_some(second - found.best_distance);
    found
}

/// Rankings of candidates for the documents of both sides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matches {
    /// Rankings of target documents, one for each source document.
    pub there: Vec<Found>,
    /// Rankings of source documents, one for each target document.
    pub back: Vec<Found>,
}

impl Matches {
    /// Share of source documents whose partner has a rank of at most `r` (T 6.15).
    pub fn precision(&self, r: usize) -> Option<f64> {
        precision_at(self.there.iter().filter_map(|found| found.rank), r)
    }

    /// Mean reciprocal rank of the partners, source to target.
    pub fn reciprocal(&self) -> Option<f64> {
        mean_reciprocal_rank(self.there.iter().filter_map(|found| found.rank))
    }

    /// Rankings as one row per source document that has candidates; the indices of the documents in the corpus are given.
    pub(in crate::model) fn rows(&self, sides: &Sides, source: &[usize], target: &[usize]) -> Vec<MatchRow> {
        let row = |(i, found): (usize, &Found)| {
            Some(MatchRow {
                document: source[i],
                partner: sides.partner[i].map(|j| target[j]),
                rank: found.rank,
                best: target[found.best?],
                best_distance: found.best_distance,
                margin: found.margin.unwrap_or(f64::INFINITY),
                reverse_rank: sides.partner[i].and_then(|j| self.back[j].rank),
            })
        };
        self.there.iter().enumerate().filter_map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn separation_is_to_the_nearest_wrong_candidate() {
        let distances = array![[0.1, 0.6, 0.5], [0.3, 0.5, 0.9], [0.2, 0.2, 0.2]];
        let of = |partner: [Option<usize>; 3]| separation(&ranked(&distances.view(), &partner));
        let near = |found: Option<f64>, expected: f64| assert!((found.unwrap() - expected).abs() < 1e-12, "{found:?}");
        near(of([Some(0), None, None]), 0.4);
        near(of([Some(0), Some(1), None]), (0.4 - 0.2) / 2.0);
        near(of([None, None, Some(2)]), 0.0);
        assert_eq!(of([None; 3]), None);
        assert_eq!(separation(&ranked(&array![[0.5]].view(), &[Some(0)])), None, "no wrong candidate");
    }

    #[test]
    fn separation_decides_where_every_partner_ranks_first() {
        let partner = [Some(0), Some(1)];
        let found = [array![[0.0, 0.2], [0.3, 0.1]], array![[0.0, 0.9], [0.8, 0.1]]].map(|apart| ranked(&apart.view(), &partner));
        assert_eq!(gain(&found[0]), gain(&found[1]));
        assert!(separation(&found[1]) > separation(&found[0]));
    }
}
