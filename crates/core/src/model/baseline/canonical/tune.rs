//! Canonical directions, and the choice of kernel parameter, penalty and number of directions on the development pairs.
//!
//! Cost: one decomposition of both Gram matrices per kernel parameter,
//! and a decomposition of a matrix of both ranks per kernel parameter and penalty.

use ndarray::{Array2, ArrayView1, Axis, s};

use super::{
    Plan,
    kernel::Kernel,
    side::{Side, failed, unit},
};
use crate::{
    cancel,
    memory::Budget,
    model::{
        ModelError,
        pairs::{Sides, gain, ranked, separation},
    },
    solver::canonical,
};

/// Word vectors of the words of each side (V of the side × q).
pub(in crate::model::baseline) type WordVectors = [Array2<f64>; 2];

/// Hyper-parameters for one fit of canonical directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Choice {
    /// Hyper-parameter of the kernel; `None` under the linear kernel.
    pub shape: Option<f64>,
    /// Penalty `λ` in mean squared lengths of a document.
    pub lambda: f64,
    /// Maximum number of canonical directions.
    pub dimension: usize,
}

/// Training pairs, each row of both sides one pair, and vectors of the words of each side where the kernel needs them.
#[derive(Clone, Copy)]
pub(super) struct Training<'a> {
    /// Documents of the training pairs, with their weights.
    pub pairs: &'a Sides,
    /// Word vectors of each side, where the kernel needs them.
    pub vectors: Option<&'a WordVectors>,
}

/// Training documents of both sides with their decomposed Gram matrices.
pub(super) struct TrainingSides<'a>(pub(super) [Side<'a>; 2]);

/// Leading canonical directions of both sides.
pub(super) struct Directions {
    /// Canonical correlations, largest first (d).
    pub correlations: Vec<f64>,
    /// Whitened directions times their canonical correlations, in each side's eigenvectors (r × d).
    pub sides: [Array2<f64>; 2],
}

impl<'a> TrainingSides<'a> {
    /// Decomposes the Gram matrices of both sides of the training pairs.
    ///
    /// # Errors
    /// Returns the errors of [`Side::new`], or an error if the documents of one side are all alike.
    pub(super) fn new(training: Training<'a>, shape: Option<f64>, plan: &Plan, budget: Budget) -> Result<Self, ModelError> {
        let side = |rows, side: usize| {
            let kernel = Kernel::of(plan.family, shape, rows, training.vectors.map(|vectors| &vectors[side]));
            let side = Side::new(rows, kernel, plan.centring, budget)?;
            if side.principal.values.is_empty() {
                let remedy = "take more training pairs, a lower document-frequency threshold, or set centring=false";
                return Err(ModelError::data("the training documents of one side are all alike", remedy));
            }
            Ok(side)
        };
        Ok(Self([side(&training.pairs.source, 0)?, side(&training.pairs.target, 1)?]))
    }

    /// Computes at most `most` canonical directions under one penalty.
    ///
    /// # Errors
    /// Returns an error if the directions are not found, or the work was cancelled.
    pub(super) fn directions(&self, lambda: f64, most: usize) -> Result<Directions, ModelError> {
        let ridges = self.0.each_ref().map(|side| lambda * side.length);
        let svd = canonical::correlations(self.0.each_ref().map(|side| &side.principal), ridges).map_err(failed)?;
        let kept = most.min(svd.values.len());
        let correlations = svd.values[..kept].to_vec();
        let weigh = |side: usize, turned: &Array2<f64>| {
            let whitening = self.0[side].principal.whitening(ridges[side]).insert_axis(Axis(1));
            &turned.slice(s![.., ..kept]) * &whitening * ArrayView1::from(&correlations)
        };
        let sides = [weigh(0, &svd.u), weigh(1, &svd.v)];
        Ok(Directions { correlations, sides })
    }
}

/// Hyper-parameters with the highest precision@1 on development documents, and the training documents under their kernel.
/// Ties go to the higher mean reciprocal rank, then to the larger mean separation of partners from the nearest wrong candidates.
/// Hyper-parameters given by the user are kept.
/// Without development pairs the default values are used.
///
/// # Errors
/// Returns the errors of [`TrainingSides::new`], or an error if the work was cancelled.
pub(super) fn choose<'a>(
    training: Training<'a>,
    dev: &Sides,
    plan: &Plan,
    budget: Budget,
) -> Result<(Choice, TrainingSides<'a>), ModelError> {
    let grids = !dev.pairs().is_empty();
    let shapes = plan.shape.as_ref().map_or(vec![None], |shape| shape.values(grids).into_iter().map(Some).collect());
    let (lambdas, dimensions) = (plan.lambda.values(grids), plan.dimension.values(grids));
    let mut best = Choice { shape: shapes[0], lambda: lambdas[0], dimension: dimensions[0] };
    let under = |shape| TrainingSides::new(training, shape, plan, budget);
    if shapes.len() * lambdas.len() * dimensions.len() == 1 {
        return Ok((best, under(best.shape)?));
    }
    let most = dimensions.iter().copied().fold(0, usize::max);
    budget.ask_matrix("the similarities of the development pairs", dev.source.rows(), dev.target.rows(), 2)?;
    let mut highest = None;
    let mut under_best = under(best.shape)?;
    for &shape in &shapes {
        let other = if shape == shapes[0] { None } else { Some(under(shape)?) };
        let both = other.as_ref().unwrap_or(&under_best);
        let [source, target] = &both.0;
        let along = [source.along(&dev.source), target.along(&dev.target)];
        for &lambda in &lambdas {
            let Directions { correlations, sides } = both.directions(lambda, most)?;
            let points = [along[0].dot(&sides[0]), along[1].dot(&sides[1])];
            let mut possible: Vec<usize> = dimensions.iter().map(|&dimension| dimension.min(correlations.len())).collect();
            possible.dedup();
            for dimension in possible {
                let [source, target] = points.each_ref().map(|points| unit(points.slice(s![.., ..dimension]).to_owned()));
                let apart = -source.dot(&target.t());
                let found = ranked(&apart.view(), &dev.partner);
                let gain = (gain(&found), separation(&found));
                if highest.is_none_or(|highest| gain > highest) {
                    (highest, best) = (Some(gain), Choice { shape, lambda, dimension });
                }
            }
            if cancel::requested() {
                return Err(ModelError::Cancelled);
            }
        }
        if let Some(other) = other.filter(|_| best.shape == shape) {
            under_best = other;
        }
    }
    Ok((best, under_best))
}
