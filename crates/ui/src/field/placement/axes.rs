//! Axes of the drawn coordinates of more than three latent dimensions: principal axes, or dimensions chosen by the user.
//!
//! Principal axes are computed by orthogonal iteration on the q × q covariance of a sample of words.
//! The iteration starts from the last axes, so that the picture rotates slowly and never flips.
//! Cost: O(sample q²), about 20 ms at q = 300.

use ndarray::{Array1, Array2, ArrayView1, Axis};

/// Maximum number of words sampled for the principal axes, and minimum number in many dimensions.
const SAMPLE: [usize; 2] = [4_000, 1_000];
/// Target for the number of coordinates in the sample of words.
const NUMBERS: usize = 1 << 18;

/// Axes of a projection: an origin and orthonormal directions.
#[derive(Clone, Debug, PartialEq)]
pub struct Axes {
    /// Origin of the drawn coordinates (q).
    pub mean: Vec<f64>,
    /// Directions of the axes (2 or 3, q each).
    pub along: Vec<Vec<f64>>,
    /// Latent dimensions along which the axes lie; `None` for principal axes.
    pub dimensions: Option<[usize; 3]>,
}

impl Axes {
    /// First `count` principal axes of the words `latent` (V × q, q at least `count`), started from the `last` ones.
    pub fn principal(latent: &Array2<f64>, count: usize, last: Option<&Self>) -> Self {
        let q = latent.ncols();
        let mut sample = sample(latent);
        let mean = sample.mean_axis(Axis(0)).unwrap_or_else(|| Array1::zeros(q));
        sample -= &mean;
        let covariance = sample.t().dot(&sample) / sample.nrows().max(1) as f64;
        let last = last.filter(|last| last.dimensions.is_none() && last.mean.len() == q);
        let rounds = if last.is_some_and(|last| last.along.len() >= count) { 12 } else { 200 };
        let previous = |axis: usize| last.and_then(|last| last.along.get(axis).cloned());
        let mut along: Vec<Vec<f64>> = (0..count).map(|axis| previous(axis).unwrap_or_else(|| start(q, axis))).collect();
        for _ in 0..rounds {
            for axis in 0..count {
                let (before, rest) = along.split_at_mut(axis);
                rest[0] = normal(times(&covariance, &rest[0]), before, &rest[0]);
            }
        }
        Self { mean: mean.to_vec(), along, dimensions: None }
    }

    /// Axes along the first `count` of three latent dimensions, through the mean in all others.
    pub fn of_dimensions(latent: &Array2<f64>, dimensions: [usize; 3], count: usize) -> Self {
        let q = latent.ncols();
        let mut mean = sample(latent).mean_axis(Axis(0)).unwrap_or_else(|| Array1::zeros(q)).to_vec();
        let drawn = &dimensions[..count.min(3)];
        for &dimension in drawn {
            mean[dimension] = 0.0;
        }
        let unit = |one: &usize| (0..q).map(|k| f64::from(u8::from(k == *one))).collect();
        Self { mean, along: drawn.iter().map(unit).collect(), dimensions: Some(dimensions) }
    }

    /// Coordinates of a point along the axes, and its squared distance from their span.
    pub fn of<'a>(&self, point: impl Iterator<Item = &'a f64>) -> ([f64; 3], f64) {
        let (mut at, mut norm) = ([0.0; 3], 0.0);
        for (k, value) in point.enumerate().take(self.mean.len()) {
            let centred = value - self.mean[k];
            for (at, axis) in at.iter_mut().zip(&self.along) {
                *at += centred * axis[k];
            }
            norm += centred * centred;
        }
        (at, (norm - at.iter().map(|x| x * x).sum::<f64>()).max(0.0))
    }

    /// Coordinates of several points (points × q) along the axes.
    pub fn of_all(&self, points: &Array2<f64>) -> Vec<[f64; 3]> {
        let mut at = vec![[0.0; 3]; points.nrows()];
        for (place, axis) in self.along.iter().take(3).enumerate() {
            let axis = ArrayView1::from(axis.as_slice());
            let from = axis.dot(&ArrayView1::from(self.mean.as_slice()));
            for (at, point) in at.iter_mut().zip(points.outer_iter()) {
                at[place] = point.dot(&axis) - from;
            }
        }
        at
    }

    /// Point of latent space with the given coordinates along the axes.
    pub fn point(&self, at: &[f64]) -> Vec<f64> {
        let mut point = self.mean.clone();
        self.shift(&mut point, at);
        point
    }

    /// Moves a point of latent space along each axis.
    pub fn shift(&self, point: &mut [f64], by: &[f64]) {
        for (axis, by) in self.along.iter().zip(by) {
            point.iter_mut().zip(axis).for_each(|(x, a)| *x += by * a);
        }
    }
}

/// Sample of words, spread evenly over the vocabulary, without non-finite vectors (sample × q).
fn sample(latent: &Array2<f64>) -> Array2<f64> {
    let most = (NUMBERS / latent.ncols().max(1)).clamp(SAMPLE[1], SAMPLE[0]);
    let stride = latent.nrows().div_ceil(most).max(1);
    let words: Vec<usize> =
        (0..latent.nrows()).step_by(stride).filter(|&word| latent.row(word).iter().all(|x| x.is_finite())).collect();
    latent.select(Axis(0), &words)
}

/// Start vector of the power iteration, different for every `which`, not orthogonal to any coordinate axis.
fn start(q: usize, which: usize) -> Vec<f64> {
    (0..q).map(|k| if k == which { 1.0 } else { 0.1 / (1.0 + (k + 2 * which) as f64) }).collect()
}

fn times(matrix: &Array2<f64>, vector: &[f64]) -> Vec<f64> {
    matrix.outer_iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// Vector orthogonalised against `others` and normalised, or `fallback` likewise if the remainder is zero.
fn normal(vector: Vec<f64>, others: &[Vec<f64>], fallback: &[f64]) -> Vec<f64> {
    let size = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    let q = fallback.len();
    let starts = (0..q.min(others.len() + 1)).map(|which| (start(q, which), 1e-6));
    for (mut candidate, small) in [(vector, size * 1e-9), (fallback.to_vec(), 1e-9)].into_iter().chain(starts) {
        for other in others {
            let along: f64 = candidate.iter().zip(other).map(|(a, b)| a * b).sum();
            candidate.iter_mut().zip(other).for_each(|(a, b)| *a -= along * b);
        }
        let norm = candidate.iter().map(|x| x * x).sum::<f64>().sqrt();
        if norm > small && norm.is_finite() {
            for x in &mut candidate {
                *x /= norm;
            }
            return candidate;
        }
    }
    fallback.to_vec()
}
