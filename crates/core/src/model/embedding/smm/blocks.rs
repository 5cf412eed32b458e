//! Gram matrices of pairs of classes from documents' means in feature space, one pair at a time.
//!
//! The block of each class with itself is computed once, and the block between two classes when their pair is solved.
//! No n × n matrix is needed.
//! Cost: `n² R / 2` multiplications for all pairs.
//! Memory: the classes' own blocks (`n²` divided by the number of classes), and the matrix of the two largest classes per thread.

use ndarray::{Array2, ArrayView2, Axis, linalg::general_mat_mul, s};
use rayon::prelude::*;

use crate::cancel;

/// Documents' means and the Gram matrix of every class with itself.
#[derive(Debug)]
pub(super) struct Blocks {
    means: Vec<Array2<f64>>,
    own: Vec<Array2<f64>>,
}

impl Blocks {
    /// Computes the classes' own Gram blocks from the documents' means (n × R) and the documents of each class.
    pub(super) fn new(means: &ArrayView2<'_, f64>, classes: &[Vec<usize>]) -> Self {
        let means: Vec<Array2<f64>> = classes.iter().map(|documents| means.select(Axis(0), documents)).collect();
        let cancellation = cancel::inherited();
        let block = |means: &Array2<f64>| {
            let n = means.nrows();
            if cancellation.requested() { Array2::zeros((n, n)) } else { means.dot(&means.t()) }
        };
        let own = means.par_iter().map(block).collect();
        Self { means, own }
    }

    /// Creates a matrix large enough for any pair of classes.
    pub(super) fn matrix(&self) -> Array2<f64> {
        let mut sizes: Vec<usize> = self.own.iter().map(Array2::nrows).collect();
        sizes.sort_unstable();
        let two: usize = sizes.iter().rev().take(2).sum();
        Array2::zeros((two, two))
    }

    /// Gram matrix of two classes, rows of the first class first; undefined if cancelled.
    pub(super) fn pair<'a>(&self, (first, second): (usize, usize), room: &'a mut Array2<f64>) -> ArrayView2<'a, f64> {
        let n = self.own[first].nrows();
        let both = n + self.own[second].nrows();
        if cancel::requested() {
            return room.slice(s![..both, ..both]);
        }
        room.slice_mut(s![..n, ..n]).assign(&self.own[first]);
        room.slice_mut(s![n..both, n..both]).assign(&self.own[second]);
        let (mut above, mut below) = room.slice_mut(s![..both, ..both]).split_at(Axis(0), n);
        let mut between = above.slice_mut(s![.., n..]);
        general_mat_mul(1.0, &self.means[first], &self.means[second].t(), 0.0, &mut between);
        // Products are computed a few rows at a time, so that the columns stay in the cache.
        let mut mirror = below.slice_mut(s![.., ..n]);
        for (from, mut to) in between.axis_chunks_iter(Axis(0), 8).zip(mirror.axis_chunks_iter_mut(Axis(1), 8)) {
            to.assign(&from.t());
        }
        room.slice(s![..both, ..both])
    }
}
