//! Rows of a problem on features, their sums and values, and the solution from their duals.
//!
//! Cost of a pass: the entries of the rows. Memory: the rows of a problem, which are copied unless they are all sparse rows there are.

use std::borrow::Cow;

use ndarray::Array1;
use rayon::prelude::*;

use super::FeatureRows;
use crate::{
    corpus::Csr,
    solver::{Svc, SvcSolution, SvcStop, dot, smo::feasible},
};

/// Number of rows in one parallel task.
pub(super) const TASK: usize = 2048;

/// Rows of a problem and their signs.
pub(super) struct Rows<'a> {
    /// Dense features of one row after another (m × R).
    dense: Vec<f64>,
    /// Number of dense features (R).
    pub width: usize,
    /// Sparse features (m × W), if any.
    sparse: Option<Cow<'a, Csr>>,
    /// Sign of each row (m).
    pub sign: &'a [f64],
}

impl<'a> Rows<'a> {
    pub(super) fn of(problem: &'a Svc<'_, FeatureRows<'_>>) -> Self {
        let FeatureRows { dense: all, sparse } = problem.gram;
        let (width, index) = (all.ncols(), problem.index);
        let mut dense = Vec::with_capacity(width * index.len());
        for &i in index {
            dense.extend(all.row(i));
        }
        let is_whole = |all: &Csr| index.len() == all.rows() && index.iter().enumerate().all(|(place, &i)| place == i);
        let sparse = sparse.map(|all| if is_whole(all) { Cow::Borrowed(all) } else { Cow::Owned(all.select(index)) });
        Self { dense, width, sparse, sign: problem.sign }
    }

    /// Number of features (F).
    pub(super) fn features(&self) -> usize {
        self.width + self.sparse.as_ref().map_or(0, |sparse| sparse.cols())
    }

    /// Whether all features are dense.
    pub(super) fn is_dense(&self) -> bool {
        self.sparse.is_none()
    }

    /// Squared norm of each row (m).
    pub(super) fn squares(&self) -> Vec<f64> {
        let dense = (0..self.sign.len()).map(|i| dot(self.dense(i), self.dense(i)));
        match &self.sparse {
            Some(sparse) => dense.zip(sparse.row_squared_norms()).map(|(dense, sparse)| dense + sparse).collect(),
            None => dense.collect(),
        }
    }

    /// Dense features of a row (R).
    pub(super) fn dense(&self, i: usize) -> &[f64] {
        &self.dense[i * self.width..][..self.width]
    }

    /// Value `wᵀψ + b` of a function at a row.
    pub(super) fn value(&self, i: usize, w: &[f64], b: f64) -> f64 {
        let (dense, sparse) = w.split_at(self.width);
        let value = self.dense(i).iter().zip(dense).fold(b, |sum, (x, w)| sum + x * w);
        match &self.sparse {
            Some(rows) => rows.entries(i).fold(value, |sum, (column, x)| sum + x * sparse[column]),
            None => value,
        }
    }

    /// Adds a multiple of a row to `w` (F).
    pub(super) fn add(&self, i: usize, by: f64, w: &mut [f64]) {
        let (dense, sparse) = w.split_at_mut(self.width);
        dense.iter_mut().zip(self.dense(i)).for_each(|(w, x)| *w += by * x);
        if let Some(rows) = &self.sparse {
            rows.entries(i).for_each(|(column, x)| sparse[column] += by * x);
        }
    }

    /// Sum `Σ a y ψ` of rows with a weight (F), and `Σ a y`. Sums in the order of the rows do not depend on the number of threads.
    pub(super) fn weighted(&self, duals: &[f64]) -> (Array1<f64>, f64) {
        let zero = || (vec![0.0; self.features()], 0.0);
        // Each task has a vector of features; sparse rows, which have many, are one task.
        let size = if self.is_dense() { TASK } else { duals.len().max(1) };
        let task = |(task, duals): (usize, &[f64])| {
            let (mut sum, mut balance) = zero();
            for (i, dual) in (task * size..).zip(duals).filter(|(_, dual)| **dual != 0.0) {
                let weight = dual * self.sign[i];
                self.add(i, weight, &mut sum);
                balance += weight;
            }
            (sum, balance)
        };
        let tasks: Vec<(Vec<f64>, f64)> = duals.par_chunks(size).enumerate().map(task).collect();
        let (mut sum, mut balance) = zero();
        for (of_task, own) in tasks {
            sum.iter_mut().zip(of_task).for_each(|(sum, value)| *sum += value);
            balance += own;
        }
        (sum.into(), balance)
    }

    /// Values `y (wᵀψ + b)` of a function at every row (m).
    pub(super) fn along(&self, w: &[f64], b: f64) -> Vec<f64> {
        let mut values = vec![0.0; self.sign.len()];
        values.par_chunks_mut(TASK).enumerate().for_each(|(task, values)| {
            (task * TASK..).zip(values).for_each(|(i, value)| *value = self.sign[i] * self.value(i, w, b));
        });
        values
    }

    /// Margins `1 - y wᵀψ` of a function without offset (m).
    pub(super) fn margins(&self, w: &Array1<f64>) -> Vec<f64> {
        self.along(w.as_slice().unwrap_or_default(), 0.0).into_iter().map(|f| 1.0 - f).collect()
    }

    /// Solution from duals that fulfil `yᵀa = 0` to the tolerance.
    pub(super) fn solution(&self, duals: Vec<f64>, c: f64, updates: usize, stop: SvcStop) -> SvcSolution {
        let alpha = balanced(duals, self.sign, c);
        let w = self.weighted(&alpha).0;
        let objective = alpha.iter().sum::<f64>() - 0.5 * w.dot(&w);
        if !objective.is_finite() {
            return SvcSolution::zero(self.sign.len(), 0.0, SvcStop::NotFinite);
        }
        SvcSolution { bias: offset(self.sign, &alpha, c, &self.margins(&w)), alpha, objective, updates, stop }
    }
}

/// Duals with `yᵀa = 0`: what tolerance and rounding left of it goes to the duals farthest from their bounds, so that few others move.
fn balanced(mut duals: Vec<f64>, sign: &[f64], c: f64) -> Vec<f64> {
    let mut excess: f64 = duals.iter().zip(sign).map(|(a, y)| a * y).sum();
    let room = |a: f64| a.min(c - a);
    let mut free: Vec<usize> = (0..duals.len()).filter(|&i| room(duals[i]) > 0.0).collect();
    free.sort_by(|&i, &j| room(duals[j]).total_cmp(&room(duals[i])));
    for i in free {
        let moved = (duals[i] - sign[i] * excess).clamp(0.0, c);
        excess += sign[i] * (moved - duals[i]);
        duals[i] = moved;
        if excess == 0.0 {
            break;
        }
    }
    // Without a free dual those at their bounds are reduced.
    if excess.abs() > 1e-9 * c { feasible(&duals, sign, c) } else { duals }
}

/// Offset for a function without one, as in [`solve`](crate::solver::solve): from the free duals,
/// or the middle of the range that the others leave. `margins` are `1 - y wᵀψ` (m).
pub(super) fn offset(sign: &[f64], alpha: &[f64], c: f64, margins: &[f64]) -> f64 {
    let (mut free, mut sum, mut range) = (0_usize, 0.0, [f64::NEG_INFINITY, f64::INFINITY]);
    for ((&y, &a), margin) in sign.iter().zip(alpha).zip(margins) {
        // y b ≥ 1 - y wᵀψ where a < C, and ≤ where a > 0.
        let bound = y * margin;
        if a > 0.0 && a < c {
            free += 1;
            sum += bound;
        } else if (a < c) == (y > 0.0) {
            range[0] = range[0].max(bound);
        } else {
            range[1] = range[1].min(bound);
        }
    }
    let bias = if free > 0 { sum / free as f64 } else { 0.5 * (range[0] + range[1]) };
    if bias.is_finite() { bias } else { 0.0 }
}
