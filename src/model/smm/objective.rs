//! `J(X) = max_A L` (T 4.19), its value at fixed duals, and the gradient both share (T 4.23).
//!
//! Cost: with `K = S` one pass over pairs of words for each gradient, V²(q + P), or where quicker one over the words'
//! features, (nnz + n P + V q) R; otherwise one over `Mᵀ Q M`.

use ndarray::{Array2, Zip, parallel::prelude::*};

use super::{
    SmmParams,
    level2::{Lifted, Ready, lift, means, whole},
    pairs::{Duals, Pairs},
};
use crate::{
    corpus::Csr,
    kernel::{energy_gradient, gram_gradient},
};

/// Largest error of an entry of the words' kernel where it is taken to have low rank.
pub(super) const PRECISE: f64 = 1e-10;

/// Value and gradient at one point.
#[derive(Clone, Debug)]
pub(super) struct Slope {
    /// Value, prior included.
    pub value: f64,
    /// With respect to positions (V × q).
    pub x: Array2<f64>,
    /// With respect to `ln γ`.
    pub log_gamma: f64,
}

/// `Mᵀ (signed / root)`: each pair's weight on every word (V × P).
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

/// What the value and the gradient are computed with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objective<'a> {
    /// Parameters.
    pub params: &'a SmmParams,
    /// Documents (n × V).
    pub m: &'a Csr,
    /// Pairs of classes.
    pub pairs: &'a Pairs,
}

impl Objective<'_> {
    /// Solves the SVMs at a point.
    pub fn solve(&self, gamma: f64, x: &Array2<f64>, warm: Option<&[Vec<f64>]>) -> (Lifted, Duals) {
        self.solve_with(gamma, x, warm, Ready::at(self.params, gamma, x, PRECISE))
    }

    /// The same with what is ready.
    pub fn solve_with(&self, gamma: f64, x: &Array2<f64>, warm: Option<&[Vec<f64>]>, ready: Ready) -> (Lifted, Duals) {
        let lifted = lift(self.params, gamma, self.m, x, self.pairs.len(), ready);
        let duals = self.pairs.solve(lifted.gram(), self.params.c, self.params.tolerance, warm);
        (lifted, duals)
    }

    /// The priors' value.
    pub fn prior(&self, gamma: f64, x: &Array2<f64>) -> f64 {
        let away = if self.params.learn_gamma { (gamma / self.params.gamma).ln() } else { 0.0 };
        0.5 * self.params.rho * x.iter().map(|x| x * x).sum::<f64>() + 0.5 * self.params.gamma_prior * away * away
    }

    /// Gradient of `J`, given the solution at the same point.
    pub fn slope(&self, gamma: f64, x: &Array2<f64>, lifted: &Lifted, duals: &Duals) -> Slope {
        if let Some(means) = &lifted.means {
            return self.with_prior(gamma, x, duals.objective, -means.energy_gradient(&duals.signed).1);
        }
        let x_slope = match lifted.backward(self.params, &duals.signed) {
            None => {
                let c = coefficients(self.m, &duals.signed, &lifted.root);
                let direct = || energy_gradient(gamma, x.view(), c.view());
                -lifted.thin.as_ref().map_or_else(direct, |thin| thin.energy_gradient(c.view())).1
            }
            Some(q) => gram_gradient(gamma, self.m, x.view(), q.view()),
        };
        self.with_prior(gamma, x, duals.objective, x_slope)
    }

    /// Value and gradient at fixed duals, `1ᵀa - ½ Σ_p β_pᵀ K β_p` and priors.
    pub fn at_fixed_duals(&self, gamma: f64, x: &Array2<f64>, duals: &Duals) -> Slope {
        let total: f64 = duals.signed.iter().map(|a| a.abs()).sum();
        if let Some(mut means) = means(self.params, gamma, self.m, x, self.pairs.len(), false) {
            if self.params.normalise {
                means.normalise();
            }
            let (energy, slope) = means.energy_gradient(&duals.signed);
            return self.with_prior(gamma, x, total - energy - self.own(duals), -slope);
        }
        if self.params.normalise {
            let lifted = whole(self.params, gamma, self.m, x);
            let energy = 0.5 * (&lifted.k.dot(&duals.signed) * &duals.signed).sum();
            let mut slope = self.slope(gamma, x, &lifted, duals);
            slope.value += total - energy - duals.objective;
            return slope;
        }
        let c = coefficients(self.m, &duals.signed, &vec![1.0; self.m.rows()]);
        let (energy, slope, _) = energy_gradient(gamma, x.view(), c.view());
        self.with_prior(gamma, x, total - energy - self.own(duals), -slope)
    }

    /// What the private term adds to the energy, where nothing is normalised.
    fn own(&self, duals: &Duals) -> f64 {
        if self.params.private == 0.0 || self.params.normalise {
            return 0.0;
        }
        let c = coefficients(self.m, &duals.signed, &vec![1.0; self.m.rows()]);
        0.5 * self.params.private * c.iter().map(|c| c * c).sum::<f64>()
    }

    /// Everything but the priors depends on `√γ X` alone, so half of `⟨X, dL/dX⟩` is the slope in `ln γ`.
    fn with_prior(&self, gamma: f64, x: &Array2<f64>, value: f64, mut slope: Array2<f64>) -> Slope {
        let log_gamma = 0.5 * (&slope * x).sum() + self.params.gamma_prior * (gamma / self.params.gamma).ln();
        slope.scaled_add(self.params.rho, x);
        Slope { value: value + self.prior(gamma, x), x: slope, log_gamma }
    }
}
