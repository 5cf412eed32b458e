//! Ridge regressions under all penalties from one eigendecomposition.
//!
//! `X` are the training rows minus their mean (n × V), `Y` the standardised ratings (n × B).
//! With `X Xᵀ = U D Uᵀ` among documents, the coefficients are `Xᵀ U (D + λ)⁻¹ Uᵀ Y`.
//! With `Xᵀ X = U D Uᵀ` among words, the coefficients are `U (D + λ)⁻¹ Uᵀ Xᵀ Y`.
//! The smaller of the two matrices is decomposed.
//! The mean is subtracted from products, so that rows stay sparse.

use ndarray::{Array1, Array2, ArrayView1, Axis};

use crate::{
    cancel,
    corpus::{Csr, Dataset},
    memory::Budget,
    model::{ModelError, snapshot::rmse_of_all, targets::Targets},
    solver::dense::symmetric_eigen,
};

/// Choice of the decomposed Gram matrix: that of documents or that of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Gram matrix of documents, `X Xᵀ` (n × n).
    Documents,
    /// Gram matrix of words, `Xᵀ X` (V × V).
    Words,
}

/// Training documents and ratings with the eigendecomposition of one Gram matrix.
pub(super) struct Decomposed {
    /// Weighted counts of training documents, not centred (n × V).
    pub train: Csr,
    /// Mean row of the training documents (V).
    pub mean: Array1<f64>,
    /// Standardised training ratings.
    pub targets: Targets,
    side: Side,
    /// Eigenvalues of the Gram matrix, at least 0.
    values: Vec<f64>,
    /// Eigenvectors of the Gram matrix as columns.
    vectors: Array2<f64>,
    /// Ratings projected on the eigenvectors: `Uᵀ Y` among documents, `Uᵀ Xᵀ Y` among words.
    projected: Array2<f64>,
}

impl Decomposed {
    /// Decomposes the smaller of the Gram matrices of documents and of words.
    ///
    /// # Errors
    /// Returns an error if the matrix exceeds the memory budget or has no decomposition, or the work was cancelled.
    pub(super) fn new(data: &Dataset, ratings: &Array2<f64>, documents: &[usize], budget: Budget) -> Result<Self, ModelError> {
        let side = if documents.len() <= data.weights.cols() { Side::Documents } else { Side::Words };
        Self::by(side, data, ratings, documents, budget)
    }

    /// Decomposes the Gram matrix of documents or of words.
    ///
    /// # Errors
    /// Returns the errors of [`Decomposed::new`].
    pub(super) fn by(
        side: Side,
        data: &Dataset,
        ratings: &Array2<f64>,
        documents: &[usize],
        budget: Budget,
    ) -> Result<Self, ModelError> {
        let (what, size) = match side {
            Side::Documents => ("the inner products of the training documents", documents.len()),
            Side::Words => ("the inner products of the words", data.weights.cols()),
        };
        budget.ask_matrix(what, size, size, 3)?;
        let train = data.weights.select(documents);
        let n = train.rows().max(1) as f64;
        let columns = train.transpose();
        let targets = Targets::new(ratings, documents);
        let mean = columns.dot(Array2::from_elem((train.rows(), 1), 1.0 / n).view()).remove_axis(Axis(1));
        let (gram, right) = match side {
            Side::Documents => {
                let mut gram = train.outer(&train);
                let means = gram.sum_axis(Axis(0)) / n;
                let all = means.sum() / n;
                gram.indexed_iter_mut().for_each(|((i, j), product)| *product += all - means[i] - means[j]);
                (gram, targets.y.clone())
            }
            // Standardised ratings have mean zero, so that the rows need no centring in `Xᵀ Y`.
            Side::Words => {
                let mut gram = columns.outer(&columns);
                gram.indexed_iter_mut().for_each(|((a, b), product)| *product -= n * mean[a] * mean[b]);
                (gram, columns.dot(targets.y.view()))
            }
        };
        let failed = |_| {
            if cancel::requested() {
                return ModelError::Cancelled;
            }
            ModelError::data(format!("{what} cannot be decomposed"), "use another weighting")
        };
        let (mut values, vectors) = symmetric_eigen(gram.view()).map_err(failed)?;
        for value in &mut values {
            *value = value.max(0.0);
        }
        let projected = vectors.t().dot(&right);
        Ok(Self { train, mean, targets, side, values, vectors, projected })
    }

    /// Coefficients of words for standardised ratings (V × B).
    pub(super) fn weights(&self, lambda: f64) -> Array2<f64> {
        let mut scaled = self.projected.clone();
        scaled.rows_mut().into_iter().zip(&self.values).for_each(|(mut row, value)| row /= value + lambda);
        let solved = self.vectors.dot(&scaled);
        match self.side {
            Side::Words => solved,
            Side::Documents => {
                let centred = &solved - &solved.sum_axis(Axis(0)) / solved.nrows().max(1) as f64;
                self.train.transpose().dot(centred.view())
            }
        }
    }

    /// Converts coefficients (V × B) to the ratings' original scale, and adds intercepts (B).
    pub(super) fn on_scale(&self, weights: &Array2<f64>) -> (Array2<f64>, Vec<f64>) {
        let Targets { means, scales, .. } = &self.targets;
        let coefficients = weights * &ArrayView1::from(scales.as_slice());
        let bias = Array1::from(means.clone()) - self.mean.dot(&coefficients);
        (coefficients, bias.to_vec())
    }

    /// Prediction minus standardised rating of every training document (n × B).
    pub(super) fn errors(&self, weights: &Array2<f64>) -> Array2<f64> {
        self.train.dot(weights.view()) - self.mean.dot(weights) - &self.targets.y
    }

    /// Ridge objective: mean squared error of standardised ratings, including the penalty.
    pub(super) fn objective(&self, weights: &Array2<f64>, lambda: f64) -> f64 {
        let squares = |of: &Array2<f64>| of.iter().map(|value| value * value).sum::<f64>();
        (squares(&self.errors(weights)) + lambda * squares(weights)) / self.train.rows().max(1) as f64
    }

    /// Root mean squared errors over some documents, one per penalty; `None` if there are no documents to measure.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub(super) fn errors_on(
        &self,
        documents: &[usize],
        data: &Dataset,
        ratings: &Array2<f64>,
        lambdas: &[f64],
    ) -> Result<Vec<Option<f64>>, ModelError> {
        let weights = data.weights.select(documents);
        let truth = ratings.select(Axis(0), documents);
        let rows: Vec<usize> = (0..documents.len()).collect();
        each(lambdas, |lambda| {
            let (coefficients, bias) = self.on_scale(&self.weights(lambda));
            let predicted = weights.dot(coefficients.view()) + Array1::from(bias);
            rmse_of_all([&truth, &predicted], &self.targets.scales, &rows)
        })
    }

    /// Root mean squared leave-one-out errors of standardised ratings, one per penalty:
    /// every training document is predicted by the fit of all other documents.
    /// The errors are exact without another fit: an error of the full fit over `1 - h`,
    /// with the leverage `h = 1/n + Σ z²/(d + λ)` of a document's principal scores `z` and the eigenvalues `d`.
    ///
    /// # Errors
    /// Returns an error if the scores (n × the smaller of n and V) exceed the memory budget, or the work was cancelled.
    pub(super) fn leave_one_out(&self, lambdas: &[f64], budget: Budget) -> Result<Vec<f64>, ModelError> {
        let (n, size) = (self.train.rows(), self.values.len());
        budget.ask_matrix("the principal scores of the training documents", n, size, 1)?;
        let values = ArrayView1::from(self.values.as_slice());
        let squares = match self.side {
            Side::Documents => self.vectors.mapv(|value| value * value) * values,
            Side::Words => {
                let scores = self.train.dot(self.vectors.view()) - self.mean.dot(&self.vectors);
                scores.mapv_into(|value| value * value)
            }
        };
        each(lambdas, |lambda| {
            let leverages = squares.dot(&values.mapv(|value| 1.0 / (value + lambda))) + 1.0 / n.max(1) as f64;
            let mut errors = self.errors(&self.weights(lambda));
            let rows = errors.rows_mut().into_iter().zip(&leverages);
            rows.for_each(|(mut row, leverage)| row /= (1.0 - leverage).max(f64::EPSILON));
            (errors.iter().map(|error| error * error).sum::<f64>() / errors.len().max(1) as f64).sqrt()
        })
    }
}

/// Computes one number per penalty; fails if the computation is cancelled.
fn each<T>(lambdas: &[f64], measure: impl Fn(f64) -> T) -> Result<Vec<T>, ModelError> {
    let one = |&lambda: &f64| if cancel::requested() { Err(ModelError::Cancelled) } else { Ok(measure(lambda)) };
    lambdas.iter().map(one).collect()
}
