//! Parameters of ridge regression.

use serde::{Deserialize, Serialize};

use crate::{
    corpus::Weighting,
    model::{
        Preset,
        params::{Checked, Parameters, fields, parameters, rows},
    },
    param::{About, Choice, Choices, Domain, Number, Row, Slot},
};

/// Choice of `λ`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PenaltyTuning {
    /// The best of a grid on the development part; without one, by leave-one-out errors of the training part.
    #[default]
    Development,
    /// A given value.
    Fixed {
        /// The value.
        lambda: f64,
    },
}

impl Choices for PenaltyTuning {
    const ALL: &'static [Choice] =
        &[Choice::new("development", "on the development part"), Choice::new("fixed", "a given value")];
    const USUAL: &'static [Self] = &[Self::Development, Self::Fixed { lambda: 1.0 }];
    const NUMBERS: &'static [Number<Self>] = &[Number {
        key: "lambda",
        hint: "Penalty of the squared length of the coefficients.",
        about: About::main(1e-3, 100.0).label("λ").within(Domain::POSITIVE).live(),
        at: |tuning| if let Self::Fixed { lambda } = tuning { Some(Slot::Real(lambda)) } else { None },
    }];
}

parameters! {
    /// All parameters of ridge regression, unchecked.
    pub struct RidgeParams {
        /// How the penalty is chosen: the best of 10⁻⁴ to 10⁴ on the development part (leave-one-out without one), or a given value.
        tuning: PenaltyTuning = PenaltyTuning::Development, About::folded().label("choose λ").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::TfIdfL2, About::line();
    }
}

/// Parameters with all values in range.
pub type CheckedRidge = Checked<RidgeParams>;

impl Parameters for RidgeParams {
    const MODEL: &'static str = "ridge regression";

    rows! { RidgeParams: tuning }

    fn preset(preset: Preset, _: usize) -> Self {
        match preset {
            Preset::Default => Self::printed(),
            Preset::Paper => Self { weighting: Weighting::Count, ..Self::printed() },
        }
    }

    fields! { weighting: Weighting }
}
