//! Neighbours that a picture keeps: the share of each object's nearest neighbours that are also its nearest in the picture.
//!
//! Cost: n² distances of each kind, in parallel. Memory: a row of distances a thread.

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

use ndarray::ArrayView2;
use rayon::prelude::*;

use crate::{cancel, stats::nearest};

/// Mean share of each object's `count` nearest neighbours by `distance` that are among its `count` nearest at positions (n × k).
/// A distance may lack terms that depend on its first object only.
/// Of equal distances the earlier object is nearer. `None` where every other object is among them.
/// The result is undefined if the work is cancelled.
pub fn neighbours_kept<A: Copy + Into<f64> + Sync>(
    at: ArrayView2<'_, A>,
    count: usize,
    distance: impl Fn(usize, usize) -> f64 + Sync,
) -> Option<f64> {
    let n = at.nrows();
    if n <= count + 1 || count == 0 {
        return None;
    }
    let square = |(&a, &b): (&A, &A)| {
        let (a, b): (f64, f64) = (a.into(), b.into());
        (a - b) * (a - b)
    };
    let cancellation = cancel::inherited();
    let kept = |object: usize| {
        if cancellation.requested() {
            return 0;
        }
        let near = nearest_others(n, object, count, |other| distance(object, other));
        let shown = nearest_others(n, object, count, |other| at.row(object).iter().zip(at.row(other)).map(square).sum());
        shown.iter().filter(|other| near.contains(other)).count()
    };
    let kept: usize = (0..n).into_par_iter().map(kept).sum();
    Some(kept as f64 / (n * count) as f64)
}

/// Indices of the `count` nearest objects other than the given one.
fn nearest_others(n: usize, object: usize, count: usize, distance: impl Fn(usize) -> f64) -> Vec<usize> {
    let others = (0..n).filter(|&other| other != object).map(|other| (other, distance(other)));
    nearest(others.collect(), count).into_iter().map(|(other, _)| other).collect()
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, s};
    use proptest::prelude::*;

    use super::*;

    /// Reference: the share by full sorts of all distances.
    fn naive(x: &Array2<f64>, at: &Array2<f64>, count: usize) -> f64 {
        let near = |x: &Array2<f64>, i: usize| {
            let squared = |j: usize| (0..x.ncols()).map(|k| (x[[i, k]] - x[[j, k]]).powi(2)).sum::<f64>();
            let mut others: Vec<usize> = (0..x.nrows()).filter(|&j| j != i).collect();
            others.sort_by(|&a, &b| squared(a).total_cmp(&squared(b)));
            others.truncate(count);
            others
        };
        let share = |i: usize| {
            let shown = near(at, i);
            near(x, i).iter().filter(|j| shown.contains(j)).count() as f64 / count as f64
        };
        (0..x.nrows()).map(share).sum::<f64>() / x.nrows() as f64
    }

    proptest! {
        #[test]
        fn the_share_equals_that_of_full_sorts(
            n in 4_usize..30, count in 1_usize..6, places in prop::collection::vec(-4_i8..5, 90), axes in 1_usize..4,
        ) {
            // Whole numbers are used: distances tie, and both computations are exact.
            let x = Array2::from_shape_fn((n, 3), |(i, j)| f64::from(places[3 * i + j]));
            let at = x.slice(s![.., ..axes]).to_owned();
            let gram = x.dot(&x.t());
            let found = neighbours_kept(at.view(), count, |i, j| gram[[j, j]] - 2.0 * gram[[i, j]]);
            if n <= count + 1 {
                prop_assert_eq!(found, None);
            } else {
                let found = found.expect("neighbours");
                prop_assert!((found - naive(&x, &at, count)).abs() < 1e-12);
                prop_assert!(axes < 3 || (found - 1.0).abs() < 1e-12, "all axes keep all neighbours");
            }
        }
    }
}
