//! Calibration of predicted ratings and their variances on the development documents.
//!
//! Gains of the means: under word dropout and fixed scales, positions fitted to the training ratings give predictions
//! with too small or too large a spread.
//! Each rating's field is therefore multiplied by its gain, the least-squares factor on the development documents.
//! A document's value remains the mean of the drawn field over its words.
//!
//! Calibration of the variances: the noise `β⁻¹` learned in training need not match prediction errors.
//! The variance of a new rating b is therefore `signal_b · v + noise_b`, where `v` is the posterior variance of the document's
//! signal (T 5.15 without noise) and both factors maximise the likelihood of the development documents' errors.
//!
//! Cost: one more evaluation of the fields at the words, and a few dozen passes over those documents.

use serde::{Deserialize, Serialize};

/// Minimum number of development documents with a known word for calibration.
/// With fewer, the relative error of a variance is a quarter or more, and the learned variances are kept.
pub(super) const ENOUGH: usize = 30;
/// Bounds of a rating's gain; the lower bound keeps the field of an early iteration visible.
const GAINS: [f64; 2] = [0.25, 4.0];
/// Smallest variance of a new rating, for ratings scaled to variance 1.
const LEAST: f64 = 1e-6;
/// Range of the tried signal-to-noise ratios around 1 on a log scale, in steps of [`STEP`].
const RATIO_STEPS: i32 = 24;
const STEP: f64 = 0.25;

/// Gain of a rating's field: the least-squares factor from predictions to truth, both centred at the training mean.
pub(super) fn gain(predicted: &[f64], truth: &[f64]) -> f64 {
    let square: f64 = predicted.iter().map(|s| s * s).sum();
    let both: f64 = predicted.iter().zip(truth).map(|(s, t)| s * t).sum();
    if predicted.len() >= ENOUGH && square > 0.0 { (both / square).clamp(GAINS[0], GAINS[1]) } else { 1.0 }
}

/// Calibration of a new rating's variance by two factors, for ratings scaled to variance 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// Factor of the posterior variance in calibration.
    pub signal: f64,
    /// Noise variance of the calibrated predictions.
    pub noise: f64,
}

impl Calibration {
    /// Calibration of maximum likelihood for some errors, given the posterior variance of each document;
    /// `plain` is the calibration with the learned variances.
    pub(super) fn of(variances: &[f64], errors: &[f64], plain: Self) -> Self {
        let count = errors.len();
        if count < ENOUGH || count != variances.len() {
            return plain;
        }
        let typical = variances.iter().sum::<f64>() / count as f64;
        // With the variance `noise · (1 + c v)`, the best noise for each c is a mean of squared errors.
        let with = |c: f64| {
            let noise = errors.iter().zip(variances).map(|(error, v)| error * error / (1.0 + c * v)).sum::<f64>() / count as f64;
            let noise = noise.max(LEAST);
            Self { signal: c * noise, noise }
        };
        let shares =
            (-RATIO_STEPS..=RATIO_STEPS).map(|step| (STEP * f64::from(step)).exp() / typical).filter(|share| share.is_finite());
        let tried = std::iter::once(0.0).chain(shares).map(with);
        let mut best = (plain, plain.loss(variances, errors));
        for calibration in tried {
            let loss = calibration.loss(variances, errors);
            if loss < best.1 {
                best = (calibration, loss);
            }
        }
        best.0
    }

    /// Calibrated variance of a new rating of a document.
    pub fn variance(self, posterior: f64) -> f64 {
        self.signal * posterior + self.noise
    }

    /// Mean negative log density of prediction errors up to a constant.
    fn loss(self, variances: &[f64], errors: &[f64]) -> f64 {
        let one = |(v, error): (&f64, &f64)| {
            let variance = self.variance(*v);
            0.5 * (variance.ln() + error * error / variance)
        };
        variances.iter().zip(errors).map(one).sum::<f64>() / errors.len().max(1) as f64
    }

    /// Whether the calibration gives every document a positive finite variance.
    pub fn is_valid(self) -> bool {
        self.signal >= 0.0 && self.signal.is_finite() && self.noise > 0.0 && self.noise.is_finite()
    }
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;
    use proptest::prelude::*;
    use rand::{Rng, SeedableRng, rngs::StdRng};
    use rand_distr::{Distribution, StandardNormal};

    use super::*;

    const PLAIN: Calibration = Calibration { signal: 1.0, noise: 1.0 };

    #[test]
    fn the_gain_is_the_best_factor_within_its_bounds() {
        let predicted: Vec<f64> = (0..40).map(|i| 0.1 * f64::from(i % 7) - 0.25).collect();
        let times = |by: f64| predicted.iter().map(|s| by * s).collect::<Vec<_>>();
        assert_relative_eq!(gain(&predicted, &times(1.7)), 1.7, max_relative = 1e-12);
        assert_eq!((gain(&predicted, &times(-1.0)), gain(&predicted, &times(90.0))), (GAINS[0], GAINS[1]));
        let truth: Vec<f64> = predicted.iter().enumerate().map(|(i, s)| 0.6 * s + if i % 3 == 0 { 0.4 } else { -0.2 }).collect();
        let error = |by: f64| predicted.iter().zip(&truth).map(|(s, t)| (t - by * s).powi(2)).sum::<f64>();
        let best = gain(&predicted, &truth);
        assert!(error(best) < error(best + 0.01).min(error(best - 0.01)) && error(best) < error(1.0));
        assert_eq!((gain(&predicted[..ENOUGH - 1], &truth[..ENOUGH - 1]), gain(&[0.0; 40], &[1.0; 40])), (1.0, 1.0));
    }

    #[test]
    fn errors_of_the_expected_size_change_nothing() {
        // ½ (ln w + e²/w) is minimal at w = e²: no other variances have a higher likelihood.
        let variances: Vec<f64> = (0..60).map(|i| 0.01 * f64::from(i)).collect();
        let errors: Vec<f64> = variances.iter().map(|v| (PLAIN.variance(*v)).sqrt()).collect();
        assert_eq!(Calibration::of(&variances, &errors, PLAIN), PLAIN);
    }

    #[test]
    fn one_variance_for_all_is_the_mean_square_of_the_errors() {
        let errors: Vec<f64> = (0..40).map(|i| if i % 2 == 0 { 0.3 } else { -0.4 }).collect();
        for variances in [vec![0.0; 40], vec![0.25; 40]] {
            let found = Calibration::of(&variances, &errors, PLAIN);
            assert_relative_eq!(found.variance(variances[0]), 0.125, max_relative = 1e-12);
        }
        let few = Calibration::of(&vec![0.25; ENOUGH - 1], &errors[..ENOUGH - 1], PLAIN);
        assert_eq!(few, PLAIN, "too few documents");
        let none = Calibration::of(&vec![0.25; 40], &vec![0.0; 40], PLAIN);
        assert!(none.is_valid() && none.variance(0.25) < 1e-5, "{none:?}");
    }

    #[test]
    fn variances_of_simulated_errors_are_recovered_and_cover() {
        let mut rng = StdRng::seed_from_u64(4);
        let truth = Calibration { signal: 2.0, noise: 0.1 };
        let mut draw = |count: usize| -> (Vec<f64>, Vec<f64>) {
            let one = |rng: &mut StdRng| {
                let (v, normal): (f64, f64) = (rng.random_range(0.01..0.5), StandardNormal.sample(rng));
                (v, normal * truth.variance(v).sqrt())
            };
            (0..count).map(|_| one(&mut rng)).unzip()
        };
        let (variances, errors) = draw(4000);
        let found = Calibration::of(&variances, &errors, PLAIN);
        assert_relative_eq!(found.signal, truth.signal, max_relative = 0.15);
        assert_relative_eq!(found.noise, truth.noise, max_relative = 0.25);
        let (variances, errors) = draw(4000);
        let held = variances.iter().zip(&errors).filter(|(v, e)| e.abs() < 1.96 * found.variance(**v).sqrt()).count();
        assert!((held as f64 / 4000.0 - 0.95).abs() < 0.015, "{held} of 4000");
    }

    proptest! {
        #[test]
        fn the_development_documents_never_become_less_likely(
            pairs in prop::collection::vec((0.0..2.0f64, -5.0..5.0f64), 0..80), signal in 0.0..4.0f64, noise in 1e-3..4.0f64,
        ) {
            let (variances, errors): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
            let plain = Calibration { signal, noise };
            let found = Calibration::of(&variances, &errors, plain);
            prop_assert!(found.is_valid());
            prop_assert!(found.loss(&variances, &errors) <= plain.loss(&variances, &errors));
            // Nearby factors have no much higher likelihood than those of the grid.
            if errors.len() >= ENOUGH {
                for (s, n) in [(0.8, 1.0), (1.25, 1.0), (1.0, 0.8), (1.0, 1.25), (0.8, 0.8), (1.25, 1.25)] {
                    let other = Calibration { signal: s * found.signal, noise: n * found.noise };
                    prop_assert!(found.loss(&variances, &errors) <= other.loss(&variances, &errors) + 0.01);
                }
            }
        }
    }
}
