//! Latent distribution kernels between documents, composed of an embedding kernel between words and a level-2 kernel.
//! Further parts are a private term and optional unit length.
//!
//! `S = M k Mᵀ + private · M Mᵀ`, rows normalised in the kernel's space if asked, `K = level2(S)`.
//! All models hold an [`Ldk`] and request sums from it.
//! It chooses the fastest way to compute a sum: pairs of words, low rank, or features.
//! Further [`Components`] may be added to `S`: the words themselves and fixed word vectors, each on unit rows.
//! They do not move, so that positions enter `S` through the map alone.
//!
//! | file | addition for a new kernel |
//! |---|---|
//! | `embedding` | a variant of [`Embedding`]; a kernel with few features also its `FeatureMap` |
//! | `level2` | a variant of [`Level2`]: value, derivatives, definiteness |
//!
//! A document without words has the mean 0, also with unit length: its `S` with every document is 0 and its `K` is `level2(0)`,
//! in Gram matrices, predictions and fields.
//! Distances between two sides alone count the length of such a document as 1, so that it is not nearest to every document.
//!
//! [`Support`] represents functions of documents under a level-2 kernel that is not linear.
//!
//! Cost: one Gram matrix, and n² for each further step.
//! Memory: two n × n matrices, or the documents' features alone ([`Ldk::by_features`]).

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

mod across;
mod alike;
mod beside;
mod components;
mod corpus_kernel;
mod embedding;
mod explicit;
mod level2;
mod polynomial;
mod range;
mod sides;
mod sums;
mod support;
mod train_gram;

pub use across::{CrossKernel, CrossKernelValues};
pub use alike::Alike;
pub use beside::{ComponentWeights, FixedComponents, SidesComponents, TrainComponents};
pub use components::{Component, Components, Source};
pub use corpus_kernel::{CorpusGram, CorpusKernel};
pub use embedding::Embedding;
pub use explicit::{ExplicitFeatures, FeatureMap, SelfFeatures};
pub use level2::{Definiteness, Level2};
pub use sides::{DistanceRates, SideNorms};
pub use sums::{Features, SharedFeatures, SquaredNorms, Sums};
pub use support::{DocumentFunction, Support};
pub use train_gram::{GramInputs, TrainGram};

use std::sync::{Arc, OnceLock};

use ndarray::{Array2, Zip, parallel::prelude::*};
use serde::{Deserialize, Serialize};

use crate::{corpus::Csr, kernel::LowRank, param::Choices};

/// Latent distribution kernel between documents: embedding kernel, private term, unit length and level-2 kernel.
#[derive(Clone, Debug)]
pub struct Ldk {
    /// Embedding kernel between words.
    pub embedding: Embedding,
    /// Weight of the identity added to the embedding kernel: the private term of each word.
    pub private: f64,
    /// Whether documents are normalised before the level-2 kernel; a kernel of angles always normalises.
    pub unit_length: bool,
    /// Level-2 kernel between documents.
    pub level2: Level2,
    /// Fixed components of the sum kernel, if any.
    pub components: Option<Arc<Components>>,
}

impl Ldk {
    /// Name of the kernel with its hyper-parameters, as in "polynomial kernel (offset 0.078, degree 3), unit length".
    pub fn name(&self) -> String {
        let words = match self.embedding {
            Embedding::Rbf { gamma } => format!("Gaussian kernel (γ {gamma:.3})"),
            Embedding::Polynomial { offset, degree, .. } => format!("polynomial kernel (offset {offset:.3}, degree {degree})"),
            Embedding::Linear => "linear kernel".to_owned(),
            Embedding::Identity => "identity kernel (bag of words)".to_owned(),
        };
        let beside = self
            .components
            .as_ref()
            .map_or_else(String::new, |components| format!(", map {:.2} with {}", components.map, components.weights_text()));
        let private = if self.private > 0.0 { format!(", private {}", self.private) } else { String::new() };
        let unit = if self.unit_length { ", unit length" } else { "" };
        let level2 =
            if self.level2.is_linear() { String::new() } else { format!(", {} between documents", self.level2.choice().label) };
        format!("{words}{beside}{private}{unit}{level2}")
    }
}

impl PartialEq for Ldk {
    /// Compares two kernels; equal components are in most cases the same object, which saves a comparison of all vectors.
    fn eq(&self, other: &Self) -> bool {
        let components = match (&self.components, &other.components) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a == b,
            (a, b) => a.is_none() && b.is_none(),
        };
        let numbers = |ldk: &Self| (ldk.embedding, ldk.private, ldk.unit_length, ldk.level2);
        components && numbers(self) == numbers(other)
    }
}

/// Norms of documents in the feature space of the kernel.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Lengths {
    /// Divisor of a document's row in the map: `√S_ii` with unit length, else 1; 1 for empty documents;
    /// divided by the factor of the map among several components (n).
    #[serde(rename = "norms")]
    pub root: Vec<f64>,
    /// Squared norms of documents after the division (n); empty if the level-2 kernel does not use them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<f64>,
    /// Rows of the documents in the kernel's fixed components, computed on first use after loading.
    #[serde(skip)]
    beside: OnceLock<Arc<FixedComponents>>,
}

impl PartialEq for Lengths {
    /// Compares norms only, since rows in other components follow from documents and kernel.
    fn eq(&self, other: &Self) -> bool {
        (&self.root, &self.squares) == (&other.root, &other.squares)
    }
}

/// Gradient of a value by everything that the kernel depends on.
#[derive(Clone, Debug)]
pub struct Slope {
    /// Gradient by the words' positions (V × q).
    pub x: Array2<f64>,
    /// Derivative by the logarithm of the embedding kernel's inverse squared width, `ln γ`.
    pub log_gamma: f64,
    /// Derivatives with respect to the logarithms of [`Embedding::numbers`], then of [`Level2::numbers`] if requested.
    pub own: Vec<f64>,
}

/// Divisor for normalising a document: the root of its squared norm, or 1 for a document without words.
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

/// Divisors of the documents' rows in the word map, which include the map's factor among several components.
pub(crate) fn effective(mut root: Vec<f64>, beside: Option<&FixedComponents>) -> Vec<f64> {
    if let Some(beside) = beside {
        root.iter_mut().zip(&beside.factor).for_each(|(root, factor)| *root /= factor);
    }
    root
}

/// Completes squared norms of documents in the word map to those over all components.
fn complete_squares(squares: &mut [f64], beside: &FixedComponents) {
    for ((square, factor), other) in squares.iter_mut().zip(&beside.factor).zip(beside.squares()) {
        *square = *square * factor * factor + other;
    }
}

impl Lengths {
    /// Norms of documents whose rows in the kernel's fixed components are given, if any.
    pub fn new(root: Vec<f64>, squares: Vec<f64>, beside: Option<Arc<FixedComponents>>) -> Self {
        Self { root, squares, beside: beside.map(OnceLock::from).unwrap_or_default() }
    }

    /// Rows of the documents `m` in the kernel's fixed components; `None` without such components.
    pub fn rows(&self, ldk: &Ldk, m: &Csr) -> Option<&Arc<FixedComponents>> {
        let components = ldk.components.as_ref()?;
        Some(self.beside.get_or_init(|| Arc::new(components.rows(m, ldk.scales()))))
    }

    /// Selects the norms of the given documents.
    #[must_use]
    pub fn select(&self, rows: &[usize]) -> Self {
        let of = |all: &[f64]| rows.iter().filter_map(|&i| all.get(i).copied()).collect();
        let beside = self.beside.get().map(|beside| Arc::new(beside.select(rows)));
        Self::new(of(&self.root), of(&self.squares), beside)
    }
}

impl Level2 {
    /// Applies the level-2 kernel: overwrites the normalised `S` between documents with `K`.
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
    /// Kernel between documents from an embedding kernel alone: `K = S = M k Mᵀ`.
    pub fn of(embedding: Embedding) -> Self {
        Self { embedding, private: 0.0, unit_length: false, level2: Level2::Linear, components: None }
    }

    /// Weight of the private term, including that of the identity kernel.
    pub fn own(&self) -> f64 {
        self.private + self.embedding.own()
    }

    /// Whether the kernel normalises documents to unit length.
    pub fn scales(&self) -> bool {
        self.unit_length || self.level2.is_angle()
    }

    /// Rows of the documents `m` in the kernel's fixed components; `None` without such components.
    pub fn beside(&self, m: &Csr) -> Option<Arc<FixedComponents>> {
        self.components.as_ref().map(|components| Arc::new(components.rows(m, self.scales())))
    }

    /// Inner products `S` of documents `m` in the word map over words at `x`, not normalised (n × n).
    pub fn inner_products(&self, m: &Csr, x: &Array2<f64>) -> Array2<f64> {
        let mut s = self.embedding.sums().gram(m, x.view());
        if self.own() > 0.0 {
            s.scaled_add(self.own(), &m.outer(m));
        }
        s
    }

    /// Squared norms `S_ii` of documents in the word map, not normalised (n).
    pub fn squares(&self, m: &Csr, x: &Array2<f64>) -> Vec<f64> {
        let shared = self.embedding.sums().self_inner(m, x.view());
        shared.into_iter().zip(m.row_squared_norms()).map(|(shared, own)| shared + self.own() * own).collect()
    }

    /// Kernel values `K_ii` of documents with themselves (n).
    pub fn diagonal(&self, m: &Csr, x: &Array2<f64>) -> Vec<f64> {
        let mut squares = self.squares(m, x);
        if let Some(beside) = self.beside(m) {
            complete_squares(&mut squares, &beside);
        }
        squares.into_iter().map(|square| self.with_itself(square)).collect()
    }

    /// Kernel value of a document with itself, from its squared norm.
    fn with_itself(&self, square: f64) -> f64 {
        let square = if self.scales() { f64::from(square > 0.0) } else { square };
        self.level2.value(square, square, square)
    }

    /// Documents of one side in the kernel's fixed components;
    /// `first` is the index of the side's first word among the `words` of both sides. `None` without such components.
    pub fn beside_of_side(&self, m: &Csr, first: usize, words: usize) -> Option<Arc<FixedComponents>> {
        self.beside(&m.within(first, words))
    }

    /// Divisors of documents in the map from their squared norms: the roots with unit length, else 1 (n).
    fn roots(&self, squares: &[f64]) -> Vec<f64> {
        squares.iter().map(|&square| if self.scales() { divisor(square) } else { 1.0 }).collect()
    }

    /// Converts the word map's `S` between documents to that over all components, at unit length if set;
    /// returns the divisors in the map.
    fn normalise(&self, s: &mut Array2<f64>, beside: Option<&TrainComponents>) -> Vec<f64> {
        let root = self.roots(&s.diag().to_vec());
        if self.scales() {
            scale(s, &root, &root);
        }
        if let Some(beside) = beside {
            beside.complete(s);
        }
        if self.scales() {
            // The diagonal is set to exactly 1: the derivative of an angle is steep there and amplifies rounding.
            s.diag_mut().mapv_inplace(|s| if s > 0.0 { 1.0 } else { 0.0 });
        }
        root
    }

    /// Computes the norms of documents in the feature space of the kernel.
    pub fn lengths(&self, m: &Csr, x: &Array2<f64>) -> Lengths {
        self.lengths_with(m, x, self.beside(m))
    }

    /// Norms of documents, as by [`Ldk::lengths`], with their known rows in the kernel's fixed components.
    pub fn lengths_with(&self, m: &Csr, x: &Array2<f64>, beside: Option<Arc<FixedComponents>>) -> Lengths {
        if !self.scales() && !self.level2.uses_norms() {
            return Lengths::new(effective(vec![1.0; m.rows()], beside.as_deref()), vec![], beside);
        }
        let mut squares = self.squares(m, x);
        let root = effective(self.roots(&squares), beside.as_deref());
        if !self.level2.uses_norms() {
            squares.clear();
        } else if self.scales() {
            squares = squares.into_iter().map(|square| f64::from(square > 0.0)).collect();
        } else if let Some(beside) = &beside {
            complete_squares(&mut squares, beside);
        }
        Lengths::new(root, squares, beside)
    }

    /// Kernel `K` between documents `a` and documents `b`, each with its [`Ldk::lengths`], over words at `x`.
    pub fn cross(&self, (a, of_a): (&Csr, &Lengths), (b, of_b): (&Csr, &Lengths), x: &Array2<f64>) -> Array2<f64> {
        let mut s = self.scaled_cross((a, of_a), (b, of_b), x);
        self.level2.lift(&mut s, &of_a.squares, &of_b.squares);
        s
    }

    /// Normalised inner products `S` between documents `a` and `b`.
    fn scaled_cross(&self, (a, of_a): (&Csr, &Lengths), (b, of_b): (&Csr, &Lengths), x: &Array2<f64>) -> Array2<f64> {
        let mut s = self.embedding.sums().cross_gram(a, x.view(), b, x.view());
        if self.own() > 0.0 {
            s.scaled_add(self.own(), &a.outer(b));
        }
        scale(&mut s, &of_a.root, &of_b.root);
        if let (Some(a), Some(b)) = (of_a.rows(self, a), of_b.rows(self, b)) {
            s += &a.cross(b);
        }
        s
    }

    /// Documents by the map's features, if `K` is a product of features and they are faster for `sides` fields;
    /// `gram` if `K` itself is needed too.
    pub fn features(&self, m: &Csr, x: &Array2<f64>, sides: usize, gram: bool) -> Option<Features> {
        let is_product = self.level2.is_linear() && (self.own() == 0.0 || !self.scales());
        if is_product { self.embedding.sums().features(m, x.view(), sides, gram) } else { None }
    }

    /// Documents by features regardless of cost; `None` if `K` is not a product of features or the words lie too far apart.
    pub fn all_features(&self, m: &Csr, x: &Array2<f64>) -> Option<Features> {
        if self.level2.is_linear() { self.embedding.sums().all_features(m, x.view()) } else { None }
    }

    /// Number of a document's features in all components but for those of single words, if `K` is a product of features.
    pub fn feature_count(&self, x: &Array2<f64>) -> Option<usize> {
        let shared = self.embedding.sums().shared(&[x.view()]).filter(|_| self.level2.is_linear())?;
        Some(shared.count(x.view()) + self.components.as_ref().map_or(0, |components| components.width()))
    }

    /// Whether documents have a feature for each of their words: by a private term, or a component that compares words themselves.
    pub fn compares_words(&self) -> bool {
        self.own() > 0.0 || self.components.as_ref().is_some_and(|components| components.compares_words())
    }

    /// Inputs of a Gram matrix: the low-rank factor of the words' kernel, if `K` needs no more and it is worthwhile;
    /// no entry has an error above `tolerance`.
    /// `beside`: the documents in the fixed components.
    pub fn gram_inputs(&self, x: &Array2<f64>, tolerance: f64, beside: Option<Arc<TrainComponents>>) -> GramInputs {
        let low_rank = if !self.scales() && self.level2.is_linear() { self.low_rank(x, tolerance) } else { None };
        GramInputs { low_rank, storage: None, beside }
    }

    fn low_rank(&self, x: &Array2<f64>, tolerance: f64) -> Option<LowRank> {
        self.embedding.sums().low_rank(x.view(), tolerance)
    }
}

#[cfg(test)]
pub(crate) mod tests;
