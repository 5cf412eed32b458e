//! How positions move where every objective is smooth: by L-BFGS or by Adam.

use serde::{Deserialize, Serialize};

use super::{
    ModelError,
    check::{count, number, parse, refuse},
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
    /// From text: `adam` or `lbfgs`, each with `:number` if wanted; `rate` is Adam's where none is given.
    pub(super) fn read(value: &str, rate: f64) -> Result<Self, ModelError> {
        let (kind, number) = value.trim().split_once(':').map_or((value.trim(), None), |(kind, number)| (kind, Some(number)));
        match kind {
            "adam" => Ok(Self::Adam { rate: number.map_or(Ok(rate), |n| parse("rate", n, "a number above 0"))? }),
            "lbfgs" => {
                let steps = number.map_or(Ok(1), |n| parse("steps", n, "a whole number from 1 to 1000"))?;
                Ok(Self::Lbfgs { steps })
            }
            _ => Err(refuse("optimiser", value, "give adam:RATE or lbfgs:STEPS".into())),
        }
    }

    /// Checks the ranges.
    pub(super) fn check(self) -> Result<(), ModelError> {
        match self {
            Self::Lbfgs { steps } => count("steps", steps, 1, 1000),
            Self::Adam { rate } => number("rate", rate, rate > 0.0, "give a finite number above 0"),
        }
    }
}
