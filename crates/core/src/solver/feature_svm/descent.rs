//! C-SVM on rows of many features, dense and sparse, by coordinate descent on the dual (Hsieh et al. 2008).
//!
//! The condition `yᵀa = 0` has a multiplier, which is the offset `b`: the descent minimises the dual plus `μ yᵀa + ½ ρ (yᵀa)²`,
//! and `μ` grows by `ρ yᵀa` after each pass (Hestenes 1969), so that the offset is exact and not penalised.
//! A pass visits the variables in random order; those at a bound that their slopes keep there leave it until the others are done.
//!
//! Cost of a pass: the entries of the rows twice; ten to a hundred passes where classes are nearly separable.
//! Memory: one vector of features, and three numbers for each row.

use rand::{SeedableRng, rngs::SmallRng, seq::SliceRandom};

use super::rows::{Rows, offset};
use crate::{
    cancel::{self, InheritedFlag},
    solver::SvcStop,
};

/// Maximum number of passes of a solve.
const PASSES: usize = 3000;

/// Solves the dual of a C-SVM from feasible duals: returns them, the number of passes, and why they ended.
pub(super) fn solve(rows: &Rows<'_>, c: f64, tolerance: f64, duals: Vec<f64>) -> (Vec<f64>, usize, SvcStop) {
    let mut descent = Descent::new(rows, c, duals);
    let passes = descent.run(tolerance);
    let stop = match passes {
        _ if descent.cancellation.requested() => SvcStop::Cancelled,
        Some(_) => SvcStop::Optimal,
        None => SvcStop::Limit,
    };
    (descent.duals, passes.unwrap_or(PASSES), stop)
}

/// State of a coordinate descent.
struct Descent<'a> {
    rows: &'a Rows<'a>,
    /// Squared norm of each row (m).
    squares: Vec<f64>,
    c: f64,
    duals: Vec<f64>,
    w: Vec<f64>,
    /// Imbalance `yᵀa`.
    balance: f64,
    /// Multiplier `μ` of the imbalance.
    multiplier: f64,
    /// Penalty factor `ρ` of the squared imbalance: the mean squared norm of a row.
    penalty: f64,
    cancellation: InheritedFlag,
}

impl<'a> Descent<'a> {
    fn new(rows: &'a Rows<'a>, c: f64, duals: Vec<f64>) -> Self {
        let (w, balance) = rows.weighted(&duals);
        let starts = duals.iter().any(|&dual| dual > 0.0);
        let multiplier = if starts { offset(rows.sign, &duals, c, &rows.margins(&w)) } else { 0.0 };
        let squares = rows.squares();
        let mean = squares.iter().sum::<f64>() / squares.len().max(1) as f64;
        let penalty = if mean > 0.0 { mean } else { 1.0 };
        Self { rows, squares, c, duals, w: w.to_vec(), balance, multiplier, penalty, cancellation: cancel::inherited() }
    }

    /// Number of passes until no two variables violate the conditions of optimality by more than the tolerance,
    /// as in SMO; `None` if too many are needed or the descent was cancelled.
    fn run(&mut self, tolerance: f64) -> Option<usize> {
        // Without room all duals stay 0.
        if self.c <= 0.0 {
            return Some(0);
        }
        let all: Vec<usize> = (0..self.duals.len()).collect();
        let (mut active, mut kept) = (all.clone(), f64::INFINITY);
        let mut random = SmallRng::seed_from_u64(0);
        for pass in 1..=PASSES {
            active.shuffle(&mut random);
            let [least, most] = self.pass(&mut active, kept);
            if self.cancellation.requested() {
                return None;
            }
            let change = self.penalty * self.balance;
            self.multiplier += change;
            let violation = (most - least).max(2.0 * change.abs());
            let all_active = active.len() == all.len();
            match (violation <= tolerance, all_active) {
                (true, true) => return Some(pass),
                (true, false) => (active, kept) = (all.clone(), f64::INFINITY),
                (false, _) if most <= 0.0 && least >= 0.0 => {
                    // All variables are kept at their bounds while the imbalance stays.
                    self.multiplier = self.first_multiplier();
                    (active, kept) = (all.clone(), f64::INFINITY);
                }
                (false, _) => kept = most.max(-least) + change.abs(),
            }
        }
        None
    }

    /// Multiplier at which the first variable may move so that the imbalance falls; the present one without such a variable.
    fn first_multiplier(&self) -> f64 {
        let falls = self.balance > 0.0;
        let bounds = (0..self.duals.len()).filter_map(|i| {
            let (y, dual) = (self.rows.sign[i], self.duals[i]);
            let may_move = if (y > 0.0) == falls { dual > 0.0 } else { dual < self.c };
            may_move.then(|| y - self.rows.value(i, &self.w, 0.0))
        });
        let first = if falls { bounds.reduce(f64::min) } else { bounds.reduce(f64::max) };
        first.unwrap_or(self.multiplier)
    }

    /// Minimises over one active variable after another. A variable at a bound leaves if its slope keeps it there by more than `kept`.
    /// Returns the least and the largest slope by `y a` that a variable may follow, both 0 without one.
    fn pass(&mut self, active: &mut Vec<usize>, kept: f64) -> [f64; 2] {
        let [mut least, mut most] = [0.0_f64; 2];
        let Self { rows, squares, c, duals, w, balance, multiplier, penalty, cancellation } = self;
        active.retain(|&i| {
            if cancellation.requested() {
                return true;
            }
            let sign = rows.sign[i];
            let slope = sign * rows.value(i, w, *multiplier + *penalty * *balance) - 1.0;
            let (at_zero, at_c) = (duals[i] <= 0.0, duals[i] >= *c);
            if (at_zero && slope > kept) || (at_c && slope < -kept) {
                return false;
            }
            let followed = if (at_zero && slope > 0.0) || (at_c && slope < 0.0) { 0.0 } else { slope };
            let followed = sign * followed;
            [least, most] = [least.min(followed), most.max(followed)];
            let dual = (duals[i] - slope / (squares[i] + *penalty)).clamp(0.0, *c);
            let change = (dual - duals[i]) * sign;
            if change != 0.0 {
                duals[i] = dual;
                *balance += change;
                rows.add(i, change, w);
            }
            true
        });
        [least, most]
    }
}
