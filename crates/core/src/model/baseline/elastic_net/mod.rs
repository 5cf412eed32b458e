//! Lasso and elastic net on word counts: ratings as sums of word weights, most of them 0.
//!
//! With standardised ratings `y`, weighted counts `X` and an intercept `b` that is not penalised,
//! the coefficients `w` minimise `1/(2n) ‖y - X w - b‖² + α r ‖w‖₁ + α (1 - r)/2 ‖w‖²`, as in scikit-learn.
//! `r = 1` is the lasso (Tibshirani 1996), a smaller `r` the elastic net (Zou and Hastie 2005).
//! Each rating is fitted separately, all with one `α`.
//! A rating is the intercept plus the sum over a document's words of weighted count times coefficient.
//! Every word's share is therefore exact.
//!
//! Unless given, `α` is the best on the development part of thirteen values.
//! The tried values of `α` fall from the smallest one under which all coefficients are 0 to a thousandth of that.
//! Without a development part `α` is chosen by five-fold cross-validation on the training part.
//!
//! Documents without a known word are not used in training; their predicted rating is the intercept.
//!
//! Cost: tens to thousands of passes over the non-zeros for each `α` and rating, more for smaller ones.
//! Memory: two copies of the training rows, and the coefficients of every tried `α`.

mod path;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use self::path::{Path, best_alpha};
use super::{DocumentFunctions, FunctionRegressor, Solution, WordWeights, folds::chosen_on, tuning::tuning};
use crate::{
    corpus::{Dataset, TaskKind, Weighting},
    ldk::Ldk,
    memory::Budget,
    model::{
        Direct, DirectModel, ModelError, ModelInfo, ModelKind,
        params::{ParamTable, direct, parameters},
        targets::{known, usable},
    },
    param::{About, Domain},
    stats::significant,
};

/// Training of a lasso regression.
pub type Lasso = Direct<LassoModel>;
/// Training of an elastic net regression.
pub type ElasticNet = Direct<ElasticNetModel>;
/// Fitted lasso regression.
pub type LassoModel = FunctionRegressor<LassoParams, SparseSolution>;
/// Fitted elastic net regression.
pub type ElasticNetModel = FunctionRegressor<ElasticNetParams, SparseSolution>;

/// Relative duality gap at which a fit of the elastic net has converged.
const TOLERANCE: f64 = 1e-10;

/// Fitted penalty of a lasso or an elastic net, and the objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SparseSolution {
    /// Fitted value of the penalty `α`.
    pub alpha: f64,
    /// Documents on which the penalty `α` was chosen; `None` if the user gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Minimised objective, summed over the standardised ratings.
    pub objective: f64,
    /// Relative duality gap of the coefficients; above the solver's tolerance only if the solver reached its limit of passes.
    pub gap: f64,
}

impl<P: ParamTable> Solution<P> for SparseSolution {
    type Functions = WordWeights;

    fn objective(&self) -> f64 {
        self.objective
    }

    fn note(&self, _: &P, weights: &WordWeights) -> Option<String> {
        let rows = weights.coefficients.outer_iter();
        let used = rows.filter(|row| row.iter().any(|&coefficient| coefficient != 0.0)).count();
        let chosen = self.chosen.as_ref().map(|chosen| format!("alpha = {} was chosen {chosen}.", significant(self.alpha, 4)));
        let count = format!("{used} of {} words have a coefficient other than 0.", weights.coefficients.nrows());
        let limit = format!("The solver reached its limit at a relative duality gap of {:.0e}.", self.gap);
        let limit = (self.gap > TOLERANCE).then_some(limit);
        Some(chosen.into_iter().chain([count]).chain(limit).collect::<Vec<_>>().join(" "))
    }

    /// Kernel of the word weights, not the model's own: a penalty on absolute weights is not the norm of any kernel.
    fn document_kernel(weights: &WordWeights) -> (Ldk, bool) {
        (weights.document_kernel().0, false)
    }

    fn problem(&self) -> Option<&'static str> {
        let is_positive = self.alpha > 0.0 && self.alpha.is_finite();
        (!is_positive).then_some("its penalty is not positive")
    }
}

tuning! {
    /// How the penalty `alpha` is chosen; without a development part, by cross-validation on the training part.
    AlphaTuning { alpha: f64 = 1e-3 },
    Real,
    "Penalty of the coefficients: raising it leaves fewer words with a coefficient.",
    About::main(1e-5, 0.1).label("α").within(Domain::POSITIVE).live()
}

parameters! {
    /// All parameters of the lasso, unchecked.
    pub struct LassoParams {
        /// How α is chosen: the best on the development part of thirteen values, from the smallest one without coefficients down
        /// to a thousandth of it, or a given value.
        tuning: AlphaTuning = AlphaTuning::Development, About::folded().label("choose α").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::TfIdfL2, About::line();
    }
}

parameters! {
    /// All parameters of the elastic net, unchecked.
    pub struct ElasticNetParams {
        /// Share of the L1 penalty, at 1 the lasso: raising it leaves fewer words with a coefficient.
        l1_ratio: f64 = 0.5, About::main(0.01, 1.0).label("L1 share").within(Domain::real(0.01, 1.0)).live();
        /// How α is chosen: the best on the development part of thirteen values, from the smallest one without coefficients down
        /// to a thousandth of it, or a given value.
        tuning: AlphaTuning = AlphaTuning::Development, About::folded().label("choose α").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::TfIdfL2, About::line();
    }
}

impl ParamTable for LassoParams {
    const MODEL: &'static str = "lasso regression";

    direct! { LassoParams, paper Count: tuning }
}

impl ParamTable for ElasticNetParams {
    const MODEL: &'static str = "the elastic net";

    direct! { ElasticNetParams, paper Count: tuning }
}

/// Fits an elastic net or a lasso to the training ratings.
/// Fails if the corpus has no ratings, a rating is not finite, no training document has a known word,
/// or the coefficients do not fit into the budget.
fn solved<P: ParamTable>(
    data: &Dataset,
    params: &P,
    (tuning, l1_ratio): (AlphaTuning, f64),
    budget: Budget,
) -> Result<FunctionRegressor<P, SparseSolution>, ModelError> {
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
    let solution = SparseSolution { alpha: fit.alpha, chosen, objective: fit.objective, gap: fit.gap };
    Ok(FunctionRegressor::new(data, (ratings, path.targets.scales), params, solution, fit.weights))
}

impl DirectModel for LassoModel {
    type Params = LassoParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "lasso",
        help: "Lasso regression on word counts: ratings of documents by few words",
        label: "lasso regression",
        title: "a lasso regression, which predicts ratings",
        as_printed: "counts, the penalty chosen on the development part",
        ..ModelInfo::direct(ModelKind::Lasso, TaskKind::Ratings)
    };

    fn fit(data: &Dataset, params: &LassoParams, budget: Budget) -> Result<Self, ModelError> {
        solved(data, params, (params.tuning, 1.0), budget)
    }
}

impl DirectModel for ElasticNetModel {
    type Params = ElasticNetParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "elastic-net",
        help: "Elastic-net regression on word counts: ratings of documents by some words",
        label: "elastic net",
        title: "an elastic-net regression, which predicts ratings",
        as_printed: "counts, the penalty chosen on the development part",
        ..ModelInfo::direct(ModelKind::ElasticNet, TaskKind::Ratings)
    };

    fn fit(data: &Dataset, params: &ElasticNetParams, budget: Budget) -> Result<Self, ModelError> {
        solved(data, params, (params.tuning, params.l1_ratio), budget)
    }
}
