//! Kernel means of documents in explicit features: `Ψ = M Φ` (n × R), so that the Gram matrix is `S = Ψ Ψᵀ`.
//!
//! The gradient of any function of `Ψ` by the positions is [`Means::gradient`]:
//! with `G = dL/dΨ`, word l is pulled along the gradient of `Σ_f (Mᵀ G)_lf Φ_f(x_l)`. No sum runs over pairs of words.
//!
//! Cost: `nnz R` for the means, `nnz R + V q R` for a gradient, `n² R / 2` for the Gram matrix.
//! Memory: `n R` numbers, and `2 q r` for each word in use.

use ndarray::{Array2, ArrayView2, Axis, linalg::general_mat_mul, s};
use rayon::prelude::*;

use super::cost::Work;
use super::features::{Features, Slope, Sum, Table, extent};
use super::simd::Level;
use crate::{cancel, corpus::Csr};

/// Number of documents, or words, in one parallel task.
const TASK: usize = 16;
/// Number of rows in a block of the Gram matrix.
const BLOCK: usize = 256;

/// Kernel means of documents over words at given positions, as explicit features.
#[derive(Clone, Debug)]
pub struct Means {
    features: Features,
    table: Table,
    /// Words in use, ascending: columns of `M`.
    words: Vec<usize>,
    /// Transpose `Mᵀ` of the weight matrix.
    by_word: Csr,
    /// Kernel means `Ψ` of the documents (n × R). The inner product of two rows is the kernel between two documents.
    pub(super) values: Array2<f64>,
    /// Norms by which the rows of the kernel means were divided; `None` if they were not normalised.
    roots: Option<Vec<f64>>,
}

impl Means {
    /// Kernel means of the rows of `m` over words at `x`, if they make sums over `sides` fields of documents, their gradient and,
    /// with `gram`, the Gram matrix faster than pairs of words do.
    ///
    /// # Panics
    /// Panics if the shapes of the arrays do not match.
    pub fn if_faster(gamma: f64, m: &Csr, x: ArrayView2<'_, f64>, sides: usize, gram: bool) -> Option<Self> {
        assert_eq!(m.cols(), x.nrows(), "words and points");
        let work = Work::Fields { words: x.nrows(), entries: m.nnz(), documents: m.rows(), sides, gram };
        work.features(gamma, &[x]).map(|features| Self::with(features, m, x))
    }

    /// Kernel means regardless of cost; `None` if the words lie too far apart for few features.
    ///
    /// # Panics
    /// Panics if the shapes of the arrays do not match.
    pub fn new(gamma: f64, m: &Csr, x: ArrayView2<'_, f64>) -> Option<Self> {
        let extent = extent(gamma, &[x])?;
        Features::new(gamma, &extent).map(|features| Self::with(features, m, x))
    }

    pub(super) fn with(features: Features, m: &Csr, x: ArrayView2<'_, f64>) -> Self {
        assert_eq!(m.cols(), x.nrows(), "words and points");
        let level = Level::current();
        let by_word = m.transpose();
        let words: Vec<usize> = (0..by_word.rows()).filter(|&word| !by_word.row(word).0.is_empty()).collect();
        let table = features.table(level, x, &words, true);
        let mut place = vec![0_u32; m.cols()];
        for (at, &word) in words.iter().enumerate() {
            place[word] = at as u32;
        }
        let mut values = Array2::zeros((m.rows(), features.count));
        let cancellation = cancel::inherited();
        let tasks = values.axis_chunks_iter_mut(Axis(0), TASK).into_par_iter().enumerate();
        tasks.filter(|_| !cancellation.requested()).for_each(|(task, mut rows)| {
            let (mut sum, mut scratch, mut entries) = (vec![0.0; features.room()], Vec::new(), Vec::new());
            for (i, mut row) in rows.outer_iter_mut().enumerate() {
                entries.clear();
                entries.extend(m.entries(task * TASK + i).map(|(word, weight)| (place[word], weight)));
                level.run(Sum { features: &features, table: &table, words: &entries, out: &mut sum, scratch: &mut scratch });
                row.iter_mut().zip(&sum).for_each(|(to, from)| *to = *from);
            }
        });
        Self { features, table, words, by_word, values, roots: None }
    }

    /// Gram matrix `S = Ψ Ψᵀ` of the documents (n × n).
    pub fn gram(&self) -> Array2<f64> {
        self_product(&self.values)
    }

    /// Diagonal of the Gram matrix: squared norms of the kernel means.
    pub fn norms(&self) -> Vec<f64> {
        self.values.outer_iter().map(|row| row.dot(&row)).collect()
    }

    /// Kernel means `Ψ` of the documents.
    pub fn values(&self) -> ArrayView2<'_, f64> {
        self.values.view()
    }

    /// Divides the kernel means by these lengths (n), on which the gradient depends then.
    pub fn normalise(&mut self, roots: Vec<f64>) {
        self.values.outer_iter_mut().zip(&roots).for_each(|(mut row, root)| row /= *root);
        self.roots = Some(roots);
    }

    /// Energy `E = ½ Σ_p β_pᵀ S β_p` for `β` = `weights` (n × P), and `dE/dX` (V × q): with `F = Ψᵀ β`, `dE/dΨ = β Fᵀ`.
    /// `private` as of [`Means::gradient`].
    ///
    /// # Panics
    /// Panics if the shapes of the arrays do not match.
    pub fn energy_gradient(&self, weights: &Array2<f64>, private: Option<&[f64]>) -> (f64, Array2<f64>) {
        assert_eq!(weights.nrows(), self.values.nrows(), "documents");
        let mut fields = Array2::zeros((weights.ncols(), self.values.ncols()));
        product_into(weights.t(), self.values.view(), &mut fields, 16);
        let energy = 0.5 * fields.iter().map(|f| f * f).sum::<f64>();
        (energy, self.gradient(product_of(weights.view(), fields.view()), private))
    }

    /// Gradient by the positions, `dL/dX` (V × q), from that by the kernel means, `dL/dΨ` (n × R).
    /// Documents divided by their lengths may have private features beside `Ψ`;
    /// `private` are the products of these and of the derivatives by them (n).
    ///
    /// # Panics
    /// Panics if the shapes of the arrays do not match.
    pub fn gradient(&self, mut slope: Array2<f64>, private: Option<&[f64]>) -> Array2<f64> {
        assert_eq!(slope.dim(), self.values.dim(), "documents and features");
        if let Some(roots) = &self.roots {
            for (i, ((mut slope, own), root)) in slope.outer_iter_mut().zip(self.values.outer_iter()).zip(roots).enumerate() {
                let along = slope.dot(&own) + private.map_or(0.0, |private| private[i]);
                slope.scaled_add(-along, &own);
                slope /= *root;
            }
        }
        let (level, cancellation) = (Level::current(), cancel::inherited());
        let q = self.features.axes.len();
        let mut pulls = vec![0.0; self.words.len() * q];
        pulls.par_chunks_mut(TASK * q).enumerate().filter(|_| !cancellation.requested()).for_each(|(task, pulls)| {
            let (mut weights, mut scratch) = (ndarray::Array1::zeros(self.features.count), Vec::new());
            for (i, out) in pulls.chunks_exact_mut(q).enumerate() {
                let word = task * TASK + i;
                weights.fill(0.0);
                for (document, weight) in self.by_word.entries(self.words[word]) {
                    weights.scaled_add(weight, &slope.row(document));
                }
                let weights = weights.as_slice().unwrap_or_default();
                level.run(Slope { features: &self.features, table: &self.table, word, weights, out, scratch: &mut scratch });
            }
        });
        let mut gradient = Array2::zeros((self.by_word.rows(), q));
        for (&word, pull) in self.words.iter().zip(pulls.chunks_exact(q)) {
            gradient.row_mut(word).iter_mut().zip(pull).for_each(|(to, from)| *to = *from);
        }
        gradient
    }
}

/// Matrix product `A Bᵀ`.
pub(super) fn product(a: ArrayView2<'_, f64>, b: ArrayView2<'_, f64>) -> Array2<f64> {
    let mut out = Array2::zeros((a.nrows(), b.nrows()));
    product_into(a, b.t(), &mut out, BLOCK);
    out
}

/// Matrix product `Q A`.
pub(super) fn product_of(q: ArrayView2<'_, f64>, a: ArrayView2<'_, f64>) -> Array2<f64> {
    let mut out = Array2::zeros((q.nrows(), a.ncols()));
    product_into(q, a, &mut out, BLOCK);
    out
}

/// Matrix product `A B`, computed in blocks of `count` rows.
fn product_into(a: ArrayView2<'_, f64>, b: ArrayView2<'_, f64>, out: &mut Array2<f64>, count: usize) {
    let cancellation = cancel::inherited();
    out.axis_chunks_iter_mut(Axis(0), count).into_par_iter().enumerate().for_each(|(block, mut rows)| {
        let own = a.slice(s![block * count..block * count + rows.nrows(), ..]);
        for from in (0..b.ncols()).step_by(BLOCK).take_while(|_| !cancellation.requested()) {
            let columns = s![.., from..(from + BLOCK).min(b.ncols())];
            general_mat_mul(1.0, &own, &b.slice(columns), 0.0, &mut rows.slice_mut(columns));
        }
    });
}

/// Matrix product `A Aᵀ`: its lower blocks are computed, then mirrored.
fn self_product(a: &Array2<f64>) -> Array2<f64> {
    let (n, cancellation) = (a.nrows(), cancel::inherited());
    let mut out = Array2::zeros((n, n));
    out.axis_chunks_iter_mut(Axis(0), BLOCK).into_par_iter().enumerate().for_each(|(block, mut rows)| {
        let first = block * BLOCK;
        let last = first + rows.nrows();
        let own = a.slice(s![first..last, ..]);
        for from in (0..last).step_by(BLOCK).take_while(|_| !cancellation.requested()) {
            let to = (from + BLOCK).min(last);
            general_mat_mul(1.0, &own, &a.slice(s![from..to, ..]).t(), 0.0, &mut rows.slice_mut(s![.., from..to]));
        }
    });
    for first in (0..n).step_by(BLOCK).take_while(|_| !cancellation.requested()) {
        let last = (first + BLOCK).min(n);
        let (mut above, below) = out.view_mut().split_at(Axis(0), last);
        above.slice_mut(s![first.., ..]).axis_chunks_iter_mut(Axis(0), 8).into_par_iter().enumerate().for_each(
            |(strip, mut rows)| {
                let own = first + strip * 8;
                for (row, from) in (last..n).zip(below.outer_iter()) {
                    for (i, to) in rows.column_mut(row).iter_mut().enumerate() {
                        *to = from[own + i];
                    }
                }
            },
        );
    }
    // Diagonal blocks are computed completely; their halves differ by rounding.
    for first in (0..n).step_by(BLOCK).take_while(|_| !cancellation.requested()) {
        for i in first..(first + BLOCK).min(n) {
            for j in first..i {
                out[[j, i]] = out[[i, j]];
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::reference;
    use super::*;

    #[test]
    fn the_self_product_is_symmetric() {
        for n in [0, 1, 7, 300, 513] {
            let a = Array2::from_shape_fn((n, 5), |(i, j)| ((i * 3 + j * 7) % 11) as f64 * 0.37 - 1.0);
            let own = self_product(&a);
            let exact = a.dot(&a.t());
            assert!(own.iter().zip(&exact).all(|(a, b)| (a - b).abs() < 1e-12));
            assert!(own.indexed_iter().all(|((i, j), s)| s.to_bits() == own[[j, i]].to_bits()));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn means_and_fields_equal_the_naive_loops(
            q in 1_usize..=4, n in 1_usize..30, words in 1_usize..90, sides in 1_usize..5, wide in 0.0..1.0, gamma in 0.1..4.0,
            numbers in prop::collection::vec(-1.0..1.0, 90 * 4 + 90 * 5 + 40), places in prop::collection::vec((0..90_u32, 0.1..1.0), 0..200),
        ) {
            let half = wide * [14.0, 7.0, 2.5, 0.5][q - 1] / f64::sqrt(gamma);
            let x = Array2::from_shape_fn((words, q), |(i, a)| 3.0 + half * numbers[i * q + a]);
            let at = Array2::from_shape_fn((9, q), |(i, a)| 3.0 + half * numbers[i * q + a + 360 + 90]);
            let c = Array2::from_shape_fn((words, sides), |(i, p)| numbers[360 + i * sides + p]);
            let rows = |shift: usize| {
                let mut rows = vec![vec![]; n];
                for (i, &(word, weight)) in places.iter().enumerate() {
                    rows[(i * i + shift) % n].push(((word as usize % words) as u32, weight / 10.0));
                }
                Csr::from_rows(words, rows)
            };
            let (m, other) = (rows(0), rows(1));
            let extent = extent(gamma, &[x.view(), at.view()]).expect("numbers");
            let features = Features::new(gamma, &extent).expect("not too many");
            let near = |a: &Array2<f64>, b: &Array2<f64>, size: f64| {
                a.dim() == b.dim() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-11 * size)
            };
            let size = c.iter().map(|c: &f64| c.abs()).sum::<f64>().max(1.0);
            for level in Level::available() {
                super::super::simd::with_level(level, || -> Result<(), TestCaseError> {
                    let read = super::super::weighted::product(&features, at.view(), x.view(), c.view());
                    prop_assert!(near(&read, &reference::product(gamma, at.view(), x.view(), c.view()), size), "{level:?}");
                    let (energy, slope, kc) = super::super::weighted::energy_gradient(&features, x.view(), c.view());
                    let (exact, exact_slope, exact_kc) = reference::energy_gradient(gamma, x.view(), c.view());
                    prop_assert!((energy - exact).abs() <= 1e-11 * size * size, "{level:?}: {energy} {exact}");
                    prop_assert!(near(&slope, &exact_slope, size * size * gamma.sqrt()), "{level:?}");
                    prop_assert!(near(&kc, &exact_kc, size), "{level:?}");

                    let (means, others) = (Means::with(features.clone(), &m, x.view()), Means::with(features.clone(), &other, x.view()));
                    let exact = reference::gram(gamma, &m, x.view());
                    let size = exact.iter().fold(1.0_f64, |most, s| most.max(*s));
                    prop_assert!(near(&means.gram(), &exact, size), "{level:?}");
                    prop_assert!(means.norms().iter().zip(exact.diag()).all(|(a, b)| (a - b).abs() <= 1e-11 * size), "{level:?}");
                    let exact = reference::cross_gram(gamma, &m, x.view(), &other, x.view());
                    prop_assert!(near(&product(means.values(), others.values()), &exact, size), "{level:?}");
                    let q = Array2::from_shape_fn((n, n), |(i, j)| numbers[i] * numbers[j] + 0.1 * (numbers[i] + numbers[j]));
                    let back = means.gradient(2.0 * product_of(q.view(), means.values()), None);
                    let exact = reference::gram_gradient(gamma, &m, x.view(), q.view());
                    prop_assert!(near(&back, &exact, size * gamma.sqrt() * n as f64), "{level:?}");
                    let (energy, back) = means.energy_gradient(&q, None);
                    let s = reference::gram(gamma, &m, x.view());
                    let exact = 0.5 * (&s.dot(&q) * &q).sum();
                    prop_assert!((energy - exact).abs() <= 1e-11 * size * (n * n) as f64, "{level:?}: {energy} {exact}");
                    let exact = reference::gram_gradient(gamma, &m, x.view(), (0.5 * q.dot(&q.t())).view());
                    prop_assert!(near(&back, &exact, size * gamma.sqrt() * (n * n) as f64), "{level:?}");
                    Ok(())
                })?;
            }
        }
    }
}
