//! Gram matrix and document functions over all documents of one corpus, including both sides of paired documents.
//!
//! Words of both sides lie in one space, so `S = M k Mᵀ` over all words.
//! The private term of a word extends to the word spelled alike on the opposite side.
//! The private term of pairs covers only such words, as in [`CrossKernel`](super::CrossKernel).
//! A single word is a document of that word.
//!
//! Cost: one Gram matrix, n² for each further step; for a field, pairs of the words in use.

use std::{ops::Range, sync::Arc};

use ndarray::{Array2, ArrayView1, Axis};

use super::{Alike, DocumentFunction, Ldk, Lengths, Support, TrainComponents, effective};
use crate::corpus::Csr;

/// Kernel between the documents of a corpus, over all words at their positions.
#[derive(Clone, Debug)]
pub struct CorpusKernel {
    /// Kernel between documents of the corpus.
    pub ldk: Ldk,
    /// Positions of all words, source words first (V × q).
    pub x: Arc<Array2<f64>>,
    /// Words spelled alike on both sides, if documents have sides.
    pub alike: Option<Arc<Alike>>,
}

/// Gram matrix of documents of a corpus, with their norms.
#[derive(Clone, Debug)]
pub struct CorpusGram {
    /// Gram matrix `K` of the documents (n × n).
    pub k: Array2<f64>,
    /// Norms of the documents (n).
    pub lengths: Lengths,
}

impl CorpusKernel {
    /// Private terms of the kernel: each weight with the documents over words merged by spelling.
    fn own(&self, m: &Csr) -> Vec<(f64, Csr)> {
        let Self { ldk, alike, .. } = self;
        let of = |(weight, all): (f64, bool)| {
            let row = |row: usize| {
                let private = m.entries(row).filter(|(word, _)| all || self.counterpart(*word).is_some());
                private
                    .map(|(word, weight)| (self.alike.as_ref().map_or(word, |alike| alike.joined(word)) as u32, weight))
                    .collect()
            };
            (weight, Csr::from_rows(m.cols(), (0..m.rows()).map(row)))
        };
        let terms = [(ldk.private, alike.is_none()), (ldk.embedding.own(), true)];
        terms.into_iter().filter(|(weight, _)| *weight > 0.0).map(of).collect()
    }

    fn counterpart(&self, word: usize) -> Option<usize> {
        self.alike.as_ref()?.counterpart(word)
    }

    /// Computes the Gram matrix `K` of documents over all words (n × V).
    pub fn gather(&self, m: &Csr) -> CorpusGram {
        let Self { ldk, x, .. } = self;
        let mut s = ldk.embedding.sums().gram(m, x.view());
        for (weight, rows) in self.own(m) {
            s.scaled_add(weight, &rows.outer(&rows));
        }
        let beside = ldk.beside(m);
        let root = ldk.normalise(&mut s, beside.clone().map(TrainComponents::new).as_ref());
        let squares = s.diag().to_vec();
        ldk.level2.lift(&mut s, &squares, &squares);
        let squares = if ldk.level2.uses_norms() { squares } else { Vec::new() };
        let root = effective(root, beside.as_deref());
        CorpusGram { k: s, lengths: Lengths::new(root, squares, beside) }
    }

    /// Each word's share of the squared norm `‖c‖² = Σ_l c_l (k c)_l` with private terms:
    /// `(word, share)` for words of weight `c` (V).
    pub fn shares(&self, c: &[f64]) -> Vec<(usize, f64)> {
        let Self { ldk, x, alike } = self;
        let words: Vec<usize> = (0..c.len()).filter(|&word| c[word] != 0.0).collect();
        let at = x.select(Axis(0), &words);
        let column = Array2::from_shape_fn((words.len(), 1), |(l, _)| c[words[l]]);
        let field = ldk.embedding.sums().product(at.view(), at.view(), column.view());
        let with = |word: usize| c[word] + self.counterpart(word).map_or(0.0, |other| c[other]);
        let share = |(&word, field): (&usize, ArrayView1<'_, f64>)| {
            let private = if alike.is_none() || self.counterpart(word).is_some() { ldk.private } else { 0.0 };
            (word, c[word] * (field[0] + (private + ldk.embedding.own()) * with(word)))
        };
        words.iter().zip(field.rows()).map(share).collect()
    }

    /// Adds each word's share of `‖Σ_i β_i φ_i‖²` in the kernel's fixed components to shares
    /// of the map ([`CorpusKernel::shares`]); `m` are the documents, with their norms.
    pub fn add_component_shares(&self, m: &Csr, lengths: &Lengths, by: &[f64], shares: &mut [(usize, f64)]) {
        let (Some(components), Some(rows)) = (&self.ldk.components, lengths.rows(&self.ldk, m)) else { return };
        let weights = rows.weights(&Array2::from_shape_fn((by.len(), 1), |(i, _)| by[i]));
        let mut sums = vec![0.0; m.cols()];
        for (document, by) in by.iter().enumerate() {
            for (_, part) in components.shares((m, rows), document, &weights, 0) {
                m.entries(document).zip(part).for_each(|((word, _), share)| sums[word] += by * share);
            }
        }
        for (word, share) in shares {
            *share += sums[*word];
        }
    }

    /// Document function `Σ_i β_i K(m, m_i)`.
    /// With documents of two sides it may only be evaluated at positions, since words spelled alike are not considered.
    pub fn function(&self, m: &Csr, lengths: &Lengths, by: &[f64]) -> DocumentFunction {
        let signed = Array2::from_shape_fn((by.len(), 1), |(i, _)| by[i]);
        let support = Arc::new(Support { weights: m.clone(), signed, lengths: lengths.clone() });
        DocumentFunction { ldk: self.ldk.clone(), x: Arc::clone(&self.x), support, bias: Arc::new(vec![0.0]) }
    }
}

impl CorpusGram {
    /// Mean of a range of documents (rows of `m`), each divided by its norm (V).
    pub fn mean(&self, m: &Csr, rows: Range<usize>) -> Vec<f64> {
        let mut mean = vec![0.0; m.cols()];
        let count = rows.len().max(1) as f64;
        for row in rows {
            m.entries(row).for_each(|(word, weight)| mean[word] += weight / (self.lengths.root[row] * count));
        }
        mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ldk::{Embedding, Level2};
    use crate::{metric::Mmd, param::Choices};

    fn documents() -> Csr {
        Csr::from_rows(
            6,
            [
                vec![(0, 0.5), (1, 0.5)],
                vec![(1, 0.3), (2, 0.7)],
                vec![(3, 1.0)],
                vec![(4, 0.2), (5, 0.8)],
                vec![(3, 0.6), (5, 0.4)],
            ],
        )
    }

    fn places() -> Arc<Array2<f64>> {
        Arc::new(Array2::from_shape_fn((6, 2), |(l, a)| ((l * 7 + a * 3) % 5) as f64 / 3.0 - 0.6))
    }

    /// Test cases: kernels with and without components, documents of one side and of two sides with words spelled alike.
    fn kernels_with_components(alike: Option<&Arc<Alike>>) -> impl Iterator<Item = Ldk> {
        kernels().flat_map(move |ldk| {
            let components = match alike {
                Some(alike) => crate::ldk::tests::components_of_sides(6, alike),
                None => crate::ldk::tests::components(6),
            };
            let with = Ldk { components: Some(components), ..ldk.clone() };
            [ldk, with]
        })
    }

    fn kernels() -> impl Iterator<Item = Ldk> {
        Embedding::USUAL.iter().flat_map(|&embedding| {
            Level2::USUAL.iter().flat_map(move |&level2| {
                [false, true].map(|unit_length| Ldk { embedding, private: 0.7, unit_length, level2, components: None })
            })
        })
    }

    #[test]
    fn gram_matrices_without_sides_equal_those_of_the_models() {
        for ldk in kernels() {
            let (m, x) = (documents(), places());
            let found = CorpusKernel { ldk: ldk.clone(), x: Arc::clone(&x), alike: None }.gather(&m);
            let lengths = ldk.lengths(&m, &x);
            let known = ldk.cross((&m, &lengths), (&m, &lengths), &x);
            let far = (&found.k - &known).iter().map(|d| d.abs()).fold(0.0, f64::max);
            assert!(far < 1e-6, "{ldk:?}: {far}");
        }
    }

    #[test]
    fn distances_of_two_sides_equal_those_of_matching() {
        let words: Vec<String> = ["a", "b", "c", "b", "x", "a"].map(str::to_owned).into();
        let alike = Arc::new(Alike::of(&words, 3));
        for ldk in kernels_with_components(Some(&alike)) {
            let (m, x) = (documents(), places());
            let found = CorpusKernel { ldk: ldk.clone(), x: Arc::clone(&x), alike: Some(Arc::clone(&alike)) }.gather(&m).k;
            let side = |rows: Range<usize>, first: usize| {
                let row = |i| m.entries(i).map(|(word, weight)| ((word - first) as u32, weight)).collect();
                Csr::from_rows(3, rows.map(row))
            };
            let (a, b) = (side(0..2, 0), side(2..5, 3));
            let (at_a, at_b) = (x.slice(ndarray::s![..3, ..]), x.slice(ndarray::s![3.., ..]));
            let joined = || (a.clone(), alike.over_source(&b, 3));
            let mut d = ldk.between_sides((&a, at_a), (&b, at_b), None, joined);
            let norms = [ldk.norms(&a, at_a, &alike, 0), ldk.norms(&b, at_b, &alike, 3)];
            let beside = ldk.beside_of_side(&a, 0, 6).zip(ldk.beside_of_side(&b, 3, 6));
            let [of_a, of_b] = [beside.as_ref().map(|of| &*of.0), beside.as_ref().map(|of| &*of.1)];
            let between = beside.as_ref().map(|(a, b)| a.cross(b));
            ldk.distances(&mut d, [&ldk.selves(&norms[0], of_a), &ldk.selves(&norms[1], of_b)], between.as_ref());
            for ((i, j), known) in d.indexed_iter() {
                let apart = found[[i, i]] + found[[2 + j, 2 + j]] - 2.0 * found[[i, 2 + j]];
                // Negative distances are clipped if the kernel is definite.
                assert!((apart - known).abs() < 1e-6, "{ldk:?}: {apart} for {known}");
            }
        }
    }

    #[test]
    fn shares_of_a_linear_kernel_sum_to_the_discrepancy() {
        let words: Vec<String> = ["a", "b", "c", "b", "x", "a"].map(str::to_owned).into();
        let alike = Arc::new(Alike::of(&words, 3));
        let sides = [None, Some(&alike)].into_iter();
        let kernels = sides.flat_map(|alike| kernels_with_components(alike).map(move |ldk| (ldk, alike.cloned())));
        for (ldk, alike) in kernels.filter(|(ldk, _)| ldk.level2.is_linear()) {
            let (m, together) = (documents(), CorpusKernel { ldk: ldk.clone(), x: places(), alike });
            let gathered = together.gather(&m);
            let known = Mmd::of(gathered.k.view(), 2).expect("both have rows").biased;
            let means = [0..2, 2..5].map(|rows| gathered.mean(&m, rows));
            let witness: Vec<f64> = means[0].iter().zip(&means[1]).map(|(a, b)| a - b).collect();
            let mut shares = together.shares(&witness);
            let by = [0.5, 0.5, -1.0 / 3.0, -1.0 / 3.0, -1.0 / 3.0];
            together.add_component_shares(&m, &gathered.lengths, &by, &mut shares);
            let sum: f64 = shares.iter().map(|share| share.1).sum();
            assert!((sum - known).abs() < 1e-9, "{ldk:?}: {sum} for {known}");
        }
    }
}
