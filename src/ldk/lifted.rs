//! The kernel between training documents with what its gradient needs, and the way back from slopes in it.

use ndarray::{Array2, ArrayView2, Axis, Zip};

use super::{Features, Ldk, divisor, scale};
use crate::{corpus::Csr, kernel::LowRank};

/// `K` of training documents, with what its gradient needs.
#[derive(Debug)]
pub struct Lifted {
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
}

/// What a lift may start from.
#[derive(Debug, Default)]
pub struct Ready {
    /// The words' kernel, where it has low rank.
    pub(super) thin: Option<LowRank>,
    /// A matrix to be written over.
    pub room: Option<Array2<f64>>,
}

impl Lifted {
    /// Whether the kernel's gradient goes pair by pair.
    #[cfg(test)]
    pub(crate) fn is_pairwise(&self) -> bool {
        self.features.is_none() && self.thin.is_none()
    }
}

impl Ldk {
    /// `K` of training documents `m` over words at `x`, with what the gradient of `sides` fields needs.
    pub fn train(&self, m: &Csr, x: &Array2<f64>, sides: usize, ready: Ready) -> Lifted {
        if let Some(thin) = ready.thin {
            let mut k = thin.gram(m, ready.room);
            if self.private > 0.0 {
                k.scaled_add(self.private, &m.outer(m));
            }
            return Lifted { k, inner: None, thin: Some(thin), root: vec![1.0; m.rows()], features: None };
        }
        if let Some(mut features) = self.features(m, x, sides, true) {
            let root = if self.unit_length { features.normalise() } else { vec![1.0; m.rows()] };
            let k = if self.private > 0.0 {
                features.gram() + self.private * m.outer(m)
            } else if sides == 1 {
                features.gram()
            } else {
                Array2::zeros((0, 0))
            };
            return Lifted { k, inner: None, thin: None, root, features: Some(features) };
        }
        self.whole(m, x)
    }

    /// `K` of training documents, all of it.
    pub fn whole(&self, m: &Csr, x: &Array2<f64>) -> Lifted {
        let mut s = self.inner_products(m, x);
        let root = if self.unit_length { s.diag().iter().copied().map(divisor).collect() } else { vec![1.0; m.rows()] };
        if self.unit_length {
            scale(&mut s, &root, &root);
            // Exactly one: an angle is steep there and would make noise of rounding.
            s.diag_mut().mapv_inplace(|s| if s > 0.0 { 1.0 } else { 0.0 });
        }
        if self.level2.is_linear() {
            let inner = self.unit_length.then(|| s.clone());
            return Lifted { k: s, inner, thin: None, root, features: None };
        }
        let mut k = s.clone();
        k.par_mapv_inplace(|s| self.level2.value(s));
        Lifted { k, inner: Some(s), thin: None, root, features: None }
    }

    /// `dL/dX` (V × q) of `L = -½ Σ_p β_pᵀ K β_p` for `β` = `signed` (n × P); `weights` gives `C = Mᵀ (β / root)` (V × P)
    /// where that is all it takes.
    pub fn energy_slope(
        &self,
        m: &Csr,
        x: &Array2<f64>,
        lifted: &Lifted,
        signed: &Array2<f64>,
        weights: impl FnOnce() -> Array2<f64>,
    ) -> Array2<f64> {
        if let Some(features) = &lifted.features {
            return -features.energy_gradient(signed).1;
        }
        if lifted.inner.is_none() {
            let c = weights();
            return match &lifted.thin {
                Some(thin) => -thin.energy_gradient(c.view()).1,
                None => -self.embedding.sums().energy_gradient(x.view(), c.view()).1,
            };
        }
        let mut slope = signed.dot(&signed.t());
        slope.par_mapv_inplace(|q| -0.5 * q);
        self.slope(m, x, lifted, slope)
    }

    /// `dL/dX` (V × q) from a symmetric `dL/dK` (n × n), by the whole of `S`.
    pub fn slope(&self, m: &Csr, x: &Array2<f64>, lifted: &Lifted, dl_dk: Array2<f64>) -> Array2<f64> {
        let sums = self.embedding.sums();
        let Some(inner) = &lifted.inner else { return sums.gram_gradient(m, x.view(), dl_dk.view()) };
        let dl_ds = self.back(inner.view(), &lifted.root, dl_dk);
        sums.gram_gradient(m, x.view(), dl_ds.view())
    }

    /// `dL/dS` from `dL/dK`, through the level-2 kernel and the scaling to unit length; `inner` is the scaled `S`.
    fn back(&self, inner: ArrayView2<'_, f64>, root: &[f64], mut q: Array2<f64>) -> Array2<f64> {
        Zip::from(&mut q).and(inner).par_for_each(|q, &s| *q *= self.level2.slope(s));
        if !self.unit_length {
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
}
