//! Tests of optimisation steps, moving averages and bounds.

use ndarray::array;
use rand::SeedableRng;

use super::*;

/// Test point with positions only.
impl Movable for Array2<f64> {
    type Params = ();

    fn x(&self) -> &Array2<f64> {
        self
    }

    fn x_mut(&mut self) -> &mut Array2<f64> {
        self
    }

    fn to_vec(&self, (): &()) -> Vec<f64> {
        self.iter().copied().collect()
    }

    fn set(&mut self, (): &(), numbers: &[f64]) {
        self.iter_mut().zip(numbers).for_each(|(x, &number)| *x = number);
    }
}

fn start(averaged: bool) -> Descent<Array2<f64>> {
    {
        let mut descent = Descent::new(array![[3.0, -2.0]], StdRng::seed_from_u64(0), averaged);
        descent.step_size(Some(0.1));
        descent
    }
}

/// Test objective `‖x - (1, 1)‖²`.
fn bowl(x: &Array2<f64>) -> (f64, Vec<f64>) {
    let away = x - 1.0;
    (away.iter().map(|a| a * a).sum(), away.iter().map(|a| 2.0 * a).collect())
}

#[test]
fn lbfgs_converges_to_the_minimum() {
    let mut descent = start(false);
    assert!(!descent.lbfgs(&(), 20, 0.0, bowl).converged);
    assert!(descent.point.iter().all(|x| (x - 1.0).abs() < 1e-6), "{}", descent.point);
    assert!(descent.lbfgs(&(), 1, 0.0, bowl).converged);
}

/// A point with positions and one learned number, linear or logarithmic with an upper bound of 2.
#[derive(Clone, Debug, PartialEq)]
struct With(Array2<f64>, f64, Number);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    Plain,
    Width,
}

impl Movable for With {
    type Params = ();

    fn x(&self) -> &Array2<f64> {
        &self.0
    }

    fn x_mut(&mut self) -> &mut Array2<f64> {
        &mut self.0
    }

    fn to_vec(&self, (): &()) -> Vec<f64> {
        let number = if self.2 == Number::Width { self.1.ln() } else { self.1 };
        self.0.iter().copied().chain([number]).collect()
    }

    fn set(&mut self, (): &(), numbers: &[f64]) {
        self.0.iter_mut().zip(numbers).for_each(|(x, &number)| *x = number);
        let number = numbers[self.0.len()];
        self.1 = if self.2 == Number::Width { number.min(2.0).exp() } else { number };
    }
}

/// Test start away from the minimum.
fn afar() -> Descent<With> {
    Descent::new(With(array![[-1.2]], 1.5, Number::Width), StdRng::seed_from_u64(0), false)
}

/// Test objective: Rosenbrock's valley around `(at, at)`.
fn valley(With(x, width, _): &With, at: f64) -> (f64, Vec<f64>) {
    let (x, y) = (x[[0, 0]] - at, width.ln() - at);
    let (a, b) = (1.0 - x, y - x * x);
    (a * a + 100.0 * b * b, vec![-2.0 * a - 400.0 * x * b, 200.0 * b])
}

#[test]
fn the_memory_of_lbfgs_survives_iterations_with_logarithms() {
    let (mut once, mut often) = (afar(), afar());
    let at_once = once.lbfgs(&(), 15, 0.0, |point| valley(point, 0.0));
    let mut last = Moved::NON_FINITE_STEP;
    for _ in 0..15 {
        last = often.lbfgs(&(), 1, 0.0, |point| valley(point, 0.0));
    }
    assert_eq!(last.objective, at_once.objective);
    assert_eq!(often.point.1, once.point.1);
}

#[test]
fn steps_end_at_the_relative_tolerance() {
    let taken = |tolerance| {
        let mut descent = afar();
        let mut evaluations = 0;
        let moved = descent.lbfgs(&(), 200, tolerance, |point| {
            evaluations += 1;
            let (value, slope) = valley(point, 0.0);
            (value + 10.0, slope)
        });
        (evaluations, moved.objective)
    };
    let (rough, exact) = (taken(1e-3), taken(0.0));
    assert!(rough.0 < exact.0 && rough.1 < 10.1 && rough.1 > exact.1, "{rough:?} {exact:?}");
}

#[test]
fn a_logarithm_is_clamped_to_its_bound() {
    let mut descent = afar();
    for _ in 0..60 {
        descent.lbfgs(&(), 1, 0.0, |point| {
            let (value, mut slope) = valley(point, 3.0);
            if point.1.ln() >= 2.0 - 1e-12 && slope[1] < 0.0 {
                slope[1] = 0.0;
            }
            (value, slope)
        });
    }
    let numbers = descent.numbers(&());
    assert!((numbers[1] - 2.0).abs() < 1e-12, "{numbers:?}");
}

#[test]
fn the_moving_average_starts_as_the_plain_mean() {
    let mut descent = start(true);
    let mut sum = descent.point.clone();
    for iteration in 1..=4 {
        let before = descent.begin();
        let (value, gradient) = bowl(&descent.point);
        let moved = descent.adam(&(), value, &gradient);
        descent.finish_iteration(&(), before, moved, 0.9, iteration).unwrap();
        sum += &descent.point;
        let mean = &sum / (iteration as f64 + 1.0);
        assert!((descent.shown() - &mean).iter().all(|gap| gap.abs() < 1e-12));
        assert_eq!(descent.objective(), value);
    }
}

#[test]
fn a_diverging_step_is_undone_and_reported() {
    for (objective, to) in [(f64::NAN, 0.0), (1.0, f64::INFINITY)] {
        let mut descent = start(true);
        let (before, rng) = descent.begin();
        descent.point.fill(to);
        let moved = Moved { objective, converged: false, drawn: false };
        let error = descent.finish_iteration(&(), (before.clone(), rng), moved, 0.9, 7).unwrap_err().to_string();
        assert!(error.contains("iteration 7") && error.contains("step size"), "{error}");
        assert_eq!((&descent.point, descent.shown()), (&before, &before));
    }
}

#[test]
fn frozen_positions_stay_while_other_numbers_are_optimised() {
    let at = array![[3.0, -2.0]];
    let slope = |point: &With| {
        let (value, mut gradient) = bowl(&point.0);
        gradient.push(2.0 * (point.1 - 4.0));
        (value + (point.1 - 4.0).powi(2), gradient)
    };
    for optimiser in [Optimiser::Lbfgs { steps: 10 }, Optimiser::Adam { rate: 0.3 }] {
        let begun = Descent::new(With(at.clone(), 1.0, Number::Plain), StdRng::seed_from_u64(0), true);
        let mut descent = begun.frozen(true);
        descent.step_size(optimiser.rate());
        for iteration in 1..=200 {
            let before = descent.begin();
            let moved = descent.by(optimiser, &(), false, slope);
            descent.finish_iteration(&(), before, moved, 0.9, iteration).unwrap();
        }
        assert_eq!((&descent.point.0, descent.shown()), (&at, &at));
        assert!((descent.point.1 - 4.0).abs() < 1e-3, "{optimiser:?}: {}", descent.point.1);
    }
    // Without learned numbers the objective is reported and nothing moves.
    for optimiser in [Optimiser::Lbfgs { steps: 10 }, Optimiser::Adam { rate: 0.3 }] {
        let mut descent = start(false).frozen(true);
        assert_eq!(descent.by(optimiser, &(), false, bowl).objective, 13.0);
        assert_eq!(descent.point, at);
    }
}

#[test]
fn a_jump_is_shown_immediately_and_resets_the_optimisers() {
    let (mut old, mut new) = (start(true), start(true));
    let (value, gradient) = bowl(&old.point);
    old.adam(&(), value, &gradient);
    for descent in [&mut old, &mut new] {
        descent.go_to(array![[5.0, 5.0]]);
        assert_eq!(descent.shown(), array![[5.0, 5.0]]);
        descent.adam(&(), 1.0, &[1.0, -1.0]);
    }
    assert_eq!(old.point, new.point);
}
