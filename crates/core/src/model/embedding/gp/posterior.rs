//! Posterior variances of documents' signals in the Gaussian process (T 5.15).
//!
//! Variances use the Cholesky factor of `K` if it fits into memory (n³/3 once, n² a document), `α⁻¹ l_ii - α⁻² l_iᵀ K⁻¹ l_i`
//! with the kernel `l_i` to the training documents; otherwise by features, `α⁻¹ ψ_iᵀ G⁻¹ ψ_i` with `G = I + (β/α) Ψᵀ Ψ`
//! (n R² once, R² a document).
//! If neither is available, the variance is that of the prior, an upper bound.
//!
//! A raised [`cancel`] flag ends the computation between two blocks of documents, or of the factor.
//! After a cancellation the variances are undefined and the factor is not cached.

use std::sync::{Arc, OnceLock};

use ndarray::{Array2, ArrayView2, Axis, Zip, concatenate, linalg::general_mat_mul};
use parking_lot::Mutex;
use rayon::prelude::*;

use super::{gram_storage::GramStorage, objective::covariance, predict::GpModel};
use crate::{
    cancel,
    corpus::Csr,
    ldk::{Lengths, SharedFeatures, TrainComponents},
    memory::Budget,
    solver::dense::{Cholesky, Threads},
};

/// Number of documents whose posterior variances are computed at a time.
const BLOCK: usize = 256;
/// Distance in kernel widths beyond which words are ignored at a position.
const CUTOFF: f64 = 6.0;

/// Cached factors for posterior variances, computed on first use; not part of the model's identity.
#[derive(Clone, Debug, Default)]
pub(super) struct Posterior {
    made: OnceLock<Option<Arc<Factor>>>,
    /// Lock held by the thread that computes the factor, so that it is computed once.
    making: Arc<Mutex<()>>,
    /// Norms of the training documents, for functions of documents.
    lengths: OnceLock<Lengths>,
    /// Memory budget of the factors, if limited.
    storage: Option<GramStorage>,
}

impl PartialEq for Posterior {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Query of posterior variances, by what it asks about.
#[derive(Clone, Copy)]
pub(super) enum VarianceQuery<'a> {
    /// Variance query for documents over the model's words.
    Documents(&'a Csr),
    /// Query for the variances of one-word documents at the given positions, without private terms.
    Places(ArrayView2<'a, f64>),
}

impl VarianceQuery<'_> {
    fn count(self) -> usize {
        match self {
            Self::Documents(documents) => documents.rows(),
            Self::Places(places) => places.nrows(),
        }
    }
}

#[derive(Debug)]
enum Factor {
    /// Cholesky factor of the covariance `K`, with the norms of the training documents.
    Whole(Cholesky, Lengths),
    /// Cholesky factor of `G`, with the features of all words.
    Features(SharedFeatures, Cholesky),
}

impl Posterior {
    /// Creates an empty cache of factors with the same memory budget.
    pub(super) fn cleared(&self) -> Self {
        Self { storage: self.storage, ..Self::default() }
    }

    /// Creates an empty cache of factors with a budget.
    pub(super) fn within(storage: GramStorage) -> Self {
        Self { storage: Some(storage), ..Self::default() }
    }

    /// Norms of the training documents, computed once.
    pub(super) fn lengths(&self, make: impl FnOnce() -> Lengths) -> &Lengths {
        self.lengths.get_or_init(make)
    }

    fn storage(&self) -> GramStorage {
        self.storage.unwrap_or_else(|| GramStorage(Budget::default()))
    }
}

impl GpModel {
    /// Posterior variances of the signal, computed block by block.
    pub(super) fn posterior_variance(&self, query: VarianceQuery<'_>) -> Vec<f64> {
        let ldk = self.ldk();
        let own = match query {
            VarianceQuery::Documents(documents) => ldk.diagonal(documents, &self.latent),
            VarianceQuery::Places(places) => ldk.one_word_diagonal(places),
        };
        let prior = || own.iter().map(|own| own / self.alpha).collect();
        match self.made().as_deref() {
            // After a cancellation the variances are undefined; the prior saves the cost of the products.
            _ if cancel::requested() => prior(),
            Some(Factor::Whole(factor, lengths)) => self.by_factor((factor, lengths), query, &own),
            Some(Factor::Features(features, factor)) => self.by_features((features, factor), query).unwrap_or_else(prior),
            None => prior(),
        }
    }

    /// Cached factor, computed once; computed again after a cancellation.
    fn made(&self) -> Option<Arc<Factor>> {
        let Posterior { made, making, .. } = &self.posterior;
        if let Some(made) = made.get() {
            return made.clone();
        }
        let _making = making.lock();
        if let Some(made) = made.get() {
            return made.clone();
        }
        let factor = self.factor().map(Arc::new);
        if cancel::requested() { None } else { made.get_or_init(|| factor).clone() }
    }

    fn by_factor(&self, (factor, lengths): (&Cholesky, &Lengths), query: VarianceQuery<'_>, own: &[f64]) -> Vec<f64> {
        let (ldk, train, cancellation) = (self.ldk(), (&*self.train, lengths), cancel::inherited());
        let one = |rows: &Vec<usize>| -> Vec<f64> {
            if cancellation.requested() {
                return vec![0.0; rows.len()];
            }
            let l = match query {
                VarianceQuery::Documents(documents) => {
                    let documents = documents.select(rows);
                    ldk.cross(train, (&documents, &ldk.lengths(&documents, &self.latent)), &self.latent)
                }
                VarianceQuery::Places(places) => {
                    ldk.one_word_kernel(places.select(Axis(0), rows).view(), train, &self.latent).reversed_axes()
                }
            };
            let known = squares(&factor.solve_lower(l.view()));
            let unknown = |(row, known): (&usize, f64)| (own[*row] / self.alpha - known / self.alpha.powi(2)).max(0.0);
            rows.iter().zip(known).map(unknown).collect()
        };
        blocks(query.count()).par_iter().flat_map_iter(one).collect()
    }

    /// Posterior variances by features; `None` if a position has no features.
    fn by_features(&self, (features, factor): (&SharedFeatures, &Cholesky), query: VarianceQuery<'_>) -> Option<Vec<f64>> {
        let places = match query {
            VarianceQuery::Documents(documents) => {
                return Some(self.variances_of((features, factor), VarianceQuery::Documents(documents), documents));
            }
            VarianceQuery::Places(places) => places,
        };
        let each = Csr::from_rows(places.nrows(), (0..places.nrows()).map(|place| vec![(place as u32, 1.0)]));
        let first: Vec<usize> = (0..places.nrows().min(1)).collect();
        if features.means(&each.select(&first), places).is_some() {
            return Some(self.variances_of((features, factor), query, &each));
        }
        let places = self.within_reach(&places);
        let wider = self.embedding.sums().shared(&[self.latent.view(), places.view()])?;
        let factor = self.feature_factor(&wider)?;
        Some(self.variances_of((&wider, &factor), VarianceQuery::Places(places.view()), &each))
    }

    /// Posterior variances of documents, or of one-word `documents` at given positions.
    fn variances_of(
        &self,
        (features, factor): (&SharedFeatures, &Cholesky),
        query: VarianceQuery<'_>,
        documents: &Csr,
    ) -> Vec<f64> {
        let cancellation = cancel::inherited();
        let one = |rows: &Vec<usize>| -> Vec<f64> {
            if cancellation.requested() {
                return vec![0.0; rows.len()];
            }
            let documents = documents.select(rows);
            let psi = match query {
                VarianceQuery::Documents(_) => self.features_of(features, &documents),
                VarianceQuery::Places(places) => self.features_at(features, &documents, &places),
            };
            let psi = psi.unwrap_or_default();
            squares(&factor.solve_lower(psi.t())).into_iter().map(|square| square / self.alpha).collect()
        };
        blocks(documents.rows()).par_iter().flat_map_iter(one).collect()
    }

    /// Features `Ψ` of documents in all components, with normalised rows if documents are; `None` if a word has no features.
    fn features_of(&self, features: &SharedFeatures, documents: &Csr) -> Option<Array2<f64>> {
        let psi = self.map_features(features, documents, &self.latent.view())?;
        Some(match self.ldk().beside(documents) {
            Some(beside) => beside.append_to(psi.view()),
            None => psi,
        })
    }

    /// Features `Ψ` of one-word documents at given positions, 0 in the fixed components.
    fn features_at(&self, features: &SharedFeatures, each: &Csr, places: &ArrayView2<'_, f64>) -> Option<Array2<f64>> {
        let psi = self.map_features(features, each, places)?;
        let Some(components) = &self.components else { return Some(psi) };
        let map = if self.ldk().scales() { 1.0 } else { components.map.sqrt() };
        let others = Array2::zeros((psi.nrows(), components.width()));
        concatenate(Axis(1), &[(psi * map).view(), others.view()]).ok()
    }

    /// Features `Ψ` of documents in the word map; rows are normalised if documents are.
    fn map_features(&self, features: &SharedFeatures, documents: &Csr, x: &ArrayView2<'_, f64>) -> Option<Array2<f64>> {
        let mut psi = features.means(documents, *x)?;
        if self.ldk().scales() {
            psi.rows_mut().into_iter().for_each(|mut row| {
                let square = row.dot(&row);
                row /= if square > 0.0 { square.sqrt() } else { 1.0 };
            });
        }
        Some(psi)
    }

    /// Moves points beyond the reach of all words to its edge, where the variance is that of the prior as well.
    fn within_reach(&self, points: &ArrayView2<'_, f64>) -> Array2<f64> {
        let reach = self.embedding.gamma().map_or(f64::INFINITY, |gamma| CUTOFF / gamma.sqrt());
        let mut points = points.to_owned();
        for (mut column, words) in points.columns_mut().into_iter().zip(self.latent.columns()) {
            let (low, high) = words.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(*x), high.max(*x)));
            Zip::from(&mut column).for_each(|x| *x = x.max(low - reach).min(high + reach));
        }
        points
    }

    /// Computes the Cholesky factor for variances; `None` if neither method is available.
    fn factor(&self) -> Option<Factor> {
        let (ldk, storage) = (self.ldk(), self.posterior.storage());
        if storage.check_matrices(&ldk, self.train.rows()).is_ok() {
            let beside = ldk.beside(&self.train).map(|rows| Arc::new(TrainComponents::new(rows)));
            let k = covariance(ldk.train_gram(&self.train, &self.latent, beside).k, self.alpha, self.beta);
            let factor = Cholesky::new(k.view(), Threads::One).ok()?;
            return Some(Factor::Whole(factor, ldk.lengths(&self.train, &self.latent)));
        }
        storage.ask(&ldk, self.train.rows(), &self.latent).ok()?;
        let features = self.embedding.sums().shared(&[self.latent.view()])?;
        let factor = self.feature_factor(&features)?;
        Some(Factor::Features(features, factor))
    }

    /// Cholesky factor of the features' Gram matrix `G`; `None` if it does not exist.
    fn feature_factor(&self, features: &SharedFeatures) -> Option<Cholesky> {
        let psi = self.features_of(features, &self.train)?;
        let mut g = Array2::eye(psi.ncols());
        general_mat_mul(self.beta / self.alpha, &psi.t(), &psi, 1.0, &mut g);
        Cholesky::new(g.view(), Threads::One).ok()
    }
}

/// Splits document indices into blocks.
fn blocks(documents: usize) -> Vec<Vec<usize>> {
    (0..documents).collect::<Vec<_>>().chunks(BLOCK).map(<[usize]>::to_vec).collect()
}

/// Squared norm of each column of a matrix.
fn squares(columns: &Array2<f64>) -> Vec<f64> {
    columns.columns().into_iter().map(|column| column.dot(&column)).collect()
}
