//! Choice of an SVM's kernel and `C` by accuracy on the development part, or over folds of the training part.
//!
//! Cost: one Gram matrix per kernel and fold, and one warm-started solve per pair of classes and value of `C`.
//! Memory: kernel values and inner products of the training documents, and of the predicted documents with them.

use ndarray::{Array2, ArrayView1, Axis};

use crate::{
    cancel,
    corpus::{Csr, Dataset},
    ldk::{Lengths, Level2, Support},
    memory::Budget,
    model::{
        ModelError,
        baseline::{folds::best_over_folds, kernel_functions::between_documents},
        smm::{
            Multiclass,
            pairs::{Duals, Gram, Pairs, votes},
        },
    },
};

/// Number of Gram matrices (documents by training documents) in memory at once: kernel values and inner products.
const MATRICES: usize = 2;

/// Kernels and values of `C` among which those of an SVM are chosen.
pub(super) struct Settings {
    /// Kernels between documents to try, at least one.
    pub kernels: Vec<Level2>,
    /// Values of `C` to try, at least one.
    pub costs: Vec<f64>,
    /// How SVMs separate more than two classes.
    pub multiclass: Multiclass,
    /// Tolerance of the SVM solver.
    pub tolerance: f64,
}

/// Mean squared distance `‖a - b‖²` over all pairs of rows; 1 if they are all alike.
pub(in crate::model::baseline) fn mean_squared_distance(rows: &Csr) -> f64 {
    let n = rows.rows().max(1) as f64;
    let (mut square, mut centre) = (0.0, vec![0.0; rows.cols()]);
    for row in 0..rows.rows() {
        for (word, weight) in rows.entries(row) {
            square += weight * weight / n;
            centre[word] += weight / n;
        }
    }
    let mean = 2.0 * (square - centre.iter().map(|mean| mean * mean).sum::<f64>());
    if mean > 1e-12 * square { mean } else { 1.0 }
}

/// SVM problem of all classes on the documents of one fold under one kernel.
pub(super) struct Problem {
    train: Csr,
    /// Pairs of classes that the SVMs separate.
    pub pairs: Pairs,
    /// Gram matrix of the training documents.
    gram: Array2<f64>,
    lengths: Lengths,
    /// Kernel values of predicted documents with the training documents.
    across: Array2<f64>,
}

impl Problem {
    /// Creates the SVM problem on the documents `fit`, whose solutions predict the documents `predict`.
    ///
    /// # Errors
    /// Returns an error if the matrices exceed the memory budget.
    pub(super) fn new(
        data: &Dataset,
        (fit, predict): (&[usize], &[usize]),
        (kernel, multiclass): (Level2, Multiclass),
        budget: Budget,
    ) -> Result<Self, ModelError> {
        budget.ask_matrix("the kernel between the documents", fit.len() + predict.len(), fit.len(), MATRICES)?;
        let (ldk, no_positions) = (between_documents(kernel), Array2::zeros((data.words.len(), 0)));
        let (train, documents) = (data.weights.select(fit), data.weights.select(predict));
        let within = ldk.train_gram(&train, &no_positions, None);
        let (lengths, of_documents) = (within.lengths(&ldk), ldk.lengths(&documents, &no_positions));
        let across = ldk.cross((&documents, &of_documents), (&train, &lengths), &no_positions);
        let labels: Vec<usize> = fit.iter().map(|&i| data.corpus.labels[i]).collect();
        let pairs = Pairs::new(&labels, data.corpus.classes.len(), multiclass);
        Ok(Self { train, pairs, gram: within.k, lengths, across })
    }

    /// Solves all SVMs of the problem; the returned dual variables are those of the pairwise decisions.
    ///
    /// # Errors
    /// Returns an error if the solve was cancelled.
    pub(super) fn solve(&self, c: f64, tolerance: f64, warm: Option<&[Vec<f64>]>) -> Result<Duals, ModelError> {
        let duals = self.pairs.decide(self.pairs.solve(Gram::Whole(&self.gram), c, tolerance, warm));
        if cancel::requested() { Err(ModelError::Cancelled) } else { Ok(duals) }
    }

    /// Predicts the classes of the documents `predict` of the problem.
    fn predict(&self, duals: &Duals, classes: usize) -> Vec<usize> {
        let decisions = self.across.dot(&duals.signed) + ArrayView1::from(duals.bias.as_slice());
        votes(&decisions, &self.pairs.classes, classes)
    }

    /// Support documents of the SVMs, whose dual variable is positive for some pair of classes.
    pub(super) fn support(&self, duals: &Duals) -> Support {
        let signed = &duals.signed;
        let rows: Vec<usize> = (0..signed.nrows()).filter(|&i| signed.row(i).iter().any(|&a| a != 0.0)).collect();
        Support { weights: self.train.select(&rows), signed: signed.select(Axis(0), &rows), lengths: self.lengths.select(&rows) }
    }
}

/// Kernel and `C` with the best mean accuracy over the folds; of equal accuracies the first.
///
/// # Errors
/// Returns an error if the matrices exceed the memory budget, or the work was cancelled.
pub(super) fn tuned(data: &Dataset, train: &[usize], settings: &Settings, budget: Budget) -> Result<(Level2, f64), ModelError> {
    let Settings { kernels, costs, multiclass, tolerance } = settings;
    let setting = best_over_folds(train, &data.split.dev, |fold| {
        let mut gains = Vec::new();
        for &kernel in kernels {
            let problem = Problem::new(data, (&fold.fit, &fold.predict), (kernel, *multiclass), budget)?;
            let mut warm: Option<Vec<Vec<f64>>> = None;
            for &c in costs {
                let duals = problem.solve(c, *tolerance, warm.as_deref())?;
                gains.push(fold.accuracy(data, problem.predict(&duals, data.corpus.classes.len())));
                warm = Some(duals.warm);
            }
        }
        Ok(gains)
    })?;
    Ok((kernels[setting / costs.len()], costs[setting % costs.len()]))
}
