//! Explanation of a distance between documents: witness function, word shares, nearest words.

use std::collections::HashMap;
use std::sync::Arc;

use ndarray::{Array2, ArrayView1, arr2};

use super::{Prepared, WordShare, predict::MatchModel};
use crate::{
    corpus::{Csr, Side},
    ldk::{DocumentFunction, Lengths, SideNorms, Source, Support},
};

impl MatchModel {
    /// Word weights of one document over the stacked words, divided by the divisor of its row in the map.
    fn entries(&self, means: &Prepared, document: usize) -> Vec<(usize, f64)> {
        let by = 1.0 / self.selves(&means.select(&[document])).root[0];
        let offset = self.offset(means.side);
        means.weights.entries(document).map(|(word, weight)| (offset + word, by * weight)).collect()
    }

    /// Witness function `m_i - m_j` of a query and a candidate as weights over the stacked words:
    /// `(word, weight)`, words ascending.
    /// Its field is the difference of the two documents' densities.
    ///
    /// # Panics
    /// Panics if a document does not exist.
    pub(super) fn difference(
        &self,
        queries: &Prepared,
        query: usize,
        candidates: &Prepared,
        candidate: usize,
    ) -> Vec<(usize, f64)> {
        let own = self.entries(queries, query);
        let other = self.entries(candidates, candidate).into_iter().map(|(word, weight)| (word, -weight)).collect();
        if queries.side == Side::Source { [own, other].concat() } else { [other, own].concat() }
    }

    /// Witness function as field weights over all words (V × 1).
    ///
    /// # Panics
    /// Panics if a word is not in the model.
    pub fn coefficients(&self, witness: &[(usize, f64)]) -> Array2<f64> {
        let mut coefficients = Array2::zeros((self.words.len(), 1));
        for &(word, weight) in witness {
            coefficients[[word, 0]] += weight;
        }
        coefficients
    }

    /// Function drawn as the witness if the kernel between documents is not linear:
    /// `K(m, m_i) - K(m, m_j)` of a one-word document at each position.
    /// Only for positions, since words spelled alike are not considered.
    ///
    /// # Panics
    /// Panics if a document does not exist.
    pub fn witness_function(
        &self,
        (queries, query): (&Prepared, usize),
        (candidates, candidate): (&Prepared, usize),
    ) -> Option<DocumentFunction> {
        let ldk = self.ldk();
        if ldk.level2.is_linear() {
            return None;
        }
        let both = [(queries, query), (candidates, candidate)];
        let row = |(means, document): (&Prepared, usize)| {
            let offset = self.offset(means.side);
            means.weights.entries(document).map(|(word, weight)| ((offset + word) as u32, weight)).collect()
        };
        let selves = both.map(|(means, document)| self.selves(&means.select(&[document])));
        let of = |part: fn(&SideNorms) -> &Vec<f64>| selves.iter().flat_map(|selves| part(selves).clone()).collect();
        let squares = if ldk.level2.uses_norms() { of(|selves| &selves.squares) } else { vec![] };
        let support = Support {
            weights: Csr::from_rows(self.words.len(), both.map(row)),
            signed: arr2(&[[1.0], [-1.0]]),
            lengths: Lengths::new(of(|selves| &selves.root), squares, None),
        };
        let (x, bias) = (Arc::clone(&self.latent), Arc::new(vec![0.0]));
        Some(DocumentFunction { ldk, x, support: Arc::new(support), bias })
    }

    /// Whether [`MatchModel::shares`] are exact summands of a distance; otherwise they are integrated gradients.
    pub fn has_exact_shares(&self) -> bool {
        self.ldk().level2.is_linear()
    }

    /// Each word's share of the squared distance of a query and a candidate; the shares sum to it.
    ///
    /// With a linear kernel between documents the share is `c_l (Σ_m c_m k(x_l, x_m) + own (c_l + c_l'))` with the witness `c`,
    /// the counterpart `l'` spelled alike on the opposite side, and the weight `own`;
    /// plus the word's share of the inner products in each fixed component.
    /// The terms with the private weight are the part of the component *words*, together with the component of that name if any.
    /// With any other kernel the share is the integral of the distance's derivatives while both documents grow in proportion
    /// from empty: `K_ii`, `K_jj` and `K_ij` are distributed over words in proportion to their shares of `S_ii`,
    /// `S_jj` and `S_ij`; if norms matter, the whole distance is distributed in proportion to the linear shares.
    ///
    /// # Panics
    /// Panics if a document does not exist.
    pub fn shares(&self, (queries, query): (&Prepared, usize), (candidates, candidate): (&Prepared, usize)) -> Vec<WordShare> {
        let witness = self.difference(queries, query, candidates, candidate);
        let mine = |weight: f64| weight > 0.0;
        let (map, private) = self.map_fields(&witness);
        let both = [queries.select(&[query]), candidates.select(&[candidate])];
        let others = self.component_products(&both);
        let in_map = witness.iter().zip(map.outer_iter()).filter(|(word, _)| mine(word.1)).map(|(word, at)| word.1 * at[1]);
        let beside = both[0].beside.as_ref().zip(both[1].beside.as_ref()).map_or(0.0, |(own, other)| own.cross(other)[[0, 0]]);
        let between = in_map.sum::<f64>() + beside;
        let rates = self.ldk().rates(&self.selves(&both[0]), &self.selves(&both[1]), between);
        let has_private = self.private().is_some();
        let share = |&(word, weight): &(usize, f64), at: ArrayView1<'_, f64>, private: ArrayView1<'_, f64>| {
            let (first, second, rate): (usize, usize, f64) =
                if mine(weight) { (0, 1, rates.own[0]) } else { (1, 0, rates.own[1]) };
            let of = |at: ArrayView1<'_, f64>| weight.abs() * (rate * at[first] - rates.between * at[second]);
            let mut share = WordShare { word, weight, share: of(at), parts: [None; Source::COUNT] };
            let private = has_private.then(|| of(private));
            if self.components.is_some() || has_private {
                share.parts[Source::Map.index()] = Some(share.share - private.unwrap_or(0.0));
                share.parts[Source::Identity.index()] = private;
            }
            for &(source, [own, other]) in others.get(&word).into_iter().flatten() {
                let part = rate * own - rates.between * other;
                share.share += part;
                *share.parts[source.index()].get_or_insert(0.0) += part;
            }
            share
        };
        witness
            .iter()
            .zip(map.outer_iter())
            .zip(private.outer_iter())
            .map(|((word, at), private)| share(word, at, private))
            .collect()
    }

    /// Fields of the query and of the candidate in the map at each word of the witness, private terms included,
    /// and the part of the private term in them (words × 2 each).
    fn map_fields(&self, witness: &[(usize, f64)]) -> (Array2<f64>, Array2<f64>) {
        let ldk = self.ldk();
        let weights: HashMap<usize, f64> = witness.iter().copied().collect();
        let points = Array2::from_shape_fn((witness.len(), self.latent.ncols()), |(l, a)| self.latent[[witness[l].0, a]]);
        let mine = |weight: f64| weight > 0.0;
        let columns = Array2::from_shape_fn((witness.len(), 2), |(l, column)| {
            let weight = witness[l].1;
            if mine(weight) == (column == 0) { weight.abs() } else { 0.0 }
        });
        let mut fields = ldk.embedding.sums().product(points.view(), points.view(), columns.view());
        let mut private = Array2::<f64>::zeros(fields.dim());
        for (l, &(word, _)) in witness.iter().enumerate().filter(|_| ldk.own() > 0.0) {
            let counterpart = self.alike().counterpart(word);
            let shared = counterpart.map_or(0.0, |_| ldk.private);
            let itself = (Some(word), ldk.self_weight(word, self.alike()));
            for (word, own) in [itself, (counterpart, ldk.own())] {
                if let Some(weight) = word.and_then(|word| weights.get(&word)) {
                    let place = [l, usize::from(!mine(*weight))];
                    fields[place] += own * weight.abs();
                    private[place] += shared * weight.abs();
                }
            }
        }
        (fields, private)
    }

    /// Shares of each word, in every fixed component, of the inner product of its document with itself and with its opposite.
    /// `both` are the two single documents.
    fn component_products(&self, both: &[Prepared; 2]) -> HashMap<usize, Vec<(Source, [f64; 2])>> {
        let mut products: HashMap<usize, Vec<_>> = HashMap::new();
        let (Some(components), [Some(first), Some(second)]) = (&self.components, both.each_ref().map(|of| of.beside.as_ref()))
        else {
            return products;
        };
        let one = Array2::ones((1, 1));
        for (means, own, other) in [(&both[0], first, second), (&both[1], second, first)] {
            let m = means.weights.within(self.offset(means.side), self.words.len());
            let by = [own, other].map(|rows| components.shares((&m, own), 0, &rows.weights(&one), 0));
            for ((source, own), (_, other)) in by[0].iter().zip(&by[1]) {
                for ((word, _), (own, other)) in m.entries(0).zip(own.iter().zip(other)) {
                    products.entry(word).or_default().push((*source, [*own, *other]));
                }
            }
        }
        products
    }
}
