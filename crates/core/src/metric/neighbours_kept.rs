//! Neighbours that a picture keeps: the share of each object's nearest others under the kernel that are among its nearest in the
//! picture.
//!
//! Cost: n² distances of each kind, in parallel. Memory: a row of distances a thread.

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

use ndarray::ArrayView2;
use rayon::prelude::*;

use crate::cancel;

/// Mean share of the `count` nearest others of each object, by `K_ii + K_jj - 2 K_ij` of a Gram matrix (n × n), that are among the
/// `count` nearest at positions (n × k). Of equal distances the earlier object is nearer. `None` where every other object is
/// among them. The result is undefined if the work is cancelled.
///
/// # Panics
/// If there is not one position for each object.
pub fn neighbours_kept(gram: ArrayView2<'_, f64>, at: ArrayView2<'_, f64>, count: usize) -> Option<f64> {
    let n = gram.nrows();
    assert_eq!(n, at.nrows(), "one position for each object");
    if n <= count + 1 || count == 0 {
        return None;
    }
    let watch = cancel::watch();
    let kept = |object: usize| {
        if watch.requested() {
            return 0;
        }
        // The object's own term is the same for all others.
        let near = nearest(n, object, count, |other| gram[[other, other]] - 2.0 * gram[[object, other]]);
        let shown =
            nearest(n, object, count, |other| at.row(object).iter().zip(at.row(other)).map(|(a, b)| (a - b) * (a - b)).sum());
        shown.iter().filter(|other| near.contains(other)).count()
    };
    let kept: usize = (0..n).into_par_iter().map(kept).sum();
    Some(kept as f64 / (n * count) as f64)
}

/// The `count` nearest others of an object, in no order.
fn nearest(n: usize, object: usize, count: usize, distance: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut others: Vec<(f64, usize)> = (0..n).filter(|&other| other != object).map(|other| (distance(other), other)).collect();
    others.select_nth_unstable_by(count - 1, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    others.truncate(count);
    others.into_iter().map(|(_, other)| other).collect()
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, s};
    use proptest::prelude::*;

    use super::*;

    /// The share by full sorts of all distances.
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
            // Whole numbers: distances tie, and both ways of computing them are exact.
            let x = Array2::from_shape_fn((n, 3), |(i, j)| f64::from(places[3 * i + j]));
            let at = x.slice(s![.., ..axes]).to_owned();
            let found = neighbours_kept(x.dot(&x.t()).view(), at.view(), count);
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
