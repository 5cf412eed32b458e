//! Parameters from text: `--set key=value`.

use super::{MatchParams, Optimiser, presets};
use crate::model::{
    ModelError,
    check::{choice, parse, refuse},
};

const KEYS: &str = "q, gamma, rho, sharpness, weighting, keep, batch, optimiser, rate, steps, start, start_scale, seed, \
                    evaluate_every, average, symmetric, normalise, learn_sharpness, sharpness_min, sharpness_max, \
                    sharpness_prior, learn_gamma, gamma_min, gamma_max, gamma_prior";

impl MatchParams {
    /// Sets one parameter from text: `--set key=value`.
    ///
    /// # Errors
    /// When there is no such parameter, or the text is not of its kind.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ModelError> {
        let above = "a number above 0";
        let weight = "a number, 0 or above";
        match key {
            "q" => self.q = parse("q", value, "a whole number from 1 to 12")?,
            "gamma" => self.gamma = parse("gamma", value, above)?,
            "rho" => self.rho = parse("rho", value, weight)?,
            "sharpness" => self.sharpness = parse("sharpness", value, above)?,
            "weighting" => self.weighting = choice("weighting", value, "count, sqrt or tf-idf")?,
            "keep" => self.keep = parse("keep", value, "a share above 0 and at most 1")?,
            "batch" => self.batch = parse("batch", value, "0 for all pairs, or a whole number from 2 on")?,
            "optimiser" => self.optimiser = Optimiser::read(value, presets::RATE)?,
            "rate" => self.optimiser = Optimiser::Adam { rate: parse("rate", value, above)? },
            "steps" => self.optimiser = Optimiser::Lbfgs { steps: parse("steps", value, "a whole number from 1 to 1000")? },
            "start" => self.start = choice("start", value, "pca, centroid or random")?,
            "start_scale" => self.start_scale = parse("start_scale", value, above)?,
            "seed" => self.seed = parse("seed", value, "a whole number, 0 or above")?,
            "evaluate_every" => self.evaluate_every = parse("evaluate_every", value, "a whole number, 1 or above")?,
            "average" => self.average = parse("average", value, "a number from 0 up to, but not, 1")?,
            "symmetric" => self.symmetric = parse("symmetric", value, "true or false")?,
            "normalise" => self.normalise = parse("normalise", value, "true or false")?,
            "learn_sharpness" => self.learn_sharpness = parse("learn_sharpness", value, "true or false")?,
            "sharpness_min" => self.sharpness_min = parse("sharpness_min", value, above)?,
            "sharpness_max" => self.sharpness_max = parse("sharpness_max", value, "a number above sharpness_min")?,
            "sharpness_prior" => self.sharpness_prior = parse("sharpness_prior", value, weight)?,
            "learn_gamma" => self.learn_gamma = parse("learn_gamma", value, "true or false")?,
            "gamma_min" => self.gamma_min = parse("gamma_min", value, above)?,
            "gamma_max" => self.gamma_max = parse("gamma_max", value, "a number above gamma_min")?,
            "gamma_prior" => self.gamma_prior = parse("gamma_prior", value, weight)?,
            _ => return Err(refuse("parameter", key, format!("matching has these: {KEYS}"))),
        }
        Ok(())
    }
}
