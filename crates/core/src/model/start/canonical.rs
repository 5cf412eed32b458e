//! Start by regularised canonical correlation analysis: words of both sides are placed so that the documents of a pair lie
//! close together. With a linear embedding kernel, documents are then compared as in kernel CCA.
//!
//! Documents are normalised and centred rows; the directions are those of [`crate::solver::canonical`] with a ridge of one squared
//! document length. Axes are weighted by their correlation. The mean of all documents is moved to the origin, and positions are
//! scaled so that documents are as long as their weight vectors; a private term of weight 1 then has the same scale.
//!
//! Cost: one decomposition and a few products of `n × n` matrices, for at most [`MOST`] pairs. Memory: a few such matrices.

use ndarray::{Array1, Array2, Axis, concatenate, s};

use super::axes::heavier_side;
use crate::{
    corpus::Csr,
    solver::{
        canonical::{centre, leading},
        dense::NotDecomposed,
    },
};

/// Largest number of pairs; more are subsampled evenly.
pub const MOST: usize = 2000;
/// Ridge relative to the squared length of a document.
const RIDGE: f64 = 1.0;

/// Normalised documents of one side.
fn normalised(side: &Csr) -> Csr {
    let length = |row: usize| side.row(row).1.iter().map(|weight| weight * weight).sum::<f64>().sqrt();
    let by: Vec<f64> = (0..side.rows()).map(length).map(|length| if length > 0.0 { 1.0 / length } else { 0.0 }).collect();
    side.clone().scale_rows(&by)
}

/// The centred Gram matrix of documents (n × n).
fn gram(rows: &Csr) -> Array2<f64> {
    let mut k = rows.outer(rows);
    centre(&mut k);
    k
}

/// The mean of the documents over words at `x`, with `Σ ‖m - mean‖²` of the kernel means and `Σ ‖weights‖²`.
fn spread(side: &Csr, x: &Array2<f64>) -> (Array1<f64>, [f64; 2]) {
    let means = side.dot(x.view());
    let total: f64 = (0..side.rows()).map(|row| side.row_sum(row)).sum();
    let middle = means.sum_axis(Axis(0)) / if total > 0.0 { total } else { 1.0 };
    let apart = means.outer_iter().enumerate().map(|(row, mean)| {
        let mean = &mean - &(&middle * side.row_sum(row));
        mean.dot(&mean)
    });
    let apart = apart.sum();
    let weights = (0..side.rows()).flat_map(|row| side.row(row).1).map(|weight| weight * weight);
    (middle, [apart, weights.sum()])
}

/// Positions of the source's words, then of the target's (V × q), from the weights of aligned documents. Coordinates beyond
/// the number of directions are 0.
///
/// # Errors
/// If the decomposition fails, or it was cancelled.
pub(super) fn canonical(source: &Csr, target: &Csr, q: usize) -> Result<Array2<f64>, NotDecomposed> {
    let pairs = source.rows().min(target.rows());
    let few: Vec<usize> = (0..pairs.min(MOST)).map(|place| place * pairs / pairs.min(MOST)).collect();
    let halves = [source, target].map(|side| normalised(&side.select(&few)));
    let weights = leading([&gram(&halves[0]), &gram(&halves[1])], RIDGE, q)?;
    let mut sides = Vec::new();
    let mut sums = [0.0; 2];
    for ((rows, all), mut weights) in halves.iter().zip([source, target]).zip(weights) {
        let mut x = Array2::zeros((all.cols(), q));
        weights -= &(weights.sum_axis(Axis(0)) / weights.nrows().max(1) as f64);
        let mut words = rows.transpose().dot(weights.view());
        let (middle, [apart, lengths]) = spread(all, &words);
        words -= &middle;
        sums = [sums[0] + apart, sums[1] + lengths];
        x.slice_mut(s![.., ..words.ncols()]).assign(&words);
        sides.push(x);
    }
    let mut x = concatenate(Axis(0), &[sides[0].view(), sides[1].view()]).unwrap_or_else(|_| Array2::zeros((0, q)));
    let scale = if sums[0] > 0.0 { (sums[1] / sums[0]).sqrt() } else { 1.0 };
    for mut column in x.columns_mut() {
        let side = heavier_side(&column.to_owned());
        column *= scale * side;
    }
    Ok(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs about one of four topics each, and a word that occurs in every document.
    fn pairs() -> [Csr; 2] {
        let rows = |shift: usize| {
            Csr::from_rows(
                22,
                (0..60_usize).map(move |i| {
                    let word = |w: usize| (((i % 4) * 5 + (i * (3 + shift) + w * w) % 5) as u32, 0.2);
                    (0..3).map(word).chain([(20, 0.2), (21, 0.1 * (1 + (i * 7 + shift) % 3) as f64)]).collect()
                }),
            )
        };
        [rows(0), rows(4)]
    }

    #[test]
    fn paired_documents_are_close_and_correlations_equal_the_dense_problem() {
        let [source, target] = pairs();
        let x = canonical(&source, &target, 3).unwrap();
        let (a, b) = (source.dot(x.slice(s![..22, ..])), target.dot(x.slice(s![22.., ..])));
        for i in 0..60 {
            for j in 0..60 {
                let cosine = a.row(i).dot(&b.row(j)) / (a.row(i).dot(&a.row(i)) * b.row(j).dot(&b.row(j))).sqrt();
                assert_eq!(cosine > 0.5, i % 4 == j % 4, "{i} and {j}: {cosine}");
            }
        }
        let squares = |m: &Array2<f64>| m.iter().map(|m| m * m).sum::<f64>();
        let weights = |m: &Csr| squares(&m.to_dense());
        approx::assert_relative_eq!(squares(&a) + squares(&b), weights(&source) + weights(&target), max_relative = 1e-9);
        assert!(a.sum_axis(Axis(0)).iter().all(|sum| sum.abs() < 1e-9), "the mean of the documents is the origin");
    }

    #[test]
    fn surplus_dimensions_are_zero_and_no_words_are_allowed() {
        let [source, target] = pairs();
        let x = canonical(&source, &target, 60).unwrap();
        assert!(x.column(59).iter().all(|x| *x == 0.0) && x.iter().all(|x| x.is_finite()));
        let empty = Csr::from_rows(3, vec![vec![]; 4]);
        assert!(canonical(&empty, &empty, 2).unwrap().iter().all(|x| *x == 0.0));
    }
}
