//! Values of words: the decision functions of a model at every word; each document's value is composed of them.
//!
//! A document with weights `m` (a row of `M`) has the value `b_f + e Σ_l m_l (v_lf - b_f)` of function `f`, with the
//! document's emphasis `e`. If a decision is not a sum over words, its shares are integrated gradients of the function of
//! documents.

use std::sync::Arc;

use ndarray::{Array2, Axis};

use crate::{
    corpus::Csr,
    ldk::{Beside, BesideWeights, Components, DocumentFunction, Source},
};

/// Decision functions at every word, one for each pair of classes or rating.
#[derive(Clone, Debug, Default)]
pub struct WordValues {
    /// Value of a one-word document, offset included (V × F).
    pub values: Arc<Array2<f64>>,
    /// Offset of each function (F).
    pub bias: Arc<Vec<f64>>,
    /// Functions of documents, if they are not sums over words; `values` then belong to one-word documents.
    pub function: Option<Arc<DocumentFunction>>,
    /// The decisions over the components beside the map, which `values` belong to.
    pub beside: Option<Arc<BesideValues>>,
}

/// Documents from which the parts of components are estimated.
const SAMPLE: usize = 500;

/// Decision functions over the components of the kernel beside the map.
#[derive(Debug)]
pub struct BesideValues {
    components: Arc<Components>,
    weights: Arc<BesideWeights>,
    /// Whether documents have unit length.
    unit: bool,
    /// Part of each component in the decisions, the map first: the share of the decisions' spread that it explains; empty if
    /// unknown.
    pub parts: Vec<(Source, f64)>,
}

impl BesideValues {
    /// The decisions of a fitted model; `None` if the map is the only component, or decisions are not sums over words.
    pub(super) fn of(
        components: Option<&Arc<Components>>,
        weights: Option<&Arc<BesideWeights>>,
        unit: bool,
    ) -> Option<Arc<Self>> {
        Some(Arc::new(Self { components: Arc::clone(components?), weights: Arc::clone(weights?), unit, parts: Vec::new() }))
    }

    /// The same with the part of each component in the spread of all decisions of the corpus.
    pub(super) fn over_corpus(&self, rows: &Beside, decisions: &Array2<f64>) -> Arc<Self> {
        let parts = self.measured(rows, decisions);
        Arc::new(Self { parts, components: Arc::clone(&self.components), weights: Arc::clone(&self.weights), unit: self.unit })
    }

    /// Part of each component in the spread of decisions: the covariance of its values with the decision, divided by the
    /// decision's variance, summed over functions and an even sample of the documents `rows` with `decisions` (n × F). The
    /// parts sum to 1; empty if all decisions are equal.
    fn measured(&self, rows: &Beside, decisions: &Array2<f64>) -> Vec<(Source, f64)> {
        let n = decisions.nrows();
        let sample: Vec<usize> = (0..n.min(SAMPLE)).map(|place| place * n / n.min(SAMPLE)).collect();
        let (rows, decisions) = (rows.select(&sample), decisions.select(Axis(0), &sample));
        let names = self.components.others.iter().map(|component| component.source);
        let mut sums: Vec<(Source, f64)> = std::iter::once(Source::Map).chain(names).map(|name| (name, 0.0)).collect();
        let mut total = 0.0;
        for (function, decision) in decisions.columns().into_iter().enumerate() {
            let centred = &decision - decision.mean().unwrap_or(0.0);
            let variance = centred.dot(&centred);
            let values = self.components.values(&rows, &self.weights, function);
            let each: Vec<f64> = values.columns().into_iter().map(|part| part.dot(&centred)).collect();
            total += variance;
            sums[0].1 += variance - each.iter().sum::<f64>();
            sums[1..].iter_mut().zip(each).for_each(|(sum, part)| sum.1 += part);
        }
        if total > 0.0 { sums.into_iter().map(|(name, sum)| (name, sum / total)).collect() } else { Vec::new() }
    }

    /// Each word's share of the decision `function` of a document, one list for each component.
    fn shares(&self, weights: &Csr, document: usize, function: usize) -> Vec<(Source, Vec<f64>)> {
        let own = weights.select(&[document]);
        let rows = self.components.rows(&own, self.unit);
        self.components.shares((&own, &rows), 0, &self.weights, function)
    }
}

impl WordValues {
    /// Offset of a function; 0 without one.
    pub fn bias_of(&self, function: usize) -> f64 {
        self.bias.get(function).copied().unwrap_or(0.0)
    }

    /// Each word's share of the decision `function` of a document. The shares sum to the decision; the offset is distributed in
    /// proportion to the weights. A document without words has no shares: its decision is the offset.
    ///
    /// # Panics
    /// If the document or function does not exist.
    pub fn decision_shares(&self, weights: &Csr, document: usize, emphasis: f64, function: usize) -> Shares {
        if let Some(decisions) = &self.function {
            return Shares::whole(decisions.shares(weights, document, function));
        }
        let (bias, total) = (self.bias[function], weights.row_sum(document));
        let mut shares = self.shares_beyond_bias(weights, document, emphasis, function);
        weights.entries(document).zip(&mut shares.total).for_each(|((_, weight), share)| *share += bias * weight / total);
        shares
    }

    /// Each word's share of the value `function` of a document beyond the offset.
    ///
    /// # Panics
    /// If the document or function does not exist.
    pub fn shares_beyond_bias(&self, weights: &Csr, document: usize, emphasis: f64, function: usize) -> Shares {
        let bias = self.bias_of(function);
        if let Some(values) = &self.function {
            let total = weights.row_sum(document);
            let scaled = weights.select(&[document]).scale_rows(&[emphasis]);
            let shares = values.shares(&scaled, 0, function);
            return Shares::whole(
                weights.entries(document).zip(shares).map(|((_, weight), share)| share - bias * weight / total).collect(),
            );
        }
        let share = |(word, weight): (usize, f64)| weight * emphasis * (self.values[[word, function]] - bias);
        let map: Vec<f64> = weights.entries(document).map(share).collect();
        let Some(beside) = &self.beside else { return Shares::whole(map) };
        let mut parts = vec![(Source::Map, map)];
        parts.extend(beside.shares(weights, document, function));
        let total = (0..weights.row(document).0.len()).map(|entry| parts.iter().map(|(_, part)| part[entry]).sum()).collect();
        Shares { total, parts }
    }
}

/// Shares of a document's words in the value of a function, in the order of the document's entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shares {
    /// The share of each word, over all components.
    pub total: Vec<f64>,
    /// The part of each component beyond the offset, the map first; empty if the map is the only one.
    pub parts: Vec<(Source, Vec<f64>)>,
}

impl Shares {
    /// Shares that are not divided between components.
    fn whole(total: Vec<f64>) -> Self {
        Self { total, parts: Vec::new() }
    }
}
