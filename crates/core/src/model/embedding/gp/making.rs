//! Construction of Gaussian process models during training: initial, solved, moved, scaled, calibrated.

use std::sync::Arc;

use ndarray::Array2;

use super::{super::beside::CorpusComponents, Calibration, GpModel, GpParams, gram_storage::GramStorage, posterior::Posterior};
use crate::{corpus::Csr, ldk::Embedding, model::kernels::Kernels};

impl GpModel {
    /// Creates an untrained model, which predicts the training mean for every document.
    pub(super) fn untrained(
        (words, ratings): (Arc<Vec<String>>, Arc<Vec<String>>),
        (bias, scales): (Vec<f64>, Vec<f64>),
        params: &GpParams,
        latent: Array2<f64>,
        (typical, train): (f64, Arc<Csr>),
    ) -> Self {
        Self {
            coefficients: Arc::new(Array2::zeros((words.len(), ratings.len()))),
            words,
            ratings,
            embedding: params.embedding,
            level2: None,
            duals: None,
            alpha: params.alpha,
            beta: params.beta,
            params: params.clone(),
            latent: Arc::new(latent),
            bias: Arc::new(bias),
            scales: Arc::new(scales),
            gains: None,
            typical,
            train,
            jitter: 0.0,
            calibration: None,
            components: None,
            beside: None,
            posterior: Posterior::default(),
        }
    }

    /// Limits the memory for variances by a budget.
    pub(super) fn with_storage(self, storage: GramStorage) -> Self {
        Self { posterior: Posterior::within(storage), ..self }
    }

    /// Creates the model with another solution, for training documents divided by `root`.
    pub(super) fn with_solution(
        &self,
        params: &GpParams,
        (kernels, alpha, beta): (Kernels, f64, f64),
        latent: Array2<f64>,
        (mut a, root, jitter): (Array2<f64>, &[f64], f64),
        beside: Option<&Arc<CorpusComponents>>,
    ) -> Self {
        let scaled = |mut weights: Array2<f64>| {
            for (mut column, scale) in weights.columns_mut().into_iter().zip(self.scales.iter()) {
                column *= scale / alpha;
            }
            Arc::new(weights)
        };
        let duals = (!kernels.level2.is_linear()).then(|| scaled(a.clone()));
        let weights = beside.filter(|_| duals.is_none()).map(|beside| Arc::new(beside.train.rows.weights(&scaled(a.clone()))));
        a.rows_mut().into_iter().zip(root).for_each(|(mut a, root)| a /= *root);
        Self {
            params: params.clone(),
            embedding: kernels.embedding,
            level2: (kernels.level2 != params.level2).then_some(kernels.level2),
            alpha,
            beta,
            latent: Arc::new(latent),
            coefficients: scaled(self.train.transpose().dot(a.view())),
            duals,
            components: beside.map(|beside| Arc::clone(&beside.components)),
            beside: weights,
            gains: None,
            jitter,
            calibration: None,
            posterior: self.posterior.cleared(),
            ..self.clone()
        }
    }

    /// Creates the Gaussian process model with the same weights at other word positions.
    pub(super) fn moved(&self, embedding: Embedding, latent: Array2<f64>) -> Self {
        Self { embedding, latent: Arc::new(latent), posterior: self.posterior.cleared(), ..self.clone() }
    }

    /// Creates the model with each rating's field multiplied by its gain.
    pub(super) fn times(self, gains: Vec<f64>) -> Self {
        Self { gains: Some(Arc::new(gains)), ..self }
    }

    /// Creates the model with calibrated variances; a factor already computed is kept.
    pub(super) fn calibrated(&self, calibration: Vec<Calibration>) -> Self {
        Self { calibration: Some(Arc::new(calibration)), ..self.clone() }
    }
}
