//! Parameters from text: `--set key=value`.

use super::{MatchParams, presets};
use crate::model::{
    ModelError,
    check::{ABOVE, SWITCH, WEIGHT, choice, parse, refuse},
    common::Common,
};

/// What only this model has.
const OWN: &str = "sharpness, batch, optimiser, rate, steps, start, symmetric, normalise, learn_sharpness, \
                  sharpness_min, sharpness_max, sharpness_prior";

impl MatchParams {
    /// Sets one parameter from text: `--set key=value`.
    ///
    /// # Errors
    /// When there is no such parameter, or the text is not of its kind.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ModelError> {
        match key {
            _ if self.common().set(key, value)? => {}
            _ if self.optimiser.set(key, value, presets::RATE)? => {}
            "sharpness" => self.sharpness = parse("sharpness", value, ABOVE)?,
            "batch" => self.batch = parse("batch", value, "0 for all pairs, or a whole number from 2 on")?,
            "start" => self.start = choice("start", value, "pca, centroid or random")?,
            "symmetric" => self.symmetric = parse("symmetric", value, SWITCH)?,
            "normalise" => self.normalise = parse("normalise", value, SWITCH)?,
            "learn_sharpness" => self.learn_sharpness = parse("learn_sharpness", value, SWITCH)?,
            "sharpness_min" => self.sharpness_min = parse("sharpness_min", value, ABOVE)?,
            "sharpness_max" => self.sharpness_max = parse("sharpness_max", value, "a number above sharpness_min")?,
            "sharpness_prior" => self.sharpness_prior = parse("sharpness_prior", value, WEIGHT)?,
            _ => return Err(refuse("parameter", key, format!("matching has these: {}, {OWN}", Common::KEYS))),
        }
        Ok(())
    }
}
