//! Word values: decision functions of a model at every word, from which each document's value is composed.
//!
//! A document with weights `m` (a row of `M`) has the value `b_f + e Σ_l m_l (v_lf - b_f)` of function `f`,
//! where `e` is the document's emphasis.
//! If a decision is not a sum over words, its shares are integrated gradients of the function of documents.
//!
//! The private term gives each word a dimension of its own, so that it counts as the component *words*,
//! together with the component of that name if there is one.
//! The value of a word is `v_lf = b_f + h_f(x_l) + private · C_lf`, with the field `h_f(x) = Σ_t C_tf k(x_t, x)`.
//! Hence the private part of a word's share is exactly `e m_l private C_lf`, and the map's part is the rest.

use std::sync::Arc;

use ndarray::{Array1, Array2, Axis};

use crate::{
    corpus::Csr,
    ldk::{ComponentWeights, Components, DocumentFunction, FixedComponents, Source},
};

/// Values of a model's decision functions at every word, one function for each pair of classes or rating.
#[derive(Clone, Debug, Default)]
pub struct WordValues {
    /// Values of one-word documents, offset included (V × F).
    pub values: Arc<Array2<f64>>,
    /// Offset of each decision function (F).
    pub bias: Arc<Vec<f64>>,
    /// Decision functions of documents, if they are not sums over words; `values` then belong to one-word documents.
    pub function: Option<Arc<DocumentFunction>>,
    /// Decision functions over the fixed kernel components, which `values` belong to.
    pub beside: Option<Arc<ComponentValues>>,
    /// Private term in `values`; `None` if it has no weight, or decisions are not sums over words.
    pub private: Option<PrivateValues>,
    /// Part of each kernel component in the decisions, the map first: the share of the decisions' spread it explains.
    /// Empty if the map is the only component, or before the parts are known.
    pub parts: Vec<(Source, f64)>,
}

/// Values of the private term: decision functions over each word's own dimension.
#[derive(Clone, Debug)]
pub struct PrivateValues {
    weight: f64,
    /// Weights of the words in each decision function (V × F).
    coefficients: Arc<Array2<f64>>,
}

impl PrivateValues {
    /// Creates the private term with the given weight; `None` without weight.
    pub(super) fn of(weight: f64, coefficients: Arc<Array2<f64>>) -> Option<Self> {
        (weight > 0.0).then_some(Self { weight, coefficients })
    }

    /// Private part of a word's value in each decision function (F).
    pub fn of_word(&self, word: usize) -> Array1<f64> {
        self.weight * &self.coefficients.row(word)
    }

    /// Private part of a document's decision `function`, as a share for each of its words.
    fn shares(&self, weights: &Csr, (document, emphasis): (usize, f64), function: usize) -> Vec<f64> {
        let share = |(word, weight): (usize, f64)| emphasis * weight * self.weight * self.coefficients[[word, function]];
        weights.entries(document).map(share).collect()
    }

    /// Private part of each decision of the given documents (n × F).
    fn values(&self, weights: &Csr, emphasis: &[f64]) -> Array2<f64> {
        let mut values = weights.dot(self.coefficients.view());
        values.rows_mut().into_iter().zip(emphasis).for_each(|(mut row, emphasis)| row *= self.weight * emphasis);
        values
    }
}

/// Moves the private term from the map's part, the first, to that of *words*. `add`: adds a multiple of one part to another.
pub(super) fn private_to_words<T>(parts: &mut Vec<(Source, T)>, private: T, add: impl Fn(&mut T, f64, &T)) {
    add(&mut parts[0].1, -1.0, &private);
    match parts.iter_mut().find(|(source, _)| *source == Source::Identity) {
        Some((_, words)) => add(words, 1.0, &private),
        None => parts.insert(1, (Source::Identity, private)),
    }
}

/// Number of documents from which the parts of components are estimated.
const SAMPLE: usize = 500;

/// Decision functions over the fixed kernel components.
#[derive(Debug)]
pub struct ComponentValues {
    components: Arc<Components>,
    weights: Arc<ComponentWeights>,
    /// Whether documents are scaled to unit length.
    unit: bool,
}

impl ComponentValues {
    /// Decision functions of a fitted model over components; `None` if the map is the only component,
    /// or they are not sums over words.
    pub(super) fn of(
        components: Option<&Arc<Components>>,
        weights: Option<&Arc<ComponentWeights>>,
        unit: bool,
    ) -> Option<Arc<Self>> {
        Some(Arc::new(Self { components: Arc::clone(components?), weights: Arc::clone(weights?), unit }))
    }

    /// Share of each word in a document's decision `function`, one list for each component.
    fn shares(&self, weights: &Csr, document: usize, function: usize) -> Vec<(Source, Vec<f64>)> {
        let own = weights.select(&[document]);
        let rows = self.components.rows(&own, self.unit);
        self.components.shares((&own, &rows), 0, &self.weights, function)
    }
}

impl WordValues {
    /// Part of each kernel component in the spread of decisions: the covariance of its values with the decision,
    /// divided by the decision's variance, summed over functions and an even sample of documents.
    /// The documents have weights `m`, an emphasis each, rows in the fixed components, and `decisions` (n × F).
    /// The parts sum to 1; empty if the map is the only component, or all decisions are equal.
    pub(super) fn measured(
        &self,
        (m, emphasis): (&Csr, &[f64]),
        rows: Option<&FixedComponents>,
        decisions: &Array2<f64>,
    ) -> Vec<(Source, f64)> {
        let n = decisions.nrows();
        let sample: Vec<usize> = (0..n.min(SAMPLE)).map(|place| place * n / n.min(SAMPLE)).collect();
        let beside = self.beside.as_ref().zip(rows);
        let mut parts = beside.map_or_else(Vec::new, |(of, rows)| of.components.values(&rows.select(&sample), &of.weights));
        if let Some(private) = &self.private {
            let emphasis: Vec<f64> = sample.iter().map(|&document| emphasis[document]).collect();
            parts.push((Source::Identity, private.values(&m.select(&sample), &emphasis)));
        }
        if parts.is_empty() {
            return Vec::new();
        }
        let mut sums: [Option<f64>; Source::COUNT] = [None; Source::COUNT];
        let mut total = 0.0;
        for (function, decision) in decisions.select(Axis(0), &sample).columns().into_iter().enumerate() {
            let centred = &decision - decision.mean().unwrap_or(0.0);
            for (source, values) in &parts {
                *sums[source.index()].get_or_insert(0.0) += values.column(function).dot(&centred);
            }
            total += centred.dot(&centred);
        }
        if total <= 0.0 {
            return Vec::new();
        }
        sums[Source::Map.index()] = Some(total - sums.iter().flatten().sum::<f64>());
        Source::ALL.into_iter().filter_map(|source| Some((source, sums[source.index()]? / total))).collect()
    }

    /// Offset of a decision function; 0 without one.
    pub fn bias_of(&self, function: usize) -> f64 {
        self.bias.get(function).copied().unwrap_or(0.0)
    }

    /// Each word's share of the decision `function` of a document.
    /// The shares sum to the decision; the offset is distributed in proportion to the magnitudes of the weights.
    /// A document without words has no shares: its decision is the offset.
    ///
    /// # Panics
    /// Panics if the document or function does not exist.
    pub fn decision_shares(&self, weights: &Csr, document: usize, emphasis: f64, function: usize) -> Shares {
        if let Some(decisions) = &self.function {
            return Shares::undivided(decisions.shares(weights, document, function));
        }
        let (bias, total) = (self.bias[function], weights.row_l1_norm(document));
        let mut shares = self.shares_beyond_bias(weights, document, emphasis, function);
        weights.entries(document).zip(&mut shares.total).for_each(|((_, weight), share)| *share += bias * weight.abs() / total);
        shares
    }

    /// Share of each word in a document's value `function` beyond the offset.
    ///
    /// # Panics
    /// Panics if the document or function does not exist.
    pub fn shares_beyond_bias(&self, weights: &Csr, document: usize, emphasis: f64, function: usize) -> Shares {
        let bias = self.bias_of(function);
        if let Some(values) = &self.function {
            let total = weights.row_l1_norm(document);
            let scaled = weights.select(&[document]).scale_rows(&[emphasis]);
            let shares = values.shares(&scaled, 0, function);
            return Shares::undivided(
                weights.entries(document).zip(shares).map(|((_, weight), share)| share - bias * weight.abs() / total).collect(),
            );
        }
        let share = |(word, weight): (usize, f64)| weight * emphasis * (self.values[[word, function]] - bias);
        let map: Vec<f64> = weights.entries(document).map(share).collect();
        if self.beside.is_none() && self.private.is_none() {
            return Shares::undivided(map);
        }
        let mut parts = vec![(Source::Map, map)];
        parts.extend(self.beside.iter().flat_map(|beside| beside.shares(weights, document, function)));
        let sum = |entry: usize| parts.iter().map(|(_, part)| part[entry]).sum::<f64>();
        let total: Vec<f64> = (0..weights.row(document).0.len()).map(sum).collect();
        if let Some(private) = &self.private {
            let own = private.shares(weights, (document, emphasis), function);
            private_to_words(&mut parts, own, |part, sign, own| {
                part.iter_mut().zip(own).for_each(|(part, own)| *part += sign * own);
            });
        }
        Shares { total, parts }
    }
}

/// Shares of a document's words in the value of a decision function, in the order of the document's entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shares {
    /// Share of each word in the value, summed over all components.
    pub total: Vec<f64>,
    /// Part of each component in the value beyond the offset, the map first; empty if the map is the only component.
    pub parts: Vec<(Source, Vec<f64>)>,
}

impl Shares {
    /// Creates shares that are not divided between components.
    fn undivided(total: Vec<f64>) -> Self {
        Self { total, parts: Vec::new() }
    }
}
