//! The kernel between training documents with what its gradient needs, and the way back from slopes in it.

use ndarray::{Array2, ArrayView1, ArrayView2, ArrayViewMut1, Axis, Zip, parallel::prelude::*};

use super::{Features, Ldk, Lengths, Slope, divisor, scale};
use crate::{corpus::Csr, kernel::LowRank};

/// `K` of training documents, with what its gradient needs.
#[derive(Debug)]
pub struct TrainGram {
    /// `K` (n × n); empty where only blocks of it are made, from `features`.
    pub k: Array2<f64>,
    /// The scaled `S` where `K` is not `S` itself.
    inner: Option<Array2<f64>>,
    /// The words' kernel, where it has low rank.
    thin: Option<LowRank>,
    /// What documents are divided by: `√S_ii` for unit length, else 1; 1 for empty documents too (n).
    pub root: Vec<f64>,
    /// The documents by features, where sums are quicker so: they give the gradient as well.
    pub features: Option<Features>,
    /// What rows are made of, where `K` is not made at all.
    pub unmade: Option<LazyGram>,
}

/// A `K` of which rows are made when they are asked for; the level-2 kernel is linear.
#[derive(Debug)]
pub struct LazyGram {
    /// Documents, to unit length if asked (n × V).
    pub scaled: Csr,
    /// The diagonal of `K` (n).
    pub diagonal: Vec<f64>,
}

/// What a lift may start from.
#[derive(Debug, Default)]
pub struct Ready {
    /// The words' kernel, where it has low rank.
    pub(super) thin: Option<LowRank>,
    /// A matrix to be written over.
    pub room: Option<Array2<f64>>,
}

impl TrainGram {
    /// How long the documents are, for comparing others with them by `ldk`, whose `K` was made whole.
    pub fn lengths(&self, ldk: &Ldk) -> Lengths {
        let squares = self.inner.as_ref().filter(|_| ldk.level2.uses_norms()).map(|inner| inner.diag().to_vec());
        Lengths { root: self.root.clone(), squares: squares.unwrap_or_default() }
    }

    fn without_matrix(root: Vec<f64>) -> Self {
        Self { k: Array2::zeros((0, 0)), inner: None, thin: None, root, features: None, unmade: None }
    }

    /// Whether the kernel's gradient goes pair by pair.
    #[cfg(test)]
    pub(crate) fn is_pairwise(&self) -> bool {
        self.features.is_none() && self.thin.is_none()
    }
}

impl Ldk {
    /// `K` of training documents `m` over words at `x`, with what the gradient of `sides` fields needs.
    pub fn train(&self, m: &Csr, x: &Array2<f64>, sides: usize, ready: Ready) -> TrainGram {
        if let Some(thin) = ready.thin {
            let mut k = thin.gram(m, ready.room);
            if self.own() > 0.0 {
                k.scaled_add(self.own(), &m.outer(m));
            }
            return TrainGram { k, thin: Some(thin), ..TrainGram::without_matrix(vec![1.0; m.rows()]) };
        }
        // Two such matrices need not stand side by side.
        drop(ready.room);
        let Some(mut lifted) = self.by_features(m, x, sides) else { return self.whole(m, x) };
        if let Some(features) = lifted.features.as_ref().filter(|_| self.own() > 0.0 || sides == 1) {
            lifted.k = features.gram();
        }
        if self.own() > 0.0 {
            lifted.k.scaled_add(self.own(), &m.outer(m));
        }
        lifted
    }

    /// The same by features alone, without `K`, where that is the quicker way for `sides` fields.
    pub fn by_features(&self, m: &Csr, x: &Array2<f64>, sides: usize) -> Option<TrainGram> {
        let mut features = self.features(m, x, sides, true)?;
        let root = if self.scales() { features.normalise() } else { vec![1.0; m.rows()] };
        Some(TrainGram { features: Some(features), ..TrainGram::without_matrix(root) })
    }

    /// The same without `K`, whose rows are made when they are asked for; the level-2 kernel must be linear.
    pub fn on_demand(&self, m: &Csr, x: &Array2<f64>) -> TrainGram {
        let squares = self.squares(m, x);
        let root = if self.scales() { squares.iter().copied().map(divisor).collect() } else { vec![1.0; m.rows()] };
        let diagonal = squares.iter().zip(&root).map(|(square, root)| square / (root * root)).collect();
        let by: Vec<f64> = root.iter().map(|root| 1.0 / root).collect();
        let unmade = LazyGram { scaled: m.clone().scale_rows(&by), diagonal };
        TrainGram { unmade: Some(unmade), ..TrainGram::without_matrix(root) }
    }

    /// `K` of training documents, all of it.
    pub fn whole(&self, m: &Csr, x: &Array2<f64>) -> TrainGram {
        let mut s = self.inner_products(m, x);
        let root = if self.scales() { s.diag().iter().copied().map(divisor).collect() } else { vec![1.0; m.rows()] };
        if self.scales() {
            scale(&mut s, &root, &root);
            // Exactly one: an angle is steep there and would make noise of rounding.
            s.diag_mut().mapv_inplace(|s| if s > 0.0 { 1.0 } else { 0.0 });
        }
        if self.level2.is_linear() {
            let inner = self.scales().then(|| s.clone());
            return TrainGram { k: s, inner, ..TrainGram::without_matrix(root) };
        }
        let mut k = s.clone();
        let squares = s.diag().to_vec();
        self.level2.lift(&mut k, &squares, &squares);
        TrainGram { k, inner: Some(s), ..TrainGram::without_matrix(root) }
    }

    /// The slope of `L = -½ Σ_p β_pᵀ K β_p` for `β` = `signed` (n × P); `weights` gives `C = Mᵀ (β / root)` (V × P)
    /// where that is all it takes. The numbers of the level-2 kernel are looked at where they are `learned`.
    pub fn energy_slope(
        &self,
        (m, x): (&Csr, &Array2<f64>),
        lifted: &TrainGram,
        signed: &Array2<f64>,
        learned: bool,
        weights: impl FnOnce() -> Array2<f64>,
    ) -> Slope {
        if let Some(features) = &lifted.features {
            return self.embedding.slope(x, -features.energy_gradient(signed).1);
        }
        if let Some(unmade) = &lifted.unmade {
            return self.embedding.slope(x, self.slope_by_words((m, unmade, &lifted.root), x, signed, &weights()));
        }
        if lifted.inner.is_none() {
            let c = weights();
            let pull = match &lifted.thin {
                Some(thin) => thin.energy_gradient(c.view()).1,
                None => self.embedding.sums().energy_gradient(x.view(), c.view()).1,
            };
            return self.embedding.slope(x, -pull);
        }
        let mut slope = signed.dot(&signed.t());
        slope.par_mapv_inplace(|q| -0.5 * q);
        self.slope((m, x), lifted, slope, learned)
    }

    /// `dL/dX` of [`Ldk::energy_slope`] from `C = Mᵀ (β / root)`, without `K`.
    fn slope_by_words(
        &self,
        (m, unmade, root): (&Csr, &LazyGram, &[f64]),
        x: &Array2<f64>,
        signed: &Array2<f64>,
        c: &Array2<f64>,
    ) -> Array2<f64> {
        let sums = self.embedding.sums();
        let (_, slope, mut fields) = sums.energy_gradient(x.view(), c.view());
        let mut slope = -slope;
        if self.scales() {
            // A document's length follows its words: dL/dS_ii = ½ Σ_p β_ip (K β_p)_i / root_i².
            fields.scaled_add(self.own(), c);
            let along = (unmade.scaled.dot(fields.view()) * signed).sum_axis(Axis(1));
            let pulls: Vec<f64> = along.iter().zip(root).map(|(along, root)| 0.5 * along / (root * root)).collect();
            sums.self_slopes(m, x.view()).add_to(m, &pulls, &mut slope);
        }
        slope
    }

    /// `E = ½ Σ_p β_pᵀ K β_p` for `β` = `signed` (n × P); `weights` as for [`Ldk::energy_slope`]. `K` is whole or unmade.
    pub fn energy(
        &self,
        x: &Array2<f64>,
        lifted: &TrainGram,
        signed: &Array2<f64>,
        weights: impl FnOnce() -> Array2<f64>,
    ) -> f64 {
        if lifted.unmade.is_none() {
            return 0.5 * (&lifted.k.dot(signed) * signed).sum();
        }
        let c = &weights();
        let shared = (self.embedding.sums().product(x.view(), x.view(), c.view()) * c).sum();
        0.5 * (shared + self.own() * c.iter().map(|c| c * c).sum::<f64>())
    }

    /// The slope from a symmetric `dL/dK` (n × n), by the whole of `S`; as [`Ldk::energy_slope`] where `learned`.
    pub fn slope(&self, (m, x): (&Csr, &Array2<f64>), lifted: &TrainGram, dl_dk: Array2<f64>, learned: bool) -> Slope {
        let sums = self.embedding.sums();
        let Some(inner) = &lifted.inner else {
            return self.embedding.slope(x, sums.gram_gradient(m, x.view(), dl_dk.view()));
        };
        let own = if learned { self.level2_slopes(inner, dl_dk.view()) } else { vec![] };
        let dl_ds = self.back(inner.view(), &lifted.root, dl_dk);
        let mut slope = self.embedding.slope(x, sums.gram_gradient(m, x.view(), dl_ds.view()));
        slope.own.extend(own);
        slope
    }

    /// The slope in positions from a symmetric `dL/dK` (n × n) in two: of the pairs of documents that lower `L` as they grow more
    /// alike, and of the others. They sum to that of [`Ldk::slope`].
    pub fn slopes_apart(&self, (m, x): (&Csr, &Array2<f64>), lifted: &TrainGram, dl_dk: Array2<f64>) -> [Array2<f64>; 2] {
        let dl_ds = match &lifted.inner {
            Some(inner) => self.back(inner.view(), &lifted.root, dl_dk),
            None => dl_dk,
        };
        let sums = self.embedding.sums();
        [f64::min, f64::max].map(|keep| {
            let some = dl_ds.mapv(|slope| keep(slope, 0.0));
            self.embedding.slope(x, sums.gram_gradient(m, x.view(), some.view())).x
        })
    }

    /// Slopes in the logarithms of the level-2 kernel's own numbers.
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

    /// `dL/dS` from `dL/dK`, through the level-2 kernel and the scaling to unit length; `inner` is the scaled `S`.
    fn back(&self, inner: ArrayView2<'_, f64>, root: &[f64], mut q: Array2<f64>) -> Array2<f64> {
        let norms = self.through_level2(inner, &mut q);
        if !self.scales() {
            q.diag_mut().iter_mut().zip(norms).for_each(|(q, norm)| *q += norm);
            return q;
        }
        q.diag_mut().fill(0.0);
        let pulls: Vec<f64> = q.axis_iter(Axis(0)).zip(inner.rows()).map(|(q, s)| q.dot(&s)).collect();
        scale(&mut q, root, root);
        for (i, pull) in pulls.iter().enumerate() {
            q[[i, i]] = -pull / (root[i] * root[i]);
        }
        q
    }

    /// Makes `dL/dS`, norms held, of `q` = `dL/dK`; gives the slopes in the squared norms, none where they do not count.
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
                // K is symmetric: what the row's norm does in K_ij it does in K_ji.
                norm += 2.0 * *q * in_norm;
                *q *= in_s;
            }
            norm
        };
        q.axis_iter_mut(Axis(0)).into_par_iter().zip(inner.axis_iter(Axis(0))).enumerate().map(row).collect()
    }
}
