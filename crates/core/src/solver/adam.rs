//! Adam optimiser (Kingma and Ba 2015): steps scaled by running means of the gradient and of its square.
//!
//! Cost: one pass over the vector a step. Memory: two numbers for each of its entries, from the first step on.

/// Decay rate β₁ of the gradient's running mean.
const KEEP_MEAN: f64 = 0.9;
/// Decay rate β₂ of the squared gradient's running mean.
const KEEP_SQUARE: f64 = 0.999;
/// Small constant that keeps Adam's division away from zero.
const SMALL: f64 = 1e-8;

/// State of the Adam optimiser for a vector of a fixed length.
#[derive(Clone, Debug)]
pub struct Adam {
    /// Step size of Adam; may be changed between steps.
    pub rate: f64,
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    /// Creates the initial state of Adam; the first step fixes the length of the vector.
    pub fn new(rate: f64) -> Self {
        Self { rate, mean: Vec::new(), square: Vec::new(), steps: 0 }
    }

    /// Moves `x` against `gradient` by one Adam step. A gradient with a number that is not finite has no effect at all.
    pub fn step(&mut self, x: &mut [f64], gradient: &[f64]) {
        debug_assert_eq!(gradient.len(), x.len(), "length of the gradient");
        if !gradient.iter().all(|g| g.is_finite()) {
            return;
        }
        debug_assert!(self.steps == 0 || x.len() == self.mean.len(), "length of the point");
        for means in [&mut self.mean, &mut self.square] {
            means.resize(x.len(), 0.0);
        }
        self.steps = self.steps.saturating_add(1);
        let mean_scale = 1.0 / (1.0 - KEEP_MEAN.powi(self.steps));
        let square_scale = 1.0 / (1.0 - KEEP_SQUARE.powi(self.steps));
        for (((x, &g), mean), square) in x.iter_mut().zip(gradient).zip(&mut self.mean).zip(&mut self.square) {
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * g;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * g * g;
            *x -= self.rate * *mean * mean_scale / ((*square * square_scale).sqrt() + SMALL);
        }
    }

    /// Resets Adam's running means of the numbers in a range to 0, as at the start.
    pub fn rest(&mut self, numbers: std::ops::Range<usize>) {
        for means in [&mut self.mean, &mut self.square] {
            means.iter_mut().take(numbers.end).skip(numbers.start).for_each(|mean| *mean = 0.0);
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "exact values")]
mod tests {
    use super::*;

    #[test]
    fn first_step_has_the_length_of_the_rate_whatever_the_gradient() {
        for g in [1e-3, 1.0, 1e6] {
            let mut x = [0.0];
            Adam::new(0.1).step(&mut x, &[g]);
            approx::assert_relative_eq!(x[0], -0.1, max_relative = 1e-4);
        }
    }

    #[test]
    fn finds_the_least_point_of_a_stretched_bowl() {
        let mut x = vec![3.0, -2.0];
        let mut adam = Adam::new(0.05);
        for _ in 0..2000 {
            let gradient = [2.0 * (x[0] - 1.0), 200.0 * (x[1] - 0.5)];
            adam.step(&mut x, &gradient);
        }
        assert!((x[0] - 1.0).abs() < 1e-3 && (x[1] - 0.5).abs() < 1e-3, "{x:?}");
    }

    #[test]
    fn a_broken_gradient_leaves_point_and_state_alone() {
        let (mut x, mut y) = ([1.0, 1.0], [1.0, 1.0]);
        let (mut with, mut without) = (Adam::new(0.1), Adam::new(0.1));
        with.step(&mut x, &[f64::NAN, 1.0]);
        assert_eq!(x, [1.0, 1.0]);
        with.step(&mut x, &[0.5, 1.0]);
        without.step(&mut y, &[0.5, 1.0]);
        assert_eq!(x, y);
    }
}
