//! Objective `J(X) = max_A L` of the latent SMM (T 4.19), its value at fixed duals, and their common gradient (T 4.22).
//!
//! Cost: with `K = S` one pass over pairs of words for each gradient, V²(q + P), or where faster over the words' features,
//! (nnz + n P + V q) R; otherwise one pass over `Mᵀ Q M`.

use std::sync::Arc;

use ndarray::{Array2, Axis, Zip, concatenate, parallel::prelude::*};

use super::{
    SmmParams,
    pairs::{Duals, Gram, Pairs},
    point::Point,
};
use crate::{
    corpus::Csr,
    ldk::{self, GramInputs, Ldk, TrainComponents, TrainGram},
    model::{embedding::beside::CorpusComponents, kernels::Kernels, start::squares_from},
    solver::FeatureRows,
};

/// Largest error of an entry in a low-rank Gram matrix of words.
pub(super) const MAX_LOW_RANK_ERROR: f64 = 1e-10;

/// Number of training documents for each feature above which features are few.
const DOCUMENTS_PER_FEATURE: usize = 8;

/// Value and gradient of the latent SMM's objective at one point.
#[derive(Clone, Debug)]
pub(super) struct Slope {
    /// Value of the objective, including the priors.
    pub value: f64,
    /// Gradient with respect to positions, with their prior, and the kernels' hyper-parameters, without their prior.
    pub by: ldk::Slope,
}

/// Field weights of each pair of classes, `Mᵀ (signed / root)` (V × P).
pub(super) fn coefficients(m: &Csr, signed: &Array2<f64>, root: &[f64]) -> Array2<f64> {
    let by_word = m.transpose();
    let used: Vec<bool> = signed.outer_iter().map(|signed| signed.iter().any(|&a| a != 0.0)).collect();
    let mut c = Array2::zeros((m.cols(), signed.ncols()));
    Zip::indexed(c.rows_mut()).into_par_iter().for_each(|(word, mut c)| {
        for (i, weight) in by_word.entries(word).filter(|&(i, _)| used[i]) {
            c.scaled_add(weight / root[i], &signed.row(i));
        }
    });
    c
}

/// Inputs of the latent SMM's objective and its gradient.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objective<'a> {
    /// Parameters of the support measure machine.
    pub params: &'a SmmParams,
    /// Training documents (n × V).
    pub m: &'a Csr,
    /// Pairs of classes that the SVMs separate.
    pub pairs: &'a Pairs,
    /// Whether the complete kernel between training documents fits into memory.
    pub fits: bool,
    /// Centre of the Gaussian prior on word positions, if not the origin (V × q).
    pub centre: Option<&'a Array2<f64>>,
    /// Documents in the kernel's fixed components, if any.
    pub beside: Option<&'a Arc<CorpusComponents>>,
}

impl Objective<'_> {
    /// Kernel between documents with the hyper-parameters at a point.
    pub(super) fn ldk(&self, kernels: Kernels) -> Ldk {
        CorpusComponents::within(self.beside, kernels.within(self.params.ldk()))
    }

    fn train_beside(&self) -> Option<Arc<TrainComponents>> {
        self.beside.map(|beside| Arc::clone(&beside.train))
    }

    /// Solves the SVMs at a point of the optimisation.
    pub(super) fn solve(&self, point: &Point, warm: Option<&[Vec<f64>]>) -> (TrainGram, Duals) {
        self.solve_with(point, warm, self.gram_inputs(point, MAX_LOW_RANK_ERROR))
    }

    /// Inputs of a solve with the complete Gram matrix.
    pub(super) fn gram_inputs(&self, point: &Point, tolerance: f64) -> GramInputs {
        let ldk = self.ldk(point.kernels);
        if !self.is_by_features(&ldk, &point.x) {
            return ldk.gram_inputs(&point.x, tolerance, self.train_beside());
        }
        GramInputs { beside: self.train_beside(), ..GramInputs::default() }
    }

    /// Whether SVMs are solved on the documents' features, since these are few or no kernel matrix fits;
    /// then no kernel between documents is computed.
    /// Where words are compared, SMO from duals nearby takes fewer operations on a matrix than passes over the words.
    fn is_by_features(&self, ldk: &Ldk, x: &Array2<f64>) -> bool {
        let few = |features| !ldk.compares_words() && features <= self.m.rows() / DOCUMENTS_PER_FEATURE;
        ldk.feature_count(x).is_some_and(|features| !self.fits || few(features))
    }

    /// Computes documents by features, or their kernel; neither if the documents have no features and no matrix fits.
    fn lift(&self, ldk: &Ldk, x: &Array2<f64>, inputs: GramInputs) -> TrainGram {
        match if self.is_by_features(ldk, x) { ldk.all_features(self.m, x) } else { None } {
            Some(features) => ldk.by_features(features, self.m, self.train_beside()),
            None if self.fits => ldk.train(self.m, x, self.pairs.len(), inputs),
            None => TrainGram::not_computed(self.m.rows()),
        }
    }

    /// Solves the SVMs at a point of the optimisation with prepared inputs.
    /// Where memory suffices neither for a matrix nor by features, duals are 0 and the objective is no number.
    pub(super) fn solve_with(&self, point: &Point, warm: Option<&[Vec<f64>]>, inputs: GramInputs) -> (TrainGram, Duals) {
        let ldk = self.ldk(point.kernels);
        let train_gram = self.lift(&ldk, &point.x, inputs);
        let rows = if train_gram.k.is_empty() { ldk.feature_rows(self.m, &train_gram) } else { None };
        let gram = match &rows {
            Some((dense, sparse)) => Gram::Features(FeatureRows { dense: dense.view(), sparse: sparse.as_ref() }),
            None if train_gram.k.is_empty() => return (train_gram, self.pairs.unsolved()),
            None => Gram::Whole(&train_gram.k),
        };
        let duals = self.pairs.solve(gram, self.params.c, self.params.tolerance, warm);
        (train_gram, duals)
    }

    /// Value of the priors of the objective.
    pub(super) fn prior(&self, Point { x, kernels }: &Point) -> f64 {
        0.5 * self.params.rho * squares_from(x, self.centre) + self.params.learned().prior(*kernels)
    }

    /// Gradient of the objective `J` at a point, given the SVM solution there.
    pub(super) fn slope(&self, point: &Point, train_gram: &TrainGram, duals: &Duals) -> Slope {
        let weights = || coefficients(self.m, &duals.signed, &train_gram.root);
        let learned = self.params.learned().needs_level2_slopes();
        let slope = self.ldk(point.kernels).energy_slope((self.m, &point.x), train_gram, &duals.signed, learned, weights);
        self.with_prior(point, duals.objective, slope)
    }

    /// Gradient by positions without their prior in two parts:
    /// from the terms of `-½ Σ_p β_pᵀ K β_p` with both documents on the same side of their pair, and from all other terms.
    pub(super) fn slopes_apart(&self, point: &Point, train_gram: &TrainGram, duals: &Duals) -> [Array2<f64>; 2] {
        let slope = |signed: &Array2<f64>| {
            let weights = || coefficients(self.m, signed, &train_gram.root);
            self.ldk(point.kernels).energy_slope((self.m, &point.x), train_gram, signed, false, weights).x
        };
        let sides = [f64::max, f64::min].map(|keep| duals.signed.mapv(|a| keep(a, 0.0)));
        let all = slope(&duals.signed);
        // The two sides of a pair are processed separately, so that no term combines them.
        let alike = slope(&concatenate![Axis(1), sides[0], sides[1]]);
        let unlike = all - &alike;
        [alike, unlike]
    }

    /// Objective at fixed dual variables and its gradient: `1ᵀa - ½ Σ_p β_pᵀ K β_p` and priors.
    pub(super) fn at_fixed_duals(&self, point: &Point, duals: &Duals) -> Slope {
        let total: f64 = duals.signed.iter().map(|a| a.abs()).sum();
        let ldk = self.ldk(point.kernels);
        let features = if self.is_by_features(&ldk, &point.x) { ldk.all_features(self.m, &point.x) } else { None };
        let features = features.or_else(|| ldk.features(self.m, &point.x, self.pairs.len(), false));
        let needs_matrix = features.is_none() && (ldk.scales() || !ldk.level2.is_linear());
        let total = if needs_matrix && !self.fits { f64::NAN } else { total };
        if features.is_some() || (needs_matrix && self.fits) {
            let beside = self.train_beside();
            let train_gram = match features {
                Some(features) => ldk.by_features(features, self.m, beside),
                None => ldk.train_gram(self.m, &point.x, beside),
            };
            let energy = ldk.energy(&train_gram, &duals.signed, || coefficients(self.m, &duals.signed, &train_gram.root));
            let mut slope = self.slope(point, &train_gram, duals);
            slope.value += total - energy - duals.objective;
            return slope;
        }
        let c = coefficients(self.m, &duals.signed, &self.divisors());
        let (energy, slope, _) = ldk.embedding.sums().energy_gradient(point.x.view(), c.view());
        self.with_prior(point, total - energy - self.own(&ldk, duals), ldk.embedding.slope(&point.x, -slope))
    }

    /// Part of the energy that does not depend on positions: of the private term without normalisation,
    /// and of the fixed components.
    fn own(&self, ldk: &Ldk, duals: &Duals) -> f64 {
        let beside = self.beside.map_or(0.0, |beside| beside.train.energy(&duals.signed));
        if ldk.own() == 0.0 {
            return beside;
        }
        let c = coefficients(self.m, &duals.signed, &self.divisors());
        0.5 * ldk.own() * c.iter().map(|c| c * c).sum::<f64>() + beside
    }

    /// Divisors of the documents' rows in the word map without normalisation (n).
    fn divisors(&self) -> Vec<f64> {
        self.beside.map_or_else(|| vec![1.0; self.m.rows()], |beside| beside.train.rows.factor.iter().map(|f| 1.0 / f).collect())
    }

    /// Adds the priors to the value of the objective and to its gradient by positions.
    fn with_prior(&self, point: &Point, value: f64, mut by: ldk::Slope) -> Slope {
        by.x.scaled_add(self.params.rho, &point.x);
        if let Some(centre) = self.centre {
            by.x.scaled_add(-self.params.rho, centre);
        }
        Slope { value: value + self.prior(point), by }
    }
}
