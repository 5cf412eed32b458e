//! Parameters of the GP-LVSM: raw as read from a file or the command line, and checked.

use serde::{Deserialize, Serialize};

use super::presets;
use crate::{
    corpus::Weighting,
    model::{
        LiveChange, ModelError, Optimiser, Preset,
        check::{number, weight},
        common::{Checked, Common, common},
    },
};

/// Where the words start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// At random around the origin.
    #[default]
    Random,
    /// At the principal directions of the documents: words that stand together start together, in all q dimensions.
    Pca,
}

/// All parameters, unchecked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct GpParams {
    /// Latent dimensions.
    pub q: usize,
    /// Inverse squared width of the embedding kernel.
    pub gamma: f64,
    /// Weight of the prior `ρ/2 ‖X - X₀‖²`.
    pub rho: f64,
    /// Inverse variance of the signal that learning starts from, of targets scaled to variance one.
    pub alpha: f64,
    /// Inverse variance of the noise that learning starts from.
    pub beta: f64,
    /// Whether `α` and `β` are learned with the positions. Positions that fit the training ratings too well make the noise
    /// look small, which lets them fit better still; held scales do not run away.
    pub learn_scales: bool,
    /// What is made of a word's count.
    pub weighting: Weighting,
    /// How much louder long documents speak: a rating's distance from the mean is the field's mean over the document's words
    /// times `‖m‖^-emphasis`, relative to a typical training document; 0 is the paper's plain mean. A mean over many words
    /// is close to the mean of all words whatever the document says, and 1 makes up for that.
    pub emphasis: f64,
    /// Share of each document's words an iteration keeps; 1 keeps all.
    pub keep: f64,
    /// How positions move.
    pub optimiser: Optimiser,
    /// Where they start.
    pub start: Start,
    /// Spread of the start: the root mean square of a coordinate.
    pub start_scale: f64,
    /// Whether the prior is centred where the words start (`X₀`), not at the origin.
    pub anchor: bool,
    /// Seed of start and dropout.
    pub seed: u64,
    /// Outer iterations between two evaluations on all documents.
    pub evaluate_every: usize,
    /// Memory of the running mean of positions that is evaluated and shown; 0 shows the positions themselves.
    pub average: f64,
    /// Whether `gamma` is learned, within its bounds and under its prior.
    pub learn_gamma: bool,
    /// Lower bound of a learned `gamma`.
    pub gamma_min: f64,
    /// Upper bound of a learned `gamma`.
    pub gamma_max: f64,
    /// Weight of the prior `w/2 (ln γ - ln γ₀)²` on a learned `gamma`, around the value given.
    pub gamma_prior: f64,
    /// Weight of an identity added to the embedding kernel, `S = M k Mᵀ + private · M Mᵀ`: what a word says by itself.
    pub private: f64,
    /// The private weight documents are read with, where it is not the one the words move under.
    pub read_private: Option<f64>,
    /// Whether `α` and `β` are fitted anew at each evaluation, on all words at the positions shown.
    pub refit: bool,
    /// Whether means and variances of new ratings are held against the development part: the fields are multiplied by their
    /// gain there, variances are those of [`super::Calibration`]. Files written before say nothing of it: they were not.
    #[serde(default)]
    pub calibrate: bool,
}

/// Parameters whose every value lies in its range.
pub type CheckedGp = Checked<GpParams>;

impl GpParams {
    /// The parameters of a preset for `q` dimensions.
    pub fn preset(preset: Preset, q: usize) -> Self {
        match preset {
            Preset::Paper => presets::paper(q),
            Preset::Default => presets::default(q),
        }
    }

    /// The private weight documents are read with.
    pub fn reading_private(&self) -> f64 {
        self.read_private.unwrap_or(self.private)
    }

    /// Takes over a live change; one the process does not know is passed over.
    pub fn apply(&mut self, change: LiveChange) {
        self.common().apply(change);
        match change {
            LiveChange::Rate(rate) if self.is_stochastic() => self.optimiser = Optimiser::Adam { rate },
            _ => {}
        }
    }

    /// Whether an iteration makes one small stochastic step rather than long ones.
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
    pub fn check(mut self) -> Result<CheckedGp, ModelError> {
        self.common().check()?;
        let scale = |name, value: f64| number(name, value, (1e-6..=1e6).contains(&value), "a number from 1e-6 to 1e6");
        scale("alpha", self.alpha)?;
        scale("beta", self.beta)?;
        number("emphasis", self.emphasis, (0.0..=1.0).contains(&self.emphasis), "a number from 0 to 1")?;
        self.optimiser.check()?;
        weight("private", self.private)?;
        weight("read_private", self.reading_private())?;
        Ok(Checked::new(self))
    }
}
