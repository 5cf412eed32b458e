//! Comparison of two lists of words: the MMD of their directions with its permutation test.
//!
//! The kernel is Gaussian, `exp(-γ/2 ‖x - y‖²)`, and `1/γ` is the median squared distance of two different words of both lists
//! (median heuristic; Gretton et al. 2012).
//! Cost: n² d and n² per permutation for n words of both lists.
//! Memory: n².

use ndarray::{Array2, Axis, concatenate};

use super::{Measure, WordSpace};
use crate::{metric::MmdTest, stats::median};

/// Maximum number of words in a word list that is compared.
pub const LONGEST: usize = 1000;

/// Comparison of two word lists by their MMD.
#[derive(Clone, Debug, PartialEq)]
pub struct ListTest {
    /// Permutation test of the lists: discrepancy, random splits and p-value.
    pub test: MmdTest,
    /// Inverse squared width of the Gaussian kernel.
    pub gamma: f64,
    /// Witness function at each word of the first list, then of the second:
    /// mean kernel to the first list minus mean kernel to the second.
    pub witness: Vec<(u32, f64)>,
}

impl ListTest {
    /// Compares the word lists `a` and `b`. `go_on` receives the number of finished permutations and returns whether to continue;
    /// `None` if `go_on` stopped the test, or a list is empty or has more than [`LONGEST`] words.
    ///
    /// # Panics
    /// Panics if a word is not in the space.
    pub fn of(
        space: &WordSpace,
        [a, b]: [&[u32]; 2],
        measure: Measure,
        permutations: usize,
        seed: u64,
        go_on: impl Fn(usize) -> bool,
    ) -> Option<Self> {
        if a.is_empty() || b.is_empty() || a.len().max(b.len()) > LONGEST {
            return None;
        }
        let rows = [a, b].map(|words| space.directions(words, measure).mapv(f64::from));
        let x = concatenate(Axis(0), &[rows[0].view(), rows[1].view()]).ok()?;
        let squared = squared_distances(&x);
        let gamma = median_below(&squared).filter(|median| *median > 0.0).map_or(1.0, f64::recip);
        let k = squared.mapv(|squared| (-0.5 * gamma * squared).exp());
        let test = MmdTest::run(k.view(), a.len(), permutations, seed, go_on)?;
        let mean = |row: usize, from: usize, count: usize| (from..from + count).map(|j| k[[row, j]]).sum::<f64>() / count as f64;
        let witness = |(row, &word): (usize, &u32)| (word, mean(row, 0, a.len()) - mean(row, a.len(), b.len()));
        Some(Self { test, gamma, witness: a.iter().chain(b).enumerate().map(witness).collect() })
    }
}

/// Squared distances between the rows of a matrix (n × n), exactly zero on the diagonal.
pub(super) fn squared_distances(x: &Array2<f64>) -> Array2<f64> {
    let products = x.dot(&x.t());
    Array2::from_shape_fn(products.dim(), |(i, j)| {
        if i == j { 0.0 } else { (products[[i, i]] + products[[j, j]] - 2.0 * products[[i, j]]).max(0.0) }
    })
}

/// Median of the entries below a matrix's diagonal.
fn median_below(squared: &Array2<f64>) -> Option<f64> {
    median((1..squared.nrows()).flat_map(|i| (0..i).map(move |j| squared[[i, j]])).collect())
}
