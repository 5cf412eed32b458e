//! Parameters of the GP-LVSM: raw as read from a file or the command line, and checked.

use serde::{Deserialize, Serialize};

use super::presets;
use crate::{
    corpus::Weighting,
    model::{
        LiveChange, ModelError, Optimiser, Preset,
        check::{count, learned_gamma, number},
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
    /// Whether the variances of new ratings are held against the development part ([`super::Calibration`]). Files written
    /// before there was such a thing say nothing of it: they were not.
    #[serde(default)]
    pub calibrate: bool,
}

/// Parameters whose every value lies in its range.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct CheckedGp(GpParams);

impl CheckedGp {
    /// The parameters.
    pub fn get(&self) -> &GpParams {
        &self.0
    }

    /// The parameters, taken out.
    pub fn into_inner(self) -> GpParams {
        self.0
    }
}

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
        match change {
            LiveChange::Rho(rho) => self.rho = rho,
            LiveChange::Gamma(gamma) => self.gamma = gamma,
            LiveChange::Keep(keep) => self.keep = keep,
            LiveChange::Rate(rate) if self.is_stochastic() => self.optimiser = Optimiser::Adam { rate },
            LiveChange::Rate(_) | LiveChange::C(_) | LiveChange::Sharpness(_) => {}
        }
    }

    /// Whether an iteration makes one small stochastic step rather than long ones.
    pub fn is_stochastic(&self) -> bool {
        matches!(self.optimiser, Optimiser::Adam { .. })
    }

    /// Checks every range.
    ///
    /// # Errors
    /// Names the first parameter outside its range, and the range.
    pub fn check(self) -> Result<CheckedGp, ModelError> {
        let positive = |name, value: f64| number(name, value, value > 0.0, "give a finite number above 0");
        let weight = |name, value: f64| number(name, value, value >= 0.0, "give a finite number, 0 or above");
        let scale = |name, value: f64| number(name, value, (1e-6..=1e6).contains(&value), "give a number from 1e-6 to 1e6");
        count("q", self.q, 1, 12)?;
        positive("gamma", self.gamma)?;
        weight("rho", self.rho)?;
        scale("alpha", self.alpha)?;
        scale("beta", self.beta)?;
        number("keep", self.keep, self.keep > 0.0 && self.keep <= 1.0, "give a share above 0 and at most 1")?;
        number("emphasis", self.emphasis, (0.0..=1.0).contains(&self.emphasis), "give a number from 0 to 1")?;
        self.optimiser.check()?;
        positive("start_scale", self.start_scale)?;
        count("evaluate_every", self.evaluate_every, 1, usize::MAX)?;
        number("average", self.average, (0.0..1.0).contains(&self.average), "give a number from 0 up to, but not, 1")?;
        learned_gamma(self.learn_gamma, self.gamma, [self.gamma_min, self.gamma_max], self.gamma_prior)?;
        weight("private", self.private)?;
        weight("read_private", self.reading_private())?;
        Ok(CheckedGp(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_pass_their_own_check() {
        for q in 1..=12 {
            for preset in [Preset::Paper, Preset::Default] {
                GpParams::preset(preset, q).check().unwrap();
            }
        }
    }

    #[test]
    fn values_outside_their_range_are_refused_with_a_remedy() {
        for (key, value) in [
            ("q", "0"),
            ("q", "13"),
            ("gamma", "0"),
            ("gamma", "NaN"),
            ("rho", "-1"),
            ("alpha", "0"),
            ("beta", "1e9"),
            ("emphasis", "1.5"),
            ("keep", "0"),
            ("keep", "1.1"),
            ("rate", "0"),
            ("steps", "0"),
            ("start_scale", "0"),
            ("evaluate_every", "0"),
            ("average", "1"),
            ("private", "-1"),
            ("read_private", "inf"),
        ] {
            let mut params = GpParams::preset(Preset::Default, 2);
            params.set(key, value).unwrap();
            let error = params.check().expect_err(key).to_string();
            assert!(error.starts_with(key) && error.contains("give"), "{error}");
        }
    }

    #[test]
    fn text_of_the_wrong_kind_and_unknown_names_are_refused() {
        let mut params = GpParams::preset(Preset::Default, 2);
        for (key, value) in [("q", "two"), ("start", "svd"), ("optimiser", "sgd"), ("anchor", "yes"), ("gama", "1")] {
            let error = params.set(key, value).expect_err(key).to_string();
            assert!(error.contains(key) && error.contains(if key == "gama" { "gamma" } else { "give" }), "{error}");
        }
        assert_eq!(params, GpParams::preset(Preset::Default, 2));
    }

    #[test]
    fn a_learned_gamma_must_start_inside_its_bounds() {
        let mut params = GpParams::preset(Preset::Default, 2);
        (params.learn_gamma, params.gamma) = (true, 2.0 * params.gamma_max);
        assert!(params.check().unwrap_err().to_string().contains("cannot run away"));
    }
}
