//! Objective of logistic regression and its minimum by L-BFGS.
//!
//! Cost: two products of the training documents with a matrix of one column per class for each evaluation.
//! Memory: the training documents twice, and about two dozen vectors of one number for each word and class.

use ndarray::{Array2, ArrayView1, Axis};

use crate::{
    corpus::{Csr, Dataset},
    memory::Budget,
    model::{ModelError, baseline::linear_classifier::places},
    solver::{Lbfgs, LbfgsStep},
};

/// Number of past steps that L-BFGS remembers in logistic regression.
const MEMORY: usize = 10;
/// Maximum number of L-BFGS steps in logistic regression.
const STEPS: usize = 5000;
/// Number of vectors of all coefficients that L-BFGS and an evaluation hold.
const VECTORS: usize = 2 * MEMORY + 10;

/// Objective of logistic regression on training documents.
/// A parameter vector is the matrix of coefficients `W` with the intercepts `b` as its last row, ((V + 1) × K), row by row.
pub(super) struct Objective {
    /// Weighted counts of the training documents (n × V).
    train: Csr,
    /// Transposed matrix of weighted counts (V × n).
    columns: Csr,
    /// Class of each training document, as an index into `classes` (n).
    places: Vec<usize>,
    /// Classes that have training documents (K).
    pub classes: Vec<usize>,
}

impl Objective {
    /// Creates the objective of logistic regression on some documents.
    ///
    /// # Errors
    /// Returns an error if the coefficients exceed the memory budget.
    pub(super) fn new(data: &Dataset, documents: &[usize], budget: Budget) -> Result<Self, ModelError> {
        let (classes, places) = places(data, documents);
        budget.ask_matrix("the search for the coefficients of the words", data.words.len() + 1, classes.len(), VECTORS)?;
        Ok(Self::of(data.weights.select(documents), places, classes))
    }

    /// Creates the objective from document rows and the index of each row's class among `classes`.
    pub(super) fn of(train: Csr, places: Vec<usize>, classes: Vec<usize>) -> Self {
        Self { columns: train.transpose(), train, places, classes }
    }

    /// Parameter vector with all coefficients and intercepts 0.
    pub(super) fn origin(&self) -> Vec<f64> {
        vec![0.0; (self.train.cols() + 1) * self.classes.len()]
    }

    /// Splits the parameter vector into coefficients (V × K) and intercepts (K).
    pub(super) fn parts<'a>(&self, point: &'a [f64]) -> (Array2<f64>, &'a [f64]) {
        let (words, classes) = (self.train.cols(), self.classes.len());
        let coefficients = Array2::from_shape_fn((words, classes), |(word, class)| point[word * classes + class]);
        (coefficients, &point[words * classes..])
    }

    /// Value and gradient of the objective `C Σ_i ℓ_i + λ/2 ‖W‖²`.
    pub(super) fn slope(&self, c: f64, point: &[f64]) -> (f64, Vec<f64>) {
        let (coefficients, intercepts) = self.parts(point);
        // Coefficients of two classes are opposite: λ = 2 penalises their difference as scikit-learn does.
        let lambda = if self.classes.len() == 2 { 2.0 } else { 1.0 };
        let mut residuals = self.train.dot(coefficients.view()) + ArrayView1::from(intercepts);
        let mut loss = 0.0;
        for (mut row, &place) in residuals.outer_iter_mut().zip(&self.places) {
            let (own, largest) = (row[place], row.fold(f64::NEG_INFINITY, |most, score| most.max(*score)));
            row.mapv_inplace(|score| (score - largest).exp());
            let total = row.sum();
            loss += total.ln() + largest - own;
            row /= total;
            row[place] -= 1.0;
        }
        residuals *= c;
        let mut gradient = self.columns.dot(residuals.view());
        gradient.scaled_add(lambda, &coefficients);
        let square: f64 = coefficients.iter().map(|weight| weight * weight).sum();
        (c * loss + 0.5 * lambda * square, gradient.into_iter().chain(residuals.sum_axis(Axis(0))).collect())
    }

    /// Minimises the objective from the given parameter vector and returns its value at the minimum.
    ///
    /// # Errors
    /// Returns an error if the objective is not finite at the point, or the search was cancelled.
    pub(super) fn minimise(&self, c: f64, point: &mut Vec<f64>) -> Result<f64, ModelError> {
        let (mut search, mut value) = (Lbfgs::new(MEMORY), f64::NAN);
        for _ in 0..STEPS {
            match search.step(point, &mut |point| self.slope(c, point)) {
                LbfgsStep::Descended(lower) => value = lower,
                LbfgsStep::Converged(least) => return Ok(least),
                LbfgsStep::Cancelled => return Err(ModelError::Cancelled),
                LbfgsStep::NotFinite => {
                    return Err(ModelError::data("the objective is not finite", "lower c, or use another weighting"));
                }
            }
        }
        Ok(value)
    }
}
