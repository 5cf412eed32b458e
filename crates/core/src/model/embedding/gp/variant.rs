//! Gaussian process on word counts: a GP-LVSM with fixed options under its own name (thesis 5.4, T 5.16).
//!
//! Words have no positions: `K = α⁻¹ exp(-ζ/2 ‖a - b‖²) + β⁻¹ I` for documents with weighted counts `a` and `b`,
//! where ζ is the γ of T 5.16.
//! α, β and ζ maximise the marginal likelihood.

use serde::{Deserialize, Serialize};

use super::{GpEstimator, GpParams};
use crate::{
    corpus::Weighting,
    ldk::{Embedding, Level2},
    model::{DecideBy, EmbeddingLearner, EmbeddingParams, ModelInfo, ModelKind, Named, ParamTable, Preset},
    param::{Choices, ParamError},
};

/// Name of a GP-LVSM, which says whether its words have positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GpVariant {
    /// GP-LVSM whose words have learned positions, unless the parameters say otherwise.
    #[default]
    Latent,
    /// Gaussian process on word counts: words have no positions.
    Counts,
}

/// Named variant of the GP-LVSM: the Gaussian process on word counts.
pub const COUNTS: Named<GpParams> = Named {
    info: &ModelInfo {
        kind: ModelKind::GpCounts,
        command: "gp-counts",
        help: "Gaussian process with a Gaussian kernel of word counts: ratings of documents",
        label: "GP on counts",
        title: "a Gaussian process on word counts, which predicts ratings",
        as_printed: "raw counts, all numbers of the covariance at maximum marginal likelihood",
        long_steps: (300, 0),
        early_stop: false,
        ..*GpEstimator::INFO
    },
    q: 2,
    preset: counts,
    grid: &[],
};

/// Presets on word counts: the papers' on raw counts; or square roots of tf-idf, unit length, and calibrated deviations.
fn counts(preset: Preset, q: usize) -> GpParams {
    let paper = GpParams::preset(Preset::Paper, q);
    let is_paper = preset == Preset::Paper;
    let (weighting, zeta) = if is_paper { (Weighting::Raw, 0.01) } else { (Weighting::SqrtTfIdf, 1.0) };
    let shared = EmbeddingParams {
        embedding: Embedding::Identity,
        level2: Level2::Rbf { zeta },
        weighting,
        normalise: !is_paper,
        decide_by: DecideBy::Map,
        rho: 0.0,
        learn_gamma: false,
        learn_kernel: true,
        kernel_reach: 1e4,
        kernel_prior: 0.0,
        ..paper.shared
    };
    GpParams { calibrate: !is_paper, shared, variant: GpVariant::Counts, ..paper }
}

impl GpVariant {
    /// Whether this variant is the GP-LVSM itself.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(super) fn is_latent(&self) -> bool {
        *self == Self::Latent
    }

    /// Model kind of the named variant; `None` for the GP-LVSM.
    pub(super) fn kind(self) -> Option<ModelKind> {
        match self {
            Self::Latent => None,
            Self::Counts => Some(ModelKind::GpCounts),
        }
    }

    /// Checks that words have no positions if the variant requires it.
    ///
    /// # Errors
    /// Returns an error that names the parameter to change.
    pub(super) fn check(self, params: &EmbeddingParams) -> Result<(), ParamError> {
        let Some(kind) = self.kind() else { return Ok(()) };
        let refused = |key: &str, value: &str, remedy: &str| {
            let name = kind.info().command;
            Err(ParamError::new(key, value, format!("{remedy}, or train gp: {name} knows documents by their words alone")))
        };
        if params.embedding != Embedding::Identity {
            return refused("embedding", params.embedding.key(), "give embedding=identity");
        }
        if params.decide_by != DecideBy::Map {
            return refused("decide_by", params.decide_by.key(), "give decide_by=map");
        }
        Ok(())
    }
}
