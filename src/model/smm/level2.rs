//! From positions to the kernel between documents, and back for gradients.
//!
//! `S = M k Mᵀ + private · M Mᵀ`, scaled to a unit diagonal if asked, then a level-2 kernel. Cost: one Gram matrix, and
//! n² for each further step; memory: two n × n matrices.

use ndarray::{Array2, Axis, Zip, parallel::prelude::*};

use super::{Level2, SmmParams, pairs::Gram};
use crate::{
    corpus::Csr,
    kernel::{LowRank, Means, cross_gram, gram, self_inner},
};

/// Keeps the arcsine's slope finite where two documents coincide.
const FLAT: f64 = 1e-6;

/// The kernel between training documents, with what its gradient needs.
#[derive(Debug)]
pub(super) struct Lifted {
    /// `K` (n × n); empty where only blocks of it are made, from `means`.
    pub k: Array2<f64>,
    /// The normalised `S` where `K` is not `S` itself.
    inner: Option<Array2<f64>>,
    /// The words' kernel, where it has low rank.
    pub thin: Option<LowRank>,
    /// `√S_ii` where rows are scaled, else 1; 1 for empty documents too (n).
    pub root: Vec<f64>,
    /// The documents' means, where sums are quicker by features: they give the gradient as well.
    pub means: Option<Means>,
}

fn roots(diagonal: impl Iterator<Item = f64>) -> Vec<f64> {
    diagonal.map(|s| if s > 0.0 { s.sqrt() } else { 1.0 }).collect()
}

fn scale(s: &mut Array2<f64>, rows: &[f64], columns: &[f64]) {
    Zip::indexed(s.rows_mut()).into_par_iter().for_each(|(i, mut row)| {
        for (value, root) in row.iter_mut().zip(columns) {
            *value /= rows[i] * root;
        }
    });
}

fn angle(s: f64) -> f64 {
    2.0 * s.clamp(-1.0, 1.0).asin()
}

/// `√S_ii` of any documents; 1 where nothing is scaled.
pub(super) fn norms(params: &SmmParams, gamma: f64, m: &Csr, x: &Array2<f64>) -> Vec<f64> {
    if !params.normalise {
        return vec![1.0; m.rows()];
    }
    let shared = self_inner(gamma, m, x.view());
    let own = |i: usize| m.row(i).1.iter().map(|weight| weight * weight).sum::<f64>();
    roots(shared.into_iter().enumerate().map(|(i, shared)| shared + params.private * own(i)))
}

/// Means of documents by features, where `K` is a product of them and that is the quicker way; `gram` says whether `K` itself
/// is wanted too.
pub(super) fn means(params: &SmmParams, gamma: f64, m: &Csr, x: &Array2<f64>, sides: usize, gram: bool) -> Option<Means> {
    let product = params.level2 == Level2::Linear && (params.private == 0.0 || !params.normalise);
    if product { Means::when_quicker(gamma, m, x.view(), sides, gram) } else { None }
}

/// What a lift may start from.
#[derive(Debug, Default)]
pub(super) struct Ready {
    /// The words' kernel, where it has low rank.
    pub thin: Option<LowRank>,
    /// A matrix to be written over.
    pub room: Option<Array2<f64>>,
}

impl Ready {
    /// The words' kernel made, where it has low rank and `K` needs no more than that; no entry is wrong by more
    /// than `tolerance`.
    pub fn at(params: &SmmParams, gamma: f64, x: &Array2<f64>, tolerance: f64) -> Self {
        let linear = !params.normalise && params.level2 == Level2::Linear;
        Self { thin: linear.then(|| LowRank::worthwhile(gamma, x.view(), tolerance)).flatten(), room: None }
    }
}

/// `K` of training documents, with what the gradient of `sides` fields needs.
pub(super) fn lift(params: &SmmParams, gamma: f64, m: &Csr, x: &Array2<f64>, sides: usize, ready: Ready) -> Lifted {
    if let Some(thin) = ready.thin {
        let mut k = thin.gram(m, ready.room);
        if params.private > 0.0 {
            k.scaled_add(params.private, &m.outer(m));
        }
        return Lifted { k, inner: None, thin: Some(thin), root: vec![1.0; m.rows()], means: None };
    }
    if let Some(mut means) = means(params, gamma, m, x, sides, true) {
        let root = if params.normalise { means.normalise() } else { vec![1.0; m.rows()] };
        let k = if params.private > 0.0 {
            means.gram() + params.private * m.outer(m)
        } else if sides == 1 {
            means.gram()
        } else {
            Array2::zeros((0, 0))
        };
        return Lifted { k, inner: None, thin: None, root, means: Some(means) };
    }
    whole(params, gamma, m, x)
}

/// `K` of training documents, all of it.
pub(super) fn whole(params: &SmmParams, gamma: f64, m: &Csr, x: &Array2<f64>) -> Lifted {
    let mut s = gram(gamma, m, x.view());
    if params.private > 0.0 {
        s.scaled_add(params.private, &m.outer(m));
    }
    let root = if params.normalise { roots(s.diag().iter().copied()) } else { vec![1.0; m.rows()] };
    if params.normalise {
        scale(&mut s, &root, &root);
        // Exactly one: the arcsine is steep there and would make noise of rounding.
        s.diag_mut().mapv_inplace(|s| if s > 0.0 { 1.0 } else { 0.0 });
    }
    match params.level2 {
        Level2::Linear if params.normalise => Lifted { k: s.clone(), inner: Some(s), thin: None, root, means: None },
        Level2::Linear => Lifted { k: s, inner: None, thin: None, root, means: None },
        Level2::Geodesic => {
            let mut k = s.clone();
            k.par_mapv_inplace(angle);
            Lifted { k, inner: Some(s), thin: None, root, means: None }
        }
    }
}

/// `K` between documents `a` (with their norms) and training documents `b`.
pub(super) fn lift_cross(
    params: &SmmParams,
    gamma: f64,
    (a, a_root): (&Csr, &[f64]),
    (b, b_root): (&Csr, &[f64]),
    x: &Array2<f64>,
) -> Array2<f64> {
    let mut s = cross_gram(gamma, a, x.view(), b, x.view());
    if params.private > 0.0 {
        s.scaled_add(params.private, &a.outer(b));
    }
    scale(&mut s, a_root, b_root);
    if params.level2 == Level2::Geodesic {
        s.par_mapv_inplace(angle);
    }
    s
}

impl Lifted {
    /// What the SVMs are solved on.
    pub fn gram(&self) -> Gram<'_> {
        match &self.means {
            Some(means) if self.k.is_empty() => Gram::Means(means.values()),
            _ => Gram::Whole(&self.k),
        }
    }

    /// `dL/dS` for `L = -½ Σ_p β_pᵀ K β_p` with `β` = `signed` (n × P); `None` where `K = S` and `C = Mᵀβ` says it all.
    pub fn backward(&self, params: &SmmParams, signed: &Array2<f64>) -> Option<Array2<f64>> {
        let inner = self.inner.as_ref()?;
        let mut q = signed.dot(&signed.t());
        Zip::from(&mut q).and(inner).par_for_each(|q, &s| {
            let slope = match params.level2 {
                Level2::Linear => 1.0,
                Level2::Geodesic => 2.0 / (1.0 - s * s).max(FLAT).sqrt(),
            };
            *q *= -0.5 * slope;
        });
        q.diag_mut().fill(0.0);
        let pulls: Vec<f64> = q.axis_iter(Axis(0)).zip(inner.rows()).map(|(q, s)| q.dot(&s)).collect();
        scale(&mut q, &self.root, &self.root);
        for (i, pull) in pulls.iter().enumerate() {
            q[[i, i]] = -pull / (self.root[i] * self.root[i]);
        }
        Some(q)
    }
}
