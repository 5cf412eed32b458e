//! Variances of the posterior (T 5.15): how far the signal of a document may still be from its mean.
//!
//! By the Cholesky factor of `K` where that fits into memory (n³/3 once, n² a document), `α⁻¹ s_ii - α⁻² s_iᵀ K⁻¹ s_i`;
//! else by features, `α⁻¹ ψ_iᵀ G⁻¹ ψ_i` with `G = I + (β/α) Ψᵀ Ψ` (n R² once, R² a document). Where there are none either,
//! nothing is taken as known: the variance is the prior's, which is never less.

use std::sync::{Arc, OnceLock};

use ndarray::{Array2, ArrayView2, Zip, linalg::general_mat_mul};
use rayon::prelude::*;

use super::{objective::covariance, predict::GpModel, room::Room};
use crate::{
    corpus::Csr,
    ldk::SharedFeatures,
    memory::Budget,
    solver::dense::{Cholesky, Threads},
};

/// Documents whose variances are computed at once.
const BLOCK: usize = 256;
/// Words further than this from a place, in widths of the kernel, say nothing of it.
const REACH: f64 = 6.0;

/// What variances are computed with, made at first use; no part of what a model is.
#[derive(Clone, Debug, Default)]
pub(super) struct Posterior {
    made: OnceLock<Option<Arc<Factor>>>,
    /// What it may take, where that was said.
    room: Option<Room>,
}

impl PartialEq for Posterior {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[derive(Debug)]
enum Factor {
    /// Of `K`.
    Whole(Cholesky),
    /// Of `G`, with the features of all words.
    Features(SharedFeatures, Cholesky),
}

impl Posterior {
    /// The same room, nothing made.
    pub fn anew(&self) -> Self {
        Self { made: OnceLock::new(), room: self.room }
    }

    /// Nothing made, within a room.
    pub fn within(room: Room) -> Self {
        Self { made: OnceLock::new(), room: Some(room) }
    }

    fn room(&self) -> Room {
        self.room.unwrap_or_else(|| Room(Budget::default()))
    }
}

impl GpModel {
    /// Variances of the signal of documents whose words lie at `points`, a block at a time; `norms` are their `s_ii`.
    pub(super) fn posterior_variance(
        &self,
        documents: &Csr,
        points: &ArrayView2<'_, f64>,
        norms: &[f64],
        private: f64,
    ) -> Vec<f64> {
        let prior = || norms.iter().map(|norm| norm / self.alpha).collect();
        let made = self.posterior.made.get_or_init(|| self.factor().map(Arc::new));
        match made.as_deref() {
            Some(Factor::Whole(factor)) => self.by_factor(factor, documents, points, norms, private),
            Some(Factor::Features(features, factor)) => {
                self.by_features((features, factor), documents, points).unwrap_or_else(prior)
            }
            None => prior(),
        }
    }

    fn by_factor(
        &self,
        factor: &Cholesky,
        documents: &Csr,
        points: &ArrayView2<'_, f64>,
        norms: &[f64],
        private: f64,
    ) -> Vec<f64> {
        let one = |rows: &Vec<usize>| -> Vec<f64> {
            let documents = documents.select(rows);
            let mut s = self.embedding.sums().cross_gram(&self.train, self.latent.view(), &documents, points.view());
            if private > 0.0 {
                s.scaled_add(private, &self.train.outer(&documents));
            }
            let known = squares(&factor.solve_lower(s.view()));
            let unknown = |(row, known): (&usize, f64)| (norms[*row] / self.alpha - known / self.alpha.powi(2)).max(0.0);
            rows.iter().zip(known).map(unknown).collect()
        };
        blocks(documents.rows()).par_iter().flat_map_iter(one).collect()
    }

    /// `None` where some place has no features.
    fn by_features(
        &self,
        (features, factor): (&SharedFeatures, &Cholesky),
        documents: &Csr,
        points: &ArrayView2<'_, f64>,
    ) -> Option<Vec<f64>> {
        let whole: Vec<usize> = (0..documents.rows()).collect();
        let inside = features.means(&documents.select(&whole[..whole.len().min(1)]), points.view()).is_some();
        if !inside {
            let points = self.within_reach(points);
            let wider = self.embedding.sums().shared(&[self.latent.view(), points.view()])?;
            let factor = self.feature_factor(&wider)?;
            return Some(self.variances_of((&wider, &factor), documents, &points.view()));
        }
        Some(self.variances_of((features, factor), documents, points))
    }

    fn variances_of(
        &self,
        (features, factor): (&SharedFeatures, &Cholesky),
        documents: &Csr,
        points: &ArrayView2<'_, f64>,
    ) -> Vec<f64> {
        let one = |rows: &Vec<usize>| -> Vec<f64> {
            let psi = features.means(&documents.select(rows), points.view()).unwrap_or_default();
            squares(&factor.solve_lower(psi.t())).into_iter().map(|square| square / self.alpha).collect()
        };
        blocks(documents.rows()).par_iter().flat_map_iter(one).collect()
    }

    /// Points moved to where words just no longer reach, if they are further out: nothing is known there either.
    fn within_reach(&self, points: &ArrayView2<'_, f64>) -> Array2<f64> {
        let reach = self.embedding.gamma().map_or(f64::INFINITY, |gamma| REACH / gamma.sqrt());
        let mut points = points.to_owned();
        for (mut column, words) in points.columns_mut().into_iter().zip(self.latent.columns()) {
            let (low, high) = words.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(*x), high.max(*x)));
            Zip::from(&mut column).for_each(|x| *x = x.max(low - reach).min(high + reach));
        }
        points
    }

    /// What is made where nothing was: none where neither way is open.
    fn factor(&self) -> Option<Factor> {
        let (ldk, room) = (self.ldk(), self.posterior.room());
        if room.whole(self.train.rows()).is_ok() {
            let k = covariance(ldk.inner_products(&self.train, &self.latent), self.alpha, self.beta);
            return Cholesky::new(k.view(), Threads::One).ok().map(Factor::Whole);
        }
        room.ask(&ldk, self.train.rows(), &self.latent).ok()?;
        let features = self.embedding.sums().shared(&[self.latent.view()])?;
        let factor = self.feature_factor(&features)?;
        Some(Factor::Features(features, factor))
    }

    /// The factor of `G`.
    fn feature_factor(&self, features: &SharedFeatures) -> Option<Cholesky> {
        let psi = features.means(&self.train, self.latent.view())?;
        let mut g = Array2::eye(psi.ncols());
        general_mat_mul(self.beta / self.alpha, &psi.t(), &psi, 1.0, &mut g);
        Cholesky::new(g.view(), Threads::One).ok()
    }
}

/// Documents in blocks.
fn blocks(documents: usize) -> Vec<Vec<usize>> {
    (0..documents).collect::<Vec<_>>().chunks(BLOCK).map(<[usize]>::to_vec).collect()
}

/// The squared norm of each column.
fn squares(columns: &Array2<f64>) -> Vec<f64> {
    columns.columns().into_iter().map(|column| column.dot(&column)).collect()
}
