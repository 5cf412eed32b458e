//! Parameters of the linear SVM.

use serde::{Deserialize, Serialize};

use crate::{
    corpus::Weighting,
    model::{
        Preset,
        params::{Checked, Parameters, fields, parameters, rows},
    },
    param::{About, Choice, Choices, Domain, Number, Row, Slot},
};

/// Choice of `C`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CostTuning {
    /// The best of a grid on the development part; without one, by cross-validation on the training part.
    #[default]
    Development,
    /// A given value.
    Fixed {
        /// The value.
        c: f64,
    },
}

impl Choices for CostTuning {
    const ALL: &'static [Choice] =
        &[Choice::new("development", "on the development part"), Choice::new("fixed", "a given value")];
    const USUAL: &'static [Self] = &[Self::Development, Self::Fixed { c: 1.0 }];
    const NUMBERS: &'static [Number<Self>] = &[Number {
        key: "c",
        hint: "Penalty of documents on the wrong side of the margin.",
        about: About::main(0.125, 128.0).label("C").within(Domain::POSITIVE).live(),
        at: |tuning| if let Self::Fixed { c } = tuning { Some(Slot::Real(c)) } else { None },
    }];
}

parameters! {
    /// All parameters of the linear SVM, unchecked.
    pub struct LinearSvmParams {
        /// How C is chosen: the best of 2⁻³ to 2⁷ on the development part, or a given value.
        tuning: CostTuning = CostTuning::Development, About::folded().label("choose C").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdfL2, About::line();
        /// Tolerance of the solver.
        tolerance: f64 = 1e-3, About::line().within(Domain::Real { low: 0.0, high: 1.0, open: [true, true] });
    }
}

/// Parameters with all values in range.
pub type CheckedLinearSvm = Checked<LinearSvmParams>;

impl Parameters for LinearSvmParams {
    const MODEL: &'static str = "the linear SVM";

    rows! { LinearSvmParams: tuning }

    fn preset(preset: Preset, _: usize) -> Self {
        match preset {
            Preset::Default => Self::printed(),
            Preset::Paper => Self { weighting: Weighting::CountL2, ..Self::printed() },
        }
    }

    fields! { weighting: Weighting }
}
