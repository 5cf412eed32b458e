//! Parameters of ridge regression.

use crate::{
    corpus::Weighting,
    model::{
        baseline::tuning::tuning,
        params::{ParamTable, direct, parameters},
    },
    param::{About, Domain, Row},
};

tuning! {
    /// How the penalty `λ` is chosen; without a development part, by leave-one-out errors of the training part.
    PenaltyTuning { lambda: f64 = 1.0 },
    Real,
    "Penalty of the squared length of the coefficients.",
    About::main(1e-3, 100.0).label("λ").within(Domain::POSITIVE).live()
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

impl ParamTable for RidgeParams {
    const MODEL: &'static str = "ridge regression";

    direct! { RidgeParams, paper Count: tuning }
}
