//! Where the words are before the first step: random, or by the principal components of the aligned documents (T 6.4).
//!
//! Each pair of documents is one row over the words of both sides, so words of one topic start together whatever their
//! side. The leading components of the centred rows are found by subspace iteration.
//! Cost: a few dozen products with the sparse rows; memory: some `(n + V) × (q + 8)`.

use ndarray::{Array1, Array2, ArrayView2, Axis, concatenate, s};
use rand::{SeedableRng, rngs::StdRng};

use super::{MatchParams, Start, sides::Sides};
use crate::{
    corpus::Csr,
    model::start::random,
    solver::dense::{NotDecomposed, thin_svd},
};

/// Directions carried along beyond those wanted.
const SPARE: usize = 8;
/// Rounds of subspace iteration.
const ROUNDS: usize = 12;
/// A component this weak beside the first is taken as none.
const WEAK: f64 = 1e-9;

/// Positions of the source's words, then of the target's (V × q).
pub(super) fn start(params: &MatchParams, sides: &Sides) -> Array2<f64> {
    let words = sides.source.cols() + sides.target.cols();
    let mut rng = StdRng::seed_from_u64(params.seed);
    let mut x = random(words, params.q, 1.0, &mut rng);
    if params.start != Start::Random {
        // Numbers that do not decompose leave the random start.
        if let Ok((loadings, values, weight)) = components(sides, &random(words, params.q + SPARE, 1.0, &mut rng)) {
            let most = values.first().copied().unwrap_or(0.0);
            for (a, &value) in values.iter().enumerate().take(params.q) {
                if value <= WEAK * most || value <= 0.0 {
                    break;
                }
                let mut column = loadings.column(a).to_owned();
                if params.start == Start::Centroid {
                    column.zip_mut_with(&weight, |place, &weight| *place = if weight > 0.0 { *place / weight } else { 0.0 });
                }
                let largest = column.iter().fold(0.0_f64, |most, &place| if place.abs() > most.abs() { place } else { most });
                column *= largest.signum();
                x.column_mut(a).assign(&column);
            }
        }
    }
    for mut column in x.columns_mut() {
        let size = (column.iter().map(|x| x * x).sum::<f64>() / words.max(1) as f64).sqrt();
        if size > 0.0 {
            column *= params.start_scale / size;
        }
    }
    x
}

/// The aligned documents, centred.
struct Aligned {
    source: Csr,
    target: Csr,
    source_words: Csr,
    target_words: Csr,
    mean: Array1<f64>,
}

impl Aligned {
    fn new(sides: &Sides) -> Self {
        let (sources, targets): (Vec<usize>, Vec<usize>) = sides.pairs().into_iter().unzip();
        let (source, target) = (sides.source.select(&sources), sides.target.select(&targets));
        let (source_words, target_words) = (source.transpose(), target.transpose());
        let n = sources.len().max(1) as f64;
        let sums = (0..source_words.rows()).map(|word| source_words.row_sum(word));
        let mean = sums.chain((0..target_words.rows()).map(|word| target_words.row_sum(word))).map(|sum| sum / n).collect();
        Self { source, target, source_words, target_words, mean }
    }

    /// `A v` (n × columns).
    #[allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]
    fn forward(&self, v: ArrayView2<'_, f64>) -> Array2<f64> {
        let words = self.source.cols();
        let out = self.source.dot(v.slice(s![..words, ..])) + self.target.dot(v.slice(s![words.., ..]));
        out - &self.mean.dot(&v)
    }

    /// `Aᵀ u` (V × columns).
    #[allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]
    fn backward(&self, u: ArrayView2<'_, f64>) -> Array2<f64> {
        let both = [self.source_words.dot(u), self.target_words.dot(u)];
        let mut out = concatenate(Axis(0), &[both[0].view(), both[1].view()]).unwrap_or_else(|_| Array2::zeros((0, 0)));
        let sums = u.sum_axis(Axis(0));
        for (mut row, mean) in out.rows_mut().into_iter().zip(&self.mean) {
            row.scaled_add(-mean, &sums);
        }
        out
    }
}

/// Right singular vectors times their values (V × columns), the values, and each word's mean weight (V).
type Components = (Array2<f64>, Vec<f64>, Array1<f64>);

/// The leading components of the aligned documents.
fn components(sides: &Sides, guess: &Array2<f64>) -> Result<Components, NotDecomposed> {
    let aligned = Aligned::new(sides);
    let mut left = thin_svd(aligned.forward(guess.view()).view())?.u;
    for _ in 0..ROUNDS {
        let right = thin_svd(aligned.backward(left.view()).view())?.u;
        left = thin_svd(aligned.forward(right.view()).view())?.u;
    }
    let svd = thin_svd(aligned.backward(left.view()).view())?;
    let loadings = &svd.u * &ndarray::ArrayView1::from(&svd.values);
    Ok((loadings, svd.values, aligned.mean))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Parameters;
    use crate::model::Preset;

    /// Two topics with words of their own on either side.
    fn topics() -> Sides {
        let rows = |shift: usize| {
            (0..40).map(move |i| (0..6).map(|w| (((i % 2) * 10 + (i * 7 + w * (3 + shift)) % 10) as u32, 1.0 / 6.0)).collect())
        };
        let partner = (0..40).map(Some).collect();
        Sides { source: Csr::from_rows(20, rows(0)), target: Csr::from_rows(20, rows(2)), partner }
    }

    #[test]
    fn words_of_one_topic_start_together_whatever_their_side() {
        for start_at in [Start::Pca, Start::Centroid] {
            let params = MatchParams { start: start_at, start_scale: 0.7, ..MatchParams::preset(Preset::Paper, 2) };
            let x = start(&params, &topics());
            for word in 0..40 {
                let sign = if (word % 20 < 10) == (x[[0, 0]] > 0.0) { 1.0 } else { -1.0 };
                assert!(sign * x[[word, 0]] > 0.1, "{start_at:?}, word {word}: {}", x[[word, 0]]);
            }
            for column in x.columns() {
                approx::assert_relative_eq!(column.dot(&column) / 40.0, 0.49, max_relative = 1e-9);
            }
            assert_eq!(x, start(&params, &topics()));
        }
    }

    #[test]
    fn loadings_are_those_of_the_dense_decomposition() {
        let sides = topics();
        let dense = concatenate(Axis(1), &[sides.source.to_dense().view(), sides.target.to_dense().view()]).unwrap();
        let centred = &dense - &dense.mean_axis(Axis(0)).unwrap();
        let exact = thin_svd(centred.view()).unwrap();
        let guess = Array2::from_shape_fn((40, 10), |(i, j)| ((i * 31 + j * 17) as f64).sin());
        let (loadings, values, _) = components(&sides, &guess).unwrap();
        approx::assert_relative_eq!(values[..2], exact.values[..2], max_relative = 1e-6);
        let cosine = loadings.column(0).dot(&exact.v.column(0)) / values[0];
        approx::assert_relative_eq!(cosine.abs(), 1.0, max_relative = 1e-5);
    }

    #[test]
    fn fewer_components_than_dimensions_leave_the_rest_random() {
        let one = Csr::from_rows(3, [vec![(0, 1.0)], vec![(1, 1.0)]]);
        let sides = Sides { source: one.clone(), target: one, partner: vec![Some(0), Some(1)] };
        let x = start(&MatchParams::preset(Preset::Paper, 5), &sides);
        assert!(x.columns().into_iter().all(|column| column.iter().any(|x| x.abs() > 0.1)) && x.iter().all(|x| x.is_finite()));
    }
}
