//! Gradients for two sets of documents: of the cross-Gram matrix `S = A k(X, Y) Bᵀ`, and of each document's squared norm.
//!
//! Cost: `O(nnz_a n_b + nnz_b V_a + V_a V_b q)` for the first, pairs of words within each document for the second.
//! Memory: `V_a × n_b` and `nnz × q` numbers.
//! The order of summation does not depend on the number of threads.

use ndarray::{Array2, ArrayView2};
use rayon::prelude::*;

use super::gram::{Near, Times};
use super::lanes::Lanes;
use super::pair::{energy_gradient, scale};
use super::points::Columns;
use super::simd::{Job, Level, with_level};
use super::sparse::{Documents, Rows, ScratchBuffer, across, transpose_tiles, width, with_buffer};
use crate::{cancel, corpus::Csr};

/// Number of word tiles whose gradients for the opposite side are in memory at the same time.
const ROUND: usize = 32;

/// Gradient of `L(S)` for the cross-Gram matrix `S = A k(X, Y) Bᵀ`, given `dl_ds` = dL/dS (`n_a` × `n_b`), by `X` and by `Y`.
///
/// # Panics
/// Panics if the shapes of the arrays do not match.
pub fn cross_gradient(
    gamma: f64,
    a: &Csr,
    x: ArrayView2<'_, f64>,
    b: &Csr,
    y: ArrayView2<'_, f64>,
    dl_ds: ArrayView2<'_, f64>,
) -> (Array2<f64>, Array2<f64>) {
    assert_eq!(dl_ds.dim(), (a.rows(), b.rows()), "documents");
    assert_eq!(x.ncols(), y.ncols(), "dimensions");
    let width = width(Level::current().lanes());
    let (left, right) = (Documents::new(a, x, width), Documents::new(b, y, width));
    let cost = |first: &Documents, second: &Documents| {
        first.rows.entries() * second.rows.len() + second.rows.entries() * first.words.len()
    };
    let mut gradients = (Array2::zeros(x.raw_dim()), Array2::zeros(y.raw_dim()));
    if left.words.is_empty() || right.words.is_empty() || x.ncols() == 0 {
        return gradients;
    }
    if cost(&left, &right) <= cost(&right, &left) {
        one_way(gamma, (&left, &mut gradients.0), (&right, &mut gradients.1), dl_ds);
    } else {
        one_way(gamma, (&right, &mut gradients.1), (&left, &mut gradients.0), dl_ds.reversed_axes());
    }
    gradients
}

/// Gradient for one of two sets: computes `Aᵀ (dL/dS)` completely, then `W = Aᵀ (dL/dS) B` one tile of A's words at a time.
fn one_way(gamma: f64, a: (&Documents, &mut Array2<f64>), b: (&Documents, &mut Array2<f64>), dl_ds: ArrayView2<'_, f64>) {
    let (level, cancellation, (a, a_gradient), (b, b_gradient)) = (Level::current(), cancel::inherited(), a, b);
    let (width, q) = (width(level.lanes()), a.points.count);
    let (words, others) = (a.words.len(), b.words.len());
    let (by_word, by_other) = (a.rows.transpose(words), b.rows.transpose(others));
    let (n, m) = dl_ds.dim();
    let mut weighed = ScratchBuffer::new(m.div_ceil(width) * words * width);
    weighed.par_chunks_mut(words * width).enumerate().filter(|_| !cancellation.requested()).for_each(|(block, out)| {
        with_buffer(n * width, |tile| {
            tile.fill(0.0);
            let columns = block * width..((block + 1) * width).min(m);
            for (to, from) in tile.chunks_exact_mut(width).zip(dl_ds.slice(ndarray::s![.., columns]).outer_iter()) {
                for (to, &from) in to.iter_mut().zip(from) {
                    *to = from;
                }
            }
            level.run(Times { rows: &by_word, first: 0, from: 0, tile, out });
        });
    });
    let tiles = words.div_ceil(width);
    let mut pulls = vec![0.0; tiles * width * q];
    let mut back = vec![0.0; tiles.min(ROUND) * others * q];
    for (round, pulls) in pulls.chunks_mut(ROUND * width * q).enumerate() {
        let both = pulls.par_chunks_mut(width * q).zip(back.par_chunks_mut(others * q));
        both.enumerate().filter(|_| !cancellation.requested()).for_each(|(block, (out, back))| {
            let first = (round * ROUND + block) * width;
            with_buffer(m * width, |tile| {
                transpose_tiles(&weighed, words, width, first, m, tile);
                let near = Near { scale: scale(gamma), left: &b.points, right: &a.points };
                level.run(Pull { near, rows: &by_other, first, tile, out, back });
            });
        });
        for back in back.chunks_exact(others * q).take(pulls.len() / (width * q)) {
            for (&word, back) in b.words.iter().zip(back.chunks_exact(q)) {
                for (at, pull) in back.iter().enumerate() {
                    b_gradient[[word, at]] += gamma * pull;
                }
            }
        }
    }
    for (l, &word) in a.words.iter().enumerate() {
        for at in 0..q {
            a_gradient[[word, at]] = gamma * pulls[(l / width * q + at) * width + l % width];
        }
    }
}

/// Adds gradient terms `Σ_t W_tm k_tm (y_t - x_m)` to `out` (q × width) for words `m` of a tile of the right side,
/// and `Σ_m W_tm k_tm (x_m - y_t)` to `back` (words × q) for each word `t` of the left side.
/// Row `t` of `W` on the tile is row `t` of `rows` times `tile`.
struct Pull<'a> {
    near: Near<'a>,
    rows: &'a Rows,
    first: usize,
    tile: &'a [f64],
    out: &'a mut [f64],
    back: &'a mut [f64],
}

impl Job for Pull<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let (left, right): (&Columns, &Columns) = (self.near.left, self.near.right);
        let q = right.count;
        assert!(self.first + across::<L>() <= right.stride && self.out.len() >= q * across::<L>(), "tile");
        assert!(self.back.len() >= left.len * q, "words of the left");
        self.out.fill(0.0);
        for (t, back) in self.back.chunks_exact_mut(q).enumerate().take(left.len) {
            // SAFETY: the tile lies inside the stride and `out` holds `q` of its rows, so all vectors read and written are there.
            unsafe {
                let mut weights = self.rows.times(lanes, t, 0, self.tile);
                for (v, weight) in weights.iter_mut().enumerate() {
                    *weight = lanes.mul(*weight, self.near.values(lanes, t, self.first + v * L::N));
                }
                for (a, back) in back.iter_mut().enumerate() {
                    let from = lanes.splat(left.at(t, a));
                    let mut sum = lanes.splat(0.0);
                    for (v, &weight) in weights.iter().enumerate() {
                        let x = lanes.load(right.data.as_ptr().add(a * right.stride + self.first + v * L::N));
                        let pull = lanes.mul(weight, lanes.sub(from, x));
                        let to = self.out.as_mut_ptr().add(a * across::<L>() + v * L::N);
                        lanes.store(to, lanes.add(pull, lanes.load(to)));
                        sum = lanes.add(sum, pull);
                    }
                    *back = -lanes.sum(sum);
                }
            }
        }
    }
}

/// Squared norms of documents, with their derivatives by the positions of the documents' words.
#[derive(Clone, Debug, PartialEq)]
pub struct NormGradients {
    /// Squared norms of the documents, the diagonal of `M k Mᵀ` (n).
    pub values: Vec<f64>,
    /// Derivative of the document's squared norm by the word's position, for each entry of `M` in order (nnz × q).
    pub slopes: Array2<f64>,
}

/// Squared norms of documents ([`super::self_inner`]) together with their derivatives.
///
/// # Panics
/// Panics if the shapes of the arrays do not match.
pub fn self_slopes(gamma: f64, m: &Csr, x: ArrayView2<'_, f64>) -> NormGradients {
    assert_eq!(m.cols(), x.nrows(), "words and points");
    let (level, q, cancellation) = (Level::current(), x.ncols(), cancel::inherited());
    let one = |row: usize| {
        let (words, weights) = m.row(row);
        if cancellation.requested() {
            return (0.0, Array2::zeros((words.len(), q)));
        }
        let points = Array2::from_shape_fn((words.len(), q), |(l, a)| x[[words[l] as usize, a]]);
        let weights = ArrayView2::from_shape((weights.len(), 1), weights);
        weights.map_or((0.0, Array2::zeros((0, q))), |weights| {
            let sum = || energy_gradient(gamma, points.view(), weights);
            let (energy, slope, _) = cancellation.within(|| with_level(level, sum));
            (2.0 * energy, slope)
        })
    };
    let each: Vec<(f64, Array2<f64>)> = (0..m.rows()).into_par_iter().map(one).collect();
    let mut slopes = Vec::with_capacity(m.nnz() * q);
    for (_, slope) in &each {
        slopes.extend(slope.iter().map(|slope| 2.0 * slope));
    }
    let slopes = Array2::from_shape_vec((m.nnz(), q), slopes).unwrap_or_else(|_| Array2::zeros((m.nnz(), q)));
    NormGradients { values: each.into_iter().map(|(value, _)| value).collect(), slopes }
}

impl NormGradients {
    /// Adds the gradient of weighted squared norms, `Σ_i by_i d value_i / dX`, to `gradient` (V × q); `m` as in [`self_slopes`].
    pub fn add_to(&self, m: &Csr, by: &[f64], gradient: &mut Array2<f64>) {
        let mut slopes = self.slopes.outer_iter();
        for (row, &by) in by.iter().enumerate().take(m.rows()) {
            for (&word, slope) in m.row(row).0.iter().zip(slopes.by_ref()) {
                gradient.row_mut(word as usize).scaled_add(by, &slope);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::reference;
    use super::*;

    prop_compose! {
        fn case()(n in 0_usize..70, k in 0_usize..90, v in 1_usize..90, w in 1_usize..60, q in 1_usize..=12)
            (a in prop::collection::vec(prop::collection::vec((0..v as u32, 0.01..1.0), 0..12), n),
             b in prop::collection::vec(prop::collection::vec((0..w as u32, 0.01..1.0), 0..12), k),
             x in prop::collection::vec(-3.0..3.0, v * q), y in prop::collection::vec(-3.0..3.0, w * q),
             loss in prop::collection::vec(-1.0..1.0, n * k), gamma in 0.01..5.0, v in Just(v), w in Just(w), q in Just(q))
            -> (f64, Csr, Array2<f64>, Csr, Array2<f64>, Array2<f64>) {
                let points = |values, words| Array2::from_shape_vec((words, q), values).expect("shape");
                let loss = Array2::from_shape_vec((a.len(), b.len()), loss).expect("shape");
                (gamma, Csr::from_rows(v, a), points(x, v), Csr::from_rows(w, b), points(y, w), loss)
            }
    }

    fn close(left: &Array2<f64>, right: &Array2<f64>) -> bool {
        let scale = right.iter().fold(1.0_f64, |most, value| most.max(value.abs()));
        left.dim() == right.dim() && left.iter().zip(right).all(|(a, b)| (a - b).abs() <= 1e-11 * scale)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn gradients_equal_the_naive_ones_at_every_level((gamma, a, x, b, y, loss) in case()) {
            let (of_x, of_y) = reference::cross_gradient(gamma, &a, x.view(), &b, y.view(), loss.view());
            let own = reference::gram(gamma, &a, x.view());
            for level in Level::available() {
                let (x_slope, y_slope) = with_level(level, || cross_gradient(gamma, &a, x.view(), &b, y.view(), loss.view()));
                prop_assert!(close(&x_slope, &of_x) && close(&y_slope, &of_y), "{level:?}");
                let slopes = with_level(level, || self_slopes(gamma, &a, x.view()));
                prop_assert!(slopes.values.iter().zip(own.diag()).all(|(a, b)| (a - b).abs() <= 1e-11 * b.abs().max(1.0)));
                let by: Vec<f64> = (0..a.rows()).map(|i| (i as f64).sin()).collect();
                let mut added = Array2::zeros(x.raw_dim());
                slopes.add_to(&a, &by, &mut added);
                let diagonal = Array2::from_diag(&ndarray::Array1::from(by));
                prop_assert!(close(&added, &reference::gram_gradient(gamma, &a, x.view(), diagonal.view())), "{level:?}");
            }
        }
    }
}
