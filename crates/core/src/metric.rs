//! Metrics of predictions: accuracy, confusion, scores of each class, calibrated probabilities, rating errors, ranks of partners.
//! Also agreement of clusters with classes, tests against chance and of two models, the two-sample test [`MmdTest`], changes between groups,
//! row order by clustering, the classes of neighbours in the picture, and the neighbours that a picture keeps.

mod calibration;
mod chance;
mod changes;
mod cluster;
mod crossed;
mod mmd;
mod neighbours_kept;
mod null_band;
mod paired;
mod partitions;
mod per_class;
mod picture;
mod ratings;
mod roc;
mod splits;

use ndarray::{Array1, Array2, ArrayView1};

pub use calibration::{CalibratedOn, ClassCalibration, log_loss};
pub use chance::Evidence;
pub use changes::{Change, ChangedWord, Changes, Sides, changes};
pub use cluster::cluster_order;
pub use crossed::{CrossedT, SplitErrors};
pub use mmd::{Mmd, MmdTest, PERMUTATIONS};
pub use neighbours_kept::neighbours_kept;
pub use null_band::{BAND_SPLITS, NullBand};
pub use paired::{CorrectedT, McNemar, holm};
pub use partitions::{adjusted_rand_index, normalised_mutual_information};
pub use per_class::PerClass;
pub use picture::{Picture, TrainingPositions, mean_positions};
pub use ratings::{RatingIntervals, mae, spearman};
pub use roc::area_under_roc;

use crate::stats::Z95;

/// Number of dimensions up to which the full covariance of the points is computed.
const PLAIN: usize = 10;

/// Accuracy: share of documents whose predicted class is the true one, from pairs (true, predicted); `None` without documents.
pub fn accuracy(documents: impl IntoIterator<Item = (usize, usize)>) -> Option<f64> {
    let (all, right) = documents
        .into_iter()
        .fold((0_usize, 0_usize), |(all, right), (truth, predicted)| (all + 1, right + usize::from(truth == predicted)));
    (all > 0).then(|| right as f64 / all as f64)
}

/// Confusion matrix: entry (i, j) is the number of documents of class i predicted as class j (classes × classes).
pub fn confusion(documents: impl IntoIterator<Item = (usize, usize)>, classes: usize) -> Array2<usize> {
    let mut table = Array2::zeros((classes, classes));
    for (truth, predicted) in documents {
        table[[truth, predicted]] += 1;
    }
    table
}

/// Root mean squared error of predictions; `None` without values.
pub fn rmse(truth: &[f64], predicted: &[f64]) -> Option<f64> {
    let pairs = truth.iter().zip(predicted);
    let squares: f64 = pairs.map(|(y, p)| (y - p) * (y - p)).sum();
    (!truth.is_empty()).then(|| (squares / truth.len() as f64).sqrt())
}

/// Root mean squared error divided by the training part's standard deviation `scale`.
/// Predicting the training mean gives 1 on data distributed like the training part.
pub fn rmse_standardised(truth: &[f64], predicted: &[f64], scale: f64) -> Option<f64> {
    rmse(truth, predicted).map(|error| error / scale)
}

/// Mean negative log predictive density of the true ratings under normal predictions with these means and standard deviations.
pub fn nlpd(truth: &[f64], means: &[f64], deviations: &[f64]) -> Option<f64> {
    let half = 0.5 * std::f64::consts::TAU.ln();
    let cells = truth.iter().zip(means).zip(deviations);
    let total: f64 = cells.map(|((y, mean), deviation)| half + deviation.ln() + 0.5 * ((y - mean) / deviation).powi(2)).sum();
    (!truth.is_empty()).then(|| total / truth.len() as f64)
}

/// Share of true ratings within the central 95 % of normal predictions: 0.95 if the deviations are calibrated.
pub fn coverage95(truth: &[f64], means: &[f64], deviations: &[f64]) -> Option<f64> {
    let cells = truth.iter().zip(means).zip(deviations);
    let within = cells.filter(|((y, mean), deviation)| (*y - *mean).abs() <= Z95 * **deviation).count();
    (!truth.is_empty()).then(|| within as f64 / truth.len() as f64)
}

/// Precision@R: share of ranks up to `r`, counted from 1 (T 6.15); `None` without ranks.
///
/// A rank counts all candidates at most as far as the true partner, so ties count against the model.
pub fn precision_at(ranks: impl IntoIterator<Item = usize>, r: usize) -> Option<f64> {
    let (mut all, mut near) = (0_usize, 0_usize);
    for rank in ranks {
        all += 1;
        near += usize::from(rank <= r);
    }
    (all > 0).then(|| near as f64 / all as f64)
}

/// Mean reciprocal rank: mean of `1 / rank`; `None` without ranks.
pub fn mean_reciprocal_rank(ranks: impl IntoIterator<Item = usize>) -> Option<f64> {
    let (all, sum) = ranks.into_iter().fold((0_usize, 0.0), |(all, sum), rank| (all + 1, sum + 1.0 / rank.max(1) as f64));
    (all > 0).then(|| sum / all as f64)
}

/// Effective dimension of points (V × q): `(Σ σ²)² / Σ σ⁴`, the participation ratio of the squared singular
/// values of the centred matrix.
/// It is q if the points spread evenly, 1 if they lie on a line, and 0 if they coincide.
///
/// Computed from the q × q covariance of at most 8,192 points.
/// In more than ten dimensions the effective dimension is estimated from inner products between 2,048 points, to a few per cent.
/// Cost: less than a million products.
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
    // Trace of the covariance tr C, and ‖C‖² as the mean of the squares of (xᵢ - μ)·(xⱼ - μ).
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
    fn the_effective_dimension_counts_directions_of_spread() {
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
    fn the_effective_dimension_is_estimated_in_many_dimensions() {
        // Test points in twenty dimensions, each with a spread 10 % below that of the previous dimension.
        let spreads: Vec<f64> = std::iter::successors(Some(1.0), |spread| Some(0.9 * spread)).take(20).collect();
        let mut rng = StdRng::seed_from_u64(5);
        let points = Array2::from_shape_fn((4_000, 20), |(_, k)| 3.0 + spreads[k] * rng.random_range(-1.0..1.0));
        let squares = |power: i32| spreads.iter().map(|spread: &f64| spread.powi(power)).sum::<f64>();
        assert_relative_eq!(effective_dimension(&points), squares(2).powi(2) / squares(4), max_relative = 0.1);
        assert_relative_eq!(effective_dimension(&Array2::from_elem((3_000, 20), 0.5)), 0.0);
    }

    #[test]
    fn errors_of_ratings_equal_their_definitions() {
        let (truth, means) = ([1.0, 2.0, 3.0, 9.0], [1.0, 4.0, 3.0, 8.0]);
        assert_relative_eq!(rmse(&truth, &means).unwrap(), (5.0_f64 / 4.0).sqrt());
        assert_relative_eq!(rmse_standardised(&truth, &means, 2.0).unwrap(), (5.0_f64 / 16.0).sqrt());
        let deviations = [0.5, 1.0, 0.5, 0.52];
        // The value 2 is outside 1.96 deviations of 1, and 1 is within 1.96 deviations of 0.52.
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
