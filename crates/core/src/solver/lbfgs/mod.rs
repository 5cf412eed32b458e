//! L-BFGS optimiser by the library argmin, one step per call; the only module that uses argmin.
//!
//! The caller's loop owns the run: it may pause, cancel or change the objective between steps (then [`Lbfgs::reset`]).
//! Cost: in most steps one evaluation, at most twice the line search's 20. Memory: twice `memory` vectors and a few.

mod line_search;

use std::cell::{Cell, RefCell};

use argmin::core::{CostFunction, Error, Gradient, Problem, Solver, State};
use argmin::solver::quasinewton::LBFGS;

use line_search::{Point, WolfeSearch};

use super::dot;
use crate::cancel;

/// Gradient norm, relative to the value, below which the gradient counts as zero.
const FLAT: f64 = 1e-10;
/// Minimum relative curvature `sᵀy / (‖s‖ ‖y‖)` of an L-BFGS correction pair; below it, the memory is reset.
const MIN_CURVATURE: f64 = 1e-10;

/// Result of an L-BFGS step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LbfgsStep {
    /// L-BFGS step that lowered the objective to this value.
    Descended(f64),
    /// No L-BFGS step: the gradient counts as zero, or no step along the direction lowers the value.
    Converged(f64),
    /// No L-BFGS step: the objective is not finite at the starting point.
    NotFinite,
    /// The caller's [`cancel`] flag was raised during an evaluation; point and memory are as before the step.
    Cancelled,
}

/// Objective function that returns value and gradient at a point.
pub type Objective<'o> = dyn FnMut(&[f64]) -> (f64, Vec<f64>) + 'o;

/// L-BFGS minimiser that keeps its memory between steps; the objective is passed at each step.
pub struct Lbfgs {
    memory: usize,
    run: Option<Run>,
}

/// argmin's L-BFGS solver with its current state.
struct Run {
    solver: LBFGS<WolfeSearch, Vec<f64>, Vec<f64>, f64>,
    at: Point,
}

impl std::fmt::Debug for Lbfgs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lbfgs").field("memory", &self.memory).field("started", &self.run.is_some()).finish()
    }
}

impl Lbfgs {
    /// Creates an L-BFGS minimiser that remembers `memory` correction pairs, at least one.
    pub fn new(memory: usize) -> Self {
        Self { memory: memory.max(1), run: None }
    }

    /// Makes one L-BFGS step from `x`, which is overwritten.
    /// `objective` gives value and gradient; no point is evaluated twice.
    /// A value or a gradient that is not finite somewhere along the way shortens the step.
    ///
    /// The memory is reset if the point is not the end of the last step.
    pub fn step(&mut self, x: &mut Vec<f64>, objective: &mut Objective<'_>) -> LbfgsStep {
        let cancelled = Cell::new(false);
        let mut problem = Problem::new(Evaluated::new(objective, &cancelled));
        let continued = self.run.take().filter(|run| run.at.get_param() == Some(x));
        let Some(mut run) = continued.or_else(|| self.start(x.clone(), &mut problem)) else {
            return if cancelled.get() { LbfgsStep::Cancelled } else { LbfgsStep::NotFinite };
        };
        let value = run.at.get_cost();
        let gradient = run.at.get_gradient().cloned().unwrap_or_default();
        if !value.is_finite() || gradient.iter().any(|g| !g.is_finite()) {
            return LbfgsStep::NotFinite;
        }
        if dot(&gradient, &gradient).sqrt() <= FLAT * value.abs().max(1.0) {
            self.run = Some(run);
            return LbfgsStep::Converged(value);
        }
        // A direction from the memory may fail where the bare gradient does not; argmin keeps the problem on failure.
        let made = run.at.get_iter();
        let mut moved = run.advance(&mut problem);
        if moved.is_none() && made > 0 && !cancelled.get() {
            problem = Problem::new(Evaluated::new(objective, &cancelled));
            run = self.fresh(x.clone(), value, gradient.clone());
            moved = run.advance(&mut problem);
        }
        if cancelled.get() {
            // The memory of argmin changes only after a line search that was completed.
            run.at = Point { iter: made, ..Point::new().param(x.clone()).cost(value).gradient(gradient) };
            self.run = Some(run);
            return LbfgsStep::Cancelled;
        }
        let Some((to, lower, slope)) = moved else {
            self.run = Some(self.fresh(x.clone(), value, gradient));
            return LbfgsStep::Converged(value);
        };
        let step: Vec<f64> = to.iter().zip(x.iter()).map(|(to, from)| to - from).collect();
        let bend: Vec<f64> = slope.iter().zip(&gradient).map(|(to, from)| to - from).collect();
        let curved = dot(&step, &bend) > MIN_CURVATURE * (dot(&step, &step) * dot(&bend, &bend)).sqrt();
        x.clone_from(&to);
        self.run = Some(if curved { run } else { self.fresh(to, lower, slope) });
        LbfgsStep::Descended(lower)
    }

    /// Resets the L-BFGS memory, to be called when the objective changed.
    pub fn reset(&mut self) {
        self.run = None;
    }

    fn fresh(&self, x: Vec<f64>, value: f64, gradient: Vec<f64>) -> Run {
        let solver = LBFGS::new(WolfeSearch::default(), self.memory);
        Run { solver, at: Point::new().param(x).cost(value).gradient(gradient) }
    }

    /// Starts a run of argmin at `x`, evaluated; `None` if argmin refuses.
    fn start(&self, x: Vec<f64>, problem: &mut Problem<Evaluated<'_>>) -> Option<Run> {
        let mut solver = LBFGS::new(WolfeSearch::default(), self.memory);
        let (at, _) = solver.init(problem, Point::new().param(x)).ok()?;
        Some(Run { solver, at })
    }
}

impl Run {
    /// Makes one iteration of argmin; returns point, value and gradient, or `None` if no step was found.
    fn advance(&mut self, problem: &mut Problem<Evaluated<'_>>) -> Option<(Vec<f64>, f64, Vec<f64>)> {
        let at = std::mem::replace(&mut self.at, Point::new());
        let (mut at, _) = self.solver.next_iter(problem, at).ok()?;
        if at.terminated() {
            return None;
        }
        at.increment_iter();
        let reached = (at.get_param()?.clone(), at.get_cost(), at.get_gradient()?.clone());
        self.at = at;
        Some(reached)
    }
}

/// Point with its objective value and gradient.
type Evaluation = (Vec<f64>, f64, Vec<f64>);

/// Objective of the caller with a memory of the last and the lowest point,
/// as argmin asks for value and gradient of a point separately.
struct Evaluated<'o> {
    objective: RefCell<&'o mut Objective<'o>>,
    /// Whether an evaluation was cancelled, which makes the result invalid.
    cancelled: &'o Cell<bool>,
    last: RefCell<Option<Evaluation>>,
    lowest: RefCell<Option<Evaluation>>,
}

impl<'o> Evaluated<'o> {
    fn new(objective: &'o mut Objective<'o>, cancelled: &'o Cell<bool>) -> Self {
        Self { objective: RefCell::new(objective), cancelled, last: RefCell::new(None), lowest: RefCell::new(None) }
    }

    fn read<T>(&self, x: &[f64], part: impl Fn(&Evaluation) -> T) -> Result<T, Error> {
        for known in [&self.last, &self.lowest] {
            if let Some(known) = known.borrow().as_ref().filter(|known| known.0 == x) {
                return Ok(part(known));
            }
        }
        let (value, gradient) = (self.objective.borrow_mut())(x);
        if cancel::requested() {
            self.cancelled.set(true);
            return Err(Error::msg("cancelled"));
        }
        let new = (x.to_vec(), value, gradient);
        let answer = part(&new);
        let before = self.last.replace(Some(new));
        let mut lowest = self.lowest.borrow_mut();
        if let Some(before) = before.filter(|b| b.1 < lowest.as_ref().map_or(f64::INFINITY, |l| l.1)) {
            *lowest = Some(before);
        }
        Ok(answer)
    }
}

impl CostFunction for Evaluated<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, x: &Vec<f64>) -> Result<f64, Error> {
        self.read(x, |known| known.1)
    }
}

impl Gradient for Evaluated<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, x: &Vec<f64>) -> Result<Vec<f64>, Error> {
        self.read(x, |known| known.2.clone())
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "exact values")]
mod tests {
    use super::line_search::MOST;
    use super::*;

    fn rosenbrock(x: &[f64]) -> (f64, Vec<f64>) {
        let (a, b) = (1.0 - x[0], x[1] - x[0] * x[0]);
        (a * a + 100.0 * b * b, vec![-2.0 * a - 400.0 * x[0] * b, 200.0 * b])
    }

    /// Test objective `Σ s_k (x_k - 1)²`, with scales over three powers of ten.
    fn bowl(x: &[f64]) -> (f64, Vec<f64>) {
        let scale = |k: usize| 10f64.powf(3.0 * k as f64 / 11.0 - 1.5);
        let value = x.iter().enumerate().map(|(k, v)| scale(k) * (v - 1.0).powi(2)).sum();
        (value, x.iter().enumerate().map(|(k, v)| 2.0 * scale(k) * (v - 1.0)).collect())
    }

    /// Minimises until convergence; returns the last value and the number of evaluations.
    fn minimise(x: &mut Vec<f64>, steps: usize, f: impl Fn(&[f64]) -> (f64, Vec<f64>)) -> (f64, usize) {
        let (mut lbfgs, mut evaluations, mut last) = (Lbfgs::new(7), 0, f64::INFINITY);
        for _ in 0..steps {
            let before = evaluations;
            let step = lbfgs.step(x, &mut |x| {
                evaluations += 1;
                f(x)
            });
            assert!(evaluations - before <= 2 * MOST + 1, "{} evaluations in one step", evaluations - before);
            match step {
                LbfgsStep::Descended(value) => {
                    assert!(value < last, "from {last} to {value}");
                    last = value;
                }
                LbfgsStep::Converged(value) => return (value, evaluations),
                broken => panic!("{broken:?}"),
            }
        }
        panic!("not converged in {steps} steps: {last}");
    }

    #[test]
    fn rosenbrocks_valley_is_followed_to_its_end() {
        let mut x = vec![-1.2, 1.0];
        let (value, evaluations) = minimise(&mut x, 100, rosenbrock);
        assert!(value < 1e-15 && (x[0] - 1.0).abs() < 1e-6, "{value} at {x:?}");
        assert!(evaluations < 80, "{evaluations} evaluations");
    }

    #[test]
    fn a_stretched_bowl_is_solved_from_near_and_far() {
        for start in [0.0, 1e4] {
            let mut x = vec![start; 12];
            let (value, evaluations) = minimise(&mut x, 400, bowl);
            assert!(value < 1e-12, "{value} after {evaluations} evaluations");
        }
    }

    #[test]
    fn no_point_is_evaluated_twice() {
        let mut seen: Vec<Vec<f64>> = Vec::new();
        let (mut x, mut lbfgs) = (vec![-1.2, 1.0], Lbfgs::new(5));
        for _ in 0..20 {
            lbfgs.step(&mut x, &mut |x| {
                assert!(!seen.contains(&x.to_vec()), "{x:?} again");
                seen.push(x.to_vec());
                rosenbrock(x)
            });
        }
    }

    #[test]
    fn a_region_without_numbers_is_kept_out_of() {
        // Test objective with minimum 1, next to a wall at 1.05 beyond which values are NaN; the slope pushes towards the wall.
        let wall = |x: &[f64]| {
            let d = x[0] - 1.0;
            let value = if x[0] > 1.05 { f64::NAN } else { 50.0 * d * d + (1.06 - x[0]).ln().abs() * 1e-3 };
            let slope = 100.0 * d + 1e-3 / (1.06 - x[0]);
            (value, vec![if x[0] > 1.05 { f64::NAN } else { slope }])
        };
        let mut x = vec![-30.0];
        let (value, _) = minimise(&mut x, 60, wall);
        assert!(value.is_finite() && (x[0] - 1.0).abs() < 1e-2, "{value} at {x:?}");
        let infinite_slope = |x: &[f64]| (x[0] * x[0], vec![if x[0] < -0.5 { f64::INFINITY } else { 2.0 * x[0] }]);
        let mut x = vec![4.0];
        assert!(minimise(&mut x, 60, infinite_slope).0 < 1e-12);
    }

    #[test]
    fn a_start_without_numbers_is_named_and_leaves_the_point() {
        for answer in [(f64::NAN, vec![1.0]), (1.0, vec![f64::NAN]), (f64::INFINITY, vec![0.0])] {
            let mut x = vec![2.0];
            let step = Lbfgs::new(5).step(&mut x, &mut |_| answer.clone());
            assert_eq!((step, x[0]), (LbfgsStep::NotFinite, 2.0));
        }
    }

    #[test]
    fn a_cancelled_step_leaves_point_and_memory_as_they_were() {
        let steps = |cancelled_at: Option<usize>| {
            let (mut x, mut lbfgs, mut way) = (vec![-1.2, 1.0], Lbfgs::new(3), Vec::new());
            for step in 0..12 {
                if cancelled_at == Some(step) {
                    let (flag, before) = (cancel::CancelFlag::new(), x.clone());
                    let mut broken_off = |_: &[f64]| {
                        flag.raise();
                        (f64::NEG_INFINITY, vec![f64::NAN; 2])
                    };
                    assert_eq!(cancel::with(&flag, || lbfgs.step(&mut x, &mut broken_off)), LbfgsStep::Cancelled);
                    assert_eq!(x, before);
                }
                lbfgs.step(&mut x, &mut rosenbrock);
                way.push(x.clone());
            }
            way
        };
        for at in [0, 1, 7] {
            assert_eq!(steps(Some(at)), steps(None), "cancelled before step {at}");
        }
    }

    #[test]
    fn a_changed_objective_is_followed_after_a_reset() {
        let shifted = |x: &[f64], to: f64| {
            let (value, gradient) = rosenbrock(&[x[0] - to, x[1] - to]);
            (value + to, gradient)
        };
        let (mut x, mut lbfgs) = (vec![-1.2, 1.0], Lbfgs::new(5));
        for to in [0.0, 2.0, -3.0] {
            lbfgs.reset();
            for _ in 0..120 {
                lbfgs.step(&mut x, &mut |x| shifted(x, to));
            }
            assert!((x[0] - 1.0 - to).abs() < 1e-5, "{x:?} for {to}");
        }
    }

    #[test]
    fn an_objective_that_lies_about_its_slope_converges_instead_of_looping() {
        let mut x = vec![1.0];
        let step = Lbfgs::new(5).step(&mut x, &mut |x| (x[0], vec![-1.0]));
        assert_eq!((step, x[0]), (LbfgsStep::Converged(1.0), 1.0));
    }

    #[test]
    fn an_objective_without_a_floor_descends_and_ends_each_step() {
        let (mut x, mut lbfgs) = (vec![0.0], Lbfgs::new(5));
        for _ in 0..3 {
            assert!(matches!(lbfgs.step(&mut x, &mut |x| (-x[0], vec![-1.0])), LbfgsStep::Descended(_)));
        }
    }
}
