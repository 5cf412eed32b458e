//! How good predictions are: accuracy and confusion; errors of ratings; ranks of partners; whether that is more than chance.
//! Whether two samples differ; an order in which like stands next to like.

mod chance;
mod cluster;
mod mmd;

use ndarray::{Array1, Array2, ArrayView1};

pub use chance::Evidence;
pub use cluster::cluster_order;
pub use mmd::{Mmd, MmdTest};

use crate::stats::Z95;

/// Dimensions up to which all products of coordinates are taken.
const PLAIN: usize = 10;

/// The share of documents whose own class is the one predicted, of both of each; `None` when there is no document.
pub fn accuracy(documents: impl IntoIterator<Item = (usize, usize)>) -> Option<f64> {
    let (all, right) =
        documents.into_iter().fold((0_usize, 0_usize), |(all, right), (is, said)| (all + 1, right + usize::from(is == said)));
    (all > 0).then(|| right as f64 / all as f64)
}

/// How often class i (row) was predicted as class j (column), (classes × classes), of the same.
pub fn confusion(documents: impl IntoIterator<Item = (usize, usize)>, classes: usize) -> Array2<usize> {
    let mut table = Array2::zeros((classes, classes));
    for (is, said) in documents {
        table[[is, said]] += 1;
    }
    table
}

/// The root of the mean squared difference; `None` when there is nothing to compare.
pub fn rmse(truth: &[f64], predicted: &[f64]) -> Option<f64> {
    let pairs = truth.iter().zip(predicted);
    let squares: f64 = pairs.map(|(y, p)| (y - p) * (y - p)).sum();
    (!truth.is_empty()).then(|| (squares / truth.len() as f64).sqrt())
}

/// The same over the training part's standard deviation `scale`: 1 is what predicting the training mean gives on data
/// like the training part.
pub fn rmse_standardised(truth: &[f64], predicted: &[f64], scale: f64) -> Option<f64> {
    rmse(truth, predicted).map(|error| error / scale)
}

/// Mean negative log density of the truth under normal predictions with these means and standard deviations.
pub fn nlpd(truth: &[f64], means: &[f64], deviations: &[f64]) -> Option<f64> {
    let half = 0.5 * std::f64::consts::TAU.ln();
    let cells = truth.iter().zip(means).zip(deviations);
    let total: f64 = cells.map(|((y, mean), deviation)| half + deviation.ln() + 0.5 * ((y - mean) / deviation).powi(2)).sum();
    (!truth.is_empty()).then(|| total / truth.len() as f64)
}

/// The share of the truth within the central 95 % of normal predictions: 0.95 where the deviations are right.
pub fn coverage95(truth: &[f64], means: &[f64], deviations: &[f64]) -> Option<f64> {
    let cells = truth.iter().zip(means).zip(deviations);
    let within = cells.filter(|((y, mean), deviation)| (*y - *mean).abs() <= Z95 * **deviation).count();
    (!truth.is_empty()).then(|| within as f64 / truth.len() as f64)
}

/// Share of ranks up to `r`, ranks counted from 1 (T 6.15); `None` when there is none.
///
/// A rank counts everything as near as the true partner, so ties count against.
pub fn precision_at(ranks: impl IntoIterator<Item = usize>, r: usize) -> Option<f64> {
    let (mut all, mut near) = (0_usize, 0_usize);
    for rank in ranks {
        all += 1;
        near += usize::from(rank <= r);
    }
    (all > 0).then(|| near as f64 / all as f64)
}

/// Mean of `1 / rank`; `None` when there is none.
pub fn mean_reciprocal_rank(ranks: impl IntoIterator<Item = usize>) -> Option<f64> {
    let (all, sum) = ranks.into_iter().fold((0_usize, 0.0), |(all, sum), rank| (all + 1, sum + 1.0 / rank.max(1) as f64));
    (all > 0).then(|| sum / all as f64)
}

/// The effective dimension of points (V × q): the participation ratio of the squared singular values of the centred matrix,
/// `(Σ σ²)² / Σ σ⁴`. It is q where the points spread evenly, one where they lie on a line, and 0 where they are one point.
///
/// Measured through the q × q covariance of at most 8,192 of the points; in more than ten dimensions estimated by how
/// much pairs of 2,048 points have in common, to some per cent. Cost: less than a million products.
pub fn effective_dimension(x: &Array2<f64>) -> f64 {
    let q = x.ncols();
    let stride = x.nrows().div_ceil(if q > PLAIN { 2_048 } else { 8_192 }).max(1);
    let rows: Vec<_> = x.outer_iter().step_by(stride).filter(|row| row.iter().all(|value| value.is_finite())).collect();
    let count = rows.len().max(1) as f64;
    let mut mean = Array1::zeros(q);
    for row in &rows {
        mean += row;
    }
    mean /= count;
    // tr C, and ‖C‖² as the mean of (xᵢ - μ)·(xⱼ - μ) squared.
    let square = |row: &ArrayView1<'_, f64>| row.iter().zip(&mean).map(|(x, mean)| (x - mean).powi(2)).sum::<f64>();
    let trace = rows.iter().map(square).sum::<f64>() / count;
    let squares: f64 = if q > PLAIN && rows.len() > q {
        let common = |(i, row): (usize, &ArrayView1<'_, f64>)| {
            let other = &rows[(i + rows.len() / 2 + 1) % rows.len()];
            (row.dot(other) - row.dot(&mean) - other.dot(&mean) + mean.dot(&mean)).powi(2)
        };
        rows.iter().enumerate().map(common).sum::<f64>() / count
    } else {
        let mut covariance = Array2::<f64>::zeros((q, q));
        for row in &rows {
            for i in 0..q {
                for j in 0..=i {
                    covariance[[i, j]] += (row[i] - mean[i]) * (row[j] - mean[j]) / count;
                }
            }
        }
        covariance.indexed_iter().map(|((i, j), value)| if i == j { value * value } else { 2.0 * value * value }).sum()
    };
    if squares > 0.0 { trace.powi(2) / squares } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    use super::*;

    #[test]
    fn the_effective_dimension_counts_the_directions_points_spread_in() {
        let wave = |i: usize, k: usize| ((i * (2 * k + 3)) as f64 * 0.7).sin();
        let line = Array2::from_shape_fn((500, 3), |(i, k)| wave(i, 0) * [1.0, -2.0, 0.5][k] + 7.0);
        assert_relative_eq!(effective_dimension(&line), 1.0, epsilon = 1e-9);
        let even = Array2::from_shape_fn((500, 2), |(i, k)| if i % 2 == k { if i % 4 < 2 { 1.0 } else { -1.0 } } else { 0.0 });
        assert_relative_eq!(effective_dimension(&even), 2.0, epsilon = 1e-9);
        let flat = Array2::from_shape_fn((500, 2), |(i, k)| wave(i, k) * [1.0, 0.08][k]);
        assert!((1.0..1.05).contains(&effective_dimension(&flat)));
        assert_eq!((effective_dimension(&Array2::zeros((9, 2))), effective_dimension(&Array2::zeros((0, 2)))), (0.0, 0.0));
    }

    #[test]
    fn in_many_dimensions_the_effective_one_is_estimated() {
        // Twenty dimensions, each spread a tenth less than the one before.
        let spreads: Vec<f64> = std::iter::successors(Some(1.0), |spread| Some(0.9 * spread)).take(20).collect();
        let mut rng = StdRng::seed_from_u64(5);
        let points = Array2::from_shape_fn((4_000, 20), |(_, k)| 3.0 + spreads[k] * rng.random_range(-1.0..1.0));
        let squares = |power: i32| spreads.iter().map(|spread: &f64| spread.powi(power)).sum::<f64>();
        assert_relative_eq!(effective_dimension(&points), squares(2).powi(2) / squares(4), max_relative = 0.1);
        assert_relative_eq!(effective_dimension(&Array2::from_elem((3_000, 20), 0.5)), 0.0);
    }

    #[test]
    fn errors_of_ratings_are_what_their_names_say() {
        let (truth, means) = ([1.0, 2.0, 3.0, 9.0], [1.0, 4.0, 3.0, 8.0]);
        assert_relative_eq!(rmse(&truth, &means).unwrap(), (5.0_f64 / 4.0).sqrt());
        assert_relative_eq!(rmse_standardised(&truth, &means, 2.0).unwrap(), (5.0_f64 / 16.0).sqrt());
        let deviations = [0.5, 1.0, 0.5, 0.52];
        // 2 is beyond 1.96 deviations of 1, 1 within 1.96 of 0.52.
        assert_relative_eq!(coverage95(&truth, &means, &deviations).unwrap(), 0.75);
        let density = |y: f64, m: f64, s: f64| (-0.5 * ((y - m) / s).powi(2)).exp() / (s * (2.0 * std::f64::consts::PI).sqrt());
        let by_hand: f64 = (0..4).map(|i| -density(truth[i], means[i], deviations[i]).ln()).sum();
        assert_relative_eq!(nlpd(&truth, &means, &deviations).unwrap(), by_hand / 4.0, max_relative = 1e-12);
        assert_eq!((rmse(&[], &[]), nlpd(&[], &[], &[]), coverage95(&[], &[], &[])), (None, None, None));
    }

    #[test]
    fn precision_counts_ranks_from_one() {
        let ranks = [1, 2, 2, 7];
        assert_eq!([1, 2, 6, 7].map(|r| precision_at(ranks, r)), [Some(0.25), Some(0.75), Some(0.75), Some(1.0)]);
        assert_eq!(precision_at([], 1), None);
        assert_relative_eq!(mean_reciprocal_rank([1, 4, 2]).unwrap(), 1.75 / 3.0);
        assert_eq!(mean_reciprocal_rank([]), None);
    }
}
