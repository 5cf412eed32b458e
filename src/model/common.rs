//! The parameters all models have: read from text, changed live and checked in one place.

use serde::Serialize;

use super::{
    LiveChange, ModelError,
    check::{ABOVE, SWITCH, WEIGHT, choice, count, learned, number, parse, positive, weight},
};
use crate::corpus::Weighting;

const DIMENSIONS: &str = "a whole number from 1 to 12";
const SHARE: &str = "a share above 0 and at most 1";
const MEMORY: &str = "a number from 0 up to, but not, 1";

/// Parameters whose every value lies in its range.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Checked<P>(P);

impl<P> Checked<P> {
    /// Of parameters just checked.
    pub(super) fn new(params: P) -> Self {
        Self(params)
    }

    /// The parameters.
    pub fn get(&self) -> &P {
        &self.0
    }

    /// The parameters, taken out.
    pub fn into_inner(self) -> P {
        self.0
    }
}

/// Those of one model, lent.
pub(super) struct Common<'p> {
    pub q: &'p mut usize,
    pub gamma: &'p mut f64,
    pub rho: &'p mut f64,
    pub weighting: &'p mut Weighting,
    pub keep: &'p mut f64,
    pub start_scale: &'p mut f64,
    pub seed: &'p mut u64,
    pub evaluate_every: &'p mut usize,
    pub average: &'p mut f64,
    pub learn_gamma: &'p mut bool,
    pub gamma_min: &'p mut f64,
    pub gamma_max: &'p mut f64,
    pub gamma_prior: &'p mut f64,
}

/// Lends the fields of the same names of some parameters.
macro_rules! common {
    ($params:expr) => {
        $crate::model::common::Common {
            q: &mut $params.q,
            gamma: &mut $params.gamma,
            rho: &mut $params.rho,
            weighting: &mut $params.weighting,
            keep: &mut $params.keep,
            start_scale: &mut $params.start_scale,
            seed: &mut $params.seed,
            evaluate_every: &mut $params.evaluate_every,
            average: &mut $params.average,
            learn_gamma: &mut $params.learn_gamma,
            gamma_min: &mut $params.gamma_min,
            gamma_max: &mut $params.gamma_max,
            gamma_prior: &mut $params.gamma_prior,
        }
    };
}
pub(super) use common;

impl Common<'_> {
    /// Their names.
    pub const KEYS: &'static str = "q, gamma, rho, weighting, keep, start_scale, seed, evaluate_every, average, learn_gamma, \
                                    gamma_min, gamma_max, gamma_prior";

    /// Sets the one named `key` from text; `false` where none has that name.
    pub fn set(self, key: &str, value: &str) -> Result<bool, ModelError> {
        match key {
            "q" => *self.q = parse("q", value, DIMENSIONS)?,
            "gamma" => *self.gamma = parse("gamma", value, ABOVE)?,
            "rho" => *self.rho = parse("rho", value, WEIGHT)?,
            "weighting" => *self.weighting = choice("weighting", value, "count, sqrt, tf-idf or sqrt-tf-idf")?,
            "keep" => *self.keep = parse("keep", value, SHARE)?,
            "start_scale" => *self.start_scale = parse("start_scale", value, ABOVE)?,
            "seed" => *self.seed = parse("seed", value, "a whole number, 0 or above")?,
            "evaluate_every" => *self.evaluate_every = parse("evaluate_every", value, "a whole number, 1 or above")?,
            "average" => *self.average = parse("average", value, MEMORY)?,
            "learn_gamma" => *self.learn_gamma = parse("learn_gamma", value, SWITCH)?,
            "gamma_min" => *self.gamma_min = parse("gamma_min", value, ABOVE)?,
            "gamma_max" => *self.gamma_max = parse("gamma_max", value, "a number above gamma_min")?,
            "gamma_prior" => *self.gamma_prior = parse("gamma_prior", value, WEIGHT)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Takes over a live change to one of them; another is passed over.
    pub fn apply(self, change: LiveChange) {
        match change {
            LiveChange::Rho(rho) => *self.rho = rho,
            LiveChange::Gamma(gamma) => *self.gamma = gamma,
            LiveChange::Keep(keep) => *self.keep = keep,
            LiveChange::C(_) | LiveChange::Rate(_) | LiveChange::Sharpness(_) => {}
        }
    }

    /// Checks their ranges.
    pub fn check(self) -> Result<(), ModelError> {
        let (keep, average) = (*self.keep, *self.average);
        count("q", *self.q, 1, 12)?;
        positive("gamma", *self.gamma)?;
        weight("rho", *self.rho)?;
        number("keep", keep, keep > 0.0 && keep <= 1.0, SHARE)?;
        positive("start_scale", *self.start_scale)?;
        count("evaluate_every", *self.evaluate_every, 1, usize::MAX)?;
        number("average", average, (0.0..1.0).contains(&average), MEMORY)?;
        let names = ["gamma", "gamma_min", "gamma_max", "gamma_prior"];
        learned(names, *self.learn_gamma, *self.gamma, [*self.gamma_min, *self.gamma_max], *self.gamma_prior)
    }
}
