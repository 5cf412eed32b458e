//! Latent Dirichlet allocation by variational Bayes: topics, and the posterior of documents, with an optional response.
//! Sources: Blei, Ng and Jordan 2003; Hoffman, Blei and Bach 2010.
//!
//! Topic `k` has a distribution of words with the prior `Dirichlet(β)` and the posterior `Dirichlet(λ_k)`;
//! document `d` has a distribution of topics with the prior `Dirichlet(α)` and the posterior `Dirichlet(γ_d)`.
//! A word `v` of the document has topic `k` with probability `φ_dvk ∝ exp(E ln θ_dk + E ln β_kv + o_dk)`.
//! The offsets `o_d` are 0 without a response; with one they are the derivative of the response's log likelihood
//! by the expected counts of the topics.
//! The posterior of a document converges to `γ_dk = α + Σ_v m_dv φ_dvk`.
//!
//! Words of two languages are two vocabularies: a topic then has a distribution in each.
//!
//! Cost: `nnz · K` for each pass over the documents, at most a hundred.
//! Documents run in parallel and independently, so that the number of threads has no effect.
//! Memory: a matrix V × K, and the counts twice.

use std::{ops::Range, sync::Arc};

use ndarray::{Array1, Array2, Axis, Slice, Zip};
use rand::{Rng, SeedableRng, rngs::SmallRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::special::{digamma, ln_gamma};
use crate::{
    cancel,
    corpus::Csr,
    model::fitted::{Check, finite, first_problem},
};

/// Maximum number of passes over a document when its posterior is iterated.
const MAX_PASSES: usize = 100;
/// Mean change of a document's `γ` at which its posterior has converged.
const SETTLED: f64 = 1e-3;

/// Topics as distributions of words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Topics {
    /// Dirichlet parameters `λ` of each topic's distribution of words (V × K).
    pub lambda: Arc<Array2<f64>>,
    /// Dirichlet prior `α` of a document's distribution of topics.
    pub alpha: f64,
    /// Number of words of the first vocabulary; all words without a second one.
    pub first_words: usize,
}

/// Response to the shares of topics in documents, which influences the topics of their words.
#[derive(Clone, Copy)]
pub(super) enum Response<'a> {
    /// The documents have no response: neither classes nor ratings.
    None,
    /// Fixed derivatives of the response's log likelihood by the shares (n × K).
    Fixed(&'a Array2<f64>),
    /// Linear functions of the expected shares as a response, observed with normal noise.
    Gaussian(Gaussian<'a>),
}

/// Gaussian response: values `y` with the log likelihood `-½ (y_d - w·z̄_d)² / σ²` each, `z̄_d` the expected shares of topics.
#[derive(Clone, Copy)]
pub(super) struct Gaussian<'a> {
    /// Weight of each topic in each linear function of the response (K × B).
    pub weights: &'a Array2<f64>,
    /// Observed response values minus the functions' intercepts (n × B).
    pub values: &'a Array2<f64>,
    /// Variance `σ²` of the response's noise.
    pub variance: f64,
    /// Initial derivatives of the response's log likelihood, `(y_d - w·z̄_d) / σ²` (n × B).
    pub derivatives: &'a Array2<f64>,
}

/// Variational posterior of documents: their topic shares, and counts of words in topics.
#[derive(Clone, Debug)]
pub(super) struct Posterior {
    /// Dirichlet parameters of the documents' distributions of topics (n × K).
    pub gamma: Array2<f64>,
    /// Shares `z̄` of the topics in the words of each document (n × K); equal ones for a document without words.
    pub shares: Array2<f64>,
    /// Expected count of each word in each topic (V × K).
    pub counts: Array2<f64>,
    /// Evidence lower bound of the documents, without the terms of the topics and of the response.
    pub bound: f64,
}

/// Variational posterior of one document.
#[derive(Default)]
struct Document {
    gamma: Vec<f64>,
    shares: Vec<f64>,
    derivatives: Vec<f64>,
    /// Count of each of the document's words, divided by the normaliser of its `φ`.
    ratios: Vec<(u32, f64)>,
    /// Topic factors `exp(E ln θ_dk + o_dk)` of `φ`.
    factors: Vec<f64>,
    bound: f64,
}

impl Topics {
    /// Creates random topics over `words` words, of which `first_words` belong to the first vocabulary.
    pub(super) fn random((words, first_words): (usize, usize), count: usize, alpha: f64, seed: u64) -> Self {
        let mut rng = SmallRng::seed_from_u64(seed);
        let lambda = Array2::from_shape_simple_fn((words, count), || rng.random_range(0.5..1.5));
        Self { lambda: Arc::new(lambda), alpha, first_words }
    }

    /// Number of topics (K).
    pub fn count(&self) -> usize {
        self.lambda.ncols()
    }

    /// Shares of the topics in the words of documents, rows of `M` (n × K); equal ones for a document without words.
    pub fn shares(&self, documents: &Csr) -> Array2<f64> {
        self.infer(documents).shares
    }

    /// Expected share of each topic in the words of the training documents (K), smoothed by the priors.
    pub fn totals(&self) -> Array1<f64> {
        let totals = self.lambda.sum_axis(Axis(0));
        &totals / totals.sum()
    }

    /// Expected probability of each word in each topic (V × K); those of a vocabulary sum to 1.
    pub fn probabilities(&self) -> Array2<f64> {
        let mut probabilities = (*self.lambda).clone();
        for words in self.vocabularies() {
            let totals = self.lambda.slice_axis(Axis(0), Slice::from(words.clone())).sum_axis(Axis(0));
            probabilities.slice_axis_mut(Axis(0), Slice::from(words)).zip_mut_with(&totals, |lambda, total| *lambda /= total);
        }
        probabilities
    }

    /// Row ranges of the words of each vocabulary.
    pub fn vocabularies(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        [0..self.first_words, self.first_words..self.lambda.nrows()].into_iter().filter(|words| !words.is_empty())
    }

    /// Expected logarithms of topics' word probabilities, `E ln β` (V × K).
    pub(super) fn expected_logarithms(&self) -> Array2<f64> {
        let mut expected = Zip::from(&*self.lambda).par_map_collect(|&lambda| digamma(lambda));
        for words in self.vocabularies() {
            let totals = self.lambda.slice_axis(Axis(0), Slice::from(words.clone())).sum_axis(Axis(0)).mapv(digamma);
            let mut own = expected.slice_axis_mut(Axis(0), Slice::from(words));
            own -= &totals;
        }
        expected
    }

    /// Posterior of documents without a response (n × V).
    pub(super) fn infer(&self, documents: &Csr) -> Posterior {
        self.posterior(documents, None, Response::None)
    }

    /// Posterior of documents (n × V) with a response, from a first guess of `γ` (n × K). Undefined if the work was cancelled.
    ///
    /// # Panics
    /// Panics if `documents` has not one column for each word.
    pub(super) fn posterior(&self, documents: &Csr, gamma: Option<&Array2<f64>>, response: Response<'_>) -> Posterior {
        let weights = self.expected_logarithms().mapv_into(f64::exp);
        assert_eq!(documents.cols(), weights.nrows(), "one column a word");
        let cancellation = cancel::inherited();
        let one = |document: usize| {
            if cancellation.requested() {
                return Document::empty(self.count(), self.alpha, response.functions());
            }
            let first = gamma.map_or_else(|| vec![1.0; self.count()], |gamma| gamma.row(document).to_vec());
            self.settle((documents, document), &weights, first, response)
        };
        let found: Vec<Document> = (0..documents.rows()).into_par_iter().map(one).collect();
        let table = |columns: usize, of: fn(&Document) -> &[f64]| {
            Array2::from_shape_fn((found.len(), columns), |(document, column)| of(&found[document])[column])
        };
        let factors = table(self.count(), |document| &document.factors);
        let ratios = Csr::from_rows(documents.cols(), found.iter().map(|document| document.ratios.clone()));
        Posterior {
            gamma: table(self.count(), |document| &document.gamma),
            shares: table(self.count(), |document| &document.shares),
            counts: ratios.transpose().dot(factors.view()) * weights,
            bound: found.iter().map(|document| document.bound).sum(),
        }
    }

    /// Iterates the posterior of one document until it converges; `weights` are `exp(E ln β)`.
    fn settle(
        &self,
        (documents, document): (&Csr, usize),
        weights: &Array2<f64>,
        mut gamma: Vec<f64>,
        response: Response<'_>,
    ) -> Document {
        let mut state = Document::empty(self.count(), self.alpha, response.functions());
        let total = documents.row_sum(document);
        if total <= 0.0 {
            return state;
        }
        response.begin(document, &mut state.derivatives);
        let mut offsets = vec![0.0; gamma.len()];
        let mut settled = false;
        for pass in 0..=MAX_PASSES {
            response.offsets((document, total), &state.derivatives, &mut offsets);
            factors(&gamma, &offsets, &mut state.factors);
            state.read(documents, document, weights);
            if settled || pass == MAX_PASSES {
                break;
            }
            let counts = state.factors.iter().zip(&state.shares).map(|(factor, sum)| factor * sum);
            let updated: Vec<f64> = counts.map(|count| self.alpha + count).collect();
            let change: f64 = updated.iter().zip(&gamma).map(|(new, old)| (new - old).abs()).sum();
            settled = change < SETTLED * gamma.len() as f64;
            gamma = updated;
            response.follow((document, total), &gamma, self.alpha, &mut state.derivatives);
        }
        state.finish((documents, document), &gamma, &offsets, self.alpha);
        state.gamma = gamma;
        state
    }

    /// Reason why the topics of a saved model are invalid; `None` if they are valid.
    pub(super) fn problem(&self, words: usize) -> Option<&'static str> {
        let positive = |number: &f64| *number > 0.0;
        let own: [Check; 3] = [
            (self.lambda.nrows() == words && self.first_words <= words, "its topics are not over its words"),
            (self.count() > 0, "it has no topics"),
            (
                finite(&*self.lambda) && self.lambda.iter().all(positive) && positive(&self.alpha) && self.alpha.is_finite(),
                "a number of its topics is not positive",
            ),
        ];
        first_problem(own)
    }
}

/// Computes topic factors `exp(E ln θ_k + o_k)` up to the factor that makes the largest offset 0.
fn factors(gamma: &[f64], offsets: &[f64], factors: &mut [f64]) {
    let total = digamma(gamma.iter().sum());
    let largest = offsets.iter().fold(f64::NEG_INFINITY, |most, &offset| most.max(offset));
    for ((factor, &gamma), offset) in factors.iter_mut().zip(gamma).zip(offsets) {
        *factor = (digamma(gamma) - total + offset - largest).exp();
    }
}

impl Document {
    /// Posterior of a document without words.
    fn empty(topics: usize, alpha: f64, functions: usize) -> Self {
        let shares = vec![1.0 / topics as f64; topics];
        let (gamma, factors) = (vec![alpha; topics], vec![0.0; topics]);
        Self { gamma, shares, factors, derivatives: vec![0.0; functions], ..Self::default() }
    }

    /// Computes the word ratios under the factors, and as shares the sums `Σ_v ratio_v exp(E ln β_kv)`.
    fn read(&mut self, documents: &Csr, document: usize, weights: &Array2<f64>) {
        let Self { shares, ratios, factors, .. } = self;
        shares.fill(0.0);
        ratios.clear();
        for (word, count) in documents.entries(document) {
            let row = weights.row(word);
            let row = row.as_slice().unwrap_or_default();
            let norm: f64 = row.iter().zip(&*factors).map(|(weight, factor)| weight * factor).sum();
            let ratio = count / (norm + f64::EPSILON);
            ratios.push((word as u32, ratio));
            shares.iter_mut().zip(row).for_each(|(share, weight)| *share += ratio * weight);
        }
    }

    /// Computes a document's topic shares and bound under `γ`, after [`Document::read`] with its factors.
    fn finish(&mut self, (documents, document): (&Csr, usize), gamma: &[f64], offsets: &[f64], alpha: f64) {
        let counts: Vec<f64> = self.factors.iter().zip(&self.shares).map(|(factor, sum)| factor * sum).collect();
        let sum: f64 = counts.iter().sum();
        self.shares = counts.iter().map(|count| count / sum).collect();
        let largest = offsets.iter().fold(f64::NEG_INFINITY, |most, &offset| most.max(offset));
        let words = documents.entries(document).zip(&self.ratios);
        let words: f64 = words.map(|((_, count), (_, ratio))| count * (largest + (count / ratio).ln())).sum();
        let drawn: f64 = counts.iter().zip(offsets).map(|(count, offset)| count * offset).sum();
        let total: f64 = gamma.iter().sum();
        let prior = gamma.len() as f64 * alpha;
        let topics = |&gamma: &f64| (alpha - gamma) * (digamma(gamma) - digamma(total)) + ln_gamma(gamma) - ln_gamma(alpha);
        self.bound = words - drawn + gamma.iter().map(topics).sum::<f64>() + ln_gamma(prior) - ln_gamma(total);
    }
}

impl Response<'_> {
    /// Number of observed linear functions of the response.
    fn functions(&self) -> usize {
        if let Self::Gaussian(gaussian) = self { gaussian.weights.ncols() } else { 0 }
    }

    /// Sets the initial derivatives of the response for a document.
    fn begin(&self, document: usize, derivatives: &mut [f64]) {
        if let Self::Gaussian(gaussian) = self {
            derivatives.iter_mut().zip(gaussian.derivatives.row(document)).for_each(|(own, guess)| *own = *guess);
        }
    }

    /// Derivatives of the response by the counts of the topics in a document of `total` words.
    fn offsets(&self, (document, total): (usize, f64), derivatives: &[f64], offsets: &mut [f64]) {
        match self {
            Self::None => {}
            Self::Fixed(by_shares) => {
                offsets.iter_mut().zip(by_shares.row(document)).for_each(|(offset, own)| *offset = own / total);
            }
            Self::Gaussian(gaussian) => {
                for (offset, weights) in offsets.iter_mut().zip(gaussian.weights.outer_iter()) {
                    *offset = weights.iter().zip(derivatives).map(|(weight, own)| weight * own).sum::<f64>() / total;
                }
            }
        }
    }

    /// Newton step of the response's derivatives towards `(y - w·z̄) / σ²`.
    /// The derivative of `w·z̄` is at most `range(w)² / (4 total)`, which makes the step short enough.
    fn follow(&self, (document, total): (usize, f64), gamma: &[f64], alpha: f64, derivatives: &mut [f64]) {
        let Self::Gaussian(Gaussian { weights, values, variance, .. }) = self else { return };
        let words: f64 = gamma.iter().map(|gamma| gamma - alpha).sum();
        for (function, own) in derivatives.iter_mut().enumerate() {
            let column = weights.column(function);
            let value = column.iter().zip(gamma).map(|(weight, gamma)| weight * (gamma - alpha)).sum::<f64>() / words;
            let [low, high] = column.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], &w| [low.min(w), high.max(w)]);
            let slope = (high - low).powi(2) / (4.0 * total * variance);
            *own += ((values[[document, function]] - value) / variance - *own) / (1.0 + slope);
        }
    }
}
