//! Explicit features of a Gaussian kernel between word vectors.
//!
//! `k(u, v) = exp(-γ/2 ‖u - v‖² / s²)` with `s²` the mean squared length of the vectors, so that γ has no unit.
//! Its features are a pivoted Cholesky factor of the V × V kernel matrix: a row for each word, a column for each pivot.
//! The pivot is the word with the largest residual `k(v, v) - ‖φ(v)‖²` times its occurrences.
//! Frequent words are therefore approximated best.
//! With 300 pivots, WebKB and R8 are classified as with the exact kernel at γ = 1, to .05 points.
//!
//! Cost: `V r (d + r)` for r features of d-dimensional vectors, words in parallel. Memory: `V r`.

use ndarray::{Array1, Array2, Axis, Zip, s};

/// Relative residual of the most important word's kernel with itself at which further features have no effect.
const EXACT: f64 = 1e-9;

/// Features of the Gaussian kernel with this γ (V × at most `most`); `occurrences` are the words' (V).
/// A word with vector 0 is unknown and has features 0.
pub(super) fn features(x: &Array2<f64>, occurrences: &Array1<f64>, gamma: f64, most: usize) -> Array2<f64> {
    let squares: Array1<f64> = x.outer_iter().map(|vector| vector.dot(&vector)).collect();
    let known = squares.mapv(|square| f64::from(u8::from(square > 0.0)));
    // A word of unlabelled text only may not occur at all; every known word therefore gets a small weight.
    let weights = &(occurrences + 1e-6) * &known;
    let total = weights.sum();
    if total <= 0.0 {
        return Array2::zeros((x.nrows(), 0));
    }
    let rate = 0.5 * gamma * total / weights.dot(&squares);
    let mut residual = known;
    let mut features = Array2::zeros((x.nrows(), most.min(x.nrows())));
    for column in 0..features.ncols() {
        let importance = |word: usize| residual[word] * weights[word];
        let Some(pivot) = (0..x.nrows()).max_by(|&a, &b| importance(a).total_cmp(&importance(b))) else { break };
        if residual[pivot] <= EXACT {
            return features.slice_move(s![.., ..column]);
        }
        let root = residual[pivot].sqrt();
        let (vector, own) = (x.row(pivot).to_owned(), features.slice(s![pivot, ..column]).to_owned());
        let of_pivot = squares[pivot];
        Zip::indexed(features.axis_iter_mut(Axis(0))).and(&mut residual).par_for_each(|word, mut row, residual| {
            if *residual > 0.0 {
                let distance = (squares[word] + of_pivot - 2.0 * x.row(word).dot(&vector)).max(0.0);
                let value = ((-rate * distance).exp() - row.slice(s![..column]).dot(&own)) / root;
                row[column] = value;
                *residual = (*residual - value * value).max(0.0);
            }
        });
        residual[pivot] = 0.0;
    }
    features
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;
    use ndarray::Array;
    use proptest::prelude::*;

    use super::*;

    /// Kernel between two words, computed by the definition in the module documentation.
    fn kernel(x: &Array2<f64>, gamma: f64, (a, b): (usize, usize)) -> f64 {
        let squares: Vec<f64> = x.outer_iter().map(|v| v.dot(&v)).filter(|square| *square > 0.0).collect();
        let scale = squares.iter().sum::<f64>() / squares.len() as f64;
        let difference = &x.row(a) - &x.row(b);
        (-gamma / 2.0 * difference.dot(&difference) / scale).exp()
    }

    proptest! {
        #[test]
        fn as_many_features_as_words_give_the_kernel(
            numbers in prop::collection::vec(-2.0..2.0_f64, 24), gamma in 0.1..4.0_f64,
        ) {
            let mut x = Array::from_shape_vec((8, 3), numbers).unwrap();
            x.row_mut(5).fill(0.0);
            let phi = features(&x, &Array1::ones(8), gamma, 8);
            for a in 0..8 {
                for b in 0..8 {
                    let expected = if a == 5 || b == 5 { 0.0 } else { kernel(&x, gamma, (a, b)) };
                    prop_assert!((phi.row(a).dot(&phi.row(b)) - expected).abs() < 1e-4, "words {a} and {b}");
                }
            }
        }
    }

    #[test]
    fn frequent_words_are_approximated_first() {
        let x = Array::from_shape_fn((40, 2), |(word, axis)| ((word * (axis + 3)) as f64).sin());
        let mut occurrences = Array1::<f64>::ones(40);
        occurrences[17] = 1e4;
        let phi = features(&x, &occurrences, 3.0, 1);
        assert_relative_eq!(phi[[17, 0]], 1.0);
        // Words at one position need one feature.
        assert_eq!(features(&Array2::ones((6, 2)), &Array1::ones(6), 1.0, 5).ncols(), 1);
        assert_eq!(features(&Array2::zeros((6, 2)), &Array1::ones(6), 1.0, 5).dim(), (6, 0));
    }
}
