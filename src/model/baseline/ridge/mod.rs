//! Ridge regression on word counts: ratings as sums of word weights, with a penalty on their squared length.
//!
//! Ratings are standardised on the training part; the intercept is not penalised. A rating is the training mean plus the sum
//! over a document's words of their weights, so that every word's share is exact. `λ` is the best of a grid on the development
//! part unless given.
//!
//! Cost: one decomposition of a Gram matrix, among documents or among words, whichever is smaller. Memory: that matrix twice.

mod params;
#[cfg(test)]
mod tests;

pub use params::{CheckedRidge, PenaltyTuning, RidgeParams};

use std::sync::Arc;

use ndarray::{Array1, Array2, ArrayView1, Axis};
use serde::{Deserialize, Serialize};

use super::folds::{best, chosen_on, folds, known};
use crate::{
    corpus::{Csr, Dataset, TaskKind},
    ldk::{Embedding, Ldk},
    memory::Budget,
    model::{
        Direct, DirectModel, FittedRef, Metric, ModelError, ModelInfo, ModelKind, Predictions, Rated, RatingPrediction,
        Regressor, Scores, WordValues,
        fitted::{Check, Fitted, finite, first_problem},
        snapshot::rmse_of_all,
        targets::Targets,
    },
    solver::dense::symmetric_eigen,
};

/// Ridge regression as training drives it.
pub type Ridge = Direct<RidgeModel>;

/// Half exponents of ten of the values of `λ` tried.
const GRID: std::ops::RangeInclusive<i32> = -8..=4;
/// Ratings beyond this cannot be squared.
const LARGEST: f64 = 1e100;

/// A linear function of word counts for each rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RidgeModel {
    /// The words, in the order of columns (V).
    pub words: Arc<Vec<String>>,
    /// Names of the ratings (B).
    pub ratings: Arc<Vec<String>>,
    /// Parameters it was trained with.
    pub params: RidgeParams,
    /// The value of `λ` it was fitted with.
    pub lambda: f64,
    /// Where `λ` was chosen; `None` where it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// The mean squared error of standardised ratings plus the penalty, on the training part.
    pub objective: f64,
    /// Weight of each word in each rating, on the user's scale (V × B).
    pub coefficients: Arc<Array2<f64>>,
    /// Intercepts, on the user's scale (B).
    pub bias: Arc<Vec<f64>>,
    /// Standard deviations of the training ratings (B); 1 for a constant one.
    pub scales: Arc<Vec<f64>>,
}

/// Training documents decomposed, so that every `λ` takes one product.
struct Decomposed {
    train: Csr,
    /// Mean row (V).
    middle: Array1<f64>,
    targets: Targets,
    values: Vec<f64>,
    vectors: Array2<f64>,
    /// `Uᵀ Y` among documents, `Uᵀ Xᵀ Y` among words.
    projected: Array2<f64>,
    /// Whether the decomposed matrix is that of documents.
    dual: bool,
}

/// Weights of words on the standardised scale (V × B).
type Weights = Array2<f64>;

impl Decomposed {
    fn new(data: &Dataset, values: &Array2<f64>, documents: &[usize], budget: Budget) -> Result<Self, ModelError> {
        let train = data.weights.select(documents);
        let (n, words) = (train.rows(), train.cols());
        let dual = n <= words;
        budget.ask_matrix("the inner products of the training documents", n.min(words), n.min(words), 3)?;
        let columns = train.transpose();
        let targets = Targets::new(values, documents);
        let middle = columns.dot(Array2::from_elem((n, 1), 1.0 / n.max(1) as f64).view()).remove_axis(Axis(1));
        let mut gram = if dual { train.outer(&train) } else { columns.outer(&columns) };
        let right = if dual {
            let mean = gram.sum_axis(Axis(0)) / n.max(1) as f64;
            let all = mean.sum() / n.max(1) as f64;
            gram.indexed_iter_mut().for_each(|((i, j), k)| *k += all - mean[i] - mean[j]);
            targets.y.clone()
        } else {
            gram.indexed_iter_mut().for_each(|((a, b), k)| *k -= n as f64 * middle[a] * middle[b]);
            columns.dot(targets.y.view()) - &outer(&middle, &targets.y.sum_axis(Axis(0)))
        };
        let failed =
            |_| ModelError::data("the inner products of the training documents cannot be decomposed", "take another weighting");
        let (values, vectors) = symmetric_eigen(gram.view()).map_err(failed)?;
        let projected = vectors.t().dot(&right);
        Ok(Self { train, middle, targets, values, vectors, projected, dual })
    }

    fn weights(&self, lambda: f64) -> Weights {
        let mut scaled = self.projected.clone();
        scaled.rows_mut().into_iter().zip(&self.values).for_each(|(mut row, value)| row /= value.max(0.0) + lambda);
        let solved = self.vectors.dot(&scaled);
        if !self.dual {
            return solved;
        }
        let centred = &solved - &solved.sum_axis(Axis(0)) / solved.nrows().max(1) as f64;
        self.train.transpose().dot(centred.view())
    }

    /// Coefficients and intercepts on the user's scale.
    fn on_scale(&self, weights: &Weights) -> (Array2<f64>, Vec<f64>) {
        let Targets { means, scales, .. } = &self.targets;
        let coefficients = weights * &ArrayView1::from(scales.as_slice());
        let bias = Array1::from(means.clone()) - self.middle.dot(&coefficients);
        (coefficients, bias.to_vec())
    }

    /// The mean squared error plus the penalty of standardised ratings.
    fn objective(&self, weights: &Weights, lambda: f64) -> f64 {
        let shift = self.middle.dot(weights);
        let errors = self.train.dot(weights.view()) - shift - &self.targets.y;
        let squares = |of: &Array2<f64>| of.iter().map(|value| value * value).sum::<f64>();
        (squares(&errors) + lambda * squares(weights)) / self.train.rows().max(1) as f64
    }
}

fn outer(a: &Array1<f64>, b: &Array1<f64>) -> Array2<f64> {
    Array2::from_shape_fn((a.len(), b.len()), |(i, j)| a[i] * b[j])
}

/// The value of `λ` with the least error over the folds; of equals the largest.
fn tuned(data: &Dataset, values: &Array2<f64>, train: &[usize], budget: Budget) -> Result<f64, ModelError> {
    let lambdas: Vec<f64> = GRID.rev().map(|half| 10.0_f64.powf(0.5 * f64::from(half))).collect();
    let gains = folds(train, &data.split.dev).into_iter().map(|fold| {
        let decomposed = Decomposed::new(data, values, &fold.fit, budget)?;
        let weights = data.weights.select(&fold.predict);
        let truth = values.select(Axis(0), &fold.predict);
        let rows: Vec<usize> = (0..fold.predict.len()).collect();
        let gain = |&lambda: &f64| {
            let (coefficients, bias) = decomposed.on_scale(&decomposed.weights(lambda));
            let means = weights.dot(coefficients.view()) + Array1::from(bias);
            rmse_of_all([&truth, &means], &decomposed.targets.scales, &rows).map_or(0.0, |error| -error)
        };
        Ok(lambdas.iter().map(gain).collect())
    });
    let gains = gains.collect::<Result<Vec<Vec<f64>>, ModelError>>()?;
    Ok(if gains.is_empty() { 1.0 } else { lambdas[best(&gains)] })
}

impl Regressor for RidgeModel {
    fn ratings(&self) -> &[String] {
        &self.ratings
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn predict_with(&self, weights: &Csr, _: Option<&WordValues>) -> RatingPrediction {
        assert_eq!(weights.cols(), self.words.len(), "one column a word");
        let means = weights.dot(self.coefficients.view()) + ArrayView1::from(self.bias.as_slice());
        RatingPrediction { means, deviations: None, emphasis: vec![1.0; weights.rows()] }
    }

    fn word_values(&self) -> Option<WordValues> {
        let values = &*self.coefficients + &ArrayView1::from(self.bias.as_slice());
        Some(WordValues { values: Arc::new(values), bias: Arc::clone(&self.bias), function: None })
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
        self.chosen.as_ref().map(|chosen| format!("lambda = {:.3e} was chosen {chosen}.", self.lambda))
    }

    fn problem(&self) -> Option<&'static str> {
        let (words, ratings) = (self.words.len(), self.ratings.len());
        let scales = self.scales.len() == ratings && self.scales.iter().all(|&scale| scale > 0.0 && scale.is_finite());
        let own: [Check; 5] = [
            (ratings > 0, "it names no rating"),
            (self.coefficients.dim() == (words, ratings), "its coefficients are not one for each word and rating"),
            (self.bias.len() == ratings, "not every rating has an intercept"),
            (scales, "not every rating has a standard deviation"),
            (finite(&*self.coefficients) && finite(&*self.bias), "a coefficient is no number"),
        ];
        first_problem(own)
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

    /// Fails when the corpus has no ratings, one of them is not a number, no training document has a known word, or the Gram
    /// matrix does not fit into the budget.
    fn fit(data: &Dataset, params: &RidgeParams, budget: Budget) -> Result<Self, ModelError> {
        let Some(ratings) = data.corpus.task.ratings().filter(|ratings| ratings.behaviours() > 0) else {
            return Err(ModelError::data("the documents have no ratings", "read the file as rated documents, naming the column"));
        };
        let read = data.split.train.iter().chain(&data.split.dev);
        let unusable =
            |&&document: &&usize| ratings.values.row(document).iter().any(|value| value.is_nan() || value.abs() > LARGEST);
        if let Some(document) = { read }.find(unusable) {
            let remedy = "give every document a rating from -1e100 to 1e100 or leave it out";
            return Err(ModelError::data(format!("document {} has an unusable rating", document + 1), remedy));
        }
        let train = known(data);
        if train.is_empty() {
            return Err(ModelError::no_known_word());
        }
        let (lambda, chosen) = match params.tuning {
            PenaltyTuning::Fixed { lambda } => (lambda, None),
            PenaltyTuning::Development => {
                (tuned(data, &ratings.values, &train, budget)?, Some(chosen_on(&data.split.dev).to_owned()))
            }
        };
        let decomposed = Decomposed::new(data, &ratings.values, &train, budget)?;
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
            coefficients: Arc::new(coefficients),
            bias: Arc::new(bias),
            scales: Arc::new(decomposed.targets.scales),
        })
    }

    fn params(&self) -> &RidgeParams {
        &self.params
    }

    fn objective(&self) -> f64 {
        self.objective
    }

    fn document_kernel(&self) -> Ldk {
        Ldk::of(Embedding::Identity)
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        let rated = Rated::of(fitted, data);
        let scores = rated.errors(data, &fitted.scales);
        (Predictions::Ratings(rated), scores)
    }
}
