//! State of one SMO solve: variables in working order, the active ones first.
//!
//! Instead of LIBSVM's gradient `G` the state keeps `f = y∘G = K(a∘y) - y`, without `- y` in the one-class problem.
//! A step of length `t` along the pair (i, j) is then `a_i += y_i t`, `a_j -= y_j t`, `f += t (K_i - K_j)` whatever the signs,
//! and the conditions of optimality read "no variable that may increase has a smaller `f` than one that may decrease".

use super::rows::Rows;
use super::scan::{self, First};
use super::{Failed, Svc, SvcOptions, SvcSolution, SvcStop};
use crate::cancel::{self, InheritedFlag};
use crate::kernel::Level;

/// Minimum curvature along a pair of variables, LIBSVM's `TAU`: identical documents would divide by zero.
const TAU: f64 = 1e-12;

pub(super) struct State<'a> {
    problem: Svc<'a>,
    rows: Rows<'a>,
    level: Level,
    cancellation: InheritedFlag,
    /// Row of the SMO problem at each index of the working order.
    order: Vec<usize>,
    active: usize,
    alpha: Vec<f64>,
    sign: Vec<f64>,
    f: Vec<f64>,
    diagonal: Vec<f64>,
    /// Whether the dual variable `y a` may increase: 0 if so, infinite if not.
    up: Vec<f64>,
    /// Whether the dual variable `y a` may decrease: 0 if so, minus infinity if not.
    low: Vec<f64>,
    /// Upper bound `C` of the variables, at least 0.
    c: f64,
    /// Factor of the linear term `1ᵀa` in the objective: 1, or 0 in the one-class problem.
    linear: f64,
}

impl<'a> State<'a> {
    /// Creates the solver state from a feasible point; `linear` is the factor of `1ᵀa` in the objective.
    pub(super) fn new(problem: &Svc<'a>, alpha: Vec<f64>, linear: f64) -> Result<Self, Failed> {
        let len = alpha.len();
        let mut state = Self {
            problem: *problem,
            level: Level::current(),
            cancellation: cancel::inherited(),
            rows: Rows::new(problem.gram, problem.index.to_vec()),
            order: (0..len).collect(),
            active: len,
            sign: problem.sign.to_vec(),
            f: problem.sign.iter().map(|y| -linear * y).collect(),
            diagonal: problem.index.iter().map(|&i| problem.gram[[i, i]]).collect(),
            up: vec![0.0; len],
            low: vec![0.0; len],
            c: problem.c.max(0.0),
            linear,
            alpha,
        };
        (0..len).for_each(|k| state.mark(k));
        state.rows.add(&state.support(), &mut state.f);
        match state.f.iter().all(|f| f.is_finite()) {
            _ if state.cancellation.requested() => Err(Failed::Cancelled),
            true => Ok(state),
            false => Err(Failed::NotFinite),
        }
    }

    pub(super) fn run(mut self, options: &SvcOptions) -> Result<SvcSolution, Failed> {
        let period = self.alpha.len().min(1000);
        let (mut updates, mut until_shrink, mut restored) = (0, period, false);
        let mut first = scan::steepest(self.level, &mut self.f, &self.up);
        let stop = loop {
            if self.cancellation.requested() {
                return Err(Failed::Cancelled);
            }
            let (i, least) = first;
            let (j, largest) = self.partner(i, least)?;
            let gap = largest - least;
            if gap.is_nan() || gap <= options.tolerance {
                if self.active == self.alpha.len() {
                    break SvcStop::Optimal;
                }
                self.restore();
                until_shrink = period;
                first = scan::steepest(self.level, &mut self.f, &self.up);
                continue;
            }
            if options.shrinking && until_shrink == 0 {
                until_shrink = period;
                if gap <= 10.0 * options.tolerance && !restored {
                    restored = true;
                    self.restore();
                } else {
                    self.shrink(least, largest);
                }
                first = scan::steepest(self.level, &mut self.f[..self.active], &self.up);
                continue;
            }
            if updates >= options.max_updates {
                break SvcStop::Limit;
            }
            let Some(t) = self.step(i, j)? else {
                break SvcStop::Limit;
            };
            let (row_i, row_j) = self.rows.pair(i, j)?;
            first = scan::advance(self.level, &mut self.f[..self.active], row_i, row_j, t, &self.up);
            updates += 1;
            until_shrink = until_shrink.saturating_sub(1);
        };
        self.restore();
        if self.cancellation.requested() { Err(Failed::Cancelled) } else { Ok(self.finish(updates, stop)) }
    }

    fn partner(&mut self, i: usize, gradient: f64) -> Result<(usize, f64), Failed> {
        let diagonal = self.diagonal[i];
        let row = self.rows.row(i)?;
        let first = First { row, gradient, diagonal };
        Ok(scan::partner(self.level, &self.f[..self.active], &self.low, &self.diagonal, first, TAU))
    }

    /// Minimises the objective along a pair of variables within the box; returns the step length, `None` if lost to rounding.
    fn step(&mut self, i: usize, j: usize) -> Result<Option<f64>, Failed> {
        let curvature = (self.diagonal[i] + self.diagonal[j] - 2.0 * self.rows.at(i, j)).max(TAU);
        let room = |k: usize, direction: f64| if direction > 0.0 { self.c - self.alpha[k] } else { self.alpha[k] };
        let (room_i, room_j) = (room(i, self.sign[i]), room(j, -self.sign[j]));
        let t = ((self.f[j] - self.f[i]) / curvature).min(room_i).min(room_j);
        if !t.is_finite() {
            return Err(Failed::NotFinite);
        }
        let before = (self.alpha[i], self.alpha[j]);
        self.shift(i, self.sign[i], t, t >= room_i);
        self.shift(j, -self.sign[j], t, t >= room_j);
        Ok((before != (self.alpha[i], self.alpha[j])).then_some(t))
    }

    fn shift(&mut self, k: usize, direction: f64, t: f64, to_bound: bool) {
        self.alpha[k] = match (to_bound, direction > 0.0) {
            (true, true) => self.c,
            (true, false) => 0.0,
            (false, _) => self.alpha[k] + direction * t,
        };
        self.mark(k);
    }

    fn mark(&mut self, k: usize) {
        let (grows, falls) = (self.alpha[k] < self.c, self.alpha[k] > 0.0);
        let (up, low) = if self.sign[k] > 0.0 { (grows, falls) } else { (falls, grows) };
        self.up[k] = if up { 0.0 } else { f64::INFINITY };
        self.low[k] = if low { 0.0 } else { f64::NEG_INFINITY };
    }

    /// Shrinks the active set: deactivates variables at a bound whose gradient points outside it.
    fn shrink(&mut self, least: f64, largest: f64) {
        let stays = |k: usize| {
            let (up, low) = (self.up[k] == 0.0, self.low[k] == 0.0);
            (up || self.f[k] >= least) && (low || self.f[k] <= largest)
        };
        let (stay, leave): (Vec<usize>, Vec<usize>) = (0..self.active).partition(|&k| stays(k));
        // Shrinking gathers the cached rows again, which does not pay for a few variables.
        if leave.len() * 3 < self.active {
            return;
        }
        let active = stay.len();
        let rest = self.active..self.alpha.len();
        self.rearrange(&stay.iter().copied().chain(leave).chain(rest).collect::<Vec<_>>());
        self.active = active;
        self.rows.narrow(&stay);
    }

    /// Restores all variables to the problem's order and recomputes the gradient of inactive ones.
    fn restore(&mut self) {
        let len = self.alpha.len();
        if self.active == len {
            return;
        }
        let index = self.problem.index;
        let out: Vec<usize> = self.order[self.active..].iter().map(|&k| index[k]).collect();
        let support = self.support();
        for ((f, &j), sign) in self.f[self.active..].iter_mut().zip(&out).zip(&self.sign[self.active..]) {
            if self.cancellation.requested() {
                break;
            }
            let row = self.problem.gram.row(j);
            *f = support.iter().map(|&(i, weight)| weight * row[i]).sum::<f64>() - self.linear * sign;
        }
        let mut back = vec![0; len];
        for (k, &original) in self.order.iter().enumerate() {
            back[original] = k;
        }
        self.rearrange(&back);
        self.active = len;
        self.rows.restrict(index.to_vec());
    }

    /// Support vectors: rows of the Gram matrix with a non-zero weight `a y`.
    fn support(&self) -> Vec<(usize, f64)> {
        let weight = |k: usize| (self.problem.index[self.order[k]], self.alpha[k] * self.sign[k]);
        (0..self.alpha.len()).filter(|&k| self.alpha[k] > 0.0).map(weight).collect()
    }

    /// Rearranges the variables so that the one at index `from[k]` moves to index k.
    fn rearrange(&mut self, from: &[usize]) {
        for values in [&mut self.alpha, &mut self.sign, &mut self.f, &mut self.diagonal, &mut self.up, &mut self.low] {
            *values = from.iter().map(|&k| values[k]).collect();
        }
        self.order = from.iter().map(|&k| self.order[k]).collect();
    }

    /// Completes the solution with the bias, LIBSVM's `-rho`: from the free variables, or the middle of the bounded ones' range.
    fn finish(self, updates: usize, stop: SvcStop) -> SvcSolution {
        let (mut free, mut sum) = (0_usize, 0.0);
        let (mut least, mut largest) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut objective = 0.0;
        for k in 0..self.alpha.len() {
            objective += 0.5 * self.alpha[k] * (self.linear - self.sign[k] * self.f[k]);
            if self.alpha[k] > 0.0 && self.alpha[k] < self.c {
                free += 1;
                sum += self.f[k];
            }
            least = least.min(self.f[k] + self.up[k]);
            largest = largest.max(self.f[k] + self.low[k]);
        }
        let rho = if free > 0 { sum / free as f64 } else { 0.5 * (least + largest) };
        let bias = if rho.is_finite() { -rho } else { 0.0 };
        SvcSolution { alpha: self.alpha, bias, objective, updates, stop }
    }
}
