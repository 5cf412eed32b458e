//! Components of the kernel beside the map: documents compared by their own words and by fixed word vectors.
//!
//! `S = t tᵀ ∘ (w₀ Ŝ + Σ_b w_b U_b U_bᵀ)`. `Ŝ` is the map's `M k Mᵀ` with its private term, normalised if asked. Row i of
//! `U_b` is `m_i Φ_b` at unit length, or 0 without known words; `Φ_b` are the words' vectors (V × d), or the identity. `t_i`
//! makes `S_ii` 1 if documents are normalised, else it is 1. `U_b` and `t` do not depend on positions, so that in training
//! `Σ_b w_b U_b U_bᵀ` is a constant matrix.
//!
//! Cost: `nnz Σ d` for the rows, `n² (D + nnz / n)` once for the constant matrix. Memory: `n (D + nnz / n)`, and `n²` in training.

use std::{ops::Range, sync::Arc};

use ndarray::{Array2, Axis, Zip, parallel::prelude::*, s};
use serde::{Deserialize, Serialize};

use super::divisor;
use crate::corpus::Csr;

/// Smallest factor of the map: a weight of 0 is replaced, so that quotients stay finite.
const LEAST: f64 = 1e-100;

/// What a component compares documents by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The words' learned positions.
    Map,
    /// The words themselves.
    Identity,
    /// Spectral vectors of the words' co-occurrences.
    Spectral,
    /// Given word vectors.
    Given,
}

impl Source {
    /// Number of sources.
    pub const COUNT: usize = 4;
    /// All sources, in the order of [`Source::index`].
    pub const ALL: [Self; Self::COUNT] = [Self::Map, Self::Identity, Self::Spectral, Self::Given];

    /// Place in lists.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Name in lists.
    pub fn label(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Identity => "itself",
            Self::Spectral => "text",
            Self::Given => "vectors",
        }
    }
}

/// A component beside the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Component {
    /// What documents are compared by.
    pub source: Source,
    /// Weight `w_b`, above 0.
    pub weight: f64,
    /// `Φ_b` (V × d); `None`: the identity.
    pub vectors: Option<Arc<Array2<f64>>>,
}

/// The components beside the map, and the map's weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Components {
    /// Weight `w₀` of the map.
    pub map: f64,
    /// The others; at most one has no vectors.
    pub others: Vec<Component>,
}

/// Documents in the components beside the map, weights and `t` included: `t tᵀ ∘ Σ_b w_b U_b U_bᵀ` is their inner products.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// Rows of all components with vectors, side by side (n × D).
    vectors: Array2<f64>,
    /// Rows of the identity (n × V), without entries if there is none.
    words: Csr,
    /// `t √w₀`: factor of the map's row (n).
    pub factor: Vec<f64>,
}

/// Documents of a training in the components beside the map, with the constant part of their kernel.
#[derive(Debug)]
pub struct TrainBeside {
    /// The documents.
    pub rows: Arc<Beside>,
    /// Their inner products (n × n); `None` if rows are computed on demand.
    pub gram: Option<Array2<f64>>,
}

/// Functions of documents over the components beside the map, `f(m) = Σ_i β_i (…)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BesideWeights {
    /// Over the components with vectors (D × F).
    vectors: Array2<f64>,
    /// Over the words (V × F); no rows without an identity component.
    words: Array2<f64>,
}

/// Number of dimensions of a component.
fn dimension(component: &Component) -> usize {
    component.vectors.as_ref().map_or(0, |vectors| vectors.ncols())
}

impl Components {
    /// Columns of each component's rows among those with vectors.
    fn columns(&self) -> impl Iterator<Item = (&Component, Range<usize>)> {
        self.others.iter().scan(0, |at, component| {
            let first = *at;
            *at += dimension(component);
            Some((component, first..*at))
        })
    }

    /// Number of features of all components; `None` if one compares words themselves.
    pub fn dimensions(&self) -> Option<usize> {
        self.others.iter().map(|component| Some(component.vectors.as_ref()?.ncols())).sum()
    }

    /// Whether the vectors are of this number of words, and weights are valid.
    pub fn fits(&self, words: usize) -> bool {
        let valid = |weight: f64| weight >= 0.0 && weight.is_finite();
        let of_words = |vectors: &Arc<Array2<f64>>| vectors.nrows() == words && vectors.iter().all(|x| x.is_finite());
        let identities = self.others.iter().filter(|component| component.vectors.is_none()).count();
        let fits = |component: &Component| valid(component.weight) && component.vectors.as_ref().is_none_or(of_words);
        valid(self.map) && identities <= 1 && self.others.iter().all(fits)
    }

    /// Documents in the components; `unit` scales `S_ii` to 1.
    pub fn rows(&self, m: &Csr, unit: bool) -> Beside {
        let width = self.others.iter().map(dimension).sum();
        let mut vectors = Array2::zeros((m.rows(), width));
        let mut scale = vec![0.0; m.rows()];
        let mut total: Vec<f64> = (0..m.rows()).map(|i| if m.row(i).0.is_empty() { 0.0 } else { self.map }).collect();
        for (component, columns) in self.columns() {
            let Some(phi) = &component.vectors else {
                for (i, (scale, total)) in scale.iter_mut().zip(&mut total).enumerate() {
                    let square: f64 = m.row(i).1.iter().map(|weight| weight * weight).sum();
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
            vectors.slice_mut(s![.., columns]).assign(&part);
        }
        let t: Vec<f64> = total.iter().map(|&total| if unit { 1.0 / divisor(total) } else { 1.0 }).collect();
        vectors.outer_iter_mut().zip(&t).for_each(|(mut row, t)| row *= *t);
        let identity = self.others.iter().any(|component| component.vectors.is_none());
        let words = if identity {
            m.clone().scale_rows(&scale.iter().zip(&t).map(|(scale, t)| scale * t).collect::<Vec<_>>())
        } else {
            Csr::from_rows(m.cols(), (0..m.rows()).map(|_| Vec::new()))
        };
        let factor = t.iter().map(|t| (t * self.map.sqrt()).max(LEAST)).collect();
        Beside { vectors, words, factor }
    }

    /// Each word's share of function `f` of a document with weights `m` and rows `beside`, one list for each component in the
    /// order of the document's entries.
    pub fn shares(&self, (m, beside): (&Csr, &Beside), document: usize, by: &BesideWeights, f: usize) -> Vec<(Source, Vec<f64>)> {
        let of = |(component, columns): (&Component, Range<usize>)| {
            let Some(phi) = &component.vectors else {
                let shares = beside.words.entries(document).map(|(word, value)| value * by.words[[word, f]]).collect();
                return (component.source, shares);
            };
            // The row is the sum over words times one factor, which the longest coordinate gives exactly enough.
            let row = beside.vectors.slice(s![document, columns.clone()]);
            let weights = by.vectors.slice(s![columns, f]);
            let each: Vec<f64> = m.entries(document).map(|(word, weight)| weight * phi.row(word).dot(&weights)).collect();
            let mut sum = ndarray::Array1::<f64>::zeros(phi.ncols());
            m.entries(document).for_each(|(word, weight)| sum.scaled_add(weight, &phi.row(word)));
            let square = sum.dot(&sum);
            let factor = if square > 0.0 { row.dot(&sum) / square } else { 0.0 };
            (component.source, each.into_iter().map(|share| factor * share).collect())
        };
        self.columns().map(of).collect()
    }

    /// The value of function `f` for each document, one column for each component (n × components).
    pub fn values(&self, beside: &Beside, by: &BesideWeights, f: usize) -> Array2<f64> {
        let mut values = Array2::zeros((beside.words.rows(), self.others.len()));
        for (place, (component, columns)) in self.columns().enumerate() {
            let part = if component.vectors.is_some() {
                beside.vectors.slice(s![.., columns.clone()]).dot(&by.vectors.slice(s![columns, f]))
            } else {
                beside.words.dot(by.words.slice(s![.., f..=f])).column(0).to_owned()
            };
            values.column_mut(place).assign(&part);
        }
        values
    }
}

impl Beside {
    /// Inner products with other documents (n × k).
    pub fn cross(&self, other: &Self) -> Array2<f64> {
        let mut s = self.vectors.dot(&other.vectors.t());
        if self.words.nnz() > 0 {
            s += &self.words.outer(&other.words);
        }
        s
    }

    /// The rows alone if no component compares words themselves (n × D).
    pub fn features(&self) -> Option<&Array2<f64>> {
        (self.words.nnz() == 0).then_some(&self.vectors)
    }

    /// Squared norms (n).
    pub fn squares(&self) -> Vec<f64> {
        let words = (0..self.words.rows()).map(|i| self.words.row(i).1.iter().map(|weight| weight * weight).sum::<f64>());
        self.vectors.outer_iter().zip(words).map(|(row, words)| row.dot(&row) + words).collect()
    }

    /// Some of the documents.
    #[must_use]
    pub fn select(&self, rows: &[usize]) -> Self {
        Self {
            vectors: self.vectors.select(Axis(0), rows),
            words: self.words.select(rows),
            factor: rows.iter().map(|&row| self.factor[row]).collect(),
        }
    }

    /// The functions `Σ_i β_i (…)` for `β` = `signed` (n × F).
    pub fn weights(&self, signed: &Array2<f64>) -> BesideWeights {
        let words =
            if self.words.nnz() > 0 { self.words.transpose().dot(signed.view()) } else { Array2::zeros((0, signed.ncols())) };
        BesideWeights { vectors: self.vectors.t().dot(signed), words }
    }

    /// Values of functions (n × F).
    pub fn values(&self, by: &BesideWeights) -> Array2<f64> {
        let mut values = self.vectors.dot(&by.vectors);
        if by.words.nrows() > 0 {
            values += &self.words.dot(by.words.view());
        }
        values
    }

    /// Adds `scale` times the inner products of one document with those at `columns`.
    pub fn add_row(&self, i: usize, scale: f64, columns: &[usize], out: &mut [f64]) {
        let own = self.vectors.row(i);
        let mut field = vec![0.0; self.words.cols()];
        self.words.entries(i).for_each(|(word, weight)| field[word] = weight);
        out.par_iter_mut().zip(columns).for_each(|(out, &j)| {
            let words: f64 = self.words.entries(j).map(|(word, weight)| weight * field[word]).sum();
            *out += scale * (own.dot(&self.vectors.row(j)) + words);
        });
    }

    /// Multiplies a kernel of the map between these documents by the factors of its rows and columns, and adds `gram`.
    fn complete(&self, s: &mut Array2<f64>, gram: &Array2<f64>) {
        Zip::indexed(s.rows_mut()).and(gram.rows()).into_par_iter().for_each(|(i, mut row, gram)| {
            let own = self.factor[i];
            row.iter_mut().zip(&self.factor).zip(gram).for_each(|((s, factor), gram)| *s = *s * own * factor + gram);
        });
    }
}

impl TrainBeside {
    /// The documents with the constant part of their kernel, or without if rows are computed on demand.
    pub fn new(rows: Arc<Beside>, whole: bool) -> Self {
        let gram = whole.then(|| rows.cross(&rows));
        Self { rows, gram }
    }

    /// Completes the map's kernel between the documents.
    pub(super) fn complete(&self, s: &mut Array2<f64>) {
        match &self.gram {
            Some(gram) => self.rows.complete(s, gram),
            None => self.rows.complete(s, &self.rows.cross(&self.rows)),
        }
    }

    /// `½ Σ_p β_pᵀ F β_p` of the constant part for `β` = `signed` (n × P).
    pub fn energy(&self, signed: &Array2<f64>) -> f64 {
        let by = self.rows.weights(signed);
        0.5 * (by.vectors.iter().chain(&by.words).map(|weight| weight * weight).sum::<f64>())
    }
}

impl BesideWeights {
    /// Whether the sizes are those of the components, of `words` words and `functions` functions.
    pub fn fits(&self, components: &Components, words: usize, functions: usize) -> bool {
        let identity = components.others.iter().any(|component| component.vectors.is_none());
        let width: usize = components.others.iter().map(dimension).sum();
        self.vectors.dim() == (width, functions)
            && (self.words.dim() == (words, functions) || (!identity && self.words.nrows() == 0))
            && self.vectors.iter().chain(&self.words).all(|weight| weight.is_finite())
    }

    /// The functions with each column multiplied by its factor.
    #[must_use]
    pub fn times(mut self, by: &[f64]) -> Self {
        for weights in [&mut self.vectors, &mut self.words] {
            weights.columns_mut().into_iter().zip(by).for_each(|(mut column, by)| column *= *by);
        }
        self
    }
}
