//! Whether a process is solved by the whole of `K` or by features alone: as is quickest where `K` fits into memory, else by
//! features whatever they cost in time.

use ndarray::Array2;

use crate::{
    corpus::Csr,
    ldk::{Features, Ldk},
    memory::{Budget, MemoryError},
};

/// Matrices held at once: n × n of the whole way, n × R of features.
const COPIES: usize = 4;

/// What a process may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room(pub Budget);

impl Room {
    /// Whether the matrices of so many training documents fit; where `K` is not the inner products themselves, these are
    /// held beside it.
    ///
    /// # Errors
    /// When they do not.
    pub fn whole(self, ldk: &Ldk, documents: usize) -> Result<(), MemoryError> {
        let copies = COPIES + usize::from(ldk.scales() || !ldk.level2.is_linear());
        self.0.ask_matrix(&format!("the covariance of {documents} training documents"), documents, documents, copies)
    }

    /// Whether there is a way for so many training documents over words at `x`.
    ///
    /// # Errors
    /// When neither the whole nor features fit.
    pub fn ask(self, ldk: &Ldk, documents: usize, x: &Array2<f64>) -> Result<(), MemoryError> {
        let Err(refused) = self.whole(ldk, documents) else { return Ok(()) };
        let count = ldk.feature_count(x).filter(|_| ldk.own() == 0.0).ok_or(refused)?;
        self.0.ask_matrix(&format!("{count} features of {documents} training documents"), documents, count, COPIES)
    }

    /// Documents by features, of unit length if asked, with what they were divided by; where that is quicker or the only way.
    ///
    /// # Errors
    /// When neither the whole nor features fit.
    pub fn features(
        self,
        ldk: &Ldk,
        m: &Csr,
        x: &Array2<f64>,
        behaviours: usize,
    ) -> Result<Option<(Features, Vec<f64>)>, MemoryError> {
        let features = if self.whole(ldk, m.rows()).is_ok() {
            let features = if ldk.own() == 0.0 { ldk.features(m, x, behaviours, true) } else { None };
            features.filter(|features| 2 * features.values().ncols() < features.values().nrows())
        } else {
            self.ask(ldk, m.rows(), x)?;
            ldk.all_features(m, x)
        };
        Ok(features.map(|mut features| {
            let root = if ldk.scales() { features.normalise() } else { vec![1.0; m.rows()] };
            (features, root)
        }))
    }
}
