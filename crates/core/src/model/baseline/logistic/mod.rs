//! Multinomial logistic regression on word counts with a quadratic penalty.
//!
//! Class `k` has the probability `exp s_k / Σ exp s`, with scores `s = Wᵀ m + b` of a document's weights `m`. With the losses
//! `ℓ_i = -ln p(y_i | m_i)`, the coefficients minimise `C Σ_i ℓ_i + λ/2 ‖W‖²`; the intercepts `b` are not penalised. `λ` is 1, and
//! 2 with two classes, which gives the coefficients of scikit-learn for any number of classes. A decision is the log-odds of two
//! classes. It is an offset plus the sum over a document's words of their weights, so that every word's share is exact. A class
//! without training documents is in no pair.
//!
//! Unless given, `C` is the best of a grid on the development part.
//!
//! Cost: tens to hundreds of evaluations of the objective for each value of `C`, each search from the last minimum. Memory: the
//! vectors of L-BFGS, and a number for each word and pair of classes under every value of `C`.

mod objective;
mod params;
#[cfg(test)]
mod tests;

pub use params::{LogisticParams, LossTuning};

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use self::objective::Objective;
use super::{
    WordWeights,
    classes::{Solved, of_two_classes, tuned},
    folds::chosen_on,
};
use crate::{
    corpus::{Csr, Dataset, TaskKind},
    memory::Budget,
    model::{
        ClassPrediction, Classified, Classifier, Direct, DirectModel, FittedRef, Metric, ModelError, ModelInfo, ModelKind,
        Predictions, Scores, WordValues, fitted::Fitted,
    },
};

/// Training of logistic regression.
pub type Logistic = Direct<LogisticModel>;

/// Base-four exponents of the tried values of `C`.
const GRID: std::ops::RangeInclusive<i32> = -1..=5;

/// Log-odds of classes as linear functions of weighted counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogisticModel {
    /// Words in column order (V).
    pub words: Arc<Vec<String>>,
    /// Class names.
    pub classes: Arc<Vec<String>>,
    /// The two classes of each pair; a positive decision is a vote for the first (P).
    pub pairs: Arc<Vec<(usize, usize)>>,
    /// Parameters of the training.
    pub params: LogisticParams,
    /// Fitted value of `C`.
    pub c: f64,
    /// Documents on which `C` was chosen; `None` if it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Minimum of the objective.
    pub objective: f64,
    /// Weight of each word in each decision, and offsets (V × P).
    #[serde(flatten)]
    pub weights: WordWeights,
}

/// Minimises the objective on some documents for each value of `C`, in ascending order.
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

impl Classifier for LogisticModel {
    fn classes(&self) -> &[String] {
        &self.classes
    }

    fn classify_with(&self, weights: &Csr, _: Option<&WordValues>) -> ClassPrediction {
        self.weights.classify(weights, &self.pairs, self.classes.len())
    }

    fn word_values(&self) -> Option<WordValues> {
        Some(self.weights.word_values())
    }
}

impl Fitted for LogisticModel {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Classifier(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn note(&self) -> Option<String> {
        self.chosen.as_ref().map(|chosen| format!("C = {} was chosen {chosen}.", self.c))
    }

    fn problem(&self) -> Option<&'static str> {
        self.weights.problem_of_pairs(self.words.len(), &self.pairs, self.classes.len())
    }
}

impl DirectModel for LogisticModel {
    type Params = LogisticParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::Logistic,
        task: TaskKind::Classes,
        command: "logistic",
        help: "Logistic regression on word counts: classes of documents",
        label: "logistic regression",
        title: "a logistic regression, which predicts classes",
        metric: Metric::Accuracy,
        as_printed: "counts at unit length, C chosen on the development part",
        long_steps: (1, 0),
        early_stop: false,
    };

    /// Fails if fewer than two classes have training documents with known words, the coefficients do not fit into the budget, or
    /// the fit was cancelled.
    fn fit(data: &Dataset, params: &LogisticParams, budget: Budget) -> Result<Self, ModelError> {
        let train = of_two_classes(data)?;
        let (c, chosen) = match params.tuning {
            LossTuning::Fixed { c } => (c, None),
            LossTuning::Development => {
                let values: Vec<f64> = GRID.map(|power| 4.0_f64.powi(power)).collect();
                let c = tuned(data, &train, &values, |documents| solve(data, documents, &values, budget))?;
                (c, Some(chosen_on(&data.split.dev).to_owned()))
            }
        };
        let solved = solve(data, &train, &[c], budget)?.pop().ok_or(ModelError::Cancelled)?;
        if crate::cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        Ok(Self {
            words: Arc::new(data.words.clone()),
            classes: Arc::new(data.corpus.classes.clone()),
            pairs: Arc::new(solved.pairs),
            params: params.clone(),
            c,
            chosen,
            objective: solved.objective,
            weights: solved.weights,
        })
    }

    fn objective(&self) -> f64 {
        self.objective
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Classified::of(fitted.classify(&data.weights), fitted, data)
    }
}
