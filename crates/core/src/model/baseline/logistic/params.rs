//! Parameters of logistic regression.

use crate::{
    corpus::Weighting,
    model::{
        baseline::tuning::tuning,
        params::{ParamTable, direct, parameters},
    },
    param::{About, Domain, Row},
};

tuning! {
    /// How `C` of logistic regression is chosen; without a development part, by cross-validation on the training part.
    LossTuning { c: f64 = 1.0 },
    Real,
    "Weight of the losses of documents against the penalty of the coefficients.",
    About::main(0.25, 1024.0).label("C").within(Domain::POSITIVE).live()
}

parameters! {
    /// All parameters of logistic regression, unchecked.
    pub struct LogisticParams {
        /// How C is chosen: the best power of four from ¼ to 1024 on the development part, or a given value.
        tuning: LossTuning = LossTuning::Development, About::folded().label("choose C").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdfL2, About::line();
    }
}

impl ParamTable for LogisticParams {
    const MODEL: &'static str = "logistic regression";

    direct! { LogisticParams, paper CountL2: tuning }
}
