//! Where words start that know of nothing better.

use ndarray::Array2;
use rand::Rng;
use rand_distr::{Distribution, StandardNormal};

/// Independent normal coordinates of standard deviation `scale` (V × q).
pub(super) fn random(words: usize, q: usize, scale: f64, rng: &mut impl Rng) -> Array2<f64> {
    Array2::from_shape_simple_fn((words, q), || {
        let draw: f64 = StandardNormal.sample(rng);
        scale * draw
    })
}
