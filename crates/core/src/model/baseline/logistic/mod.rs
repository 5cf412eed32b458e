//! Multinomial logistic regression on word counts with a quadratic penalty.
//!
//! Class `k` has the probability `exp s_k / Σ exp s`, with scores `s = Wᵀ m + b` of a document's weights `m`.
//! With the losses `ℓ_i = -ln p(y_i | m_i)`, the coefficients minimise `C Σ_i ℓ_i + λ/2 ‖W‖²`.
//! The intercepts `b` are not penalised.
//! `λ` is 1, and 2 with two classes, which gives the coefficients of scikit-learn for any number of classes.
//! A decision is the log-odds of two classes.
//! It is an offset plus the sum over a document's words of their weights, so that every word's share is exact.
//! A class without training documents is in no pair.
//!
//! Unless given, `C` is the best of a grid on the development part.
//!
//! Cost: tens to hundreds of evaluations of the objective for each value of `C`, each search started at the previous minimum.
//! Memory: the vectors of L-BFGS, and a number for each word and pair of classes under every value of `C`.

mod objective;
#[cfg(test)]
mod tests;

use self::objective::Objective;
use super::{
    FunctionClassifier, WordWeights,
    linear_classifier::{CostSolution, Solved, regularised},
    tuning::tuning,
};
use crate::{
    corpus::{Csr, Dataset, TaskKind, Weighting},
    memory::Budget,
    model::{
        Direct, DirectModel, ModelError, ModelInfo, ModelKind,
        params::{ParamTable, direct, parameters},
    },
    param::{About, Domain},
};

/// Training of logistic regression.
pub type Logistic = Direct<LogisticModel>;
/// Fitted logistic regression: log-odds of classes as linear functions of weighted counts.
pub type LogisticModel = FunctionClassifier<LogisticParams, CostSolution>;

/// Base-four exponents of the tried values of `C` in logistic regression.
const GRID: std::ops::RangeInclusive<i32> = -1..=5;

tuning! {
    /// How `C` of logistic regression is chosen; without a development part, by cross-validation on the training part.
    LossTuning { c: f64 = 1.0 },
    Real,
    "Weight of the losses of documents against the penalty of the coefficients.",
    About::main(0.25, 1024.0).label("C").within(Domain::POSITIVE).live()
}

parameters! {
    /// All parameters of logistic regression, unchecked.
    pub struct LogisticParams {
        /// How C is chosen: the best power of four from ¼ to 1024 on the development part, or a given value.
        tuning: LossTuning = LossTuning::Development, About::folded().label("choose C").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdfL2, About::line();
    }
}

impl ParamTable for LogisticParams {
    const MODEL: &'static str = "logistic regression";

    direct! { LogisticParams, paper CountL2: tuning }
}

/// Minimises the objective of logistic regression on some documents for each value of `C`, in ascending order.
fn solve(data: &Dataset, documents: &[usize], values: &[f64], budget: Budget) -> Result<Vec<Solved>, ModelError> {
    let problem = Objective::new(data, documents, budget)?;
    let mut point = problem.origin();
    let one = |&c: &f64| -> Result<Solved, ModelError> {
        let objective = problem.minimise(c, &mut point)?;
        let (coefficients, intercepts) = problem.parts(&point);
        let (pairs, weights) = WordWeights::differences((&coefficients, intercepts), &problem.classes, budget)?;
        Ok(Solved { pairs, weights, objective })
    };
    values.iter().map(one).collect()
}

/// Fits weights (d) and offset of the log-odds of the class `true`, on rows (n × d) with their classes, at a value of `C`.
///
/// # Errors
/// Returns an error if the objective is not finite, or the search was cancelled.
pub(crate) fn log_odds(rows: Csr, classes: &[bool], c: f64) -> Result<(Vec<f64>, f64), ModelError> {
    let problem = Objective::of(rows, classes.iter().map(|&class| usize::from(class)).collect(), vec![0, 1]);
    let mut point = problem.origin();
    problem.minimise(c, &mut point)?;
    let (coefficients, intercepts) = problem.parts(&point);
    Ok((coefficients.rows().into_iter().map(|row| row[1] - row[0]).collect(), intercepts[1] - intercepts[0]))
}

impl DirectModel for LogisticModel {
    type Params = LogisticParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "logistic",
        help: "Logistic regression on word counts: classes of documents",
        label: "logistic regression",
        title: "a logistic regression, which predicts classes",
        as_printed: "counts at unit length, C chosen on the development part",
        ..ModelInfo::direct(ModelKind::Logistic, TaskKind::Classes)
    };

    /// Fits logistic regression to the training classes.
    /// Fails if fewer than two classes have training documents with known words, the coefficients do not fit into the budget,
    /// or the fit was cancelled.
    fn fit(data: &Dataset, params: &LogisticParams, budget: Budget) -> Result<Self, ModelError> {
        let given = params.tuning.given();
        let values: Vec<f64> = GRID.map(|power| 4.0_f64.powi(power)).collect();
        regularised(data, params, given, &values, |documents, values| solve(data, documents, values, budget))
    }
}
