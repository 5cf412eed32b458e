//! Parameters of the latent SMM: raw as read from a file or the command line, and checked.

use serde::{Deserialize, Serialize};

use super::presets;
use crate::{
    corpus::Weighting,
    model::{
        LiveChange, ModelError, Preset,
        check::{count, number, positive, refuse, weight},
        common::{Checked, Common, common},
    },
};

/// How positions move within one outer iteration.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimiser {
    /// Alternation (the papers): the SVM is solved, then so many L-BFGS steps are made at fixed duals.
    Lbfgs {
        /// L-BFGS steps between two SVM solutions.
        steps: usize,
    },
    /// L-BFGS on `J(X) = max_A L` itself: the SVM is solved again at every evaluation.
    Envelope {
        /// L-BFGS steps an outer iteration.
        steps: usize,
    },
    /// The SVM is solved, then one Adam step is made.
    Adam {
        /// Step size.
        rate: f64,
    },
}

/// The kernel between documents, made from inner products of their means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level2 {
    /// `K = S`.
    #[default]
    Linear,
    /// `K = 2 arcsin(S)` on the normalised `S`: up to a constant, minus twice the angle between two documents.
    Geodesic,
}

/// How documents are read at evaluation: the words are moved by one machine and judged by another.
///
/// A private term or a level-2 kernel that separates the documents on its own would leave the words nothing to do, and they
/// would stay together in the middle; so it may be kept out of the steps and used for decisions only.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecisionParams {
    /// As [`SmmParams::c`].
    pub c: f64,
    /// As [`SmmParams::normalise`].
    pub normalise: bool,
    /// As [`SmmParams::private`].
    pub private: f64,
    /// As [`SmmParams::level2`].
    pub level2: Level2,
}

/// All parameters, unchecked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmmParams {
    /// Latent dimensions.
    pub q: usize,
    /// Inverse squared width of the embedding kernel.
    pub gamma: f64,
    /// Weight of the prior `ρ/2 ‖X‖²`.
    pub rho: f64,
    /// Bound of the SVM's dual variables.
    pub c: f64,
    /// What is made of a word's count.
    pub weighting: Weighting,
    /// Share of each document's words an iteration keeps; 1 keeps all.
    pub keep: f64,
    /// How positions move.
    pub optimiser: Optimiser,
    /// Standard deviation of the random start.
    pub start_scale: f64,
    /// Starts tried; the one best on the development part (else with the lowest objective) goes on.
    pub starts: usize,
    /// Seed of starts and dropout.
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
    /// Whether `S` is scaled to a unit diagonal, `S_ij / √(S_ii S_jj)`.
    pub normalise: bool,
    /// Weight of an identity added to the embedding kernel, `S = M k Mᵀ + private · M Mᵀ`: what a word says by itself.
    pub private: f64,
    /// Kernel between documents.
    pub level2: Level2,
    /// The machine that decides, where it is not the one that moves the words.
    pub reading: Option<DecisionParams>,
    /// Tolerance of the SVM solver.
    pub tolerance: f64,
}

/// Parameters whose every value lies in its range.
pub type CheckedSmm = Checked<SmmParams>;

impl SmmParams {
    /// The parameters of a preset for `q` dimensions.
    pub fn preset(preset: Preset, q: usize) -> Self {
        match preset {
            Preset::Paper => presets::paper(q),
            Preset::Default => presets::default(q),
        }
    }

    /// Every combination of the papers' grids of `C`, `ρ` and `γ`, to be chosen from on a development part.
    pub fn paper_grid(q: usize) -> Vec<Self> {
        presets::paper_grid(q)
    }

    /// The parameters of the machine that decides.
    #[must_use]
    pub fn for_reading(&self) -> Self {
        let DecisionParams { c, normalise, private, level2 } = self.reading();
        Self { c, normalise, private, level2, ..self.clone() }
    }

    pub(super) fn reading(&self) -> DecisionParams {
        let Self { c, normalise, private, level2, .. } = *self;
        self.reading.unwrap_or(DecisionParams { c, normalise, private, level2 })
    }

    /// Takes over a live change; one the machine does not know is passed over.
    pub fn apply(&mut self, change: LiveChange) {
        self.common().apply(change);
        match change {
            LiveChange::C(c) => {
                self.c = c;
                if let Some(reading) = &mut self.reading {
                    reading.c = c;
                }
            }
            LiveChange::Rate(rate) if self.is_stochastic() => self.optimiser = Optimiser::Adam { rate },
            _ => {}
        }
    }

    /// Whether an iteration makes one small stochastic step rather than long ones.
    pub fn is_stochastic(&self) -> bool {
        matches!(self.optimiser, Optimiser::Adam { .. })
    }

    /// Adam's step size, even where L-BFGS moves the words.
    pub(super) fn rate(&self) -> f64 {
        if let Optimiser::Adam { rate } = self.optimiser { rate } else { presets::RATE }
    }

    /// What all models have, lent.
    pub(in crate::model) fn common(&mut self) -> Common<'_> {
        common!(self)
    }

    /// Checks every range.
    ///
    /// # Errors
    /// Names the first parameter outside its range, and the range.
    pub fn check(mut self) -> Result<CheckedSmm, ModelError> {
        self.common().check()?;
        positive("c", self.c)?;
        match self.optimiser {
            Optimiser::Lbfgs { steps } | Optimiser::Envelope { steps } => count("steps", steps, 1, 1000)?,
            Optimiser::Adam { rate } => positive("rate", rate)?,
        }
        count("starts", self.starts, 1, 100)?;
        weight("private", self.private)?;
        let angle = "an angle needs a unit diagonal: set normalise=true (read_normalise=true) as well";
        if self.level2 == Level2::Geodesic && !self.normalise {
            return Err(refuse("level2", "geodesic", angle.into()));
        }
        let reading = self.reading();
        positive("read_c", reading.c)?;
        weight("read_private", reading.private)?;
        if reading.level2 == Level2::Geodesic && !reading.normalise {
            return Err(refuse("read_level2", "geodesic", angle.into()));
        }
        number("tolerance", self.tolerance, self.tolerance > 0.0 && self.tolerance <= 0.1, "a number above 0, at most 0.1")?;
        Ok(Checked::new(self))
    }
}
