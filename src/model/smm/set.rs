//! Parameters from text: `--set key=value`.

use super::{DecisionParams, Optimiser, SmmParams, presets};
use crate::model::{
    ModelError,
    check::{ABOVE, STEPS, SWITCH, WEIGHT, choice, parse, refuse},
    common::Common,
};

/// What only this model has.
const OWN: &str = "c, optimiser, rate, steps, starts, normalise, private, level2, tolerance, reading (same), read_c, \
                  read_normalise, read_private, read_level2";

impl SmmParams {
    /// Sets one parameter from text: `--set key=value`.
    ///
    /// # Errors
    /// When there is no such parameter, or the text is not of its kind.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ModelError> {
        match key {
            _ if self.common().set(key, value)? => {}
            "c" | "C" => self.c = parse("c", value, ABOVE)?,
            "optimiser" => self.optimiser = optimiser(value)?,
            "rate" => self.optimiser = Optimiser::Adam { rate: parse("rate", value, ABOVE)? },
            "steps" => {
                let steps = parse("steps", value, STEPS)?;
                self.optimiser = match self.optimiser {
                    Optimiser::Envelope { .. } => Optimiser::Envelope { steps },
                    _ => Optimiser::Lbfgs { steps },
                };
            }
            "starts" => self.starts = parse("starts", value, "a whole number from 1 to 100")?,
            "normalise" => self.normalise = parse("normalise", value, SWITCH)?,
            "private" => self.private = parse("private", value, WEIGHT)?,
            "level2" => self.level2 = choice("level2", value, "linear or geodesic")?,
            "tolerance" => self.tolerance = parse("tolerance", value, "a number above 0 and at most 0.1")?,
            "reading" if value.trim() == "same" => self.reading = None,
            "reading" => return Err(refuse("reading", value, "give same, or set read_c, read_private …".into())),
            "read_c" => self.reading = Some(DecisionParams { c: parse("read_c", value, ABOVE)?, ..self.reading() }),
            "read_normalise" => {
                let normalise = parse("read_normalise", value, SWITCH)?;
                self.reading = Some(DecisionParams { normalise, ..self.reading() });
            }
            "read_private" => {
                let private = parse("read_private", value, WEIGHT)?;
                self.reading = Some(DecisionParams { private, ..self.reading() });
            }
            "read_level2" => {
                let level2 = choice("read_level2", value, "linear or geodesic")?;
                self.reading = Some(DecisionParams { level2, ..self.reading() });
            }
            _ => return Err(refuse("parameter", key, format!("the latent SMM has these: {}, {OWN}", Common::KEYS))),
        }
        Ok(())
    }
}

/// `adam`, `lbfgs`, `envelope`, each with `:number` if wanted.
fn optimiser(value: &str) -> Result<Optimiser, ModelError> {
    let (kind, number) = value.trim().split_once(':').map_or((value.trim(), None), |(kind, number)| (kind, Some(number)));
    let steps = |number: Option<&str>| number.map_or(Ok(5), |n| parse("steps", n, STEPS));
    match kind {
        "adam" => Ok(Optimiser::Adam { rate: number.map_or(Ok(presets::RATE), |n| parse("rate", n, ABOVE))? }),
        "lbfgs" => Ok(Optimiser::Lbfgs { steps: steps(number)? }),
        "envelope" => Ok(Optimiser::Envelope { steps: steps(number)? }),
        _ => Err(refuse("optimiser", value, "give adam:RATE, lbfgs:STEPS or envelope:STEPS".into())),
    }
}
