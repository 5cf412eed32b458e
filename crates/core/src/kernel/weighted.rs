//! Fields of weighted words by kernel features, `k C = Φ (Φᵀ C)`, and the energy's gradient.
//!
//! Cost: `2 V R P` for a product, `V R (P + 2 q)` more for the gradient.
//! Memory: `R P` numbers for each of [`PARTS`] parts of the words, and a few blocks of rows.

use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis, linalg::general_mat_mul, s};
use rayon::prelude::*;

use super::features::{Features, Slope, Table, rows};
use super::simd::Level;
use crate::cancel;

/// Number of parts of the words that are summed separately; fixed, so that sums do not depend on the number of threads.
const PARTS: usize = 8;
/// Number of words whose kernel features are computed at once.
const BLOCK: usize = 128;

/// Kernel product `k(A, X) c` by features of a box that contains both sets of points (m × P).
pub(super) fn product(
    features: &Features,
    at: ArrayView2<'_, f64>,
    x: ArrayView2<'_, f64>,
    c: ArrayView2<'_, f64>,
) -> Array2<f64> {
    let level = Level::current();
    let table = |points: ArrayView2<'_, f64>| features.table(level, points, &(0..points.nrows()).collect::<Vec<_>>(), false);
    let sums = spread(features, level, &table(x), c);
    read(features, level, &table(at), at.nrows(), &sums)
}

/// Value and gradient of the energy, and the kernel product, as [`super::energy_gradient`].
pub(super) fn energy_gradient(
    features: &Features,
    x: ArrayView2<'_, f64>,
    c: ArrayView2<'_, f64>,
) -> (f64, Array2<f64>, Array2<f64>) {
    let level = Level::current();
    let table = features.table(level, x, &(0..x.nrows()).collect::<Vec<_>>(), true);
    let sums = spread(features, level, &table, c);
    let kc = read(features, level, &table, x.nrows(), &sums);
    let energy = 0.5 * sums.iter().map(|f| f * f).sum::<f64>();
    let q = x.ncols();
    let mut pulls = vec![0.0; x.len()];
    let cancellation = cancel::inherited();
    pulls.par_chunks_mut(BLOCK * q).enumerate().filter(|_| !cancellation.requested()).for_each(|(block, pulls)| {
        let words = block * BLOCK..block * BLOCK + pulls.len() / q;
        let mut weights = vec![0.0; words.len() * features.count];
        if let Ok(mut weights) = ArrayViewMut2::from_shape((words.len(), features.count), &mut weights) {
            general_mat_mul(1.0, &c.slice(s![words.clone(), ..]), &sums.t(), 0.0, &mut weights);
        }
        let mut scratch = Vec::new();
        for ((word, weights), out) in words.zip(weights.chunks_exact(features.count)).zip(pulls.chunks_exact_mut(q)) {
            level.run(Slope { features, table: &table, word, weights, out, scratch: &mut scratch });
        }
    });
    let gradient = Array2::from_shape_fn(x.raw_dim(), |(i, a)| pulls[i * q + a]);
    (energy, gradient, kc)
}

/// Feature sums `Φᵀ C` of the weights (R × P).
fn spread(features: &Features, level: Level, table: &Table, c: ArrayView2<'_, f64>) -> Array2<f64> {
    let (part, cancellation) = (c.nrows().div_ceil(PARTS).max(1), cancel::inherited());
    let sums: Vec<Array2<f64>> = (0..c.nrows().div_ceil(part))
        .into_par_iter()
        .map(|at| {
            let mut sums = Array2::zeros((features.count, c.ncols()));
            let end = (at * part + part).min(c.nrows());
            for first in (at * part..end).step_by(BLOCK).take_while(|_| !cancellation.requested()) {
                let words = first..(first + BLOCK).min(end);
                let own = rows(features, level, table, words.clone());
                general_mat_mul(1.0, &own.t(), &c.slice(s![words, ..]), 1.0, &mut sums);
            }
            sums
        })
        .collect();
    sums.into_iter().reduce(|a, b| a + b).unwrap_or_else(|| Array2::zeros((features.count, c.ncols())))
}

/// Fields `Φ F` at the `count` points of a table, from feature sums `F` (count × P).
fn read(features: &Features, level: Level, table: &Table, count: usize, sums: &Array2<f64>) -> Array2<f64> {
    let mut out = Array2::zeros((count, sums.ncols()));
    let cancellation = cancel::inherited();
    let blocks = out.axis_chunks_iter_mut(Axis(0), BLOCK).into_par_iter().enumerate();
    blocks.filter(|_| !cancellation.requested()).for_each(|(block, mut out)| {
        let points = block * BLOCK..block * BLOCK + out.nrows();
        general_mat_mul(1.0, &rows(features, level, table, points), sums, 0.0, &mut out);
    });
    out
}
