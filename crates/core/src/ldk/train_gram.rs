//! The Gram matrix of training documents with the intermediate results of its gradient.

use std::sync::Arc;

use ndarray::{Array2, ArrayView1, ArrayView2, ArrayViewMut1, Axis, CowArray, Ix2, Zip, parallel::prelude::*};

use super::{Features, Ldk, Lengths, Slope, TrainComponents, effective, scale};
use crate::{corpus::Csr, kernel::LowRank};

/// Gram matrix `K` of training documents and the intermediate results of its gradient.
#[derive(Debug)]
pub struct TrainGram {
    /// Gram matrix `K` (n × n); empty if it is not computed, as SVMs are solved on `features`.
    pub k: Array2<f64>,
    /// Normalised inner products `S` before the level-2 kernel, unless `K` is `S` itself.
    inner: Option<Array2<f64>>,
    /// Low-rank factor of the Gram matrix of words.
    low_rank: Option<LowRank>,
    /// Length by which each document's kernel mean is divided, as in [`Lengths`] (n).
    pub root: Vec<f64>,
    /// Training documents by the word map's features, if sums are faster that way; the gradient uses them too.
    pub features: Option<Features>,
    /// Training documents in the kernel's fixed components, if any.
    beside: Option<Arc<TrainComponents>>,
}

/// Inputs computed before a Gram matrix of training documents, possibly on another thread.
#[derive(Debug, Default)]
pub struct GramInputs {
    /// Low-rank factor of the Gram matrix of words.
    pub low_rank: Option<LowRank>,
    /// Memory of an earlier matrix (n × n) that the Gram matrix reuses.
    pub storage: Option<Array2<f64>>,
    /// Training documents in the kernel's fixed components, if any.
    pub beside: Option<Arc<TrainComponents>>,
}

impl TrainGram {
    /// Norms of the training documents for their kernel with others under `ldk`; `K` must be complete.
    pub fn lengths(&self, ldk: &Ldk) -> Lengths {
        let squares = self.inner.as_ref().filter(|_| ldk.level2.uses_norms()).map(|inner| inner.diag().to_vec());
        let beside = self.beside.as_ref().map(|beside| Arc::clone(&beside.rows));
        Lengths::new(self.root.clone(), squares.unwrap_or_default(), beside)
    }

    /// Creates a Gram object of `n` documents whose kernel is not computed.
    pub fn not_computed(n: usize) -> Self {
        Self::without_matrix(vec![1.0; n], None)
    }

    /// Creates a Gram object without a matrix, from the divisors of documents in the word map alone.
    fn without_matrix(root: Vec<f64>, beside: Option<Arc<TrainComponents>>) -> Self {
        let root = effective(root, beside.as_ref().map(|beside| &*beside.rows));
        Self { k: Array2::zeros((0, 0)), inner: None, low_rank: None, root, features: None, beside }
    }

    /// Length `√S_ii` of each training document in the word map under unit length, otherwise 1 (n).
    fn map_root(&self) -> Vec<f64> {
        match &self.beside {
            Some(beside) => self.root.iter().zip(&beside.rows.factor).map(|(root, factor)| root * factor).collect(),
            None => self.root.clone(),
        }
    }

    /// Coefficients `β` times each document's factor of the word map.
    fn in_map(&self, signed: &Array2<f64>) -> Array2<f64> {
        let mut signed = signed.clone();
        if let Some(beside) = &self.beside {
            beside.rows.scale(&mut signed);
        }
        signed
    }

    /// Whether the gradient of the Gram matrix sums over pairs of words.
    #[cfg(test)]
    pub(crate) fn is_pairwise(&self) -> bool {
        self.features.is_none() && self.low_rank.is_none()
    }
}

impl Ldk {
    /// Gram matrix `K` of training documents `m` over words at `x`, with what the gradient of `sides` fields needs.
    pub fn train(&self, m: &Csr, x: &Array2<f64>, sides: usize, inputs: GramInputs) -> TrainGram {
        let GramInputs { low_rank, storage, beside } = inputs;
        if let Some(low_rank) = low_rank {
            let mut k = low_rank.gram(m, storage);
            if self.own() > 0.0 {
                k.scaled_add(self.own(), &m.outer(m));
            }
            if let Some(beside) = &beside {
                beside.complete(&mut k);
            }
            return TrainGram { k, low_rank: Some(low_rank), ..TrainGram::without_matrix(vec![1.0; m.rows()], beside) };
        }
        // Two n × n matrices are never needed at the same time.
        drop(storage);
        let Some(features) = self.features(m, x, sides, true) else { return self.train_gram(m, x, beside) };
        let mut train_gram = self.by_features(features, m, beside.clone());
        if let Some(features) = &train_gram.features {
            train_gram.k = features.gram();
        }
        if self.own() > 0.0 {
            train_gram.k.scaled_add(self.own(), &m.outer(m));
        }
        if let Some(beside) = beside {
            beside.complete(&mut train_gram.k);
        }
        train_gram
    }

    /// Kernel `K` of documents by their features in the word map, without the matrix.
    pub fn by_features(&self, mut features: Features, m: &Csr, beside: Option<Arc<TrainComponents>>) -> TrainGram {
        let private = (self.own() > 0.0).then(|| m.row_squared_norms().map(|square| self.own() * square).collect::<Vec<_>>());
        let root = if self.scales() { features.normalise(private.as_deref()) } else { vec![1.0; m.rows()] };
        TrainGram { features: Some(features), ..TrainGram::without_matrix(root, beside) }
    }

    /// Rows of features whose inner products are `K`, for documents by features: dense ones of map and components,
    /// sparse ones of words if words are compared ([`Ldk::compares_words`]).
    pub fn feature_rows<'a>(&self, m: &Csr, train_gram: &'a TrainGram) -> Option<(CowArray<'a, f64, Ix2>, Option<Csr>)> {
        let map = train_gram.features.as_ref()?.values();
        let beside = train_gram.beside.as_ref().map(|beside| &*beside.rows);
        let dense = beside.map_or_else(|| map.into(), |beside| beside.append_to(map).into());
        let private = (self.own() > 0.0).then(|| {
            let by: Vec<f64> = train_gram.root.iter().map(|root| self.own().sqrt() / root).collect();
            m.clone().scale_rows(&by)
        });
        let words = beside.map(|beside| &beside.words).filter(|words| words.nnz() > 0);
        let sparse = match (private, words) {
            (Some(private), Some(words)) => Some(private.and_columns(words)),
            (private, words) => private.or_else(|| words.cloned()),
        };
        Some((dense, sparse))
    }

    /// Complete Gram matrix `K` of training documents.
    pub fn train_gram(&self, m: &Csr, x: &Array2<f64>, beside: Option<Arc<TrainComponents>>) -> TrainGram {
        let mut s = self.inner_products(m, x);
        let root = self.normalise(&mut s, beside.as_deref());
        if self.level2.is_linear() {
            let inner = self.scales().then(|| s.clone());
            return TrainGram { k: s, inner, ..TrainGram::without_matrix(root, beside) };
        }
        let mut k = s.clone();
        let squares = s.diag().to_vec();
        self.level2.lift(&mut k, &squares, &squares);
        TrainGram { k, inner: Some(s), ..TrainGram::without_matrix(root, beside) }
    }

    /// Gradient of the energy `L = -½ Σ_p β_pᵀ K β_p` for `β` = `signed` (n × P);
    /// `weights` computes `C = Mᵀ (β / root)` (V × P) if that suffices.
    /// Includes the level-2 kernel's hyper-parameters if `learned`.
    pub fn energy_slope(
        &self,
        (m, x): (&Csr, &Array2<f64>),
        train_gram: &TrainGram,
        signed: &Array2<f64>,
        learned: bool,
        weights: impl FnOnce() -> Array2<f64>,
    ) -> Slope {
        if let Some(features) = &train_gram.features {
            // The length of a document with a private term depends on all its words.
            let private = (self.own() > 0.0 && self.scales()).then(|| {
                let along = (m.dot(weights().view()) * signed).sum_axis(Axis(1));
                along.iter().zip(&train_gram.root).map(|(along, root)| self.own() * along / root).collect::<Vec<_>>()
            });
            return self.embedding.slope(x, -features.energy_gradient(&train_gram.in_map(signed), private.as_deref()).1);
        }
        if train_gram.inner.is_none() {
            let c = weights();
            let pull = match &train_gram.low_rank {
                Some(low_rank) => low_rank.energy_gradient(c.view()).1,
                None => self.embedding.sums().energy_gradient(x.view(), c.view()).1,
            };
            return self.embedding.slope(x, -pull);
        }
        let mut slope = signed.dot(&signed.t());
        slope.par_mapv_inplace(|q| -0.5 * q);
        self.slope((m, x), train_gram, slope, learned)
    }

    /// Energy `E = ½ Σ_p β_pᵀ K β_p` for `β` = `signed` (n × P); `weights` as for [`Ldk::energy_slope`].
    pub fn energy(&self, train_gram: &TrainGram, signed: &Array2<f64>, weights: impl FnOnce() -> Array2<f64>) -> f64 {
        let half_squares = |of: &Array2<f64>| 0.5 * of.iter().map(|value| value * value).sum::<f64>();
        let Some(features) = train_gram.features.as_ref().filter(|_| train_gram.k.is_empty()) else {
            return 0.5 * (&train_gram.k.dot(signed) * signed).sum();
        };
        let map = half_squares(&train_gram.in_map(signed).t().dot(&features.values()));
        let private = if self.own() > 0.0 { self.own() * half_squares(&weights()) } else { 0.0 };
        map + private + train_gram.beside.as_ref().map_or(0.0, |beside| beside.energy(signed))
    }

    /// Gradient from a symmetric `dL/dK` (n × n) through the complete `S`; as [`Ldk::energy_slope`] if `learned`.
    pub fn slope(&self, (m, x): (&Csr, &Array2<f64>), train_gram: &TrainGram, dl_dk: Array2<f64>, learned: bool) -> Slope {
        let inner = train_gram.inner.as_ref().filter(|_| learned);
        let own = inner.map_or_else(Vec::new, |inner| self.level2_slopes(inner, dl_dk.view()));
        let dl_ds = self.back_to_map(train_gram, dl_dk);
        let mut slope = self.embedding.slope(x, self.embedding.sums().gram_gradient(m, x.view(), dl_ds.view()));
        slope.own.extend(own);
        slope
    }

    /// Gradient by positions from a symmetric `dL/dK` (n × n) in two parts:
    /// of the pairs of documents that lower `L` as they become more similar, and of all other pairs.
    /// The two parts sum to the gradient of [`Ldk::slope`].
    pub fn slopes_apart(&self, (m, x): (&Csr, &Array2<f64>), train_gram: &TrainGram, dl_dk: Array2<f64>) -> [Array2<f64>; 2] {
        let dl_ds = self.back_to_map(train_gram, dl_dk);
        let sums = self.embedding.sums();
        [f64::min, f64::max].map(|keep| {
            let some = dl_ds.mapv(|slope| keep(slope, 0.0));
            self.embedding.slope(x, sums.gram_gradient(m, x.view(), some.view())).x
        })
    }

    /// Derivatives by the logarithms of the level-2 kernel's hyper-parameters, for training documents.
    fn level2_slopes(&self, inner: &Array2<f64>, dl_dk: ArrayView2<'_, f64>) -> Vec<f64> {
        let count = { self.level2 }.numbers().len();
        if count == 0 {
            return vec![];
        }
        let squares = inner.diag();
        let row = |(i, (s, q)): (usize, (ArrayView1<'_, f64>, ArrayView1<'_, f64>))| {
            let one = |sum: [f64; 2], (j, (s, q)): (usize, (&f64, &f64))| {
                let own = self.level2.own_slopes(*s, squares[i], squares[j]);
                [sum[0] + q * own[0], sum[1] + q * own[1]]
            };
            s.iter().zip(q).enumerate().fold([0.0; 2], one)
        };
        let rows = inner.axis_iter(Axis(0)).into_par_iter().zip(dl_dk.axis_iter(Axis(0))).enumerate();
        let rows: Vec<[f64; 2]> = rows.map(row).collect();
        (0..count).map(|number| rows.iter().map(|row| row[number]).sum()).collect()
    }

    /// Gradient `dL/dS` by the word map's unnormalised `S` from `dL/dK`, through level-2 kernel, components and normalisation.
    fn back_to_map(&self, train_gram: &TrainGram, mut q: Array2<f64>) -> Array2<f64> {
        let TrainGram { inner, root, beside, .. } = train_gram;
        let norms = inner.as_ref().map_or_else(Vec::new, |inner| self.through_level2(inner.view(), &mut q));
        let Some(inner) = inner.as_ref().filter(|_| self.scales()) else {
            q.diag_mut().iter_mut().zip(norms).for_each(|(q, norm)| *q += norm);
            if beside.is_some() {
                scale(&mut q, root, root);
            }
            return q;
        };
        q.diag_mut().fill(0.0);
        // Only the word map's part of the inner products depends on the documents' norms in the word map.
        let fixed = beside.as_ref().map(|beside| beside.gram());
        let pull = |(i, q): (usize, ArrayView1<'_, f64>)| q.dot(&inner.row(i)) - fixed.map_or(0.0, |fixed| q.dot(&fixed.row(i)));
        let pulls: Vec<f64> = q.axis_iter(Axis(0)).enumerate().map(pull).collect();
        scale(&mut q, root, root);
        for (i, (pull, root)) in pulls.iter().zip(train_gram.map_root()).enumerate() {
            q[[i, i]] = -pull / (root * root);
        }
        q
    }

    /// Converts `q` = `dL/dK` to `dL/dS` through the level-2 kernel at fixed norms.
    /// Returns derivatives by the squared norms, empty if these have no influence.
    fn through_level2(&self, inner: ArrayView2<'_, f64>, q: &mut Array2<f64>) -> Vec<f64> {
        if !self.level2.uses_norms() {
            Zip::from(q).and(inner).par_for_each(|q, &s| *q *= self.level2.slope(s, 0.0, 0.0)[0]);
            return vec![];
        }
        let squares = inner.diag();
        let row = |(i, (mut q, s)): (usize, (ArrayViewMut1<'_, f64>, ArrayView1<'_, f64>))| {
            let mut norm = 0.0;
            for (j, (q, s)) in q.iter_mut().zip(s).enumerate() {
                let [in_s, in_norm] = self.level2.slope(*s, squares[i], squares[j]);
                // The Gram matrix K is symmetric: a row's norm has the same influence in K_ij and K_ji.
                norm += 2.0 * *q * in_norm;
                *q *= in_s;
            }
            norm
        };
        q.axis_iter_mut(Axis(0)).into_par_iter().zip(inner.axis_iter(Axis(0))).enumerate().map(row).collect()
    }
}
