//! Trained Gaussian process: fields over words, predicted ratings and their deviations.
//!
//! Cost: the fields once, V² B; then one pass over the words of each document.
//! With a level-2 kernel that is not linear, documents are compared with the training documents instead.
//! Deviations: see `posterior`.

use std::sync::Arc;

use ndarray::{Array2, ArrayView1};
use serde::{Deserialize, Serialize};

use super::{
    Calibration, GpParams,
    posterior::{Posterior, VarianceQuery},
};
use crate::{
    corpus::Csr,
    ldk::{ComponentWeights, Components, DocumentFunction, Embedding, FixedComponents, Ldk, Level2, Support},
    model::{
        WordValues,
        kernels::Kernels,
        word_values::{ComponentValues, PrivateValues},
    },
};

/// Trained Gaussian process: predicts ratings of documents, and can be saved.
///
/// The predicted rating b of a document with weights `m` (a row of `M`) is the mean over its words of the word values
/// `Σ_l m_l (h_b(x_l) + private · C_lb) + bias_b`; the sum is multiplied by the document's emphasis
/// ([`GpModel::emphasis`], 1 by default).
/// `h_b(x) = Σ_t C_tb k(x_t, x)` is the drawn field: posterior mean (T 5.13) plus training mean, on the user's scale.
/// With unit length the sum is divided by the norm of the document's mean instead.
/// With a level-2 kernel that is not linear, ratings are sums over the training documents ([`GpModel::function`]).
/// A word's value is then that of a one-word document.
///
/// The variance (T 5.15) needs the training documents, which are kept.
/// The Cholesky factor is not saved, since it grows with the square of the training documents.
/// The factor is recomputed on one thread, so that a reopened model gives bitwise equal results.
/// A document without any known word is predicted as the training mean, with the training deviation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GpModel {
    /// Words of the model, in the order of columns (V).
    pub words: Arc<Vec<String>>,
    /// Names of the ratings (B).
    pub ratings: Arc<Vec<String>>,
    /// Parameters with which the model was trained.
    pub params: GpParams,
    /// Embedding kernel after training.
    pub embedding: Embedding,
    /// Level-2 kernel after training; `None` if it is that of the parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level2: Option<Level2>,
    /// Inverse variance `α`: the signal of standardised ratings has variance `α⁻¹`.
    pub alpha: f64,
    /// Inverse variance `β`: the noise of standardised ratings has variance `β⁻¹`.
    pub beta: f64,
    /// Positions of all words (V × q).
    pub latent: Arc<Array2<f64>>,
    /// Field weights of each rating on the user's scale before gains: `α⁻¹ Mᵀ K⁻¹ Y` times the scale (V × B).
    /// Rows of `M` are normalised if documents are.
    pub coefficients: Arc<Array2<f64>>,
    /// Weights of the training documents, `α⁻¹ K⁻¹ Y` times each rating's scale, if the level-2 kernel is not linear (n × B).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duals: Option<Arc<Array2<f64>>>,
    /// Gain of each rating's field, fitted on the development part (B); empty means 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gains: Option<Arc<Vec<f64>>>,
    /// Means of the training ratings (B).
    pub bias: Arc<Vec<f64>>,
    /// Standard deviation of each rating on the training documents (B); 1 for a constant rating.
    pub scales: Arc<Vec<f64>>,
    /// Norm of a typical training document (a row of `M`), which has emphasis 1.
    pub typical: f64,
    /// Training documents with a known word (rows of `M` times their emphasis, n × V).
    pub train: Arc<Csr>,
    /// Fixed components of the sum kernel, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub components: Option<Arc<Components>>,
    /// Rating functions over the fixed kernel components, before gains, with a linear level-2 kernel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Arc<ComponentWeights>>,
    /// Jitter added to the diagonal of the covariance `K`; in most models 0.
    pub jitter: f64,
    /// Calibration of the variances of new ratings on the development part (B); without it `v + β⁻¹`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<Arc<Vec<Calibration>>>,
    /// Cached factors of posterior variances, computed on first use.
    #[serde(skip)]
    pub(super) posterior: Posterior,
}

/// Typical norm of documents: the geometric mean of the norms of non-empty rows; 1 if all are empty.
pub(super) fn typical(weights: &Csr) -> f64 {
    let logs: Vec<f64> = weights.row_squared_norms().map(f64::sqrt).filter(|n| *n > 0.0).map(f64::ln).collect();
    (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp()
}

/// Emphasis `(typical / norm)^power` of each document row; 1 for a row without words.
pub(super) fn emphasis(weights: &Csr, typical: f64, power: f64) -> Vec<f64> {
    let one = |norm: f64| if norm > 0.0 && power > 0.0 { (typical / norm).powf(power) } else { 1.0 };
    weights.row_squared_norms().map(f64::sqrt).map(one).collect()
}

impl GpModel {
    /// Field weights of the words for each rating, gains included (V × B).
    pub fn field_weights(&self) -> Arc<Array2<f64>> {
        self.gains
            .as_ref()
            .map_or_else(|| Arc::clone(&self.coefficients), |_| Arc::new(self.with_gains((*self.coefficients).clone())))
    }

    /// Rating functions of documents, if ratings are not given by fields over words.
    pub fn function(&self) -> Option<DocumentFunction> {
        let duals = self.with_gains((**self.duals.as_ref()?).clone());
        Some(self.function_of(duals, Arc::clone(&self.bias)))
    }

    fn function_of(&self, signed: Array2<f64>, bias: Arc<Vec<f64>>) -> DocumentFunction {
        let (ldk, x) = (self.ldk(), Arc::clone(&self.latent));
        let lengths = self.posterior.lengths(|| ldk.lengths(&self.train, &x)).clone();
        let support = Support { weights: (*self.train).clone(), signed, lengths };
        DocumentFunction { ldk, x, support: Arc::new(support), bias }
    }

    /// Field of each rating at each word, including training mean and private term (V × B); for ratings that are not fields,
    /// the values of one-word documents.
    pub fn word_values(&self) -> Array2<f64> {
        self.word_values_of(self.sums())
    }

    /// Sums over all pairs of words for each rating's field, before gain and training mean (V × B).
    pub(super) fn sums(&self) -> Array2<f64> {
        if let Some(duals) = &self.duals {
            return self.function_of((**duals).clone(), Arc::new(vec![0.0; self.scales.len()])).words();
        }
        let mut sums = self.embedding.sums().product(self.latent.view(), self.latent.view(), self.coefficients.view());
        sums.scaled_add(self.ldk().own(), &self.coefficients);
        sums
    }

    /// Word values from the sums of [`GpModel::sums`], with gains applied and bias added (V × B).
    pub(super) fn word_values_of(&self, sums: Array2<f64>) -> Array2<f64> {
        self.with_gains(sums) + ArrayView1::from(self.bias.as_slice())
    }

    fn with_gains(&self, values: Array2<f64>) -> Array2<f64> {
        match &self.gains {
            Some(gains) => values * ArrayView1::from(gains.as_slice()),
            None => values,
        }
    }

    /// Whether a document's predicted rating is the mean of its words' values.
    pub fn is_mean_of_words(&self) -> bool {
        self.duals.is_none() && !self.ldk().scales() && self.components.is_none()
    }

    /// Predicted ratings (n × B) from [`GpModel::word_values`].
    ///
    /// # Panics
    /// Panics if `weights` does not have one column per word.
    pub fn means_with(&self, weights: &Csr, word_values: &Array2<f64>) -> Array2<f64> {
        self.means_within(weights, word_values, None)
    }

    /// Predicted ratings, as by [`GpModel::means_with`]; rows of the documents in the fixed kernel components may be given.
    pub(super) fn means_within(
        &self,
        weights: &Csr,
        word_values: &Array2<f64>,
        rows: Option<Arc<FixedComponents>>,
    ) -> Array2<f64> {
        assert_eq!(weights.cols(), self.latent.nrows(), "one column a word");
        let bias = ArrayView1::from(self.bias.as_slice());
        if let Some(function) = self.function() {
            let mut means = function.of(&self.emphasised(weights));
            for (document, mut mean) in means.rows_mut().into_iter().enumerate() {
                if weights.row(document).0.is_empty() {
                    mean.assign(&bias);
                }
            }
            return means;
        }
        let rows = rows.or_else(|| self.ldk().beside(weights));
        let mut sums = weights.dot((word_values - &bias).view());
        let emphasis = self.emphasis_within(weights, rows.clone());
        sums.rows_mut().into_iter().zip(emphasis).for_each(|(mut row, emphasis)| row *= emphasis);
        if let (Some(by), Some(rows)) = (&self.beside, rows) {
            sums += &self.with_gains(rows.values(by));
        }
        sums + bias
    }

    /// Emphasis of each document, the factor of the sum over its words: `(typical / ‖m‖)^emphasis`, 1 by default.
    /// With unit length it is 1 over the norm of the document's mean in the kernel's space, independent of the parameter (n).
    pub fn emphasis(&self, weights: &Csr) -> Vec<f64> {
        self.emphasis_within(weights, self.ldk().beside(weights))
    }

    /// Emphasis, as by [`GpModel::emphasis`], for documents whose rows in the kernel's fixed components are given.
    pub(super) fn emphasis_within(&self, weights: &Csr, rows: Option<Arc<FixedComponents>>) -> Vec<f64> {
        let ldk = self.ldk();
        if ldk.scales() {
            return ldk.lengths_with(weights, &self.latent, rows).root.into_iter().map(f64::recip).collect();
        }
        let map = self.components.as_ref().map_or(1.0, |components| components.map.sqrt());
        emphasis(weights, self.typical, self.params.emphasis).into_iter().map(|emphasis| emphasis * map).collect()
    }

    /// Multiplies documents by their emphasis before the kernel; unchanged if the kernel normalises documents.
    fn emphasised(&self, weights: &Csr) -> Csr {
        let by = if self.ldk().scales() { 0.0 } else { self.params.emphasis };
        weights.clone().scale_rows(&emphasis(weights, self.typical, by))
    }

    /// Standard deviations of new observations, including noise (n × B).
    ///
    /// # Panics
    /// Panics if `weights` does not have one column per word.
    pub fn deviations(&self, weights: &Csr) -> Array2<f64> {
        self.deviations_from(weights, &self.variances(weights))
    }

    /// Standard deviations of new observations from the result of [`GpModel::variances`].
    pub(super) fn deviations_from(&self, weights: &Csr, variances: &[f64]) -> Array2<f64> {
        Array2::from_shape_fn((variances.len(), self.scales.len()), |(i, b)| {
            let known = !weights.row(i).0.is_empty();
            let own = if known { self.calibration_of(b).variance(variances[i]).sqrt() } else { self.spread_of(b) };
            own * self.scales[b]
        })
    }

    /// Standard deviation of the standardised training ratings: 1, or 0 if all are equal.
    fn spread_of(&self, b: usize) -> f64 {
        let zero = |numbers: &Array2<f64>| numbers.column(b).iter().all(|number| number.abs() <= 0.0);
        let constant = zero(&self.coefficients) && self.duals.as_ref().is_none_or(|duals| zero(duals));
        if constant { 0.0 } else { 1.0 }
    }

    /// Variance calibration of rating `b`.
    pub fn calibration_of(&self, b: usize) -> Calibration {
        let found = self.calibration.as_ref().and_then(|all| all.get(b)).copied();
        found.unwrap_or(Calibration { signal: 1.0, noise: 1.0 / self.beta })
    }

    /// Standard deviations of the field at points of the latent space (k × q):
    /// the posterior spread of the field itself as learned (k × B).
    /// Private term, noise and calibration are not included, since they belong to documents.
    pub fn deviation_at(&self, points: &Array2<f64>) -> Array2<f64> {
        let own = self.posterior_variance(VarianceQuery::Places(points.view()));
        Array2::from_shape_fn((own.len(), self.scales.len()), |(i, b)| own[i].sqrt() * self.scales[b])
    }

    /// Posterior variances of the standardised signal of documents (T 5.15 without `β⁻¹`).
    ///
    /// # Panics
    /// Panics if `weights` does not have one column per word.
    pub(super) fn variances(&self, weights: &Csr) -> Vec<f64> {
        self.posterior_variance(VarianceQuery::Documents(&self.emphasised(weights)))
    }

    /// Embedding and level-2 kernel after training.
    pub(super) fn kernels(&self) -> Kernels {
        Kernels { embedding: self.embedding, level2: self.level2.unwrap_or(self.params.level2) }
    }

    /// Kernel between documents after training.
    pub fn ldk(&self) -> Ldk {
        Ldk { components: self.components.clone(), ..self.kernels().within(self.params.ldk()) }
    }

    /// Decision functions of the ratings over words, from [`GpModel::word_values`].
    pub(super) fn values_from(&self, values: Arc<Array2<f64>>) -> WordValues {
        let gains = |by: &ComponentWeights| self.gains.as_ref().map_or_else(|| by.clone(), |gains| by.clone().times(gains));
        let weights = self.beside.as_ref().map(|by| Arc::new(gains(by)));
        let beside = ComponentValues::of(self.components.as_ref(), weights.as_ref(), self.ldk().scales());
        let (bias, function) = (Arc::clone(&self.bias), self.function().map(Arc::new));
        // Field weights may be a copy of the weights of all words.
        let private = (function.is_none() && self.ldk().private > 0.0).then(|| self.field_weights());
        let private = private.and_then(|weights| PrivateValues::of(self.ldk().private, weights));
        WordValues { values, bias, function, beside, private, parts: Vec::new() }
    }
}
