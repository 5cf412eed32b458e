//! The family of latent distribution kernels: an embedding kernel between words, a private term, unit length, a level-2
//! kernel between documents.
//!
//! `S = M k Mᵀ + private · M Mᵀ`, its rows to unit length in the kernel's space if asked, `K = level2(S)`. All models hold
//! an [`Ldk`] and ask it for sums; how a sum is made quickest (pairs of words, low rank, features) is decided here.
//!
//! | file | what a kernel adds there |
//! |---|---|
//! | `embedding` | one arm of [`Embedding`]; a kernel of few features also its `FeatureMap` |
//! | `level2` | one arm of [`Level2`]: value, slope, whether it is positive definite |
//!
//! What is said of documents through a level-2 kernel that is not linear: [`Support`].
//!
//! Cost: one Gram matrix, and n² for each further step; memory: two n × n matrices, or the documents' features alone, or
//! neither where rows are made when they are asked for ([`Ldk::on_demand`]).

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

mod across;
mod alike;
mod corpus_kernel;
mod embedding;
mod explicit;
mod level2;
mod polynomial;
mod sums;
mod support;
mod train_gram;

pub use across::{Across, Crossed, Rates, Selves};
pub use alike::Alike;
pub use corpus_kernel::{CorpusKernel, Gathered};
pub use embedding::Embedding;
pub use explicit::{ExplicitFeatures, FeatureMap, SelfFeatures};
pub use level2::{Definite, Level2};
pub use sums::{Features, SharedFeatures, Slopes, Sums};
pub use support::{DocumentFunction, Support};
pub use train_gram::{LazyGram, Ready, TrainGram};

use ndarray::{Array2, Zip, parallel::prelude::*};
use serde::{Deserialize, Serialize};

use crate::{corpus::Csr, kernel::LowRank};

/// A latent distribution kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ldk {
    /// Between words.
    pub embedding: Embedding,
    /// Weight of an identity added to it: what a word says by itself.
    pub private: f64,
    /// Whether documents are brought to unit length before the level-2 kernel; an angle does so anyway.
    pub unit_length: bool,
    /// Between documents.
    pub level2: Level2,
}

/// How long documents are in the kernel's space.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lengths {
    /// What they are divided by: `√S_ii` for unit length, else 1; 1 for empty documents too (n).
    #[serde(rename = "norms")]
    pub root: Vec<f64>,
    /// Their squared norms thereafter (n); not kept where the level-2 kernel asks for none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<f64>,
}

/// The slope of something in all that a kernel depends on.
#[derive(Clone, Debug)]
pub struct Slope {
    /// In positions (V × q).
    pub x: Array2<f64>,
    /// In `ln γ`.
    pub log_gamma: f64,
    /// In the logarithms of [`Embedding::numbers`], then of [`Level2::numbers`] where these were asked for.
    pub own: Vec<f64>,
}

/// What a squared norm is divided by: its root, or 1 for a document without words.
fn divisor(norm: f64) -> f64 {
    if norm > 0.0 { norm.sqrt() } else { 1.0 }
}

fn scale(s: &mut Array2<f64>, rows: &[f64], columns: &[f64]) {
    Zip::indexed(s.rows_mut()).into_par_iter().for_each(|(i, mut row)| {
        for (value, root) in row.iter_mut().zip(columns) {
            *value /= rows[i] * root;
        }
    });
}

/// `‖m_i‖²` of each row.
fn squared_weights(m: &Csr) -> impl Iterator<Item = f64> + '_ {
    (0..m.rows()).map(|i| m.row(i).1.iter().map(|weight| weight * weight).sum::<f64>())
}

impl Lengths {
    /// Of some of the documents.
    #[must_use]
    pub fn select(&self, rows: &[usize]) -> Self {
        let of = |all: &[f64]| rows.iter().filter_map(|&i| all.get(i).copied()).collect();
        Self { root: of(&self.root), squares: of(&self.squares) }
    }
}

impl Level2 {
    /// `K` from the scaled `S` between documents, in place.
    fn lift(self, s: &mut Array2<f64>, rows: &[f64], columns: &[f64]) {
        if self.is_linear() {
            return;
        }
        if !self.uses_norms() {
            s.par_mapv_inplace(|s| self.value(s, 0.0, 0.0));
            return;
        }
        Zip::indexed(s.rows_mut()).into_par_iter().for_each(|(i, mut row)| {
            row.iter_mut().zip(columns).for_each(|(s, b)| *s = self.value(*s, rows[i], *b));
        });
    }
}

impl Ldk {
    /// A kernel between words alone: `K = S = M k Mᵀ`.
    pub fn of(embedding: Embedding) -> Self {
        Self { embedding, private: 0.0, unit_length: false, level2: Level2::Linear }
    }

    /// The weight of the identity in it, that of an identity between words included.
    pub fn own(&self) -> f64 {
        self.private + self.embedding.own()
    }

    /// Whether documents are brought to unit length.
    pub fn scales(&self) -> bool {
        self.unit_length || self.level2.is_angle()
    }

    /// `S` of documents `m` over words at `x`, nothing scaled (n × n).
    pub fn inner_products(&self, m: &Csr, x: &Array2<f64>) -> Array2<f64> {
        let mut s = self.embedding.sums().gram(m, x.view());
        if self.own() > 0.0 {
            s.scaled_add(self.own(), &m.outer(m));
        }
        s
    }

    /// `S_ii` of any documents, nothing scaled (n).
    pub fn squares(&self, m: &Csr, x: &Array2<f64>) -> Vec<f64> {
        let shared = self.embedding.sums().self_inner(m, x.view());
        shared.into_iter().zip(squared_weights(m)).map(|(shared, own)| shared + self.own() * own).collect()
    }

    /// `K_ii` of any documents (n).
    pub fn diagonal(&self, m: &Csr, x: &Array2<f64>) -> Vec<f64> {
        self.squares(m, x).into_iter().map(|square| self.with_itself(square)).collect()
    }

    /// `K` of a document with itself, from its squared norm.
    fn with_itself(&self, square: f64) -> f64 {
        let square = if self.scales() { f64::from(square > 0.0) } else { square };
        self.level2.value(square, square, square)
    }

    /// How long any documents are.
    pub fn lengths(&self, m: &Csr, x: &Array2<f64>) -> Lengths {
        if !self.scales() && !self.level2.uses_norms() {
            return Lengths { root: vec![1.0; m.rows()], squares: vec![] };
        }
        let mut squares = self.squares(m, x);
        let root = if self.scales() { squares.iter().copied().map(divisor).collect() } else { vec![1.0; m.rows()] };
        if self.scales() {
            squares = squares.into_iter().map(|square| f64::from(square > 0.0)).collect();
        }
        if !self.level2.uses_norms() {
            squares.clear();
        }
        Lengths { root, squares }
    }

    /// `K` between documents `a` and documents `b`, each with its [`Ldk::lengths`], over words at `x`.
    pub fn cross(&self, (a, of_a): (&Csr, &Lengths), (b, of_b): (&Csr, &Lengths), x: &Array2<f64>) -> Array2<f64> {
        let mut s = self.scaled_cross((a, of_a), (b, of_b), x);
        self.level2.lift(&mut s, &of_a.squares, &of_b.squares);
        s
    }

    /// The scaled `S` between them.
    fn scaled_cross(&self, (a, of_a): (&Csr, &Lengths), (b, of_b): (&Csr, &Lengths), x: &Array2<f64>) -> Array2<f64> {
        let mut s = self.embedding.sums().cross_gram(a, x.view(), b, x.view());
        if self.own() > 0.0 {
            s.scaled_add(self.own(), &a.outer(b));
        }
        scale(&mut s, &of_a.root, &of_b.root);
        s
    }

    /// Documents by features, where `K` is a product of them and that is the quicker way for `sides` fields; `gram` says
    /// whether `K` itself is wanted too.
    pub fn features(&self, m: &Csr, x: &Array2<f64>, sides: usize, gram: bool) -> Option<Features> {
        if self.is_product() { self.embedding.sums().features(m, x.view(), sides, gram) } else { None }
    }

    /// Documents by features whatever they cost; `None` where `K` is no product of them, or words lie too far apart.
    pub fn all_features(&self, m: &Csr, x: &Array2<f64>) -> Option<Features> {
        if self.is_product() { self.embedding.sums().all_features(m, x.view()) } else { None }
    }

    /// How many features that would be.
    pub fn feature_count(&self, x: &Array2<f64>) -> Option<usize> {
        let shared = self.embedding.sums().shared(&[x.view()]).filter(|_| self.is_product())?;
        Some(shared.count(x.view()))
    }

    /// Whether `K`, but for a private term, is a product of features.
    fn is_product(&self) -> bool {
        self.level2.is_linear() && (self.own() == 0.0 || !self.scales())
    }

    /// The words' kernel, where it has low rank and `K` needs no more than that; no entry is wrong by more than `tolerance`.
    pub fn ready(&self, x: &Array2<f64>, tolerance: f64) -> Ready {
        let thin = if !self.scales() && self.level2.is_linear() { self.low_rank(x, tolerance) } else { None };
        Ready { thin, room: None }
    }

    fn low_rank(&self, x: &Array2<f64>, tolerance: f64) -> Option<LowRank> {
        self.embedding.sums().low_rank(x.view(), tolerance)
    }
}

#[cfg(test)]
pub(crate) mod tests;
