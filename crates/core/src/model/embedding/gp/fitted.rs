//! The Gaussian process as a fitted model of ratings: predictions for views, notes, and checks of a model read from a file.

use std::sync::Arc;

use ndarray::Array2;

use super::GpModel;
use crate::{
    corpus::Csr,
    ldk::{Components, Level2},
    model::{
        RatingPrediction, Regressor, WordValues,
        fitted::{Check, Fitted, FittedRef, finite, first_problem, joined, positions, rating_checks},
    },
};

impl Regressor for GpModel {
    fn ratings(&self) -> &[String] {
        &self.ratings
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn predict_with(&self, weights: &Csr, words: Option<&WordValues>) -> RatingPrediction {
        let (deviations, emphasis) = (Some(self.deviations(weights)), self.emphasis(weights));
        RatingPrediction { means: self.means_of(weights, words), deviations, emphasis }
    }

    fn means_of(&self, weights: &Csr, words: Option<&WordValues>) -> Array2<f64> {
        match words {
            Some(words) => self.means_with(weights, &words.values),
            None => self.means_with(weights, &self.word_values()),
        }
    }

    fn word_values(&self) -> Option<WordValues> {
        Some(self.values_from(Arc::new(self.word_values())))
    }

    fn is_sum_of_words(&self) -> bool {
        self.is_mean_of_words()
    }

    fn deviation_at(&self, points: &Array2<f64>) -> Option<Array2<f64>> {
        Some(self.deviation_at(points))
    }

    fn noise(&self, rating: usize) -> Option<f64> {
        Some(self.scales.get(rating).copied().unwrap_or(1.0) / self.beta.sqrt())
    }

    fn precisions(&self) -> Option<[f64; 2]> {
        Some([self.alpha, self.beta])
    }

    fn jitter(&self) -> f64 {
        self.jitter
    }
}

impl Fitted for GpModel {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Regressor(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn components(&self) -> Option<&Arc<Components>> {
        self.components.as_ref()
    }

    fn positions(&self) -> Option<&Array2<f64>> {
        Some(&self.latent)
    }

    /// Notes on jitter added to the covariance, missing calibration, and learned weights.
    fn note(&self) -> Option<String> {
        let jitter = (self.jitter > 0.0).then(|| {
            format!(
                "{:e} was added to the diagonal of the documents' covariance, which has no Cholesky factor otherwise: \
                 documents are nearly alike and noise nearly none.",
                self.jitter
            )
        });
        let uncalibrated = (self.params.calibrate && self.calibration.is_none())
            .then(|| "Predictive deviations are not calibrated, because training was interrupted.".to_owned());
        let components = self.components.as_ref().filter(|components| self.params.learn_weights && components.others.len() > 1);
        let weights = components.map(|components| format!("Learned weights of the components: {}.", components.weights_text()));
        joined(jitter.into_iter().chain(uncalibrated).chain(weights))
    }

    fn problem(&self) -> Option<&'static str> {
        let (words, ratings) = (self.words.len(), self.ratings.len());
        let positive = |value: f64| value > 0.0 && value.is_finite();
        let gains = self.gains.as_ref().is_none_or(|all| all.len() == ratings && finite(&**all));
        let calibration =
            self.calibration.as_ref().is_none_or(|all| all.len() == ratings && all.iter().all(|one| one.is_valid()));
        let duals = self.duals.as_ref().is_none_or(|duals| duals.dim() == (self.train.rows(), ratings) && finite(&**duals));
        let components = self.components.as_ref().is_none_or(|all| all.fits_with(self.beside.as_deref(), words, ratings));
        let [named, scaled] = rating_checks(&self.ratings, &self.scales);
        let own: [Check; 12] = [
            (self.level2.is_none_or(Level2::is_valid), "its kernel between documents is not valid"),
            (duals, "its training documents do not have one weight for each rating"),
            (positive(self.alpha) && positive(self.beta) && positive(self.typical), "a variance of its ratings is not positive"),
            named,
            (self.coefficients.dim() == (words, ratings), "its coefficients are not one for each word and rating"),
            (self.bias.len() == ratings && finite(&*self.bias), "not every rating has a mean"),
            scaled,
            (self.train.cols() == words, "its training documents do not fit its words"),
            (self.jitter >= 0.0 && finite(&*self.coefficients), "its covariance does not fit"),
            (components, "its components do not fit its words"),
            (gains, "the gains of its fields do not fit its ratings"),
            (calibration, "the calibration of its intervals does not fit its ratings"),
        ];
        first_problem(positions(self.embedding, &self.latent, words, self.params.q).into_iter().chain(own))
    }
}
