//! Ridge regression on word counts: ratings as sums of word weights, with a penalty on their squared length.
//!
//! Ratings are standardised on the training part; the intercept is not penalised.
//! A rating is the intercept plus the sum over a document's words of weighted count times coefficient.
//! Every word's share is therefore exact.
//!
//! `λ` penalises `Σ errors² + λ Σ weights²` of standardised ratings.
//! Unless given, `λ` is the best of 10⁻⁴ to 10⁴ in half powers of ten on the development part.
//! Without a development part `λ` is the best by exact leave-one-out errors of the training part (Golub, Heath and Wahba 1979),
//! which need no further fit.
//!
//! Documents without a known word are not used in training; their predicted rating is the intercept.
//!
//! Cost: one eigendecomposition of the smaller Gram matrix, among documents or among words. Memory: three such matrices;
//! four without a development part.

mod decomposed;
#[cfg(test)]
mod tests;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use self::decomposed::Decomposed;
use super::{FunctionRegressor, Solution, WordWeights, tuning::tuning};
use crate::{
    corpus::{Dataset, TaskKind, Weighting},
    memory::Budget,
    model::{
        Direct, DirectModel, ModelError, ModelInfo, ModelKind,
        params::{ParamTable, direct, parameters},
        targets::{known, usable},
    },
    param::{About, Domain},
    stats::significant,
};

/// Training of ridge regression.
pub type Ridge = Direct<RidgeModel>;

/// Exponents of the tried penalties `λ`, which are powers of ten, in halves.
const GRID: std::ops::RangeInclusive<i32> = -8..=8;

/// Fitted ridge regression: a linear function of word counts per rating.
pub type RidgeModel = FunctionRegressor<RidgeParams, RidgeSolution>;

/// Fitted penalty of ridge regression, and the objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RidgeSolution {
    /// Fitted value of the penalty `λ`.
    pub lambda: f64,
    /// Documents on which the penalty `λ` was chosen; `None` if the user gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Mean squared error of standardised ratings on the training part, including the penalty.
    pub objective: f64,
}

impl Solution<RidgeParams> for RidgeSolution {
    type Functions = WordWeights;

    fn objective(&self) -> f64 {
        self.objective
    }

    fn note(&self, _: &RidgeParams, _: &WordWeights) -> Option<String> {
        self.chosen.as_ref().map(|chosen| format!("lambda = {} was chosen {chosen}.", significant(self.lambda, 4)))
    }
}

tuning! {
    /// How the penalty `λ` is chosen; without a development part, by leave-one-out errors of the training part.
    PenaltyTuning { lambda: f64 = 1.0 },
    Real,
    "Penalty of the squared length of the coefficients.",
    About::main(1e-3, 100.0).label("λ").within(Domain::POSITIVE).live()
}

parameters! {
    /// All parameters of ridge regression, unchecked.
    pub struct RidgeParams {
        /// How the penalty is chosen: the best of 10⁻⁴ to 10⁴ on the development part
        /// (leave-one-out without one), or a given value.
        tuning: PenaltyTuning = PenaltyTuning::Development, About::folded().label("choose λ").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::TfIdfL2, About::line();
    }
}

impl ParamTable for RidgeParams {
    const MODEL: &'static str = "ridge regression";

    direct! { RidgeParams, paper Count: tuning }
}

/// Ridge penalty with the smallest error on the development part, and the documents on which it was chosen.
/// Without a development part leave-one-out errors of the training part are used.
/// Of equal errors the largest penalty is chosen.
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

impl DirectModel for RidgeModel {
    type Params = RidgeParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "ridge",
        help: "Ridge regression on word counts: ratings of documents",
        label: "ridge regression",
        title: "a ridge regression, which predicts ratings",
        as_printed: "counts, the penalty chosen on the development part",
        ..ModelInfo::direct(ModelKind::Ridge, TaskKind::Ratings)
    };

    /// Fits ridge regression to the training ratings.
    /// Fails if the corpus has no ratings, a rating is not finite, no training document has a known word,
    /// or the Gram matrix does not fit into the budget.
    fn fit(data: &Dataset, params: &RidgeParams, budget: Budget) -> Result<Self, ModelError> {
        let ratings = usable(data, data.split.train.iter().chain(&data.split.dev).copied())?;
        let train = known(data)?;
        let decomposed = Decomposed::new(data, &ratings.values, &train, budget)?;
        let (lambda, chosen) = match params.tuning.given() {
            Some(lambda) => (lambda, None),
            None => {
                tuned(&decomposed, data, &ratings.values, budget).map(|(lambda, chosen)| (lambda, Some(chosen.to_owned())))?
            }
        };
        if crate::cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        let weights = decomposed.weights(lambda);
        let (coefficients, bias) = decomposed.on_scale(&weights);
        let solution = RidgeSolution { lambda, chosen, objective: decomposed.objective(&weights, lambda) };
        let functions = WordWeights::new(coefficients, bias);
        Ok(Self::new(data, (ratings, decomposed.targets.scales), params, solution, functions))
    }
}
