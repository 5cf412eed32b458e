//! Rows of the Gram matrix between documents, computed when the SVM solver needs them.
//! With a linear level-2 kernel, row i is the field of document i's words, `(k + w I) m_i`, evaluated at every other document.
//!
//! Cost of a row: `V` kernel values for each of the document's words, and one pass over the entries of the requested columns.
//! Memory: one number a word; the solver caches rows up to [`Gram::room`].

use ndarray::{Array2, Axis};
use rayon::prelude::*;

use crate::{
    corpus::Csr,
    ldk::{LazyGram, Ldk},
    solver::Gram,
};

/// Number of documents in one parallel task.
const TASK: usize = 512;

/// Gram matrix `K` computed row by row.
#[derive(Clone, Copy, Debug)]
pub(in crate::model) struct OnDemand<'a> {
    ldk: &'a Ldk,
    x: &'a Array2<f64>,
    documents: &'a LazyGram,
    room: usize,
}

impl<'a> OnDemand<'a> {
    /// Creates rows on demand for documents over words at `x`; a solve caches up to `cache` bytes of rows.
    pub(crate) fn new(ldk: &'a Ldk, x: &'a Array2<f64>, documents: &'a LazyGram, cache: usize) -> Self {
        Self { ldk, x, documents, room: cache / size_of::<f64>() }
    }

    fn m(&self) -> &'a Csr {
        &self.documents.scaled
    }

    /// Evaluates the field of the given weighted words at documents.
    fn read(&self, words: &[(usize, f64)], columns: &[usize], put: impl Fn(&mut f64, f64) + Sync, out: &mut [f64]) {
        let places: Vec<usize> = words.iter().map(|&(word, _)| word).collect();
        let weights = Array2::from_shape_fn((words.len(), 1), |(l, _)| words[l].1);
        let sums = self.ldk.embedding.sums();
        let mut field = sums.product(self.x.view(), self.x.select(Axis(0), &places).view(), weights.view());
        for &(word, weight) in words {
            field[[word, 0]] += self.ldk.own() * weight;
        }
        let field = field.as_slice().unwrap_or_default();
        columns.par_chunks(TASK).zip(out.par_chunks_mut(TASK)).for_each(|(columns, out)| {
            for (to, &j) in out.iter_mut().zip(columns) {
                let (words, weights) = self.m().row(j);
                put(to, words.iter().zip(weights).map(|(&word, weight)| weight * field[word as usize]).sum());
            }
        });
    }
}

impl Gram for OnDemand<'_> {
    fn diagonal(&self, i: usize) -> f64 {
        self.documents.diagonal[i]
    }

    fn whole_row(&self, _: usize) -> Option<&[f64]> {
        None
    }

    fn gather(&self, i: usize, columns: &[usize], out: &mut [f64]) {
        let words: Vec<(usize, f64)> = self.m().entries(i).collect();
        self.read(&words, columns, |to, value| *to = value, out);
        if let Some(beside) = &self.documents.beside {
            beside.rows.add_sum(&[(i, 1.0)], columns, out);
        }
    }

    fn combine(&self, weights: &[(usize, f64)], columns: &[usize], sums: &mut [f64]) {
        let mut all = vec![0.0; self.m().cols()];
        for &(i, weight) in weights {
            self.m().entries(i).for_each(|(word, own)| all[word] += weight * own);
        }
        let words: Vec<(usize, f64)> = all.into_iter().enumerate().filter(|&(_, weight)| weight != 0.0).collect();
        self.read(&words, columns, |to, value| *to += value, sums);
        if let Some(beside) = &self.documents.beside {
            beside.rows.add_sum(weights, columns, sums);
        }
    }

    fn room(&self) -> usize {
        self.room
    }
}
