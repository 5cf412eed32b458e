//! Fixed components of the kernel, in addition to the map: documents compared by their own words and by fixed word vectors.
//!
//! `S = t tᵀ ∘ (w₀ Ŝ + Σ_b w_b U_b U_bᵀ)`.
//! `Ŝ` is the map's `M k Mᵀ` with its private term, normalised if asked.
//! Row i of `U_b` is `m_i Φ_b` at unit length, or 0 without known words; `Φ_b` are the words' vectors (V × d), or the identity.
//! The factor `t_i` makes `S_ii` 1 if documents are normalised, else `t_i` is 1.
//! `U_b` and `t` do not depend on positions, so that in training `Σ_b w_b U_b U_bᵀ` is a constant matrix.
//! For documents of two sides `m` is over the words of both, and the identity merges words spelled alike.
//!
//! Cost: `nnz Σ d` for the rows, `n² (D + nnz / n)` once for the constant matrix.
//! Memory: `n (D + nnz / n)`, and `n²` in training.

use std::{ops::Range, sync::Arc};

use ndarray::{Array2, Axis, Slice};
use serde::{Deserialize, Serialize};

use super::{Alike, ComponentWeights, FixedComponents, divisor};
use crate::corpus::Csr;

/// Smallest factor of the word map's kernel: a weight of 0 is replaced, so that quotients stay finite.
const LEAST: f64 = 1e-100;

/// Representation by which a kernel component compares documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Component of the kernel that compares documents by their words' learned positions.
    Map,
    /// Component that compares documents by the words themselves.
    Identity,
    /// Component that compares documents by spectral vectors of the words' co-occurrences.
    Spectral,
    /// Component of the kernel that compares documents by given word vectors.
    #[serde(rename = "given")]
    GivenVectors,
}

impl Source {
    /// Number of representations by which components compare documents.
    pub const COUNT: usize = 4;
    /// All representations of components, in the order of [`Source::index`].
    pub const ALL: [Self; Self::COUNT] = [Self::Map, Self::Identity, Self::Spectral, Self::GivenVectors];

    /// Index of a component's representation in lists.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Name of a component's representation in lists.
    pub fn label(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Identity => "words",
            Self::Spectral => "text",
            Self::GivenVectors => "vectors",
        }
    }
}

/// Fixed component of the kernel, with its weight and word vectors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Component {
    /// Representation by which the component compares documents.
    pub source: Source,
    /// Weight `w_b` of the component, above 0.
    pub weight: f64,
    /// Word vectors `Φ_b` of the component (V × d); `None`: the identity.
    pub vectors: Option<Arc<Array2<f64>>>,
}

/// Fixed components of the kernel, and the weight of the word map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Components {
    /// Weight `w₀` of the word map in the kernel.
    pub map: f64,
    /// Fixed components of the kernel; at most one has no vectors.
    pub others: Vec<Component>,
    /// Words spelled alike, if documents have two sides: the identity component takes them for one word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alike: Option<Arc<Alike>>,
}

/// Number of dimensions of a component's word vectors.
fn dimension(component: &Component) -> usize {
    component.vectors.as_ref().map_or(0, |vectors| vectors.ncols())
}

impl Components {
    /// Columns of each component in the concatenated document vectors, for components with word vectors.
    fn columns(&self) -> impl Iterator<Item = (&Component, Range<usize>)> {
        self.others.iter().scan(0, |at, component| {
            let first = *at;
            *at += dimension(component);
            Some((component, first..*at))
        })
    }

    /// Whether a component compares words by identity.
    pub fn compares_words(&self) -> bool {
        self.others.iter().any(|component| component.vectors.is_none())
    }

    /// Total number of dimensions of all components' vectors (D).
    pub fn width(&self) -> usize {
        self.others.iter().map(dimension).sum()
    }

    /// Weights of the kernel's fixed components, as text for display.
    pub fn weights_text(&self) -> String {
        let one = |component: &Component| format!("{} {:.2}", component.source.label(), component.weight);
        self.others.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// Word vectors of a representation, if it is among the components.
    pub fn vectors_of(&self, source: Source) -> Option<&Arc<Array2<f64>>> {
        self.others.iter().find(|component| component.source == source)?.vectors.as_ref()
    }

    /// Restricts the components' word vectors to some of the words.
    #[must_use]
    pub fn select(&self, words: &[usize]) -> Self {
        let of = |component: &Component| {
            let vectors = component.vectors.as_ref().map(|vectors| Arc::new(vectors.select(Axis(0), words)));
            Component { vectors, ..component.clone() }
        };
        let alike = self.alike.as_ref().map(|alike| Arc::new(alike.select(words)));
        Self { map: self.map, others: self.others.iter().map(of).collect(), alike }
    }

    /// Whether the components have vectors of this number of words, and valid weights.
    pub fn fits(&self, words: usize) -> bool {
        let valid = |weight: f64| weight >= 0.0 && weight.is_finite();
        let of_words = |vectors: &Arc<Array2<f64>>| vectors.nrows() == words && vectors.iter().all(|x| x.is_finite());
        let identities = self.others.iter().filter(|component| component.vectors.is_none()).count();
        let fits = |component: &Component| valid(component.weight) && component.vectors.as_ref().is_none_or(of_words);
        let alike = self.alike.as_ref().is_none_or(|alike| alike.fits(words));
        valid(self.map) && identities <= 1 && self.others.iter().all(fits) && alike
    }

    /// Whether the sizes of the components fit this number of words, and those of document functions over them, if any.
    pub fn fits_with(&self, functions: Option<&ComponentWeights>, words: usize, count: usize) -> bool {
        self.fits(words) && functions.is_none_or(|functions| functions.fits(self, words, count))
    }

    /// Documents in the kernel's fixed components; `unit` scales `S_ii` to 1.
    pub fn rows(&self, m: &Csr, unit: bool) -> FixedComponents {
        let mut vectors = Array2::zeros((m.rows(), self.width()));
        let mut scale = vec![0.0; m.rows()];
        let mut total: Vec<f64> = (0..m.rows()).map(|i| if m.row(i).0.is_empty() { 0.0 } else { self.map }).collect();
        for (component, columns) in self.columns() {
            let Some(phi) = &component.vectors else {
                for ((scale, total), square) in scale.iter_mut().zip(&mut total).zip(m.row_squared_norms()) {
                    *scale = component.weight.sqrt() / divisor(square);
                    *total += if square > 0.0 { component.weight } else { 0.0 };
                }
                continue;
            };
            let mut part = m.dot(phi.view());
            for (mut row, total) in part.outer_iter_mut().zip(&mut total) {
                let square = row.dot(&row);
                row *= component.weight.sqrt() / divisor(square);
                *total += if square > 0.0 { component.weight } else { 0.0 };
            }
            vectors.slice_axis_mut(Axis(1), Slice::from(columns)).assign(&part);
        }
        let t: Vec<f64> = total.iter().map(|&total| if unit { 1.0 / divisor(total) } else { 1.0 }).collect();
        vectors.outer_iter_mut().zip(&t).for_each(|(mut row, t)| row *= *t);
        let words = if self.compares_words() {
            let m = self.alike.as_ref().map_or_else(|| m.clone(), |alike| alike.over_joined(m));
            m.scale_rows(&scale.iter().zip(&t).map(|(scale, t)| scale * t).collect::<Vec<_>>())
        } else {
            Csr::from_rows(m.cols(), (0..m.rows()).map(|_| Vec::new()))
        };
        let factor = t.iter().map(|t| (t * self.map.sqrt()).max(LEAST)).collect();
        FixedComponents { vectors, words, factor }
    }

    /// Each word's share of document function `f` for a document with weights `m` and rows `beside` in the fixed components,
    /// one list per component in the order of the document's entries.
    pub fn shares(
        &self,
        (m, beside): (&Csr, &FixedComponents),
        document: usize,
        by: &ComponentWeights,
        f: usize,
    ) -> Vec<(Source, Vec<f64>)> {
        let of = |(component, columns): (&Component, Range<usize>)| {
            let Some(phi) = &component.vectors else {
                let (columns, values) = beside.words.row(document);
                let share = |(word, _): (usize, f64)| {
                    let word = self.alike.as_ref().map_or(word, |alike| alike.joined(word));
                    columns.binary_search(&(word as u32)).map_or(0.0, |place| values[place] * by.words[[word, f]])
                };
                return (component.source, m.entries(document).map(share).collect());
            };
            // A document's row is the sum over words times one factor, which is computed accurately from the longest coordinate.
            let row = beside.vectors.row(document);
            let row = row.slice_axis(Axis(0), Slice::from(columns.clone()));
            let weights = by.vectors.column(f);
            let weights = weights.slice_axis(Axis(0), Slice::from(columns));
            let each: Vec<f64> = m.entries(document).map(|(word, weight)| weight * phi.row(word).dot(&weights)).collect();
            let mut sum = ndarray::Array1::<f64>::zeros(phi.ncols());
            m.entries(document).for_each(|(word, weight)| sum.scaled_add(weight, &phi.row(word)));
            let square = sum.dot(&sum);
            let factor = if square > 0.0 { row.dot(&sum) / square } else { 0.0 };
            (component.source, each.into_iter().map(|share| factor * share).collect())
        };
        self.columns().map(of).collect()
    }

    /// Inner products of documents `a` with documents `b` in each kernel component, weights included (n × m).
    pub fn products(&self, a: &FixedComponents, b: &FixedComponents) -> Vec<(Source, Array2<f64>)> {
        let of = |(component, columns): (&Component, Range<usize>)| {
            let part = |of: &FixedComponents| of.vectors.slice_axis(Axis(1), Slice::from(columns.clone())).to_owned();
            let products = if component.vectors.is_some() { part(a).dot(&part(b).t()) } else { a.words.outer(&b.words) };
            (component.source, products)
        };
        self.columns().map(of).collect()
    }

    /// Values of document functions for each document, one matrix for each component (n × F).
    pub fn values(&self, beside: &FixedComponents, by: &ComponentWeights) -> Vec<(Source, Array2<f64>)> {
        let of = |(component, columns): (&Component, Range<usize>)| {
            let values = if component.vectors.is_some() {
                let rows = beside.vectors.slice_axis(Axis(1), Slice::from(columns.clone()));
                rows.dot(&by.vectors.slice_axis(Axis(0), Slice::from(columns)))
            } else {
                beside.words.dot(by.words.view())
            };
            (component.source, values)
        };
        self.columns().map(of).collect()
    }
}
