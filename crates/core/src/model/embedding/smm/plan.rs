//! Choice of how the kernel between training documents is stored unless they have few features: complete, or rows on demand.
//!
//! The complete matrix is used if it fits, since it is fastest.
//! A linear level-2 kernel has a storage method for any number of documents.

use super::pairs::Pairs;
use crate::{
    ldk::Ldk,
    memory::{Budget, MemoryError},
};

/// Amount of numbers stored for each document and pair of classes: duals twice, their fields and decisions.
const NUMBERS_PER_PAIR: u64 = 4;

/// How the kernel between training documents is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// Kernel stored as a complete Gram matrix in memory.
    Whole,
    /// Kernel stored as rows of the Gram matrix on demand, with a cache of this size in bytes.
    Rows(usize),
}

impl Plan {
    /// Fastest storage that fits, for a kernel on the training documents of the pairs and on `all` documents.
    ///
    /// # Errors
    /// Returns an error if no storage fits into the budget; the message states the sizes.
    pub(super) fn new(ldk: &Ldk, pairs: &Pairs, all: usize, budget: Budget) -> Result<Self, MemoryError> {
        let n = pairs.documents() as u64;
        let matrix = |rows: u64, columns: u64, copies: u64| {
            rows.saturating_mul(columns).saturating_mul(copies).saturating_mul(size_of::<f64>() as u64)
        };
        // Copies of the Gram matrix: the matrix and its sums; private term, fixed components,
        // normalised means and their gradients, the level-2 kernel's matrix.
        let components = ldk.components.is_some();
        let copies = 2
            + u64::from(ldk.own() > 0.0)
            + u64::from(components)
            + 2 * u64::from(ldk.scales())
            + u64::from(!ldk.level2.is_linear());
        // Size of all documents and of the training documents in the fixed components.
        let width = ldk.components.as_ref().map_or(0, |components| components.width());
        let beside = matrix(all as u64 + n, width as u64, 1);
        let linear = ldk.level2.is_linear();
        let duals = matrix(all as u64, pairs.classes.len() as u64, NUMBERS_PER_PAIR).saturating_add(beside);
        // Any document may be compared with any of the support documents.
        let compared = if linear { 0 } else { matrix(all as u64, n, 2) };
        let whole = matrix(n, n, copies).saturating_add(compared).saturating_add(duals);
        let refused = match budget.ask(&format!("the kernel between {n} training documents"), whole) {
            Ok(()) => return Ok(Self::Whole),
            Err(refused) => refused,
        };
        if !linear {
            return Err(refused);
        }
        budget.ask(&format!("{all} documents in {width} dimensions of components (see component_dimensions)"), beside)?;
        budget.ask(&format!("the decisions of {} pairs of classes on {all} documents", pairs.classes.len()), duals)?;
        Ok(Self::Rows(((budget.bytes() - duals) / 2) as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ldk::{Embedding, Level2},
        model::smm::Multiclass,
    };

    #[test]
    fn the_storage_depends_on_the_budget_and_may_be_refused() {
        let labels: Vec<usize> = (0..900).map(|i| i % 3).collect();
        let pairs = Pairs::new(&labels, 3, Multiclass::OneVsOne);
        let plain = Ldk::of(Embedding::default());
        let private = Ldk { private: 2.0, ..plain.clone() };
        let angle = Ldk { unit_length: true, level2: Level2::Ngd, ..plain.clone() };
        let plan = |ldk: &Ldk, mebibytes: u64| Plan::new(ldk, &pairs, 1000, Budget::new(mebibytes << 20));
        // A matrix of 900² numbers takes 6.2 MiB.
        assert!([13, 20, 60].iter().all(|&size| plan(&plain, size) == Ok(Plan::Whole)));
        assert!(matches!(plan(&private, 13), Ok(Plan::Rows(_))));
        assert_eq!(plan(&private, 20), Ok(Plan::Whole));
        assert!(matches!(plan(&plain, 1), Ok(Plan::Rows(kept)) if kept < 1 << 19));
        assert_eq!(plan(&angle, 60), Ok(Plan::Whole));
        let error = plan(&angle, 30).expect_err("an angle needs the whole matrix").to_string();
        assert!(error.contains("900 training documents") && error.contains("30.0 MiB"), "{error}");
        let error = Plan::new(&plain, &pairs, 1000, Budget::new(90_000)).expect_err("not even the decisions").to_string();
        assert!(error.contains("3 pairs of classes on 1000 documents"), "{error}");
    }
}
