//! Principal axes of word vectors' directions, from their d × d covariance.
//!
//! Cost: n d² for n words, one block of rows at a time in parallel, and an eigendecomposition of d × d.
//! Memory: d² numbers and one block of rows a thread.

use ndarray::{Array1, Array2, ArrayView2, Axis, s};
use rayon::prelude::*;

use super::{Measure, WordSpace};
use crate::{
    cancel,
    solver::dense::{NotDecomposed, symmetric_eigen},
};

/// Number of words in each partial sum of the covariance.
const CHUNK: usize = 2048;

/// Principal axes of word directions with the largest variances.
#[derive(Clone, Debug, PartialEq)]
pub struct PrincipalAxes {
    /// Mean direction of the words (d).
    mean: Array1<f32>,
    /// Principal axes as columns (d × k), of length one.
    axes: Array2<f32>,
    /// Share of the variance along each principal axis (k), descending.
    pub shares: Vec<f64>,
}

impl PrincipalAxes {
    /// At most `most` principal axes of the unit vectors of some words, or of all words.
    ///
    /// # Errors
    /// Returns an error if the decomposition fails or is cancelled.
    ///
    /// # Panics
    /// Panics if a word is not in the space.
    pub fn of(space: &WordSpace, words: Option<&[u32]>, most: usize) -> Result<Self, NotDecomposed> {
        let (d, cancellation) = (space.dimension(), cancel::inherited());
        let count = words.map_or(space.len(), <[u32]>::len);
        let chunk = |chunk: usize| {
            let places = chunk * CHUNK..((chunk + 1) * CHUNK).min(count);
            let chosen: Vec<u32> = match words {
                Some(words) => words[places].to_vec(),
                None => (places.start as u32..places.end as u32).collect(),
            };
            let mut rows = space.directions(&chosen, Measure::Plain);
            // Covariance sums of differences from the overall mean lose fewer digits.
            rows -= &space.mean;
            (rows.sum_axis(Axis(0)).mapv(f64::from), rows.t().dot(&rows).mapv(f64::from))
        };
        let nothing = || (Array1::<f64>::zeros(d), Array2::<f64>::zeros((d, d)));
        let sums = (0..count.div_ceil(CHUNK)).into_par_iter().filter(|_| !cancellation.requested());
        let (sum, products) = sums.map(chunk).reduce(nothing, |a, b| (a.0 + b.0, a.1 + b.1));
        let n = count.max(1) as f64;
        let shift = sum / n;
        let covariance = Array2::from_shape_fn((d, d), |(i, j)| products[[i, j]] / n - shift[i] * shift[j]);
        let (values, vectors) = symmetric_eigen(covariance.view())?;
        let mut order: Vec<usize> = (0..d).collect();
        order.sort_by(|&i, &j| values[j].total_cmp(&values[i]));
        order.truncate(most);
        let total = values.iter().map(|value| value.max(0.0)).sum::<f64>().max(f64::MIN_POSITIVE);
        let shares = order.iter().map(|&i| values[i].max(0.0) / total).collect();
        let mut axes = vectors.select(Axis(1), &order).mapv(|value| value as f32);
        // The sign of an eigenvector is arbitrary: the largest entry is positive.
        for mut axis in axes.columns_mut() {
            let largest = axis.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(1.0);
            if largest < 0.0 {
                axis.mapv_inplace(|value| -value);
            }
        }
        Ok(Self { mean: &space.mean + &shift.mapv(|value| value as f32), axes, shares })
    }

    /// Number of principal axes.
    pub fn count(&self) -> usize {
        self.axes.ncols()
    }

    /// Coordinates of the given words on the principal axes (n × k).
    ///
    /// # Panics
    /// Panics if a word is not in the space, or the space has another dimension.
    pub fn project(&self, space: &WordSpace, words: &[u32]) -> Array2<f32> {
        self.coordinates(space.directions(words, Measure::Plain).view())
    }

    /// Coordinates of unit vectors on the principal axes (n × d → n × k).
    pub(super) fn coordinates(&self, rows: ArrayView2<'_, f32>) -> Array2<f32> {
        (&rows - &self.mean).dot(&self.axes)
    }

    /// Principal axes as columns (d × k).
    pub fn axes(&self) -> ArrayView2<'_, f32> {
        self.axes.slice(s![.., ..])
    }
}
