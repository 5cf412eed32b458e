//! Parameters of matching: raw as read from a file or the command line, and checked.

use serde::{Deserialize, Serialize};

use super::presets;
use crate::{
    corpus::Weighting,
    model::{
        LiveChange, ModelError, Optimiser, Preset,
        check::{count, learned_gamma, number, refuse},
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct CheckedMatching(MatchParams);

impl CheckedMatching {
    /// The parameters.
    pub fn get(&self) -> &MatchParams {
        &self.0
    }

    /// The parameters, taken out.
    pub fn into_inner(self) -> MatchParams {
        self.0
    }
}

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
        match change {
            LiveChange::Rho(rho) => self.rho = rho,
            LiveChange::Gamma(gamma) => self.gamma = gamma,
            LiveChange::Keep(keep) => self.keep = keep,
            LiveChange::Rate(rate) => self.optimiser = Optimiser::Adam { rate },
            LiveChange::Sharpness(sharpness) => self.sharpness = sharpness,
            LiveChange::C(_) => {}
        }
    }

    /// Whether an iteration makes one small stochastic step.
    pub fn is_stochastic(&self) -> bool {
        matches!(self.optimiser, Optimiser::Adam { .. })
    }

    /// Checks every range.
    ///
    /// # Errors
    /// Names the first parameter outside its range, and the range.
    pub fn check(self) -> Result<CheckedMatching, ModelError> {
        let positive = |name, value: f64| number(name, value, value > 0.0, "give a finite number above 0");
        let weight = |name, value: f64| number(name, value, value >= 0.0, "give a finite number, 0 or above");
        count("q", self.q, 1, 12)?;
        positive("gamma", self.gamma)?;
        weight("rho", self.rho)?;
        positive("sharpness", self.sharpness)?;
        number("keep", self.keep, self.keep > 0.0 && self.keep <= 1.0, "give a share above 0 and at most 1")?;
        if self.batch == 1 {
            return Err(refuse("batch", "1", "give 0 for all pairs, or 2 or more".into()));
        }
        self.optimiser.check()?;
        positive("start_scale", self.start_scale)?;
        count("evaluate_every", self.evaluate_every, 1, usize::MAX)?;
        number("average", self.average, (0.0..1.0).contains(&self.average), "give a number from 0 up to, but not, 1")?;
        positive("sharpness_min", self.sharpness_min)?;
        positive("sharpness_max", self.sharpness_max)?;
        weight("sharpness_prior", self.sharpness_prior)?;
        if self.learn_sharpness {
            let range = "give sharpness_min < sharpness_max with sharpness between them, so that it cannot run away";
            number("sharpness_max", self.sharpness_max, self.sharpness_max > self.sharpness_min, range)?;
            let inside = (self.sharpness_min..=self.sharpness_max).contains(&self.sharpness);
            number("sharpness", self.sharpness, inside, range)?;
        }
        learned_gamma(self.learn_gamma, self.gamma, [self.gamma_min, self.gamma_max], self.gamma_prior)?;
        Ok(CheckedMatching(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_pass_their_own_check() {
        for q in 1..=12 {
            for preset in [Preset::Paper, Preset::Default] {
                MatchParams::preset(preset, q).check().unwrap();
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
            ("sharpness", "0"),
            ("keep", "0"),
            ("keep", "1.1"),
            ("batch", "1"),
            ("rate", "0"),
            ("steps", "0"),
            ("evaluate_every", "0"),
            ("average", "1"),
            ("start_scale", "0"),
            ("sharpness_prior", "-1"),
        ] {
            let mut params = MatchParams::preset(Preset::Default, 2);
            params.set(key, value).unwrap();
            let message = params.check().unwrap_err().to_string();
            assert!(message.starts_with(&format!("{key} = ")) && message.contains("give "), "{message}");
        }
    }

    #[test]
    fn unreadable_values_and_unknown_keys_are_refused() {
        let mut params = MatchParams::preset(Preset::Default, 2);
        for (key, value) in [("q", "two"), ("weighting", "log"), ("optimiser", "envelope"), ("start", "svd"), ("symmetric", "1")]
        {
            assert!(params.set(key, value).unwrap_err().to_string().contains("give "), "{key}");
        }
        assert!(params.set("rhoo", "1").unwrap_err().to_string().contains("start_scale"));
    }

    #[test]
    fn what_is_learned_must_start_inside_its_bounds() {
        for (learn, key) in [("learn_gamma", "gamma_min"), ("learn_sharpness", "sharpness_min")] {
            let mut params = MatchParams::preset(Preset::Default, 2);
            params.set(learn, "true").unwrap();
            params.clone().check().unwrap();
            params.set(key, "900").unwrap();
            assert!(params.check().unwrap_err().to_string().contains("cannot run away"), "{key}");
        }
    }
}
