//! Parameters from text: `--set key=value`.

use super::{Optimiser, Reading, SmmParams, presets};
use crate::model::{
    ModelError,
    check::{choice, parse, refuse},
};

const KEYS: &str = "q, gamma, rho, c, weighting, keep, optimiser, rate, steps, start_scale, starts, seed, evaluate_every, \
                    average, learn_gamma, gamma_min, gamma_max, gamma_prior, normalise, private, level2, tolerance, reading (same), read_c, read_normalise, \
                    read_private, read_level2";

impl SmmParams {
    /// Sets one parameter from text: `--set key=value`.
    ///
    /// # Errors
    /// When there is no such parameter, or the text is not of its kind.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ModelError> {
        match key {
            "q" => self.q = parse("q", value, "a whole number from 1 to 12")?,
            "gamma" => self.gamma = parse("gamma", value, "a number above 0")?,
            "rho" => self.rho = parse("rho", value, "a number, 0 or above")?,
            "c" | "C" => self.c = parse("c", value, "a number above 0")?,
            "weighting" => self.weighting = choice("weighting", value, "count, sqrt or tf-idf")?,
            "keep" => self.keep = parse("keep", value, "a share above 0 and at most 1")?,
            "optimiser" => self.optimiser = optimiser(value)?,
            "rate" => self.optimiser = Optimiser::Adam { rate: parse("rate", value, "a number above 0")? },
            "steps" => {
                let steps = parse("steps", value, "a whole number from 1 to 1000")?;
                self.optimiser = match self.optimiser {
                    Optimiser::Envelope { .. } => Optimiser::Envelope { steps },
                    _ => Optimiser::Lbfgs { steps },
                };
            }
            "start_scale" => self.start_scale = parse("start_scale", value, "a number above 0")?,
            "starts" => self.starts = parse("starts", value, "a whole number from 1 to 100")?,
            "seed" => self.seed = parse("seed", value, "a whole number, 0 or above")?,
            "evaluate_every" => self.evaluate_every = parse("evaluate_every", value, "a whole number, 1 or above")?,
            "average" => self.average = parse("average", value, "a number from 0 up to, but not, 1")?,
            "learn_gamma" => self.learn_gamma = parse("learn_gamma", value, "true or false")?,
            "gamma_min" => self.gamma_min = parse("gamma_min", value, "a number above 0")?,
            "gamma_max" => self.gamma_max = parse("gamma_max", value, "a number above gamma_min")?,
            "gamma_prior" => self.gamma_prior = parse("gamma_prior", value, "a number, 0 or above")?,
            "normalise" => self.normalise = parse("normalise", value, "true or false")?,
            "private" => self.private = parse("private", value, "a number, 0 or above")?,
            "level2" => self.level2 = choice("level2", value, "linear or geodesic")?,
            "tolerance" => self.tolerance = parse("tolerance", value, "a number above 0 and at most 0.1")?,
            "reading" if value.trim() == "same" => self.reading = None,
            "reading" => return Err(refuse("reading", value, "give same, or set read_c, read_private …".into())),
            "read_c" => self.reading = Some(Reading { c: parse("read_c", value, "a number above 0")?, ..self.reading() }),
            "read_normalise" => {
                let normalise = parse("read_normalise", value, "true or false")?;
                self.reading = Some(Reading { normalise, ..self.reading() });
            }
            "read_private" => {
                let private = parse("read_private", value, "a number, 0 or above")?;
                self.reading = Some(Reading { private, ..self.reading() });
            }
            "read_level2" => {
                let level2 = choice("read_level2", value, "linear or geodesic")?;
                self.reading = Some(Reading { level2, ..self.reading() });
            }
            _ => return Err(refuse("parameter", key, format!("the latent SMM has these: {KEYS}"))),
        }
        Ok(())
    }
}

/// `adam`, `lbfgs`, `envelope`, each with `:number` if wanted.
fn optimiser(value: &str) -> Result<Optimiser, ModelError> {
    let (kind, number) = value.trim().split_once(':').map_or((value.trim(), None), |(kind, number)| (kind, Some(number)));
    let steps = |number: Option<&str>| number.map_or(Ok(5), |n| parse("steps", n, "a whole number from 1 to 1000"));
    match kind {
        "adam" => Ok(Optimiser::Adam { rate: number.map_or(Ok(presets::RATE), |n| parse("rate", n, "a number above 0"))? }),
        "lbfgs" => Ok(Optimiser::Lbfgs { steps: steps(number)? }),
        "envelope" => Ok(Optimiser::Envelope { steps: steps(number)? }),
        _ => Err(refuse("optimiser", value, "give adam:RATE, lbfgs:STEPS or envelope:STEPS".into())),
    }
}
