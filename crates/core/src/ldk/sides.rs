//! Norms and squared distances of documents of two sides (source and target), and words spelled alike.
//!
//! The private term covers only words spelled alike ([`Alike`]), also within a side:
//! `S_ii = m_i k m_iᵀ + private ‖m_i'‖²` with `m_i'` the weights of these words.
//! If it covered all words, the number of a document's words that occur on one side only would influence distances,
//! and retrieval would be worse.
//! The identity kernel covers all words, `‖m_i‖²` within a side.
//! Among documents of unit length, an empty document counts as of unit length and has similarity 0 to every other document.
//!
//! With further [`Components`](super::Components), `S_ij` is that of the map times the factors of both documents,
//! plus the inner product of both documents' rows in the components.
//!
//! `d` is a squared distance, but may be negative if the level-2 kernel is indefinite.
//!
//! Cost: one cross Gram matrix. Memory: `n_s × n_t` numbers, twice with further components.

use ndarray::{Array2, ArrayView2, Zip};

use super::{Alike, Definiteness, FixedComponents, Ldk, complete_squares, effective};
use crate::corpus::Csr;

/// Norms of the documents of one side, source or target.
#[derive(Clone, Debug)]
pub struct SideNorms {
    /// Divisor of the map's `S` per document: `√S_ii` with unit length, else 1; 1 for empty documents;
    /// divided by the factor of the map among several components (n).
    pub root: Vec<f64>,
    /// Squared norms of documents over all kernel components, after normalisation (n).
    pub squares: Vec<f64>,
    /// Kernel values `K_ii` of documents with themselves (n).
    pub k: Vec<f64>,
}

/// Factors from the parts of a squared distance of documents to the parts of the distance under the kernel.
#[derive(Clone, Copy, Debug)]
pub struct DistanceRates {
    /// Factors of the squared norms `S_ii` and `S_jj`.
    pub own: [f64; 2],
    /// Factor of the inner product `S_ij` between a source and a target document.
    pub between: f64,
}

impl Ldk {
    /// Norms of documents from the word map's `S_ii` and the documents in the kernel's fixed components, if any.
    pub fn selves(&self, norms: &[f64], beside: Option<&FixedComponents>) -> SideNorms {
        let scales = self.scales();
        let root = effective(self.roots(norms), beside);
        let mut squares: Vec<f64> = norms.iter().map(|&norm| if scales { 1.0 } else { norm }).collect();
        if let Some(beside) = beside.filter(|_| !scales) {
            complete_squares(&mut squares, beside);
        }
        let k = squares.iter().map(|&square| self.level2.value(square, square, square)).collect();
        SideNorms { root, squares, k }
    }

    /// Squared norms `S_ii` in the map of one side's documents over its words at `x`;
    /// `first` is the index of its first word among the words of both sides (n).
    pub fn norms(&self, m: &Csr, x: ArrayView2<'_, f64>, alike: &Alike, first: usize) -> Vec<f64> {
        self.with_own(m, self.embedding.sums().self_inner(m, x), alike, first)
    }

    /// Weight of a word's product with itself: 1 for the identity kernel, plus the private term if the word has a counterpart.
    pub fn self_weight(&self, word: usize, alike: &Alike) -> f64 {
        self.embedding.own() + if alike.counterpart(word).is_some() { self.private } else { 0.0 }
    }

    /// Adds private terms to squared norms in the word map, which gives `S_ii` (n).
    pub(super) fn with_own(&self, m: &Csr, mut shared: Vec<f64>, alike: &Alike, first: usize) -> Vec<f64> {
        if self.own() > 0.0 {
            for (row, shared) in shared.iter_mut().enumerate() {
                *shared +=
                    m.entries(row).map(|(word, weight)| self.self_weight(first + word, alike) * weight * weight).sum::<f64>();
            }
        }
        shared
    }

    /// Inner products `S` in the map between documents of two sides, not normalised;
    /// `means` are the documents by few features, if the embedding kernel has such ([`Sums::explicit_means`](super::Sums::explicit_means));
    /// `joined` are the documents of both sides over the words of the source side ([`Alike::over_source`]).
    pub fn between_sides(
        &self,
        (a, x): (&Csr, ArrayView2<'_, f64>),
        (b, y): (&Csr, ArrayView2<'_, f64>),
        means: Option<[&Array2<f64>; 2]>,
        joined: impl FnOnce() -> (Csr, Csr),
    ) -> Array2<f64> {
        let mut s = match means {
            Some([a, b]) => a.dot(&b.t()),
            None => self.embedding.sums().cross_gram(a, x, b, y),
        };
        if self.own() > 0.0 {
            let (a, b) = joined();
            let by_word = b.transpose();
            Zip::indexed(s.rows_mut()).par_for_each(|i, mut row| {
                for (word, weight) in a.entries(i) {
                    by_word.entries(word).for_each(|(j, other)| row[j] += self.own() * weight * other);
                }
            });
        }
        s
    }

    /// Overwrites the map's unnormalised inner products with squared distances; negative only if the kernel is indefinite.
    /// `beside` are the inner products of the documents in the fixed components, if any (n × m).
    pub fn distances(&self, s: &mut Array2<f64>, [rows, columns]: [&SideNorms; 2], beside: Option<&Array2<f64>>) {
        let least = if self.level2.definite() == Definiteness::Not { f64::NEG_INFINITY } else { 0.0 };
        let by = |selves: &SideNorms| selves.root.iter().map(|root| 1.0 / root).collect::<Vec<_>>();
        let (of_rows, of_columns) = (by(rows), by(columns));
        Zip::indexed(s.rows_mut()).par_for_each(|i, mut row| {
            for (j, d) in row.iter_mut().enumerate() {
                let s = *d * of_rows[i] * of_columns[j] + beside.map_or(0.0, |beside| beside[[i, j]]);
                let k = self.level2.value(s, rows.squares[i], columns.squares[j]);
                *d = (rows.k[i] + columns.k[j] - 2.0 * k).max(least);
            }
        });
    }
}

impl Ldk {
    /// Integral of the derivatives of two documents' distance while both grow in proportion from empty,
    /// for documents with these norms and `S_ij` `between`, over all components.
    pub fn rates(&self, rows: &SideNorms, columns: &SideNorms, between: f64) -> DistanceRates {
        let (squares, k) = ([rows.squares[0], columns.squares[0]], [rows.k[0], columns.k[0]]);
        if !self.level2.uses_norms() {
            let rate = |s| self.level2.along(s, 0.0, 0.0)[0];
            return DistanceRates { own: [rate(squares[0]), rate(squares[1])], between: rate(between) };
        }
        let squared = squares[0] + squares[1] - 2.0 * between;
        let distance = k[0] + k[1] - 2.0 * self.level2.value(between, squares[0], squares[1]);
        let rate = if squared > 0.0 { distance / squared } else { 0.0 };
        DistanceRates { own: [rate; 2], between: rate }
    }
}
