//! Adam (Kingma and Ba 2015): steps scaled by running means of the gradient and of its square.

/// State of the optimiser for a vector of a fixed length.
#[derive(Clone, Debug)]
pub struct Adam {
    /// Step size.
    pub rate: f64,
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    /// For vectors of `len` numbers.
    pub fn new(len: usize, rate: f64) -> Self {
        Self { rate, mean: vec![0.0; len], square: vec![0.0; len], steps: 0 }
    }

    /// Moves `x` against `gradient`.
    pub fn step(&mut self, x: &mut [f64], gradient: &[f64]) {
        todo!("{x:?} {gradient:?}")
    }
}
