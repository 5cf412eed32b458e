//! How the kernel between training documents is held: whole, in blocks of classes, or row by row as the solver asks.
//!
//! Whole where that fits, since nothing is quicker; with a linear level-2 kernel there is a way for every number of
//! documents.

use rayon::current_num_threads;

use super::pairs::Pairs;
use crate::{
    ldk::Ldk,
    memory::{Budget, MemoryError},
};

/// Numbers kept for each document and pair: duals twice, their fields and what is decided.
const A_PAIR: u64 = 4;

/// How the kernel between training documents is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// All of it.
    Whole,
    /// Two classes at a time, where documents are few features; else as `Rows` with so many bytes of them kept.
    Blocks(usize),
    /// A row when it is asked for, so many bytes of them kept.
    Rows(usize),
}

impl Plan {
    /// The quickest that fits, for a kernel on the training documents of some pairs and on `all` documents.
    ///
    /// # Errors
    /// When nothing fits, with figures.
    pub fn new(ldk: &Ldk, pairs: &Pairs, all: usize, budget: Budget) -> Result<Self, MemoryError> {
        let n = pairs.documents() as u64;
        let matrix = |rows: u64, columns: u64, copies: u64| {
            rows.saturating_mul(columns).saturating_mul(copies).saturating_mul(size_of::<f64>() as u64)
        };
        // The matrix and what it is summed up in; the private term, scaled means and their slopes, the level-2 kernel's own.
        let copies = 2 + u64::from(ldk.own() > 0.0) + 2 * u64::from(ldk.scales()) + u64::from(!ldk.level2.is_linear());
        let (linear, duals) = (ldk.level2.is_linear(), matrix(all as u64, pairs.len() as u64, A_PAIR));
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
        budget.ask(&format!("the decisions of {} pairs of classes on {all} documents", pairs.len()), duals)?;
        let cache = ((budget.bytes() - duals) / 2) as usize;
        let blocks = pairs.block_sizes(current_num_threads());
        if pairs.len() > 1 && ldk.own() == 0.0 && budget.ask("", matrix(blocks, 1, 1).saturating_add(duals)).is_ok() {
            return Ok(Self::Blocks(cache));
        }
        Ok(Self::Rows(cache))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ldk::{Embedding, Level2};

    #[test]
    fn what_fits_is_made_whole_and_what_nothing_fits_is_refused() {
        let labels: Vec<usize> = (0..900).map(|i| i % 3).collect();
        let pairs = Pairs::new(&labels, 3);
        let plain = Ldk::of(Embedding::default());
        let private = Ldk { private: 2.0, ..plain };
        let angle = Ldk { unit_length: true, level2: Level2::Ngd, ..plain };
        let plan = |ldk: &Ldk, mebibytes: u64| Plan::new(ldk, &pairs, 1000, Budget::new(mebibytes << 20));
        // 900² numbers are 6.2 MiB.
        assert!([13, 20, 60].iter().all(|&size| plan(&plain, size) == Ok(Plan::Whole)));
        assert!(matches!(plan(&private, 13), Ok(Plan::Rows(_))));
        assert_eq!(plan(&private, 20), Ok(Plan::Whole));
        assert!(matches!(plan(&plain, 1), Ok(Plan::Rows(kept)) if kept < 1 << 19));
        assert_eq!(plan(&angle, 60), Ok(Plan::Whole));
        let error = plan(&angle, 30).expect_err("an angle needs the whole matrix").to_string();
        assert!(error.contains("900 training documents") && error.contains("30.0 MiB"), "{error}");
        let error = Plan::new(&plain, &pairs, 1000, Budget::new(90_000)).expect_err("not even the decisions").to_string();
        assert!(error.contains("3 pairs of classes on 1000 documents"), "{error}");
        let many = Pairs::new(&(0..900).map(|i| i % 30).collect::<Vec<_>>(), 30);
        assert!(matches!(Plan::new(&plain, &many, 1000, Budget::new(16 << 20)), Ok(Plan::Blocks(_))));
    }
}
