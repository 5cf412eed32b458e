//! Line search that always ends: at most [`MOST`] evaluations, where a value that is not finite shortens the step.
//!
//! The search brackets a step with the weak Wolfe conditions: too long where the value does not fall enough,
//! too short where the derivative is still steep.
//! L-BFGS needs the curvature condition for its memory to stay positive definite.
//! At the limit of evaluations the search returns the lowest point with sufficient decrease, or an error without one.

use argmin::core::{
    CostFunction, Error, Gradient, IterState, KV, LineSearch, Problem, Solver, TerminationReason, TerminationStatus,
};

use crate::solver::dot;

/// Maximum number of evaluations in a line search.
pub(super) const MOST: usize = 20;
/// Armijo constant c₁: minimum decrease, as a share of the decrease that the derivative predicts.
const ARMIJO_CONSTANT: f64 = 1e-4;
/// Curvature constant c₂ of the weak Wolfe conditions: largest derivative, as a share of that at the start.
const CURVATURE_CONSTANT: f64 = 0.9;

/// State of an iteration in the argmin solver.
pub(super) type Point = IterState<Vec<f64>, Vec<f64>, (), (), (), f64>;

/// Line search along one direction.
#[derive(Clone, Debug, Default)]
pub(super) struct WolfeSearch {
    direction: Vec<f64>,
}

impl LineSearch<Vec<f64>, f64> for WolfeSearch {
    fn search_direction(&mut self, direction: Vec<f64>) {
        self.direction = direction;
    }

    /// Ignores the caller's first step length, since the search chooses its own.
    fn initial_step_length(&mut self, _: f64) -> Result<(), Error> {
        Ok(())
    }
}

impl<O> Solver<O, Point> for WolfeSearch
where
    O: CostFunction<Param = Vec<f64>, Output = f64> + Gradient<Param = Vec<f64>, Gradient = Vec<f64>>,
{
    fn name(&self) -> &'static str {
        "bracketing line search"
    }

    /// Runs the whole line search at once, without observation between its evaluations.
    fn init(&mut self, problem: &mut Problem<O>, mut state: Point) -> Result<(Point, Option<KV>), Error> {
        let (Some(from), Some(gradient)) = (state.take_param(), state.take_gradient()) else {
            return Err(Error::msg("the line search starts from a point and its gradient"));
        };
        let (to, value) = self.search(problem, &from, state.get_cost(), &gradient)?;
        Ok((state.param(to).cost(value), None))
    }

    fn next_iter(&mut self, _: &mut Problem<O>, state: Point) -> Result<(Point, Option<KV>), Error> {
        Ok((state, None))
    }

    fn terminate(&mut self, _: &Point) -> TerminationStatus {
        TerminationStatus::Terminated(TerminationReason::SolverConverged)
    }
}

impl WolfeSearch {
    fn search<O>(&self, problem: &mut Problem<O>, from: &[f64], start: f64, gradient: &[f64]) -> Result<(Vec<f64>, f64), Error>
    where
        O: CostFunction<Param = Vec<f64>, Output = f64> + Gradient<Param = Vec<f64>, Gradient = Vec<f64>>,
    {
        let slope = dot(gradient, &self.direction);
        if !slope.is_finite() || slope >= 0.0 {
            return Err(Error::msg("the direction does not descend"));
        }
        let (mut short, mut long) = (0.0, f64::INFINITY);
        let mut step = self.first_step(gradient);
        let mut best: Option<(Vec<f64>, f64)> = None;
        for _ in 0..MOST {
            // A predicted decrease below rounding is indistinguishable from noise.
            if step * -slope <= f64::EPSILON * start.abs() {
                break;
            }
            let to: Vec<f64> = from.iter().zip(&self.direction).map(|(x, d)| x + step * d).collect();
            let value = problem.cost(&to)?;
            let end = if value.is_finite() { dot(&problem.gradient(&to)?, &self.direction) } else { f64::NAN };
            if !end.is_finite() {
                long = step;
                step = short + 0.1 * (long - short);
            } else if value > start + ARMIJO_CONSTANT * step * slope {
                long = step;
                // The next step is the minimum of the parabola through value and derivative at 0 and the current value.
                let parabola = -0.5 * slope * step * step / (value - start - slope * step);
                let width = long - short;
                step = if short == 0.0 { parabola.clamp(0.1 * width, 0.5 * width) } else { short + 0.5 * width };
            } else if end < CURVATURE_CONSTANT * slope {
                if best.as_ref().is_none_or(|&(_, lowest)| value < lowest) {
                    best = Some((to, value));
                }
                short = step;
                step = if long.is_finite() { 0.5 * (short + long) } else { 3.0 * step };
            } else {
                return Ok((to, value));
            }
        }
        best.ok_or_else(|| Error::msg("no step along the direction lowers the value"))
    }

    /// First step length: one along a direction that knows the curvature; at most length one along the bare gradient.
    fn first_step(&self, gradient: &[f64]) -> f64 {
        let bare = gradient.iter().zip(&self.direction).all(|(g, d)| g + d == 0.0);
        if bare { dot(gradient, gradient).sqrt().recip().min(1.0) } else { 1.0 }
    }
}
