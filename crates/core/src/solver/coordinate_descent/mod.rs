//! Lasso and elastic net by cyclic coordinate descent on sparse columns (Friedman, Hastie and Tibshirani 2010).
//!
//! [`CentredColumns::solve`] minimises `1/(2n) ‖y - X w - b‖² + λ₁ ‖w‖₁ + λ₂/2 ‖w‖²` over weights `w` and intercept `b`.
//! The best intercept centres the targets and every column.
//! The means of columns are subtracted from products: columns stay sparse.
//!
//! A round is one pass over all columns, then some passes over the columns with a weight other than 0.
//! Passes hardly move weight from a column to its near copy:
//! a solve of many rounds adds steps of conjugate gradients, which move both weights at once.
//! The solve ends at a small duality gap, an upper bound on the distance of the objective from its minimum.
//! A start near the solution saves rounds.
//!
//! Cost: a pass or step visits the non-zeros of its columns twice.
//! Memory: the columns, and three numbers for each column and row.

#[cfg(test)]
mod tests;

use super::dot;
use crate::{cancel, corpus::Csr};

/// Maximum number of coordinate descent rounds in a solve.
const ROUNDS: usize = 5000;
/// Number of passes in a round over the columns with non-zero weights only.
const ACTIVE_PASSES: usize = 10;
/// Number of initial rounds without conjugate gradients, enough for most solves.
const PLAIN_ROUNDS: usize = 50;
/// Maximum number of conjugate gradient steps in a round.
const GRADIENT_STEPS: usize = 5;
/// Maximum variance of a constant column, as a share of its squared mean.
const CONSTANT: f64 = 1e-20;

/// Penalty factors of an elastic net.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penalty {
    /// Penalty factor `λ₁` of the sum of absolute weights.
    pub l1: f64,
    /// Penalty factor `λ₂` of half the sum of squared weights.
    pub l2: f64,
}

impl Penalty {
    /// Penalty `alpha` of an elastic net, of which `l1_ratio` is the share of absolute weights: 1 is the lasso.
    pub fn elastic(alpha: f64, l1_ratio: f64) -> Self {
        Self { l1: alpha * l1_ratio, l2: alpha * (1.0 - l1_ratio) }
    }
}

/// Solution of an elastic net: weights, intercept, and a bound on the error.
#[derive(Clone, Debug, PartialEq)]
pub struct ElasticNetSolution {
    /// Weight of each matrix column (V).
    pub weights: Vec<f64>,
    /// Intercept: predicted value where all columns are 0.
    pub intercept: f64,
    /// Value of the elastic net's objective at its minimum.
    pub objective: f64,
    /// Relative duality gap: `2n` times the gap, as a share of the squared length of the centred targets.
    pub gap: f64,
}

/// Sparse matrix columns with their means and squared lengths.
#[derive(Clone, Debug)]
pub struct CentredColumns {
    /// Sparse columns, not centred (V × n).
    columns: Csr,
    /// Mean of each matrix column (V).
    means: Vec<f64>,
    /// Squared length of each centred matrix column (V).
    squares: Vec<f64>,
    /// Indices of the columns that are not constant.
    varying: Vec<usize>,
}

impl CentredColumns {
    /// Prepares the columns of a sparse matrix (n × V).
    pub fn new(rows: &Csr) -> Self {
        let (columns, n) = (rows.transpose(), rows.rows());
        let means: Vec<f64> = (0..columns.rows()).map(|j| columns.row_sum(j) / n.max(1) as f64).collect();
        let square = |(j, mean): (usize, &f64)| {
            let values = columns.row(j).1;
            let stored: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
            stored + (n - values.len()) as f64 * mean * mean
        };
        let squares: Vec<f64> = means.iter().enumerate().map(square).collect();
        let varies = |&j: &usize| squares[j] > CONSTANT * n as f64 * means[j] * means[j];
        let varying = (0..columns.rows()).filter(varies).collect();
        Self { columns, means, squares, varying }
    }

    /// Number of columns of the matrix.
    pub fn count(&self) -> usize {
        self.means.len()
    }

    /// Smallest penalty `λ₁` under which all weights are 0.
    ///
    /// # Panics
    /// Panics if `y` does not have one number for each row.
    pub fn null_l1(&self, y: &[f64]) -> f64 {
        let start = vec![0.0; self.count()];
        Descent::new(self, y, Penalty { l1: 0.0, l2: 0.0 }, &start).steepest() / y.len().max(1) as f64
    }

    /// Solves the elastic net for the targets `y` to a relative duality gap, from the weights `start`.
    /// Under a raised [`cancel`] flag the solve returns early.
    ///
    /// # Panics
    /// Panics if `y` does not have one number for each row, `start` one for each column, or `λ₁` is negative or NaN.
    pub fn solve(&self, y: &[f64], penalty: Penalty, start: &[f64], tolerance: f64) -> ElasticNetSolution {
        let mut descent = Descent::new(self, y, penalty, start);
        let total = descent.y.iter().map(|y| y * y).sum::<f64>().max(f64::MIN_POSITIVE);
        let [mut objective, mut gap] = descent.certificate();
        for round in 0..ROUNDS {
            if 2.0 * gap / total <= tolerance || cancel::requested() {
                break;
            }
            let active = descent.round();
            if round >= PLAIN_ROUNDS {
                descent.conjugate_gradients(&active);
            }
            [objective, gap] = descent.certificate();
        }
        let n = y.len().max(1) as f64;
        let shift: f64 = self.means.iter().zip(&descent.weights).map(|(mean, weight)| mean * weight).sum();
        let intercept = y.iter().sum::<f64>() / n - shift;
        ElasticNetSolution { weights: descent.weights, intercept, objective: objective / n, gap: 2.0 * gap / total }
    }
}

/// Coordinate descent state for `½ ‖y - X w‖² + l1 ‖w‖₁ + l2/2 ‖w‖²` with centred columns and targets.
struct Descent<'a> {
    columns: &'a CentredColumns,
    /// Centred targets of the regression (n).
    y: Vec<f64>,
    l1: f64,
    l2: f64,
    weights: Vec<f64>,
    /// Residuals: targets minus predictions by the columns, which are not centred (n).
    residuals: Vec<f64>,
    /// Sum of all residuals.
    sum: f64,
}

impl<'a> Descent<'a> {
    fn new(columns: &'a CentredColumns, y: &[f64], penalty: Penalty, start: &[f64]) -> Self {
        assert_eq!(y.len(), columns.columns.cols(), "one target a row");
        assert_eq!(start.len(), columns.count(), "one weight a column");
        let n = y.len() as f64;
        let mean = y.iter().sum::<f64>() / n.max(1.0);
        let y: Vec<f64> = y.iter().map(|y| y - mean).collect();
        let mut residuals = y.clone();
        for (j, weight) in start.iter().enumerate() {
            columns.columns.entries(j).for_each(|(i, x)| residuals[i] -= weight * x);
        }
        let sum = residuals.iter().sum();
        Self { columns, y, l1: n * penalty.l1, l2: n * penalty.l2, weights: start.to_vec(), residuals, sum }
    }

    /// Inner product of a centred column and the residuals.
    fn product(&self, j: usize) -> f64 {
        let products = self.columns.columns.entries(j).map(|(i, x)| x * self.residuals[i]);
        products.sum::<f64>() - self.columns.means[j] * self.sum
    }

    /// Largest absolute derivative of the squared terms by a weight.
    fn steepest(&self) -> f64 {
        let slopes = self.columns.varying.iter().map(|&j| self.product(j) - self.l2 * self.weights[j]);
        slopes.fold(0.0, |most, slope| slope.abs().max(most))
    }

    /// Makes one coordinate descent pass, which minimises the objective over one weight after another.
    fn pass(&mut self, chosen: &[usize]) {
        let columns = self.columns;
        for &j in chosen {
            let (mean, square, before) = (columns.means[j], columns.squares[j], self.weights[j]);
            let along = self.product(j) + square * before;
            let weight = (along - along.clamp(-self.l1, self.l1)) / (square + self.l2);
            let change = weight - before;
            if change != 0.0 {
                columns.columns.entries(j).for_each(|(i, x)| self.residuals[i] -= change * x);
                self.sum -= change * mean * self.y.len() as f64;
                self.weights[j] = weight;
            }
        }
    }

    /// Makes the passes of one coordinate descent round; returns the columns with non-zero weights.
    fn round(&mut self) -> Vec<usize> {
        let columns = self.columns;
        self.pass(&columns.varying);
        let mut active: Vec<usize> = columns.varying.iter().copied().filter(|&j| self.weights[j] != 0.0).collect();
        for _ in 0..ACTIVE_PASSES {
            if cancel::requested() {
                break;
            }
            self.pass(&active);
        }
        active.retain(|&j| self.weights[j] != 0.0);
        active
    }

    /// Minimises the objective over the non-zero weights by conjugate gradients,
    /// in steps that end where the first weight reaches 0.
    /// Up to that point the objective is quadratic, and every step lowers it.
    fn conjugate_gradients(&mut self, active: &[usize]) {
        let (columns, n) = (self.columns, self.y.len());
        let slopes = |of: &Self| -> Vec<f64> {
            let slope = |&j: &usize| of.product(j) - of.l2 * of.weights[j] - of.l1 * of.weights[j].signum();
            active.iter().map(slope).collect()
        };
        let mut slope = slopes(self);
        let mut direction = slope.clone();
        for _ in 0..GRADIENT_STEPS {
            let (mut along, mut mean) = (vec![0.0; n], 0.0);
            for (&j, by) in active.iter().zip(&direction) {
                columns.columns.entries(j).for_each(|(i, x)| along[i] += by * x);
                mean += by * columns.means[j];
            }
            let curvature = along.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() + self.l2 * dot(&direction, &direction);
            let reaches_0 =
                active.iter().zip(&direction).map(|(&j, by)| (-self.weights[j] / by, j)).filter(|&(step, _)| step > 0.0);
            let (furthest, first) = reaches_0.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((f64::INFINITY, 0));
            let step = (dot(&slope, &direction) / curvature).min(furthest);
            if !(step > 0.0 && step.is_finite()) {
                return;
            }
            active.iter().zip(&direction).for_each(|(&j, by)| self.weights[j] += step * by);
            self.residuals.iter_mut().zip(&along).for_each(|(residual, x)| *residual -= step * x);
            self.sum -= step * mean * n as f64;
            if step >= furthest {
                // The weight becomes exactly 0.
                // The residuals keep its rounding error, and the next pass starts from both.
                self.weights[first] = 0.0;
                return;
            }
            let before = std::mem::replace(&mut slope, slopes(self));
            let kept = dot(&slope, &slope) / dot(&before, &before);
            direction.iter_mut().zip(&slope).for_each(|(by, slope)| *by = slope + kept * *by);
        }
    }

    /// Objective and duality gap. The dual point is the residuals, scaled so that no derivative exceeds `l1`.
    fn certificate(&mut self) -> [f64; 2] {
        self.sum = self.residuals.iter().sum();
        let mean = self.sum / self.y.len().max(1) as f64;
        let (mut squares, mut along) = (0.0, 0.0);
        for (residual, y) in self.residuals.iter().zip(&self.y) {
            let centred = residual - mean;
            squares += centred * centred;
            along += centred * y;
        }
        squares += self.l2 * self.weights.iter().map(|weight| weight * weight).sum::<f64>();
        let absolute = self.l1 * self.weights.iter().map(|weight| weight.abs()).sum::<f64>();
        let steepest = self.steepest();
        let scale = if steepest > self.l1 { self.l1 / steepest } else { 1.0 };
        [0.5 * squares + absolute, 0.5 * (1.0 + scale * scale) * squares + absolute - scale * along]
    }
}
