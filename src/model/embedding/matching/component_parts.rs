//! Part of each component of the kernel in the similarities of source and target documents.
//!
//! Cost: the components' inner products of a sample of documents, and the map's. Memory: one matrix of the sample for each.

use ndarray::Array2;

use super::{MatchModel, Sides};
use crate::{corpus::Side, ldk::Source, model::pairs::Matcher};

/// Largest number of documents of a side.
const SAMPLE: usize = 200;

impl MatchModel {
    /// Part of each component in the spread of the similarities `S_ij` of source and target documents, the map first: the
    /// covariance of its inner products with `S`, divided by the variance of `S`. The parts sum to 1; empty if the map is the
    /// only component, or all similarities are equal.
    pub(super) fn component_parts(&self, sides: &Sides) -> Vec<(Source, f64)> {
        let few = |count: usize| (0..count.min(SAMPLE)).map(|place| place * count / count.min(SAMPLE)).collect::<Vec<_>>();
        let some = sides.select(&few(sides.source.rows()), &few(sides.target.rows()));
        let (source, target) = (self.prepare(Side::Source, some.source), self.prepare(Side::Target, some.target));
        let (Some(components), Some(rows), Some(columns)) = (&self.components, &source.beside, &target.beside) else {
            return Vec::new();
        };
        let mut map = self.map_products(&source, &target);
        let roots = [self.selves(&source).root, self.selves(&target).root];
        map.indexed_iter_mut().for_each(|((i, j), s)| *s /= roots[0][i] * roots[1][j]);
        let mut parts = vec![(Source::Map, map)];
        parts.extend(components.products(rows, columns));
        let total = parts.iter().fold(Array2::<f64>::zeros(parts[0].1.raw_dim()), |sum, (_, part)| sum + part);
        let centred = &total - total.mean().unwrap_or(0.0);
        let variance = (&centred * &centred).sum();
        if variance <= 0.0 {
            return Vec::new();
        }
        parts.iter().map(|(source, part)| (*source, (part * &centred).sum() / variance)).collect()
    }
}
