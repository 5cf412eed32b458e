//! How positions move where every objective is smooth: by L-BFGS or by Adam.

use serde::{Deserialize, Serialize};

use super::{
    ModelError,
    check::{ABOVE, STEPS, count, parse, positive, refuse},
};

/// How positions move within one outer iteration.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimiser {
    /// So many L-BFGS steps (the papers).
    Lbfgs {
        /// Steps an outer iteration.
        steps: usize,
    },
    /// One Adam step.
    Adam {
        /// Step size.
        rate: f64,
    },
}

impl Optimiser {
    /// Sets what `key` names (`optimiser`, `rate` or `steps`) from text; `false` where it names none of it. `rate` is Adam's
    /// where none is given.
    pub(super) fn set(&mut self, key: &str, value: &str, rate: f64) -> Result<bool, ModelError> {
        *self = match key {
            "optimiser" => Self::read(value, rate)?,
            "rate" => Self::Adam { rate: parse("rate", value, ABOVE)? },
            "steps" => Self::Lbfgs { steps: parse("steps", value, STEPS)? },
            _ => return Ok(false),
        };
        Ok(true)
    }

    /// Adam's step size.
    pub fn rate(self) -> Option<f64> {
        if let Self::Adam { rate } = self { Some(rate) } else { None }
    }

    /// From text: `adam` or `lbfgs`, each with `:number` if wanted; `rate` is Adam's where none is given.
    fn read(value: &str, rate: f64) -> Result<Self, ModelError> {
        let (kind, number) = value.trim().split_once(':').map_or((value.trim(), None), |(kind, number)| (kind, Some(number)));
        match kind {
            "adam" => Ok(Self::Adam { rate: number.map_or(Ok(rate), |n| parse("rate", n, ABOVE))? }),
            "lbfgs" => {
                let steps = number.map_or(Ok(1), |n| parse("steps", n, STEPS))?;
                Ok(Self::Lbfgs { steps })
            }
            _ => Err(refuse("optimiser", value, "give adam:RATE or lbfgs:STEPS".into())),
        }
    }

    /// Checks the ranges.
    pub(super) fn check(self) -> Result<(), ModelError> {
        match self {
            Self::Lbfgs { steps } => count("steps", steps, 1, 1000),
            Self::Adam { rate } => positive("rate", rate),
        }
    }
}
