//! Learner of the kernel sandbox: a support vector machine or a Gaussian process on point sets and their targets.

use std::sync::Arc;

use ndarray::{Array1, Array2, ArrayView2, Axis};
use serde::{Deserialize, Serialize};

use super::Sandbox;
use crate::{
    corpus::Csr,
    ldk::{DocumentFunction, Ldk, Support},
    solver::{
        self, Svc, SvcOptions,
        dense::{Cholesky, Threads},
    },
};

/// Learner that fits the targets of the point sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Learner {
    /// Learner: none, so that the targets of the point sets are not used.
    #[default]
    None,
    /// Learner: support vector machine that separates sets with negative targets from all other sets.
    Svm {
        /// Bound `C` of the dual variables.
        c: f64,
    },
    /// Learner: Gaussian process regression of the targets.
    Gp {
        /// Variance of the observation noise.
        noise: f64,
    },
}

impl Learner {
    /// All learners of the sandbox, each with its default parameter.
    pub const ALL: [Self; 3] = [Self::None, Self::Svm { c: 10.0 }, Self::Gp { noise: 0.01 }];

    /// Name of the learner in the window.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Svm { .. } => "support vector machine",
            Self::Gp { .. } => "Gaussian process",
        }
    }

    /// Whether the learner fits the targets.
    pub fn is_learned(self) -> bool {
        self != Self::None
    }

    /// Whether the parameter of the learner is in range.
    pub fn is_valid(self) -> bool {
        match self {
            Self::None => true,
            Self::Svm { c: number } | Self::Gp { noise: number } => (1e-6..=1e6).contains(&number),
        }
    }
}

/// Function of point sets that the learner has fitted to their targets.
#[derive(Clone, Debug)]
pub struct Learned {
    /// Learned function: decision value of a support vector machine, or posterior mean of a Gaussian process.
    pub function: DocumentFunction,
    /// Values of the learned function at the point sets (J).
    pub values: Vec<f64>,
    /// Weight of each point set: dual variable times sign, or `(K + noise I)⁻¹ (y - mean)` (J).
    pub weights: Vec<f64>,
    /// Cholesky factor of `K + noise I` for posterior deviations; `None` for a support vector machine.
    factor: Option<Arc<Cholesky>>,
}

impl Learned {
    /// Learns from the point sets with their Gram matrix `k` (J × J); `None` without a learner, or if `K` cannot be used.
    pub(super) fn of(sandbox: &Sandbox, m: &Csr, x: &Arc<Array2<f64>>, k: &Array2<f64>) -> Option<Self> {
        let ldk = sandbox.ldk();
        let targets: Array1<f64> = sandbox.sets.iter().map(|set| set.target).collect();
        let (weights, bias, factor) = match sandbox.learner {
            Learner::None => return None,
            Learner::Svm { c } => {
                let sign: Vec<f64> = targets.iter().map(|&target| if target < 0.0 { -1.0 } else { 1.0 }).collect();
                let index: Vec<usize> = (0..sign.len()).collect();
                let problem = Svc { gram: k.view(), index: &index, sign: &sign, c };
                let options = SvcOptions { tolerance: 1e-6, max_updates: 100_000, shrinking: false };
                let solution = solver::solve(&problem, &options, None);
                let weights: Vec<f64> = solution.alpha.iter().zip(&sign).map(|(alpha, sign)| alpha * sign).collect();
                (weights, solution.bias, None)
            }
            Learner::Gp { noise } => {
                let mean = targets.mean()?;
                let mut noisy = k.clone();
                noisy.diag_mut().mapv_inplace(|value| value + noise);
                let factor = Cholesky::new(noisy.view(), Threads::One).ok()?;
                let centred = (&targets - mean).insert_axis(Axis(1));
                (factor.solve(centred.view()).column(0).to_vec(), mean, Some(Arc::new(factor)))
            }
        };
        let signed = Array2::from_shape_fn((weights.len(), 1), |(set, _)| weights[set]);
        let support = Support { weights: m.clone(), lengths: ldk.lengths(m, x), signed };
        let function = DocumentFunction { ldk, x: Arc::clone(x), support: Arc::new(support), bias: Arc::new(vec![bias]) };
        let values = k.dot(&Array1::from(weights.clone())).mapv(|value| value + bias).to_vec();
        Some(Self { function, values, weights, factor })
    }

    /// Posterior standard deviation of the Gaussian process for sets of one point at `places` (k × 2); `None` for an SVM.
    pub fn deviations(&self, places: ArrayView2<'_, f64>) -> Option<Vec<f64>> {
        let factor = self.factor.as_ref()?;
        let (ldk, support): (&Ldk, &Support) = (&self.function.ldk, &self.function.support);
        let across = ldk.one_word_kernel(places, (&support.weights, &support.lengths), &self.function.x);
        let half = factor.solve_lower(across.t());
        let explained = half.map_axis(Axis(0), |column| column.dot(&column));
        let alone = ldk.one_word_diagonal(places);
        Some(alone.into_iter().zip(explained).map(|(own, explained)| (own - explained).max(0.0).sqrt()).collect())
    }
}
