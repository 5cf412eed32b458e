//! Parameters of the lasso and of the elastic net.

use crate::{
    corpus::Weighting,
    model::{
        baseline::tuning::tuning,
        params::{ParamTable, direct, parameters},
    },
    param::{About, Domain, Row},
};

tuning! {
    /// How the penalty `alpha` is chosen; without a development part, by cross-validation on the training part.
    AlphaTuning { alpha: f64 = 1e-3 },
    Real,
    "Penalty of the coefficients: raising it leaves fewer words with a coefficient.",
    About::main(1e-5, 0.1).label("α").within(Domain::POSITIVE).live()
}

parameters! {
    /// All parameters of the lasso, unchecked.
    pub struct LassoParams {
        /// How α is chosen: the best on the development part of thirteen values, from the smallest one without coefficients
        /// down to a thousandth of it, or a given value.
        tuning: AlphaTuning = AlphaTuning::Development, About::folded().label("choose α").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::TfIdfL2, About::line();
    }
}

parameters! {
    /// All parameters of the elastic net, unchecked.
    pub struct ElasticNetParams {
        /// Share of the L1 penalty, at 1 the lasso: raising it leaves fewer words with a coefficient.
        l1_ratio: f64 = 0.5, About::main(0.01, 1.0).label("L1 share").within(Domain::real(0.01, 1.0)).live();
        /// How α is chosen: the best on the development part of thirteen values, from the smallest one without coefficients
        /// down to a thousandth of it, or a given value.
        tuning: AlphaTuning = AlphaTuning::Development, About::folded().label("choose α").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::TfIdfL2, About::line();
    }
}

impl ParamTable for LassoParams {
    const MODEL: &'static str = "lasso regression";

    direct! { LassoParams, paper Count: tuning }
}

impl ParamTable for ElasticNetParams {
    const MODEL: &'static str = "the elastic net";

    direct! { ElasticNetParams, paper Count: tuning }
}
