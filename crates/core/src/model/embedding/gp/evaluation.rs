//! Evaluation of a Gaussian process: solved on all words, predicted ratings of every document, and their deviations.
//!
//! Cost of the evaluation: that of [`solve`]; calibration takes one pass over the development documents.
//! Deviations are computed on first use.

use std::sync::{Arc, OnceLock};

use ndarray::{Array2, Axis};

use super::{
    CalibratedDeviations, Calibration, GpEstimator, GpModel, GpParams, GpSolution, calibrate,
    point::Point,
    solve::{self, Solved},
};
use crate::model::targets::worded;

impl GpEstimator {
    /// Predictive deviations of all documents, and the model from which they are computed.
    pub(super) fn calibrated_deviations<'a>(&self, solution: &'a GpSolution) -> &'a CalibratedDeviations {
        let GpSolution { model, mean, calibrated_deviations, .. } = solution;
        calibrated_deviations.get_or_init(|| {
            let weights = &self.data.weights;
            let variances = model.variances(weights);
            let model = if model.params.calibrate {
                Arc::new(model.calibrated(self.calibration(model, mean, &variances)))
            } else {
                Arc::clone(model)
            };
            let deviation = Arc::new(model.deviations_from(weights, &variances));
            CalibratedDeviations { model, deviation }
        })
    }

    /// Development documents that contain a known word.
    pub(super) fn dev(&self) -> Vec<usize> {
        worded(&self.data, &self.data.split.dev)
    }

    /// Gain of each rating, fitted on the development documents if gains are enabled.
    pub(super) fn gains(&self, model: &GpModel, sums: &Array2<f64>) -> Option<Vec<f64>> {
        let dev = Some(self.dev()).filter(|dev| model.params.calibrate && dev.len() >= calibrate::ENOUGH)?;
        let (weights, values) = (self.data.weights.select(&dev), model.word_values_of(sums.clone()));
        let beside = self.beside.rows_of(&model.ldk(), &self.data.weights).map(|all| Arc::new(all.select(&dev)));
        let predicted = model.means_within(&weights, &values, beside);
        let truth = self.values.select(Axis(0), &dev);
        let one = |b: usize| {
            let from = |values: &Array2<f64>| values.column(b).iter().map(|value| value - model.bias[b]).collect::<Vec<_>>();
            calibrate::gain(&from(&predicted), &from(&truth))
        };
        Some((0..model.scales.len()).map(one).collect())
    }

    /// Variance calibration of each rating on the development documents.
    pub(super) fn calibration(&self, model: &GpModel, means: &Array2<f64>, variances: &[f64]) -> Vec<Calibration> {
        let dev = self.dev();
        let spread: Vec<f64> = dev.iter().map(|&i| variances[i]).collect();
        let one = |b: usize| {
            let error = |&i: &usize| (self.values[[i, b]] - means[[i, b]]) / model.scales[b];
            Calibration::of(&spread, &dev.iter().map(error).collect::<Vec<_>>(), model.calibration_of(b))
        };
        (0..model.scales.len()).map(one).collect()
    }

    /// Solves the Gaussian process on all words at a point.
    pub(super) fn solved(&mut self, params: &GpParams, point: Point) -> Option<GpSolution> {
        let beside = self.beside(params);
        let within = (self.storage, beside.as_ref());
        let Solved { alpha, beta, a, root, jitter } = solve::solve(params, &point, &self.train, &self.y, within).ok()?;
        let scales = (point.kernels, alpha, beta);
        let model = self.untrained.with_solution(params, scales, point.x.clone(), (a, &root, jitter), beside.as_ref());
        // Sums over words are used for both the gains and the predictions.
        let sums = model.sums();
        let gains = self.gains(&model, &sums);
        let model = Arc::new(if let Some(gains) = gains { model.times(gains) } else { model });
        let word_values = model.word_values_of(sums);
        Some(self.solution(model, point, word_values))
    }

    /// Creates a solution of the Gaussian process from a model and its word values.
    pub(super) fn solution(&self, model: Arc<GpModel>, point: Point, word_values: Array2<f64>) -> GpSolution {
        let beside = self.beside.rows_of(&model.ldk(), &self.data.weights);
        let mean = Arc::new(model.means_within(&self.data.weights, &word_values, beside));
        GpSolution { model, point, word_values: Arc::new(word_values), mean, calibrated_deviations: OnceLock::new() }
    }
}
