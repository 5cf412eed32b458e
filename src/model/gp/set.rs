//! Parameters from text: `--set key=value`.

use super::{GpParams, presets};
use crate::model::{
    ModelError,
    check::{SWITCH, WEIGHT, choice, parse, refuse},
    common::Common,
};

/// What only this model has.
const OWN: &str = "alpha, beta, learn_scales, emphasis, optimiser, rate, steps, start, anchor, private, \
                  read_private (or same), refit, calibrate";

impl GpParams {
    /// Sets one parameter from text: `--set key=value`.
    ///
    /// # Errors
    /// When there is no such parameter, or the text is not of its kind.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ModelError> {
        match key {
            _ if self.common().set(key, value)? => {}
            _ if self.optimiser.set(key, value, presets::RATE)? => {}
            "alpha" => self.alpha = parse("alpha", value, "a number from 1e-6 to 1e6")?,
            "beta" => self.beta = parse("beta", value, "a number from 1e-6 to 1e6")?,
            "learn_scales" => self.learn_scales = parse("learn_scales", value, SWITCH)?,
            "emphasis" => self.emphasis = parse("emphasis", value, "a number from 0 to 1")?,
            "start" => self.start = choice("start", value, "random or pca")?,
            "anchor" => self.anchor = parse("anchor", value, SWITCH)?,
            "private" => self.private = parse("private", value, WEIGHT)?,
            "read_private" if value.trim() == "same" => self.read_private = None,
            "read_private" => self.read_private = Some(parse("read_private", value, "a number, 0 or above, or same")?),
            "refit" => self.refit = parse("refit", value, SWITCH)?,
            "calibrate" => self.calibrate = parse("calibrate", value, SWITCH)?,
            _ => return Err(refuse("parameter", key, format!("the GP-LVSM has these: {}, {OWN}", Common::KEYS))),
        }
        Ok(())
    }
}
