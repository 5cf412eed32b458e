//! Share of each kernel component in the similarities of source and target documents.
//!
//! The private term, which counts words spelled alike, is a separate term of the map's products.
//! Its part counts as the component *words*, together with the component of that name if there is one.
//!
//! Cost: the components' inner products of a sample of documents, and the map's. Memory: one matrix of the sample for each.

use ndarray::Array2;

use super::{MatchModel, Sides};
use crate::{
    corpus::Side,
    ldk::Source,
    model::{pairs::Matcher, word_values::private_to_words},
};

/// Maximum number of documents sampled from each side.
const SAMPLE: usize = 200;

impl MatchModel {
    /// Part of each kernel component in the spread of the similarities `S_ij` of source and target documents, the map first:
    /// the covariance of its inner products with `S`, divided by the variance of `S`.
    /// The parts sum to 1; empty if the map is the only component, or all similarities are equal.
    pub(super) fn component_parts(&self, sides: &Sides) -> Vec<(Source, f64)> {
        let few = |count: usize| (0..count.min(SAMPLE)).map(|place| place * count / count.min(SAMPLE)).collect::<Vec<_>>();
        let some = sides.select(&few(sides.source.rows()), &few(sides.target.rows()));
        let (source, target) = (self.prepare(Side::Source, some.source), self.prepare(Side::Target, some.target));
        let beside = match (&self.components, &source.beside, &target.beside) {
            (Some(components), Some(rows), Some(columns)) => components.products(rows, columns),
            _ => Vec::new(),
        };
        let private = self.private_products(&source, &target);
        if beside.is_empty() && private.is_none() {
            return Vec::new();
        }
        let roots = [self.selves(&source).root, self.selves(&target).root];
        let divided = |mut products: Array2<f64>| {
            products.indexed_iter_mut().for_each(|((i, j), s)| *s /= roots[0][i] * roots[1][j]);
            products
        };
        let mut parts = vec![(Source::Map, divided(self.map_products(&source, &target)))];
        parts.extend(beside);
        if let Some(private) = private.map(divided) {
            private_to_words(&mut parts, private, |part, sign, private| part.scaled_add(sign, private));
        }
        let total = parts.iter().fold(Array2::<f64>::zeros(parts[0].1.raw_dim()), |sum, (_, part)| sum + part);
        let centred = &total - total.mean().unwrap_or(0.0);
        let variance = (&centred * &centred).sum();
        if variance <= 0.0 {
            return Vec::new();
        }
        parts.iter().map(|(source, part)| (*source, (part * &centred).sum() / variance)).collect()
    }
}
