//! Hierarchical clustering with average linkage: order of rows by similarity, the leaves of the tree.
//!
//! Cost: n² by nearest-neighbour chains. Memory: the distances (n × n).

use ndarray::Array2;

use crate::cancel;

/// Leaf order of the average-linkage tree of rows, from their distances `apart` (n × n, symmetric).
/// Each merge joins the nearer ends of its two runs.
/// The order is arbitrary if the work is cancelled.
pub fn cluster_order(mut apart: Array2<f32>) -> Vec<usize> {
    let n = apart.nrows();
    let ends = apart.clone();
    let mut leaves: Vec<Vec<usize>> = (0..n).map(|leaf| vec![leaf]).collect();
    let mut alive: Vec<usize> = (0..n).collect();
    let mut chain: Vec<usize> = Vec::new();
    while alive.len() > 1 {
        if cancel::requested() {
            return (0..n).collect();
        }
        let tip = chain.last().copied().unwrap_or_else(|| {
            chain.push(alive[0]);
            alive[0]
        });
        let before = chain.len().checked_sub(2).map(|place| chain[place]);
        let others = alive.iter().copied().filter(|&other| other != tip);
        let nearest = others.min_by(|&a, &b| {
            // Ties go to the predecessor in the nearest-neighbour chain; otherwise the chain would never end.
            let of = |other: usize| (apart[[tip, other]], Some(other) != before);
            of(a).0.total_cmp(&of(b).0).then(of(a).1.cmp(&of(b).1))
        });
        let Some(nearest) = nearest else { break };
        if Some(nearest) != before {
            chain.push(nearest);
            continue;
        }
        // Mutual nearest neighbours at the end of the chain are merged.
        chain.truncate(chain.len() - 2);
        let (kept, gone) = (tip.min(nearest), tip.max(nearest));
        let sizes = [leaves[kept].len() as f32, leaves[gone].len() as f32];
        for &other in alive.iter().filter(|&&other| other != kept && other != gone) {
            let mean = (sizes[0] * apart[[kept, other]] + sizes[1] * apart[[gone, other]]) / (sizes[0] + sizes[1]);
            apart[[kept, other]] = mean;
            apart[[other, kept]] = mean;
        }
        let last = std::mem::take(&mut leaves[gone]);
        let first = std::mem::take(&mut leaves[kept]);
        leaves[kept] = joined(first, last, &ends);
        alive.retain(|&cluster| cluster != gone);
    }
    alive.first().map(|&root| std::mem::take(&mut leaves[root])).unwrap_or_default()
}

/// Joins two runs of leaves, reversing them so that their nearest ends meet.
fn joined(mut first: Vec<usize>, mut last: Vec<usize>, apart: &Array2<f32>) -> Vec<usize> {
    let end = |leaves: &[usize], turned: bool| leaves[if turned { 0 } else { leaves.len() - 1 }];
    let meeting = |turned: [bool; 2]| apart[[end(&first, turned[0]), end(&last, !turned[1])]];
    let ways = [[false, false], [true, false], [false, true], [true, true]];
    let best = ways.into_iter().min_by(|a, b| meeting(*a).total_cmp(&meeting(*b))).unwrap_or_default();
    if best[0] {
        first.reverse();
    }
    if best[1] {
        last.reverse();
    }
    first.extend(last);
    first
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(points: &[f32]) -> Array2<f32> {
        Array2::from_shape_fn((points.len(), points.len()), |(i, j)| (points[i] - points[j]).abs())
    }

    proptest! {
        #[test]
        fn every_leaf_occurs_once(points in prop::collection::vec(-9.0..9.0_f32, 0..40)) {
            let mut order = cluster_order(line(&points));
            order.sort_unstable();
            prop_assert_eq!(order, (0..points.len()).collect::<Vec<_>>());
        }

        #[test]
        fn distant_clusters_are_contiguous(places in prop::collection::vec((0..4_u8, 0.0..1.0_f32), 1..50)) {
            let points: Vec<f32> = places.iter().map(|(cluster, jitter)| 100.0 * f32::from(*cluster) + jitter).collect();
            let order = cluster_order(line(&points));
            let mut seen: Vec<u8> = order.iter().map(|&place| places[place].0).collect();
            seen.dedup();
            let mut once = seen.clone();
            once.sort_unstable();
            once.dedup();
            prop_assert_eq!(seen.len(), once.len());
        }
    }

    #[test]
    fn equal_points_terminate() {
        assert_eq!(cluster_order(line(&[1.0; 7])).len(), 7);
    }
}
