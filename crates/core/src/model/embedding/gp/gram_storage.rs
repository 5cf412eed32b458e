//! Choice between the complete covariance `K` and features for solving a Gaussian process, by cost and memory.
//! The faster method is used if `K` fits into memory, otherwise features regardless of cost.

use std::sync::Arc;

use ndarray::Array2;

use super::{super::beside::CorpusComponents, features::AllFeatures};

use crate::{
    corpus::Csr,
    ldk::{self, Ldk},
    memory::{Budget, MemoryError},
};

/// Number of matrices in memory at once: n × n of the complete method, n × R of features.
const COPIES: usize = 4;

/// Memory budget of a Gaussian process, which decides how its covariance is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct GramStorage(pub Budget);

impl GramStorage {
    /// Checks that the n × n matrices of this number of training documents fit.
    /// If `K` is not the matrix of inner products itself, both are in memory.
    ///
    /// # Errors
    /// Returns an error if the matrices do not fit into the budget.
    pub(super) fn check_matrices(self, ldk: &Ldk, documents: usize) -> Result<(), MemoryError> {
        let copies = COPIES + usize::from(ldk.scales() || !ldk.level2.is_linear()) + usize::from(ldk.components.is_some());
        self.0.ask_matrix(&format!("the covariance of {documents} training documents"), documents, documents, copies)
    }

    /// Checks that the complete matrices or features are available for this number of training documents over words at `x`.
    ///
    /// # Errors
    /// Returns an error if neither the complete matrices nor features fit.
    pub(super) fn ask(self, ldk: &Ldk, documents: usize, x: &Array2<f64>) -> Result<(), MemoryError> {
        let Err(refused) = self.check_matrices(ldk, documents) else { return Ok(()) };
        let count = ldk.feature_count(x).filter(|_| !ldk.compares_words()).ok_or(refused)?;
        self.0.ask_matrix(&format!("{count} features of {documents} training documents"), documents, count, COPIES)
    }

    /// Documents by features, normalised if set, with their divisors, if that is faster or the only method.
    /// Fixed components have features unless one compares words themselves.
    ///
    /// # Errors
    /// Returns an error if neither the complete matrices nor features fit.
    pub(super) fn features(
        self,
        (ldk, beside): (&Ldk, Option<&Arc<CorpusComponents>>),
        m: &Csr,
        x: &Array2<f64>,
        behaviours: usize,
    ) -> Result<Option<(AllFeatures, Vec<f64>)>, MemoryError> {
        let others = ldk.components.as_ref().map_or(0, |components| components.width());
        let features = if self.check_matrices(ldk, m.rows()).is_ok() {
            let features = if ldk.compares_words() { None } else { ldk.features(m, x, behaviours, true) };
            features.filter(|features| 2 * (features.values().ncols() + others) < features.values().nrows())
        } else {
            self.ask(ldk, m.rows(), x)?;
            ldk.all_features(m, x)
        };
        Ok(features.map(|mut features| {
            let root = if ldk.scales() { features.normalise(None) } else { vec![1.0; m.rows()] };
            let rows = beside.map(|beside| Arc::clone(&beside.train.rows));
            let root = ldk::effective(root, rows.as_deref());
            (AllFeatures::new(features, rows), root)
        }))
    }
}
