//! Regularisation path: elastic nets of several ratings along descending values of `α`, each solve started at the previous one.

use ndarray::{Array2, Axis};

use crate::{
    cancel,
    corpus::Dataset,
    model::{
        ModelError,
        baseline::{DocumentFunctions, WordWeights, folds::best_over_folds},
        snapshot::rmse_of_all,
        targets::Targets,
    },
    solver::{CentredColumns, ElasticNetSolution, Penalty},
};

/// Number of tried penalties `α` after the largest, four for a power of ten.
const STEPS: i32 = 12;
/// Relative duality gap of the fits among which the penalty `α` is chosen.
const TUNING_TOLERANCE: f64 = 1e-5;

/// Training documents and ratings, prepared for coordinate descent.
pub(super) struct Path {
    columns: CentredColumns,
    /// Standardised ratings of the training documents.
    pub targets: Targets,
    l1_ratio: f64,
}

/// Elastic nets of all ratings, fitted under one penalty.
pub(super) struct Fit {
    /// Penalty `α` of the fitted elastic nets.
    pub alpha: f64,
    /// Coefficients of words and intercepts on the original scale of the ratings.
    pub weights: WordWeights,
    /// Minimised objective, summed over the standardised ratings.
    pub objective: f64,
    /// Largest relative duality gap over the ratings.
    pub gap: f64,
}

impl Path {
    /// Prepares training documents and their ratings for coordinate descent.
    pub(super) fn new(data: &Dataset, ratings: &Array2<f64>, documents: &[usize], l1_ratio: f64) -> Self {
        let columns = CentredColumns::new(&data.weights.select(documents));
        Self { columns, targets: Targets::new(ratings, documents), l1_ratio }
    }

    /// Tried penalties `α`, from the smallest one under which all coefficients are 0 down to a thousandth of it.
    pub(super) fn grid(&self) -> Vec<f64> {
        let nulls = self.targets.y.columns().into_iter().map(|y| self.columns.null_l1(&y.to_vec()));
        let null = nulls.fold(0.0, f64::max);
        // Constant ratings have no coefficients under any penalty.
        let largest = if null > 0.0 { null / self.l1_ratio } else { 1.0 };
        (0..=STEPS).map(|step| largest * 10.0_f64.powf(-0.25 * f64::from(step))).collect()
    }

    /// Fits elastic nets under all penalties `α`, each started at the previous solution.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub(super) fn fits(&self, alphas: &[f64], tolerance: f64) -> Result<Vec<Fit>, ModelError> {
        let mut starts = vec![vec![0.0; self.columns.count()]; self.targets.scales.len()];
        let one = |&alpha: &f64| {
            let penalty = Penalty::elastic(alpha, self.l1_ratio);
            let ratings = self.targets.y.columns().into_iter().zip(&starts);
            let solved: Vec<_> = ratings.map(|(y, start)| self.columns.solve(&y.to_vec(), penalty, start, tolerance)).collect();
            if cancel::requested() {
                return Err(ModelError::Cancelled);
            }
            let fit = self.fit(alpha, &solved);
            starts = solved.into_iter().map(|solution| solution.weights).collect();
            Ok(fit)
        };
        alphas.iter().map(one).collect()
    }

    /// Converts the solutions of standardised ratings to the original scale.
    fn fit(&self, alpha: f64, solved: &[ElasticNetSolution]) -> Fit {
        let Targets { means, scales, .. } = &self.targets;
        let size = (self.columns.count(), solved.len());
        let coefficients = Array2::from_shape_fn(size, |(word, b)| scales[b] * solved[b].weights[word]);
        let bias = solved.iter().enumerate().map(|(b, solution)| means[b] + scales[b] * solution.intercept).collect();
        Fit {
            alpha,
            weights: WordWeights::new(coefficients, bias),
            objective: solved.iter().map(|solution| solution.objective).sum(),
            gap: solved.iter().map(|solution| solution.gap).fold(0.0, f64::max),
        }
    }
}

/// Index of the penalty `α` with the smallest error on the development part, or over five folds of the training part without one.
/// Of equal errors the first is chosen.
///
/// # Errors
/// Returns an error if the work was cancelled.
pub(super) fn best_alpha(
    data: &Dataset,
    ratings: &Array2<f64>,
    train: &[usize],
    alphas: &[f64],
    l1_ratio: f64,
) -> Result<usize, ModelError> {
    best_over_folds(train, &data.split.dev, |fold| {
        let (documents, truth) = (data.weights.select(&fold.predict), ratings.select(Axis(0), &fold.predict));
        let rows: Vec<usize> = (0..fold.predict.len()).collect();
        let path = Path::new(data, ratings, &fold.fit, l1_ratio);
        let gain = |fit: &Fit| {
            let predicted = fit.weights.predict(&documents);
            -rmse_of_all([&truth, &predicted], &path.targets.scales, &rows).unwrap_or(f64::INFINITY)
        };
        Ok(path.fits(alphas, TUNING_TOLERANCE)?.iter().map(gain).collect())
    })
}
