//! Parameters from text: `--set key=value`.

use super::{GpParams, Optimiser, presets};
use crate::model::{
    ModelError,
    check::{choice, parse, refuse},
};

const KEYS: &str = "q, gamma, rho, alpha, beta, learn_scales, weighting, emphasis, keep, optimiser, rate, steps, start, start_scale, anchor, seed, \
                    evaluate_every, average, learn_gamma, gamma_min, gamma_max, gamma_prior, private, read_private (or same), \
                    refit, calibrate";

impl GpParams {
    /// Sets one parameter from text: `--set key=value`.
    ///
    /// # Errors
    /// When there is no such parameter, or the text is not of its kind.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ModelError> {
        match key {
            "q" => self.q = parse("q", value, "a whole number from 1 to 12")?,
            "gamma" => self.gamma = parse("gamma", value, "a number above 0")?,
            "rho" => self.rho = parse("rho", value, "a number, 0 or above")?,
            "alpha" => self.alpha = parse("alpha", value, "a number from 1e-6 to 1e6")?,
            "beta" => self.beta = parse("beta", value, "a number from 1e-6 to 1e6")?,
            "learn_scales" => self.learn_scales = parse("learn_scales", value, "true or false")?,
            "weighting" => self.weighting = choice("weighting", value, "count, sqrt or tf-idf")?,
            "emphasis" => self.emphasis = parse("emphasis", value, "a number from 0 to 1")?,
            "keep" => self.keep = parse("keep", value, "a share above 0 and at most 1")?,
            "optimiser" => self.optimiser = Optimiser::read(value, presets::RATE)?,
            "rate" => self.optimiser = Optimiser::Adam { rate: parse("rate", value, "a number above 0")? },
            "steps" => self.optimiser = Optimiser::Lbfgs { steps: parse("steps", value, "a whole number from 1 to 1000")? },
            "start" => self.start = choice("start", value, "random or pca")?,
            "start_scale" => self.start_scale = parse("start_scale", value, "a number above 0")?,
            "anchor" => self.anchor = parse("anchor", value, "true or false")?,
            "seed" => self.seed = parse("seed", value, "a whole number, 0 or above")?,
            "evaluate_every" => self.evaluate_every = parse("evaluate_every", value, "a whole number, 1 or above")?,
            "average" => self.average = parse("average", value, "a number from 0 up to, but not, 1")?,
            "learn_gamma" => self.learn_gamma = parse("learn_gamma", value, "true or false")?,
            "gamma_min" => self.gamma_min = parse("gamma_min", value, "a number above 0")?,
            "gamma_max" => self.gamma_max = parse("gamma_max", value, "a number above gamma_min")?,
            "gamma_prior" => self.gamma_prior = parse("gamma_prior", value, "a number, 0 or above")?,
            "private" => self.private = parse("private", value, "a number, 0 or above")?,
            "read_private" if value.trim() == "same" => self.read_private = None,
            "read_private" => self.read_private = Some(parse("read_private", value, "a number, 0 or above, or same")?),
            "refit" => self.refit = parse("refit", value, "true or false")?,
            "calibrate" => self.calibrate = parse("calibrate", value, "true or false")?,
            _ => return Err(refuse("parameter", key, format!("the GP-LVSM has these: {KEYS}"))),
        }
        Ok(())
    }
}
