//! Parameters of the linear SVM.

use crate::{
    corpus::Weighting,
    model::{
        baseline::tuning::tuning,
        params::{ParamTable, direct, parameters},
        smm::Multiclass,
    },
    param::{About, Domain, Row},
};

tuning! {
    /// How the SVM's `C` is chosen; without a development part, by cross-validation on the training part.
    CostTuning { c: f64 = 1.0 },
    Real,
    "Penalty of documents on the wrong side of the margin.",
    About::main(0.125, 128.0).label("C").within(Domain::POSITIVE).live()
}

parameters! {
    /// All parameters of the linear SVM, unchecked.
    pub struct LinearSvmParams {
        /// How C is chosen: the best of 2⁻³ to 2⁷ on the development part, or a given value.
        tuning: CostTuning = CostTuning::Development, About::folded().label("choose C").live();
        /// How more than two classes are separated: by an SVM for each pair, or by one for each class against all others.
        #[serde(default)]
        multiclass: Multiclass = Multiclass::OneVsOne, About::folded().label("several classes").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdfL2, About::line();
        /// Tolerance of the solver.
        tolerance: f64 = 1e-3, About::line().within(Domain::Real { low: 0.0, high: 1.0, open: [true, true] });
    }
}

impl ParamTable for LinearSvmParams {
    const MODEL: &'static str = "the linear SVM";

    direct! { LinearSvmParams, paper CountL2: tuning }
}
