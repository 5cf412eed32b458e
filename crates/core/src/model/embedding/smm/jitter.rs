//! Jitter test: whether a model's decisions change when words move by less than a picture shows.
//! It compares predictions after every word was moved at random by a hundredth of the picture.
//!
//! A kernel narrower than the distance between words, or a private term,
//! distinguishes words whose positions do not differ in the picture.
//! Its decisions change when words move a little, because the field is then evaluated at a position
//! that no training word explains.

use ndarray::Array2;
use rand::{SeedableRng, rngs::SmallRng};

use super::SmmModel;
use crate::{
    corpus::Csr,
    model::{ClassPrediction, start::random},
};

/// Standard deviation of the jitter of a word's coordinate, as a share of the picture's width.
const SHARE: f64 = 0.01;

/// Word positions with normal noise of [`SHARE`] of the widest axis (V × q).
fn moved(latent: &Array2<f64>) -> Array2<f64> {
    let range = |axis: ndarray::ArrayView1<'_, f64>| {
        axis.iter().fold(f64::NEG_INFINITY, |most, x| most.max(*x)) - axis.iter().fold(f64::INFINITY, |least, x| least.min(*x))
    };
    let width = latent.columns().into_iter().map(range).fold(0.0, f64::max);
    latent + &random(latent.nrows(), latent.ncols(), SHARE * width, &mut SmallRng::seed_from_u64(0))
}

impl SmmModel {
    /// Classifies documents, rows of `M`, by the fields at jittered words; `None` if fixed components take part in decisions,
    /// or decisions are not fields over words.
    ///
    /// # Panics
    /// Panics if `weights` does not have one column per word.
    pub fn classify_jittered(&self, weights: &Csr) -> Option<ClassPrediction> {
        if self.support.is_some() || self.components.is_some() || !self.embedding.has_places() {
            return None;
        }
        let latent = moved(&self.latent);
        let mut values = self.embedding.sums().product(latent.view(), self.latent.view(), self.coefficients.view());
        for mut row in values.rows_mut() {
            row.iter_mut().zip(self.bias.iter()).for_each(|(value, bias)| *value += bias);
        }
        Some(self.predict_with(weights, &self.ldk().lengths(weights, &latent), &values))
    }
}
