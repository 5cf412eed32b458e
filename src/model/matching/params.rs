//! Parameters of matching: raw as read from a file or the command line, and checked.

use serde::{Deserialize, Serialize};

use super::presets;
use crate::{
    corpus::Weighting,
    model::{
        LiveChange, ModelError, Optimiser, Preset,
        check::{learned, positive, refuse},
        common::{Checked, Common, common},
    },
};

/// Where the words are before the first step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// The principal directions of the aligned documents, each pair one row over the words of both sides (T 6.4).
    #[default]
    Pca,
    /// The mean place of the aligned documents a word stands in, these placed by their principal components.
    Centroid,
    /// `N(0, scale²)`.
    Random,
}

/// All parameters, unchecked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "independent choices, each named")]
pub struct MatchParams {
    /// Latent dimensions.
    pub q: usize,
    /// Inverse squared width of the embedding kernel.
    pub gamma: f64,
    /// Weight of the prior `ρ/2 (‖X‖² + ‖Y‖²)`.
    pub rho: f64,
    /// `b`: what distances are multiplied by in the softmax (1 in the thesis).
    pub sharpness: f64,
    /// What is made of a word's count.
    pub weighting: Weighting,
    /// Share of each document's words an iteration keeps; 1 keeps all.
    pub keep: f64,
    /// Pairs an iteration draws, each a candidate of the others; 0 takes all.
    pub batch: usize,
    /// How positions move.
    pub optimiser: Optimiser,
    /// Where the words are at first.
    pub start: Start,
    /// Root mean square of the start's coordinates.
    pub start_scale: f64,
    /// Seed of the start, of dropout and of batches.
    pub seed: u64,
    /// Outer iterations between two evaluations on all documents.
    pub evaluate_every: usize,
    /// Memory of the running mean of positions that is evaluated and shown; 0 shows the positions themselves.
    pub average: f64,
    /// Whether targets look for their sources too, with half the weight each way.
    pub symmetric: bool,
    /// Whether kernel means are scaled to unit length before their distance is taken.
    pub normalise: bool,
    /// Whether `b` is learned, within its bounds and under its prior.
    pub learn_sharpness: bool,
    /// Lower bound of a learned `b`.
    pub sharpness_min: f64,
    /// Upper bound of a learned `b`.
    pub sharpness_max: f64,
    /// Weight of the prior `w/2 (ln b - ln b₀)²` on a learned `b`, around the value given.
    pub sharpness_prior: f64,
    /// Whether `gamma` is learned, within its bounds and under its prior.
    pub learn_gamma: bool,
    /// Lower bound of a learned `gamma`.
    pub gamma_min: f64,
    /// Upper bound of a learned `gamma`.
    pub gamma_max: f64,
    /// Weight of the prior `w/2 (ln γ - ln γ₀)²` on a learned `gamma`, around the value given.
    pub gamma_prior: f64,
}

/// Parameters whose every value lies in its range.
pub type CheckedMatching = Checked<MatchParams>;

impl MatchParams {
    /// The parameters of a preset for `q` dimensions.
    pub fn preset(preset: Preset, q: usize) -> Self {
        match preset {
            Preset::Paper => presets::paper(q),
            Preset::Default => presets::default(q),
        }
    }

    /// Takes over a live change; one that matching does not know is passed over.
    pub fn apply(&mut self, change: LiveChange) {
        self.common().apply(change);
        match change {
            LiveChange::Rate(rate) if self.is_stochastic() => self.optimiser = Optimiser::Adam { rate },
            LiveChange::Sharpness(sharpness) => self.sharpness = sharpness,
            _ => {}
        }
    }

    /// Whether an iteration makes one small stochastic step.
    pub fn is_stochastic(&self) -> bool {
        self.optimiser.rate().is_some()
    }

    /// Adam's step size, even where L-BFGS moves the words.
    pub(super) fn rate(&self) -> f64 {
        self.optimiser.rate().unwrap_or(presets::RATE)
    }

    /// What all models have, lent.
    pub(in crate::model) fn common(&mut self) -> Common<'_> {
        common!(self)
    }

    /// Checks every range.
    ///
    /// # Errors
    /// Names the first parameter outside its range, and the range.
    pub fn check(mut self) -> Result<CheckedMatching, ModelError> {
        self.common().check()?;
        positive("sharpness", self.sharpness)?;
        if self.batch == 1 {
            return Err(refuse("batch", "1", "give 0 for all pairs, or 2 or more".into()));
        }
        self.optimiser.check()?;
        let names = ["sharpness", "sharpness_min", "sharpness_max", "sharpness_prior"];
        let range = [self.sharpness_min, self.sharpness_max];
        learned(names, self.learn_sharpness, self.sharpness, range, self.sharpness_prior)?;
        Ok(Checked::new(self))
    }
}
