//! Memory that training takes: of the complete kernel between training documents, or of the documents' features.
//!
//! The complete matrix is used if it fits and documents have many features; without it, documents need features.

use ndarray::Array2;

use super::pairs::Pairs;
use crate::{
    corpus::Csr,
    ldk::Ldk,
    memory::{Budget, MemoryError},
};

/// Amount of numbers stored for each document and pair of classes: duals twice, their fields and decisions.
const NUMBERS_PER_PAIR: u64 = 4;
/// Bytes of an entry of a sparse matrix.
const ENTRY: u64 = 12;

/// Bytes of `copies` matrices.
fn matrix(rows: usize, columns: usize, copies: u64) -> u64 {
    (rows as u64).saturating_mul(columns as u64).saturating_mul(copies).saturating_mul(size_of::<f64>() as u64)
}

/// Bytes of the duals and decisions of `all` documents, and of their rows and those of training documents in the components.
fn decisions(ldk: &Ldk, pairs: &Pairs, all: usize) -> u64 {
    let width = ldk.components.as_ref().map_or(0, |components| components.width());
    matrix(all, pairs.classes.len(), NUMBERS_PER_PAIR).saturating_add(matrix(all + pairs.documents(), width, 1))
}

/// Checks that the complete kernel on the training documents of the pairs fits, with the decisions of `all` documents.
///
/// # Errors
/// Returns an error if it does not fit into the budget; the message states the sizes.
pub(super) fn ask_matrix(ldk: &Ldk, pairs: &Pairs, all: usize, budget: Budget) -> Result<(), MemoryError> {
    let n = pairs.documents();
    // Copies of the Gram matrix: the matrix and its sums; private term, fixed components,
    // normalised means and their gradients, the level-2 kernel's matrix.
    let copies = 2
        + u64::from(ldk.own() > 0.0)
        + u64::from(ldk.components.is_some())
        + 2 * u64::from(ldk.scales())
        + u64::from(!ldk.level2.is_linear());
    // Any document may be compared with any of the support documents.
    let compared = if ldk.level2.is_linear() { 0 } else { matrix(all, n, 2) };
    let whole = matrix(n, n, copies).saturating_add(compared).saturating_add(decisions(ldk, pairs, all));
    budget.ask(&format!("the kernel between {n} training documents"), whole)
}

/// Checks that the features of the training documents `m` fit, with the decisions of `all` documents.
///
/// # Errors
/// Returns `refused` if the documents have no features for words at `x`, or an error that states the sizes.
pub(super) fn ask_features(
    ldk: &Ldk,
    (m, x): (&Csr, &Array2<f64>),
    (pairs, all): (&Pairs, usize),
    (refused, budget): (MemoryError, Budget),
) -> Result<(), MemoryError> {
    let count = ldk.feature_count(x).ok_or(refused)?;
    let decisions = decisions(ldk, pairs, all);
    budget.ask(&format!("the decisions of {} pairs of classes on {all} documents", pairs.classes.len()), decisions)?;
    // Features are stored twice, and once more for each SVM under way.
    let copies = 2 + rayon::current_num_threads().min(pairs.len()) as u64;
    let kinds = u64::from(ldk.own() > 0.0) + u64::from(ldk.components.as_ref().is_some_and(|of| of.compares_words()));
    let words = kinds * m.nnz() as u64 * ENTRY * copies;
    let needed = matrix(m.rows(), count, copies).saturating_add(words).saturating_add(decisions);
    budget.ask(&format!("{count} features of {} training documents", m.rows()), needed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ldk::{Embedding, Level2},
        model::smm::Multiclass,
    };

    #[test]
    fn a_matrix_or_features_are_asked_for_and_may_be_refused() {
        let labels: Vec<usize> = (0..900).map(|i| i % 3).collect();
        let pairs = Pairs::new(&labels, 3, Multiclass::OneVsOne);
        let polynomial = Ldk::of(Embedding::Polynomial { offset: 1.0, degree: 2, divisor: 1.0 });
        let private = Ldk { private: 2.0, ..polynomial.clone() };
        let angle = Ldk { unit_length: true, level2: Level2::Ngd, ..polynomial.clone() };
        let matrix = |ldk: &Ldk, mebibytes: u64| ask_matrix(ldk, &pairs, 1000, Budget::new(mebibytes << 20));
        // A matrix of 900² numbers takes 6.2 MiB.
        assert!([13, 20, 60].iter().all(|&size| matrix(&polynomial, size).is_ok()));
        assert!(matrix(&private, 13).is_err() && matrix(&private, 20).is_ok() && matrix(&angle, 60).is_ok());
        let (m, x) = (Csr::from_rows(5, (0..900).map(|i| vec![(i % 5, 1.0)])), Array2::ones((5, 2)));
        let features = |ldk: &Ldk, bytes: u64| {
            let refused = matrix(ldk, 1).expect_err("no room");
            ask_features(ldk, (&m, &x), (&pairs, 1000), (refused, Budget::new(bytes))).map_err(|error| error.to_string())
        };
        assert_eq!(features(&private, 1 << 20), Ok(()));
        let error = features(&angle, 30 << 20).expect_err("an angle needs the whole matrix");
        assert!(error.contains("900 training documents") && error.contains("1.0 MiB"), "{error}");
        assert!(features(&polynomial, 100_000).expect_err("no room").contains("6 features of 900 training documents"));
        assert!(features(&polynomial, 90_000).expect_err("no room").contains("3 pairs of classes on 1000 documents"));
    }
}
