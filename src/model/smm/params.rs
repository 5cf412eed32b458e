//! Parameters of the latent SMM: raw as read from a file or the command line, and checked.

use serde::{Deserialize, Serialize};

use super::presets;
use crate::{
    corpus::Weighting,
    model::{
        LiveChange, ModelError, Preset,
        check::{count, learned_gamma, number, refuse},
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
pub struct Reading {
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
    pub reading: Option<Reading>,
    /// Tolerance of the SVM solver.
    pub tolerance: f64,
}

/// Parameters whose every value lies in its range.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct CheckedSmm(SmmParams);

impl CheckedSmm {
    /// The parameters.
    pub fn get(&self) -> &SmmParams {
        &self.0
    }

    /// The parameters, taken out.
    pub fn into_inner(self) -> SmmParams {
        self.0
    }
}

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
        let Reading { c, normalise, private, level2 } = self.reading();
        Self { c, normalise, private, level2, ..self.clone() }
    }

    pub(super) fn reading(&self) -> Reading {
        let Self { c, normalise, private, level2, .. } = *self;
        self.reading.unwrap_or(Reading { c, normalise, private, level2 })
    }

    /// Takes over a live change; one the machine does not know is passed over.
    pub fn apply(&mut self, change: LiveChange) {
        match change {
            LiveChange::C(c) => self.c = c,
            LiveChange::Rho(rho) => self.rho = rho,
            LiveChange::Gamma(gamma) => self.gamma = gamma,
            LiveChange::Keep(keep) => self.keep = keep,
            LiveChange::Rate(rate) if matches!(self.optimiser, Optimiser::Adam { .. }) => {
                self.optimiser = Optimiser::Adam { rate }
            }
            LiveChange::Rate(_) | LiveChange::Sharpness(_) => {}
        }
    }

    /// Checks every range.
    ///
    /// # Errors
    /// Names the first parameter outside its range, and the range.
    pub fn check(self) -> Result<CheckedSmm, ModelError> {
        let positive = |name, value: f64| number(name, value, value > 0.0, "give a finite number above 0");
        let weight = |name, value: f64| number(name, value, value >= 0.0, "give a finite number, 0 or above");
        count("q", self.q, 1, 12)?;
        positive("gamma", self.gamma)?;
        weight("rho", self.rho)?;
        positive("c", self.c)?;
        number("keep", self.keep, self.keep > 0.0 && self.keep <= 1.0, "give a share above 0 and at most 1")?;
        match self.optimiser {
            Optimiser::Lbfgs { steps } | Optimiser::Envelope { steps } => count("steps", steps, 1, 1000)?,
            Optimiser::Adam { rate } => positive("rate", rate)?,
        }
        positive("start_scale", self.start_scale)?;
        count("starts", self.starts, 1, 100)?;
        count("evaluate_every", self.evaluate_every, 1, usize::MAX)?;
        number("average", self.average, (0.0..1.0).contains(&self.average), "give a number from 0 up to, but not, 1")?;
        learned_gamma(self.learn_gamma, self.gamma, [self.gamma_min, self.gamma_max], self.gamma_prior)?;
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
        number("tolerance", self.tolerance, self.tolerance > 0.0 && self.tolerance <= 0.1, "give a number above 0, at most 0.1")?;
        Ok(CheckedSmm(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_pass_their_own_check() {
        for q in 1..=12 {
            for preset in [Preset::Paper, Preset::Default] {
                SmmParams::preset(preset, q).check().unwrap();
            }
        }
        assert!(SmmParams::paper_grid(2).into_iter().all(|params| params.check().is_ok()));
    }

    #[test]
    fn values_outside_their_range_are_refused_with_a_remedy() {
        for (key, value) in [
            ("q", "0"),
            ("q", "13"),
            ("gamma", "0"),
            ("gamma", "NaN"),
            ("rho", "-1"),
            ("c", "inf"),
            ("keep", "0"),
            ("keep", "1.1"),
            ("rate", "0"),
            ("steps", "0"),
            ("starts", "0"),
            ("evaluate_every", "0"),
            ("average", "1"),
            ("start_scale", "0"),
            ("private", "-0.1"),
            ("read_private", "-0.1"),
            ("read_c", "0"),
            ("tolerance", "1"),
        ] {
            let mut params = SmmParams::preset(Preset::Default, 2);
            params.set(key, value).unwrap();
            let message = params.check().unwrap_err().to_string();
            assert!(message.starts_with(&format!("{key} = ")) && message.contains("give "), "{message}");
        }
    }

    #[test]
    fn unreadable_values_and_unknown_keys_are_refused() {
        let mut params = SmmParams::preset(Preset::Default, 2);
        for (key, value) in [("q", "two"), ("weighting", "log"), ("optimiser", "sgd"), ("level2", "cubic"), ("learn_gamma", "1")]
        {
            assert!(params.set(key, value).unwrap_err().to_string().contains("give "), "{key}");
        }
        assert!(params.set("rhoo", "1").unwrap_err().to_string().contains("start_scale"));
    }

    #[test]
    fn every_key_can_be_set() {
        let mut params = SmmParams::preset(Preset::Default, 2);
        for (key, value) in [
            ("weighting", "tf-idf"),
            ("optimiser", "lbfgs:7"),
            ("learn_gamma", "true"),
            ("normalise", "true"),
            ("level2", "geodesic"),
            ("C", "3"),
        ] {
            params.set(key, value).unwrap();
        }
        assert_eq!(params.weighting, Weighting::TfIdf);
        assert_eq!(params.optimiser, Optimiser::Lbfgs { steps: 7 });
        assert!((params.c - 3.0).abs() < 1e-15 && params.learn_gamma && params.level2 == Level2::Geodesic);
    }

    #[test]
    fn a_learned_gamma_must_start_inside_its_bounds() {
        let mut params = SmmParams::preset(Preset::Default, 2);
        params.learn_gamma = true;
        params.gamma = 2.0 * params.gamma_max;
        assert!(params.check().unwrap_err().to_string().contains("cannot run away"));
    }

    #[test]
    fn an_angle_needs_a_unit_diagonal() {
        let mut params = SmmParams::preset(Preset::Default, 2);
        params.level2 = Level2::Geodesic;
        params.normalise = false;
        assert!(params.check().unwrap_err().to_string().contains("normalise=true"));
    }
}
