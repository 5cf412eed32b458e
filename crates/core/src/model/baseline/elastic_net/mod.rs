//! Lasso and elastic net on word counts: ratings as sums of word weights, most of them 0.
//!
//! With standardised ratings `y`, weighted counts `X` and an intercept `b` that is not penalised, the coefficients `w` minimise
//! `1/(2n) ‖y - X w - b‖² + α r ‖w‖₁ + α (1 - r)/2 ‖w‖²`, as in scikit-learn. `r = 1` is the lasso (Tibshirani 1996), a smaller
//! `r` the elastic net (Zou and Hastie 2005). Each rating is fitted by itself, all with one `α`. A rating is the intercept plus
//! the sum over a document's words of weighted count times coefficient, so that every word's share is exact.
//!
//! Unless given, `α` is the best on the development part of thirteen values. They fall from the smallest `α` under which all
//! coefficients are 0 to a thousandth of it. Without a development part `α` is chosen by five-fold cross-validation on the
//! training part.
//!
//! Documents without a known word are not used in training; their predicted rating is the intercept.
//!
//! Cost: tens to thousands of passes over the non-zeros for each `α` and rating, more for smaller ones. Memory: two copies of the
//! training rows, and the coefficients of every tried `α`.

mod params;
mod path;
#[cfg(test)]
mod tests;

pub use params::{AlphaTuning, ElasticNetParams, LassoParams};

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use self::path::{Path, best_alpha};
use super::{WordWeights, folds::chosen_on};
use crate::{
    corpus::{Csr, Dataset, TaskKind},
    memory::Budget,
    model::{
        Direct, DirectModel, FittedRef, Metric, ModelError, ModelInfo, ModelKind, ParamTable, Predictions, Rated,
        RatingPrediction, Regressor, Scores, WordValues,
        fitted::{Fitted, first_problem, rating_checks},
        targets::{known, usable},
    },
    stats::significant,
};

/// Training of a lasso regression.
pub type Lasso = Direct<LassoModel>;
/// Training of an elastic net regression.
pub type ElasticNet = Direct<ElasticNetModel>;
/// Fitted lasso regression.
pub type LassoModel = SparseModel<LassoParams>;
/// Fitted elastic net regression.
pub type ElasticNetModel = SparseModel<ElasticNetParams>;

/// Relative duality gap at which a fit of the elastic net has converged.
const TOLERANCE: f64 = 1e-10;

/// Linear function of word counts per rating, with few non-zero coefficients.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SparseModel<P> {
    /// Words of the vocabulary, one per column of the document matrix (V).
    pub words: Arc<Vec<String>>,
    /// Names of the ratings (B).
    pub ratings: Arc<Vec<String>>,
    /// Parameters with which the model was trained.
    pub params: P,
    /// Fitted value of the penalty `α`.
    pub alpha: f64,
    /// Documents on which the penalty `α` was chosen; `None` if the user gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Minimised objective, summed over the standardised ratings.
    pub objective: f64,
    /// Relative duality gap of the coefficients; above the solver's tolerance only if the solver reached its limit of passes.
    pub gap: f64,
    /// Weight of each word in each rating, and intercepts, on the user's scale (V × B).
    #[serde(flatten)]
    pub weights: WordWeights,
    /// Standard deviation of each rating on the training documents (B); 1 for a constant rating.
    pub scales: Arc<Vec<f64>>,
}

impl<P: ParamTable> SparseModel<P> {
    /// Fits the model. Fails if the corpus has no ratings, a rating is not finite, no training document has a known word, or the
    /// coefficients do not fit into the budget.
    fn solved(data: &Dataset, params: &P, tuning: AlphaTuning, l1_ratio: f64, budget: Budget) -> Result<Self, ModelError> {
        let ratings = usable(data, data.split.train.iter().chain(&data.split.dev).copied())?;
        let train = known(data)?;
        let path = Path::new(data, &ratings.values, &train, l1_ratio);
        let (alphas, chosen) = match tuning {
            AlphaTuning::Fixed { alpha } => (vec![alpha], None),
            AlphaTuning::Development => {
                let mut alphas = path.grid();
                budget.ask_matrix("the coefficients of all penalties", data.words.len(), ratings.names.len(), alphas.len())?;
                let best = best_alpha(data, &ratings.values, &train, &alphas, l1_ratio)?;
                alphas.truncate(best + 1);
                (alphas, Some(chosen_on(&data.split.dev).to_owned()))
            }
        };
        let fit = path.fits(&alphas, TOLERANCE)?.pop().ok_or(ModelError::Cancelled)?;
        Ok(Self {
            words: Arc::new(data.words.clone()),
            ratings: Arc::new(ratings.names.clone()),
            params: params.clone(),
            alpha: fit.alpha,
            chosen,
            objective: fit.objective,
            gap: fit.gap,
            weights: fit.weights,
            scales: Arc::new(path.targets.scales),
        })
    }
}

impl<P: ParamTable> Regressor for SparseModel<P> {
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

impl<P: ParamTable> Fitted for SparseModel<P> {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Regressor(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn note(&self) -> Option<String> {
        let rows = self.weights.coefficients.outer_iter();
        let used = rows.filter(|row| row.iter().any(|&coefficient| coefficient != 0.0)).count();
        let chosen = self.chosen.as_ref().map(|chosen| format!("alpha = {} was chosen {chosen}.", significant(self.alpha, 4)));
        let count = format!("{used} of {} words have a coefficient other than 0.", self.words.len());
        let limit = format!("The solver reached its limit at a relative duality gap of {:.0e}.", self.gap);
        let limit = (self.gap > TOLERANCE).then_some(limit);
        Some(chosen.into_iter().chain([count]).chain(limit).collect::<Vec<_>>().join(" "))
    }

    fn problem(&self) -> Option<&'static str> {
        let [named, scaled] = rating_checks(&self.ratings, &self.scales);
        let penalty = (self.alpha > 0.0 && self.alpha.is_finite(), "its penalty is not positive");
        first_problem([named, penalty, scaled]).or_else(|| self.weights.problem(self.words.len(), self.ratings.len()))
    }
}

impl DirectModel for LassoModel {
    type Params = LassoParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::Lasso,
        task: TaskKind::Ratings,
        command: "lasso",
        help: "Lasso regression on word counts: ratings of documents by few words",
        label: "lasso regression",
        title: "a lasso regression, which predicts ratings",
        metric: Metric::Rmse,
        as_printed: "counts, the penalty chosen on the development part",
        long_steps: (1, 0),
        early_stop: false,
    };

    fn fit(data: &Dataset, params: &LassoParams, budget: Budget) -> Result<Self, ModelError> {
        Self::solved(data, params, params.tuning, 1.0, budget)
    }

    fn objective(&self) -> f64 {
        self.objective
    }

    /// Whether the model has a kernel of its own: no, a penalty on absolute weights is not the norm of any kernel.
    fn owns_kernel(&self) -> bool {
        false
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Rated::of(fitted, data)
    }
}

impl DirectModel for ElasticNetModel {
    type Params = ElasticNetParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::ElasticNet,
        task: TaskKind::Ratings,
        command: "elastic-net",
        help: "Elastic-net regression on word counts: ratings of documents by some words",
        label: "elastic net",
        title: "an elastic-net regression, which predicts ratings",
        metric: Metric::Rmse,
        as_printed: "counts, the penalty chosen on the development part",
        long_steps: (1, 0),
        early_stop: false,
    };

    fn fit(data: &Dataset, params: &ElasticNetParams, budget: Budget) -> Result<Self, ModelError> {
        Self::solved(data, params, params.tuning, params.l1_ratio, budget)
    }

    fn objective(&self) -> f64 {
        self.objective
    }

    /// Whether the model has a kernel of its own: no, a penalty on absolute weights is not the norm of any kernel.
    fn owns_kernel(&self) -> bool {
        false
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Rated::of(fitted, data)
    }
}
