//! Supervised LDA: topics that explain ratings (Blei and `McAuliffe` 2008).
//!
//! A standardised rating is normal with the variance `σ²` about `w·z̄ + b`, a linear function of the document's shares of topics;
//! `w` has the prior `N(0, 10)`.
//! Iterations alternate between `w` and `b`, a ridge regression on the shares, and variational Bayes.
//! In variational Bayes ratings influence the topics of each document's words.
//! The likelihood is taken at the expected shares.
//! It omits the variance of `z̄` in a document, of the order of one divided by its number of words.
//! `σ²` is the same for all ratings and not learned: it would fall as ratings shift topics, which would then shift more.
//! The first iterations have no ratings, as latent Dirichlet allocation has none.
//!
//! New documents have no rating that influences their topics.
//! The final regression is therefore fitted to shares of the training documents without ratings.
//! Predictions are not sums over words, since the topic of a word depends on the whole document.
//!
//! Unless given, the number of topics and `σ²` are the best on the development part,
//! or by five folds of the training part without one.
//!
//! Cost: that of variational Bayes, see `em`. Memory: five matrices V × K.

use std::sync::Arc;

use ndarray::{Array1, Array2, ArrayView1, Axis};
use serde::{Deserialize, Serialize};

pub use super::params::SldaParams;
use super::{
    em::Learning,
    functions::{Plan, TopicFunctions, chosen_note},
    lda::{Gaussian, Response},
};
use crate::{
    cancel,
    corpus::{Csr, Dataset, TaskKind},
    memory::Budget,
    model::{
        Direct, DirectModel, ModelError, ModelInfo, ModelKind,
        baseline::{FunctionRegressor, Solution, folds::Fold, naive_bayes::check_counts},
        targets::{Targets, known, usable},
    },
    solver::dense::{Cholesky, Threads},
};

/// Variances of standardised ratings among which the best is chosen.
const VARIANCES: [f64; 6] = [0.0003, 0.001, 0.003, 0.01, 0.03, 0.3];
/// Variance of the prior of the regression weights `w`.
const PRIOR: f64 = 10.0;

/// Training of supervised LDA.
pub type Slda = Direct<SldaModel>;

/// Fitted supervised LDA: ratings as linear functions of the shares of topics.
pub type SldaModel = FunctionRegressor<SldaParams, SldaSolution>;

/// Fitted variance of supervised LDA.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SldaSolution {
    /// Variance of the standardised ratings about the functions that predict them.
    pub variance: f64,
    /// Documents on which hyper-parameters were chosen; `None` if the user gave all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
}

impl Solution<SldaParams> for SldaSolution {
    type Functions = TopicFunctions;

    fn note(&self, params: &SldaParams, functions: &TopicFunctions) -> Option<String> {
        let variance = params.variance_tuning.given().is_none().then(|| format!("variance = {}", self.variance));
        chosen_note(self.chosen.as_ref(), params.topic_tuning, functions, variance)
    }
}

/// Smallest ridge of the regression on topic shares, relative to the trace of the shares' products.
const RIDGE: f64 = 1e-12;

/// Regression weights (K × B) and intercepts (B) with the largest posterior density under the shares of topics (n × K).
pub(super) fn regression(shares: &Array2<f64>, y: &Array2<f64>, variance: f64) -> Result<(Array2<f64>, Array1<f64>), ModelError> {
    let mean = |of: &Array2<f64>| of.mean_axis(Axis(0)).unwrap_or_else(|| Array1::zeros(of.ncols()));
    let (shares_mean, y_mean) = (mean(shares), mean(y));
    let centred = shares - &shares_mean;
    let mut gram = centred.t().dot(&centred);
    // Topic shares sum to 1, so that the centred ones are dependent: without noise the prior alone is too weak.
    let ridge = (variance / PRIOR).max(RIDGE * gram.diag().sum());
    gram.diag_mut().mapv_inplace(|square| square + ridge);
    let factor = Cholesky::new(gram.view(), Threads::One).map_err(|_| {
        ModelError::data("the regression of the ratings on the topics has no solution", "take fewer topics, or scale the ratings")
    })?;
    let weights = factor.solve(centred.t().dot(&(y - &y_mean)).view());
    let bias = y_mean - shares_mean.dot(&weights);
    Ok((weights, bias))
}

/// Runs one iteration with ratings: the regression on the topic shares, then the topics.
///
/// # Errors
/// Returns an error if the work was cancelled, or the regression has no solution.
pub(super) fn iterate(learning: &mut Learning<'_>, y: &Array2<f64>, variance: f64) -> Result<(), ModelError> {
    let (weights, bias) = regression(&learning.posterior.shares, y, variance)?;
    let values = y - &bias;
    let derivatives = (&values - &learning.posterior.shares.dot(&weights)) / variance;
    let gaussian = Gaussian { weights: &weights, values: &values, variance, derivatives: &derivatives };
    learning.iterate(Response::Gaussian(gaussian))
}

/// Continues to learn topics with standardised ratings, and fits the regression to shares without them.
///
/// # Errors
/// Returns an error if the work was cancelled.
fn respond(
    mut learning: Learning<'_>,
    rows: &Csr,
    targets: &Targets,
    (variance, iterations): (f64, usize),
) -> Result<TopicFunctions, ModelError> {
    for _ in 0..iterations {
        iterate(&mut learning, &targets.y, variance)?;
    }
    let shares = learning.topics.infer(rows).shares;
    if cancel::requested() {
        return Err(ModelError::Cancelled);
    }
    let (weights, bias) = regression(&shares, &targets.y, variance)?;
    let scales = ArrayView1::from(targets.scales.as_slice());
    let bias = bias * scales + ArrayView1::from(targets.means.as_slice());
    Ok(TopicFunctions { topics: learning.topics, coefficients: Arc::new(weights * scales), bias: Arc::new(bias.to_vec()) })
}

impl DirectModel for SldaModel {
    type Params = SldaParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "slda",
        help: "Supervised LDA, topics that explain ratings: ratings of documents",
        label: "supervised LDA",
        title: "a supervised LDA, which predicts ratings",
        as_printed: "raw counts, the number of topics and the variance chosen on the development part",
        ..ModelInfo::direct(ModelKind::Slda, TaskKind::Ratings)
    };

    /// Fits supervised LDA to the training ratings.
    /// Fails if the corpus has no ratings, a rating is not finite, no training document has a known word, a weight is negative,
    /// or the topics do not fit into the budget.
    fn fit(data: &Dataset, params: &SldaParams, budget: Budget) -> Result<Self, ModelError> {
        let ratings = usable(data, data.split.train.iter().chain(&data.split.dev).copied())?;
        let train = known(data)?;
        check_counts(data, "supervised LDA", "train ridge or elastic-net")?;
        let plan = Plan {
            data,
            topics: params.topic_tuning.given(),
            strength: (params.variance_tuning.given(), &VARIANCES),
            priors: params.priors(),
            sweeps: params.sweeps,
            budget,
        };
        let fit = |learning: Learning<'_>, documents: &[usize], rows: &Csr, variance: f64| {
            respond(learning, rows, &Targets::new(&ratings.values, documents), (variance, params.sweeps))
        };
        let scales = Targets::new(&ratings.values, &train).scales;
        let gain = |means: &Array2<f64>, fold: &Fold| {
            let apart = (means - &ratings.values.select(Axis(0), &fold.predict)) / ArrayView1::from(scales.as_slice());
            -apart.iter().map(|apart| apart * apart).sum::<f64>()
        };
        let (functions, setting, chosen) = plan.learn(&train, fit, gain)?;
        let solution = SldaSolution { variance: setting.strength, chosen };
        Ok(Self::new(data, (ratings, scales), params, solution, functions))
    }
}
