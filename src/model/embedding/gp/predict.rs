//! The trained process: fields over words, predicted ratings and how far to trust them.
//!
//! Cost: the fields once, V² B; then one pass over the words of each document. With a level-2 kernel that is not linear
//! documents are compared with the training documents instead. Deviations: see `posterior`.

use std::sync::Arc;

use ndarray::{Array2, ArrayView1};
use serde::{Deserialize, Serialize};

use super::{
    Calibration, GpParams,
    posterior::{Asked, Posterior},
};
use crate::{
    corpus::Csr,
    ldk::{DocumentFunction, Embedding, Ldk, Level2, Support},
    model::{
        fitted::{Check, Fitted, FittedRef, finite, first_problem, positions},
        kernels::Kernels,
    },
};

/// A trained process: all it takes to rate documents, ready to be saved.
///
/// The predicted rating b of a document with weights `m` (a row of `M`) is the mean over its words of the word's value,
/// `Σ_l m_l (h_b(x_l) + private · C_lb) + bias_b`, the sum times the document's emphasis ([`GpModel::emphasis`], 1 unless
/// asked for), where `h_b(x) = Σ_t C_tb k(x_t, x)` is the drawn field: posterior
/// mean (T 5.13) and training mean, on the user's scale. Where documents are brought to unit length, the sum is divided by the
/// norm of the document's mean instead. With a level-2 kernel that is not linear ratings are no fields but sums over the
/// training documents ([`GpModel::function`]), and a word's value that of a document of this word alone.
///
/// The variance (T 5.15) needs the training documents themselves, which are kept; the Cholesky factor is not, since it
/// grows with their square, but made again on one thread, so that a reopened model says the same to the last bit. A document
/// without any known word is rated by the training mean, with the training deviation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GpModel {
    /// The words, in the order of columns (V).
    pub words: Arc<Vec<String>>,
    /// Names of the ratings (B).
    pub ratings: Arc<Vec<String>>,
    /// Parameters it was trained with.
    pub params: GpParams,
    /// The kernel between words as it is after training.
    pub embedding: Embedding,
    /// The level-2 kernel as it is after training, where it is not as in the parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level2: Option<Level2>,
    /// `α`: the signal of standardised ratings has variance `α⁻¹`.
    pub alpha: f64,
    /// `β`: their noise has variance `β⁻¹`.
    pub beta: f64,
    /// Positions (V × q).
    pub latent: Arc<Array2<f64>>,
    /// Field weights of each rating on the user's scale as they were solved, `α⁻¹ Mᵀ K⁻¹ Y` times its scale, the rows of `M`
    /// to unit length if documents are (V × B).
    pub coefficients: Arc<Array2<f64>>,
    /// `α⁻¹ K⁻¹ Y` times each rating's scale, where the level-2 kernel is not linear: the training documents' own weights, as
    /// they were solved (n × B).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duals: Option<Arc<Array2<f64>>>,
    /// What each rating's field is multiplied by, where it was held against a development part (B); else 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gains: Option<Arc<Vec<f64>>>,
    /// Means of the training ratings (B).
    pub bias: Arc<Vec<f64>>,
    /// Standard deviations of the training ratings (B); 1 for a constant one.
    pub scales: Arc<Vec<f64>>,
    /// Norm of a typical training document's row of `M`, whose emphasis is 1.
    pub typical: f64,
    /// Training documents that have a known word (rows of `M`, times their emphasis, n × V).
    pub train: Arc<Csr>,
    /// What had to be added to the diagonal of `K`; 0 as a rule.
    pub jitter: f64,
    /// What variances of new ratings are made of, where they were held against a development part (B); else `v + β⁻¹`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<Arc<Vec<Calibration>>>,
    /// Made when first asked for.
    #[serde(skip)]
    pub(super) posterior: Posterior,
}

/// What is said of some documents, on the user's scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// Predicted ratings (n × B).
    pub means: Array2<f64>,
    /// Standard deviations of new observations, noise included (n × B).
    pub deviations: Array2<f64>,
}

/// Norm of a row.
fn norm(weights: &Csr, row: usize) -> f64 {
    weights.row(row).1.iter().map(|weight| weight * weight).sum::<f64>().sqrt()
}

/// Geometric mean of the rows' norms, empty rows excepted; 1 where all are.
pub(super) fn typical(weights: &Csr) -> f64 {
    let logs: Vec<f64> = (0..weights.rows()).map(|row| norm(weights, row)).filter(|n| *n > 0.0).map(f64::ln).collect();
    (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp()
}

/// `(typical / norm)^power` of each row; 1 for an empty one.
pub(super) fn emphasis(weights: &Csr, typical: f64, power: f64) -> Vec<f64> {
    let one = |norm: f64| if norm > 0.0 && power > 0.0 { (typical / norm).powf(power) } else { 1.0 };
    (0..weights.rows()).map(|row| one(norm(weights, row))).collect()
}

impl GpModel {
    /// Field weights, gains included (V × B).
    pub fn field_weights(&self) -> Arc<Array2<f64>> {
        self.gains
            .as_ref()
            .map_or_else(|| Arc::clone(&self.coefficients), |_| Arc::new(self.gained((*self.coefficients).clone())))
    }

    /// The ratings as functions of documents, where they are no fields over words.
    pub fn function(&self) -> Option<DocumentFunction> {
        let duals = self.gained((**self.duals.as_ref()?).clone());
        Some(self.function_of(duals, Arc::clone(&self.bias)))
    }

    fn function_of(&self, signed: Array2<f64>, bias: Arc<Vec<f64>>) -> DocumentFunction {
        let (ldk, x) = (self.ldk(), Arc::clone(&self.latent));
        let lengths = self.posterior.lengths(|| ldk.lengths(&self.train, &x)).clone();
        let support = Support { weights: (*self.train).clone(), signed, lengths };
        DocumentFunction { ldk, x, support: Arc::new(support), bias }
    }

    /// Each rating's field read at each word, training mean and private share included (V × B); where ratings are no fields,
    /// those of documents of one word.
    pub fn word_values(&self) -> Array2<f64> {
        self.word_values_of(self.sums())
    }

    /// The same before gain and training mean: the sum over all pairs of words (V × B).
    pub(super) fn sums(&self) -> Array2<f64> {
        if let Some(duals) = &self.duals {
            return self.function_of((**duals).clone(), Arc::new(vec![0.0; self.scales.len()])).words();
        }
        let mut sums = self.embedding.sums().product(self.latent.view(), self.latent.view(), self.coefficients.view());
        sums.scaled_add(self.ldk().own(), &self.coefficients);
        sums
    }

    /// Word values from the result of [`GpModel::sums`]: gains applied, bias added (V × B).
    pub(super) fn word_values_of(&self, sums: Array2<f64>) -> Array2<f64> {
        self.gained(sums) + ArrayView1::from(self.bias.as_slice())
    }

    fn gained(&self, values: Array2<f64>) -> Array2<f64> {
        match &self.gains {
            Some(gains) => values * ArrayView1::from(gains.as_slice()),
            None => values,
        }
    }

    /// What each word says by itself, beyond the field at its place (V × B): its share of [`GpModel::word_values`]; nothing
    /// where ratings are no fields, which do not add up word by word.
    pub fn private_values(&self) -> Array2<f64> {
        let own = if self.duals.is_some() { 0.0 } else { self.ldk().own() };
        self.gained(own * &*self.coefficients)
    }

    /// Whether a document's rating is the mean of its words' values, whatever the words are to each other.
    pub fn is_mean_of_words(&self) -> bool {
        self.duals.is_none() && !self.ldk().scales()
    }

    /// Rates documents given as rows of `M` over this machine's words.
    ///
    /// # Panics
    /// If `weights` has not one column for each of the machine's words.
    pub fn predict(&self, weights: &Csr) -> Prediction {
        Prediction { means: self.means_with(weights, &self.word_values()), deviations: self.deviations(weights) }
    }

    /// Predicted ratings (n × B), with [`GpModel::word_values`] at hand.
    ///
    /// # Panics
    /// If `weights` has not one column for each of the machine's words.
    pub fn means_with(&self, weights: &Csr, word_values: &Array2<f64>) -> Array2<f64> {
        assert_eq!(weights.cols(), self.latent.nrows(), "one column a word");
        let bias = ArrayView1::from(self.bias.as_slice());
        if let Some(function) = self.function() {
            let mut means = function.of(&self.loud(weights));
            for (document, mut mean) in means.rows_mut().into_iter().enumerate() {
                if weights.row(document).0.is_empty() {
                    mean.assign(&bias);
                }
            }
            return means;
        }
        let mut sums = weights.dot((word_values - &bias).view());
        sums.rows_mut().into_iter().zip(self.emphasis(weights)).for_each(|(mut row, emphasis)| row *= emphasis);
        sums + bias
    }

    /// How loud each document speaks, by what the sum over its words is multiplied: `(typical / ‖m‖)^emphasis`, 1 for all
    /// unless the parameters ask for it; where documents are brought to unit length, one over the norm of the document's mean
    /// in the kernel's space, whatever the parameters ask (n).
    pub fn emphasis(&self, weights: &Csr) -> Vec<f64> {
        let ldk = self.ldk();
        if ldk.scales() {
            return ldk.lengths(weights, &self.latent).root.into_iter().map(f64::recip).collect();
        }
        emphasis(weights, self.typical, self.params.emphasis)
    }

    /// Documents as loud as they speak before the kernel, which unit length would undo.
    fn loud(&self, weights: &Csr) -> Csr {
        let by = if self.ldk().scales() { 0.0 } else { self.params.emphasis };
        weights.clone().scale_rows(&emphasis(weights, self.typical, by))
    }

    /// Standard deviations of new observations, noise included (n × B).
    ///
    /// # Panics
    /// If `weights` has not one column for each of the machine's words.
    pub fn deviations(&self, weights: &Csr) -> Array2<f64> {
        self.deviations_from(weights, &self.variances(weights))
    }

    /// The same, with [`GpModel::variances`] at hand.
    pub(super) fn deviations_from(&self, weights: &Csr, variances: &[f64]) -> Array2<f64> {
        Array2::from_shape_fn((variances.len(), self.scales.len()), |(i, b)| {
            let known = !weights.row(i).0.is_empty();
            let own = if known { self.calibration_of(b).variance(variances[i]).sqrt() } else { 1.0 };
            own * self.scales[b]
        })
    }

    /// What the variance of a new rating `b` is made of.
    pub fn calibration_of(&self, b: usize) -> Calibration {
        let found = self.calibration.as_ref().and_then(|all| all.get(b)).copied();
        found.unwrap_or(Calibration { signal: 1.0, noise: 1.0 / self.beta })
    }

    /// Standard deviations of the field at points of the latent space (k × q): how far the posterior of the field itself
    /// still spreads there, as the process learned it, without private share, noise and calibration, which belong to
    /// documents (k × B).
    pub fn deviation_at(&self, points: &Array2<f64>) -> Array2<f64> {
        let own = self.posterior_variance(Asked::Places(points.view()));
        Array2::from_shape_fn((own.len(), self.scales.len()), |(i, b)| own[i].sqrt() * self.scales[b])
    }

    /// Variances of the standardised signal of documents (T 5.15 without `β⁻¹`).
    ///
    /// # Panics
    /// If `weights` has not one column for each of the machine's words.
    pub(super) fn variances(&self, weights: &Csr) -> Vec<f64> {
        self.posterior_variance(Asked::Documents(&self.loud(weights)))
    }

    /// The kernels as they are after training.
    pub(super) fn kernels(&self) -> Kernels {
        Kernels { embedding: self.embedding, level2: self.level2.unwrap_or(self.params.level2) }
    }

    /// The kernel between documents as it is after training.
    pub fn ldk(&self) -> Ldk {
        self.params.ldk(self.kernels())
    }
}

impl Fitted for GpModel {
    fn judge(&self) -> FittedRef<'_> {
        FittedRef::Ratings(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    /// A covariance that had to be changed is told of, never passed over.
    fn note(&self) -> Option<String> {
        (self.jitter > 0.0).then(|| {
            format!(
                "{:e} was added to the diagonal of the documents' covariance, which has no Cholesky factor otherwise: \
                 documents are nearly alike and noise nearly none.",
                self.jitter
            )
        })
    }

    fn problem(&self) -> Option<&'static str> {
        let (words, ratings) = (self.words.len(), self.ratings.len());
        let positive = |value: f64| value > 0.0 && value.is_finite();
        let gains = self.gains.as_ref().is_none_or(|all| all.len() == ratings && finite(&**all));
        let calibration =
            self.calibration.as_ref().is_none_or(|all| all.len() == ratings && all.iter().all(|one| one.is_whole()));
        let duals = self.duals.as_ref().is_none_or(|duals| duals.dim() == (self.train.rows(), ratings) && finite(&**duals));
        let own: [Check; 11] = [
            (self.level2.is_none_or(Level2::is_valid), "its kernel of documents is none"),
            (duals, "its training documents do not have one weight for each rating"),
            (positive(self.alpha) && positive(self.beta) && positive(self.typical), "the variance of its ratings is none"),
            (ratings > 0, "it names no rating"),
            (self.coefficients.dim() == (words, ratings), "its coefficients are not one for each word and rating"),
            (self.bias.len() == ratings && finite(&*self.bias), "not every rating has a mean"),
            (
                self.scales.len() == ratings && self.scales.iter().all(|&scale| positive(scale)),
                "not every rating has a standard deviation",
            ),
            (self.train.cols() == words, "its training documents do not fit its words"),
            (self.jitter >= 0.0 && finite(&*self.coefficients), "its covariance does not fit"),
            (gains, "the gains of its fields do not fit its ratings"),
            (calibration, "the calibration of its intervals does not fit its ratings"),
        ];
        first_problem(positions(self.embedding, &self.latent, words, self.params.q).into_iter().chain(own))
    }
}
