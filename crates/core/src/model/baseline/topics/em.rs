//! Expectation maximisation of topics by variational Bayes, until the evidence lower bound converges.
//! A step computes the documents' posterior, then `λ_kv = β + Σ_d m_dv φ_dvk`; without a response as scikit-learn's batch method.
//!
//! Cost of an iteration: a posterior of the documents, and a digamma and a log-gamma function for each word and topic.
//! Memory: five matrices V × K, checked against the budget.

use std::sync::Arc;

use ndarray::{Array2, Axis, Slice, Zip};

use super::{
    lda::{Posterior, Response, Topics},
    params::Priors,
    special::ln_gamma,
};
use crate::{cancel, corpus::Csr, memory::Budget, model::ModelError};

/// Relative change of the evidence lower bound at which learning topics has converged.
const SETTLED: f64 = 1e-5;
/// Number of V × K matrices in memory at once.
const MATRICES: usize = 5;

/// Topics being learned from documents, with the state of the EM iterations.
#[derive(Clone, Debug)]
pub(super) struct Learning<'a> {
    /// Word counts of the documents (n × V).
    documents: &'a Csr,
    /// Dirichlet prior of the topics' distributions of words.
    beta: f64,
    /// Current topics.
    pub topics: Topics,
    /// Posterior of the documents under the topics of the previous iteration.
    pub posterior: Posterior,
    /// Evidence lower bound under the topics of the previous iteration, with the topics' terms and without the response.
    pub bound: f64,
}

impl<'a> Learning<'a> {
    /// Creates random topics; words below `first_words` are one vocabulary, all further words a second one.
    ///
    /// # Errors
    /// Returns an error if the topics exceed the memory budget.
    pub(super) fn new(
        documents: &'a Csr,
        first_words: usize,
        topics: usize,
        priors: Priors,
        budget: Budget,
    ) -> Result<Self, ModelError> {
        budget.ask_matrix("the words of all topics", documents.cols(), topics, MATRICES)?;
        let topics = Topics::random((documents.cols(), first_words), topics, priors.alpha, priors.seed);
        Ok(Self::from(documents, topics, priors.beta))
    }

    /// Continues learning from the given topics.
    pub(super) fn from(documents: &'a Csr, topics: Topics, beta: f64) -> Self {
        let (n, count) = (documents.rows(), topics.count());
        let posterior = Posterior {
            gamma: Array2::ones((n, count)),
            shares: Array2::from_elem((n, count), 1.0 / count as f64),
            counts: Array2::zeros((0, 0)),
            bound: f64::NEG_INFINITY,
        };
        Self { documents, beta, topics, posterior, bound: f64::NEG_INFINITY }
    }

    /// Runs one iteration of expectation maximisation.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub(super) fn iterate(&mut self, response: Response<'_>) -> Result<(), ModelError> {
        let mut posterior = self.topics.posterior(self.documents, Some(&self.posterior.gamma), response);
        if cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        self.bound = posterior.bound + self.topics_bound();
        let counts = std::mem::take(&mut posterior.counts);
        self.topics.lambda = Arc::new(counts + self.beta);
        self.posterior = posterior;
        Ok(())
    }

    /// Runs iterations without a response until the evidence lower bound converges.
    ///
    /// # Errors
    /// Returns an error if they were cancelled.
    pub(super) fn run(&mut self, iterations: usize) -> Result<(), ModelError> {
        for _ in 0..iterations {
            let before = self.bound;
            self.iterate(Response::None)?;
            if (self.bound - before).abs() < SETTLED * self.bound.abs() {
                break;
            }
        }
        Ok(())
    }

    /// Terms of the topics in the evidence lower bound, `E ln p(β) - E ln q(β)`.
    fn topics_bound(&self) -> f64 {
        let (lambda, beta) = (&self.topics.lambda, self.beta);
        let own = |&lambda: &f64, &expected: &f64| (beta - lambda) * expected + ln_gamma(lambda);
        let terms = Zip::from(&**lambda).and(&self.topics.expected_logarithms()).par_map_collect(own);
        let of_vocabulary = |words: std::ops::Range<usize>| {
            let totals = lambda.slice_axis(Axis(0), Slice::from(words.clone())).sum_axis(Axis(0));
            let prior = ln_gamma(beta * words.len() as f64) - words.len() as f64 * ln_gamma(beta);
            totals.iter().map(|&total| prior - ln_gamma(total)).sum::<f64>()
        };
        terms.sum() + self.topics.vocabularies().map(of_vocabulary).sum::<f64>()
    }
}
