//! Ridge regression on word counts: ratings as sums of word weights, with a penalty on their squared length.
//!
//! Ratings are standardised on the training part; the intercept is not penalised. A rating is the intercept plus the sum over
//! a document's words of weighted count times coefficient, so that every word's share is exact.
//!
//! `λ` penalises `Σ errors² + λ Σ weights²` of standardised ratings. Unless given, it is the best of 10⁻⁴ to 10⁴ in half
//! powers of ten on the development part. Without a development part it is the best by exact leave-one-out errors of the
//! training part (Golub, Heath and Wahba 1979), which need no further fit.
//!
//! Documents without a known word are not used in training; their predicted rating is the intercept.
//!
//! Cost: one eigendecomposition of the smaller Gram matrix, among documents or among words. Memory: three such matrices;
//! four without a development part.

mod decomposed;
mod params;
#[cfg(test)]
mod tests;

pub use params::{PenaltyTuning, RidgeParams};

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use self::decomposed::Decomposed;
use super::WordWeights;
use crate::{
    corpus::{Csr, Dataset, TaskKind},
    memory::Budget,
    model::{
        Direct, DirectModel, FittedRef, Metric, ModelError, ModelInfo, ModelKind, Predictions, Rated, RatingPrediction,
        Regressor, Scores, WordValues,
        fitted::{Fitted, first_problem, rating_checks},
        targets::{known, usable},
    },
    stats::significant,
};

/// Training of ridge regression.
pub type Ridge = Direct<RidgeModel>;

/// Exponents of the tried penalties `λ`, which are powers of ten, in halves.
const GRID: std::ops::RangeInclusive<i32> = -8..=8;

/// Fitted ridge regression: a linear function of word counts per rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RidgeModel {
    /// Words of the vocabulary, one per column of the document matrix (V).
    pub words: Arc<Vec<String>>,
    /// Names of the ratings (B).
    pub ratings: Arc<Vec<String>>,
    /// Parameters with which the model was trained.
    pub params: RidgeParams,
    /// Fitted value of the penalty `λ`.
    pub lambda: f64,
    /// Documents on which the penalty `λ` was chosen; `None` if the user gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Mean squared error of standardised ratings on the training part, including the penalty.
    pub objective: f64,
    /// Weight of each word in each rating, and intercepts, on the user's scale (V × B).
    #[serde(flatten)]
    pub weights: WordWeights,
    /// Standard deviation of each rating on the training documents (B); 1 for a constant rating.
    pub scales: Arc<Vec<f64>>,
}

/// Ridge penalty with the smallest error on the development part, and the documents on which it was chosen. Without a
/// development part leave-one-out errors of the training part are used. Among equals the largest penalty is chosen.
fn tuned(
    decomposed: &Decomposed,
    data: &Dataset,
    ratings: &Array2<f64>,
    budget: Budget,
) -> Result<(f64, &'static str), ModelError> {
    let lambdas: Vec<f64> = GRID.rev().map(|half| 10.0_f64.powf(0.5 * f64::from(half))).collect();
    let dev = &data.split.dev;
    let (errors, chosen) = if dev.is_empty() {
        (decomposed.leave_one_out(&lambdas, budget)?, "by leave-one-out errors of the training part")
    } else {
        let errors = decomposed.errors_on(dev, data, ratings, &lambdas)?;
        (errors.into_iter().map(|error| error.unwrap_or(f64::INFINITY)).collect(), "on the development part")
    };
    let least = |least: usize, place: usize| if errors[place] < errors[least] { place } else { least };
    Ok((lambdas[(1..lambdas.len()).fold(0, least)], chosen))
}

impl Regressor for RidgeModel {
    fn ratings(&self) -> &[String] {
        &self.ratings
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn predict_with(&self, weights: &Csr, _: Option<&WordValues>) -> RatingPrediction {
        RatingPrediction::of_means(self.weights.predict(weights))
    }

    fn word_values(&self) -> Option<WordValues> {
        Some(self.weights.word_values())
    }

    fn offset_name(&self) -> &'static str {
        "intercept"
    }

    fn is_sum_of_words(&self) -> bool {
        true
    }
}

impl Fitted for RidgeModel {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Regressor(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn note(&self) -> Option<String> {
        self.chosen.as_ref().map(|chosen| format!("lambda = {} was chosen {chosen}.", significant(self.lambda, 4)))
    }

    fn problem(&self) -> Option<&'static str> {
        first_problem(rating_checks(&self.ratings, &self.scales))
            .or_else(|| self.weights.problem(self.words.len(), self.ratings.len()))
    }
}

impl DirectModel for RidgeModel {
    type Params = RidgeParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::Ridge,
        task: TaskKind::Ratings,
        command: "ridge",
        help: "Ridge regression on word counts: ratings of documents",
        label: "ridge regression",
        title: "a ridge regression, which predicts ratings",
        metric: Metric::Rmse,
        as_printed: "counts, the penalty chosen on the development part",
        long_steps: (1, 0),
        early_stop: false,
    };

    /// Fits the model. Fails if the corpus has no ratings, a rating is not finite, no training document has a known word, or
    /// the Gram matrix does not fit into the budget.
    fn fit(data: &Dataset, params: &RidgeParams, budget: Budget) -> Result<Self, ModelError> {
        let ratings = usable(data, data.split.train.iter().chain(&data.split.dev).copied())?;
        let train = known(data)?;
        let decomposed = Decomposed::new(data, &ratings.values, &train, budget)?;
        let (lambda, chosen) = match params.tuning {
            PenaltyTuning::Fixed { lambda } => (lambda, None),
            PenaltyTuning::Development => {
                let (lambda, chosen) = tuned(&decomposed, data, &ratings.values, budget)?;
                (lambda, Some(chosen.to_owned()))
            }
        };
        if crate::cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        let weights = decomposed.weights(lambda);
        let (coefficients, bias) = decomposed.on_scale(&weights);
        Ok(Self {
            words: Arc::new(data.words.clone()),
            ratings: Arc::new(ratings.names.clone()),
            params: params.clone(),
            lambda,
            chosen,
            objective: decomposed.objective(&weights, lambda),
            weights: WordWeights::new(coefficients, bias),
            scales: Arc::new(decomposed.targets.scales),
        })
    }

    fn objective(&self) -> f64 {
        self.objective
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Rated::of(fitted, data)
    }
}
