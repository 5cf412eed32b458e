//! Parameters of the GP-LVSM, the Gaussian process latent variable set model.

use std::sync::LazyLock;

use super::{GpVariant, presets};
use crate::{
    ldk::{Definiteness, Level2},
    model::{
        EmbeddingParams, ModelKind, Optimiser, Start,
        embedding::{
            active::{self, all_words},
            params::{BESIDE_MAP, something_is_drawn},
        },
        params::{ParamTable, moving, parameters},
    },
    param::{About, Active, Choices, Domain, ParamError, Row, when},
};

/// Allowed values of the inverse variances `α` and `β`.
const SCALE: Domain = Domain::real(1e-6, 1e6);

parameters! {
    /// All parameters of the GP-LVSM, unchecked.
    pub struct GpParams with EmbeddingParams {
        /// Inverse variance of the signal at the start, of ratings scaled to variance one (T 5.5).
        alpha: f64 = 1.0, About::more(1e-6, 1e6).label("first alpha (signal)").within(SCALE);
        /// Inverse variance of the noise at the start.
        beta: f64 = 1.0, About::more(1e-6, 1e6).label("first beta (noise)").within(SCALE);
        /// Whether alpha and beta are learned with the positions.
        /// Positions that fit the training ratings too well make the noise look small, which lets them fit better still;
        /// fixed scales prevent that.
        learn_scales: bool = true, About::line();
        /// How much long documents are amplified, from 0 (the paper's plain mean) to 1:
        /// a rating's distance from the mean is the field's mean over the document's words times ‖m‖^-emphasis,
        /// relative to a typical training document.
        /// A mean over many words is close to the mean of all words, whatever the document; 1 compensates for that.
        emphasis: f64 = 0.0, About::line().within(Domain::real(0.0, 1.0)), active_when lengths_count;
        /// Whether alpha and beta are fitted again at each evaluation, on all words at the positions shown.
        refit: bool = false, About::folded().label("fit noise at each evaluation");
        /// Whether the components beside the map share the sum of their weights as makes the training ratings most
        /// likely before words move.
        #[serde(default)]
        learn_weights: bool = false, About::folded().label("learn the weights"), active_when shares_weights;
        /// Whether means and variances of new ratings are calibrated on the development part:
        /// the fields are multiplied by their gain there, and variances are scaled.
        /// Models saved before this existed are not calibrated.
        #[serde(default)]
        calibrate: bool = false, About::line();
        /// Name of the model.
        #[serde(default, skip_serializing_if = "GpVariant::is_latent")]
        variant: GpVariant = GpVariant::Latent;
    }
}

impl ParamTable for GpParams {
    const MODEL: &'static str = "the GP-LVSM";

    fn rows() -> &'static [Row<Self>] {
        static ROWS: LazyLock<Vec<Row<GpParams>>> = LazyLock::new(|| {
            EmbeddingParams::rows_with(GpParams::listed(), |row| match row.key {
                "start" => row.within(Start::ONE_SIDE),
                "embedding" => row.active_when(words_are_free),
                "optimiser" => row.within(Optimiser::SMOOTH),
                "seed" => row.active_when(something_is_drawn),
                "converge" => row.active_when(|params| all_words(params)),
                key if BESIDE_MAP.contains(&key) => row.first_active_when(words_are_free),
                _ => row,
            })
        });
        &ROWS
    }

    moving! {}

    fn named(&self) -> Option<ModelKind> {
        self.variant.kind()
    }

    fn nothing_moves(&self) -> bool {
        self.is_fixed() && !self.learn_scales
    }

    fn check_together(&self) -> Result<(), ParamError> {
        covariance(self.level2)?;
        self.shared.check_together()?;
        self.variant.check(&self.shared)
    }
}

/// Condition: the map decides and documents keep their lengths in it; fixed components have rows of unit length.
fn lengths_count(params: &GpParams) -> Active {
    active::map_counts(params)?;
    let lengths = !params.has_unit_length() && !params.weighting.has_l2_rows();
    when(lengths, "documents of unit length are all amplified alike")
}

/// Condition: the model's name allows words to have positions.
fn words_are_free(params: &GpParams) -> Active {
    when(params.variant.is_latent(), "the model knows documents by their words alone: train gp for other kernels of words")
}

/// Condition: several fixed kernel components share a weight.
fn shares_weights(params: &GpParams) -> Active {
    words_are_free(params)?;
    active::has_two_components(params)
}

/// Checks that a level-2 kernel between documents is positive definite, and so a covariance.
fn covariance(level2: Level2) -> Result<(), ParamError> {
    let why = match level2.definite() {
        Definiteness::Positive => return Ok(()),
        Definiteness::Conditionally => "is only conditionally positive definite: some variances would be negative",
        Definiteness::Not => "is not positive definite: some variances would be negative",
    };
    let able = Level2::USUAL.iter().filter(|kernel| kernel.definite() == Definiteness::Positive).map(Choices::key);
    let able = able.collect::<Vec<_>>().join(", ");
    let remedy = format!("as a covariance it {why}; take one of these for ratings: {able}");
    Err(ParamError::new("level2", level2.key(), remedy))
}
