//! Parameters of the SVMs with a Gaussian and with a polynomial kernel.

use crate::{
    corpus::Weighting,
    model::{
        baseline::{linear_svm::CostTuning, tuning::tuning},
        params::{ParamTable, direct, parameters},
        smm::Multiclass,
    },
    param::{About, Domain, Row},
};

tuning! {
    /// How the kernel parameter `γ` is chosen; without a development part, by cross-validation on the training part.
    GammaTuning { gamma: f64 = 1.0 },
    Real,
    "Inverse squared width of the Gaussian kernel: raising it lets only nearer documents decide.",
    About::main(1e-2, 1e2).label("γ").within(Domain::POSITIVE).live()
}

tuning! {
    /// How the kernel's degree is chosen; without a development part, by cross-validation on the training part.
    DegreeTuning { degree: usize = 2 },
    Count,
    "Exponent of the polynomial kernel: the largest number of words whose joint occurrence decides.",
    About::main(1.0, 6.0).within(Domain::whole(1, 6)).live()
}

tuning! {
    /// How the kernel's offset is chosen; without a development part, by cross-validation on the training part.
    OffsetTuning { offset: f64 = 1.0 },
    Real,
    "Constant that the polynomial kernel adds to the inner product: raising it gives single words more weight.",
    About::main(0.0, 10.0).within(Domain::OFFSET).live()
}

parameters! {
    /// All parameters of the SVM with a Gaussian kernel, unchecked.
    pub struct RbfSvmParams {
        /// How C is chosen: the best of 2⁻³ to 2⁷ on the development part, together with γ, or a given value.
        tuning: CostTuning = CostTuning::Development, About::folded().label("choose C").live();
        /// How γ is chosen: the best of 4⁻², 4⁻¹, 1 and 4 on the development part, each divided by the mean squared distance of
        /// training documents, or a given value.
        gamma_tuning: GammaTuning = GammaTuning::Development, About::folded().label("choose γ").live();
        /// How more than two classes are separated: by an SVM for each pair, or by one for each class against all others.
        #[serde(default)]
        multiclass: Multiclass = Multiclass::OneVsOne, About::folded().label("several classes").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdfL2, About::line();
        /// Tolerance of the solver.
        tolerance: f64 = 1e-3, About::line().within(Domain::Real { low: 0.0, high: 1.0, open: [true, true] });
    }
}

parameters! {
    /// All parameters of the SVM with a polynomial kernel, unchecked.
    pub struct PolySvmParams {
        /// How C is chosen: the best of 2⁻³ to 2⁷ on the development part, together with degree and offset, or a given value.
        tuning: CostTuning = CostTuning::Development, About::folded().label("choose C").live();
        /// How the degree is chosen: the best of 2 and 3 on the development part, or a given value.
        degree_tuning: DegreeTuning = DegreeTuning::Development, About::folded().label("choose the degree").live();
        /// How the offset is chosen: the best of 0 and 1 on the development part, or a given value.
        offset_tuning: OffsetTuning = OffsetTuning::Development, About::folded().label("choose the offset").live();
        /// How more than two classes are separated: by an SVM for each pair, or by one for each class against all others.
        #[serde(default)]
        multiclass: Multiclass = Multiclass::OneVsOne, About::folded().label("several classes").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdfL2, About::line();
        /// Tolerance of the solver.
        tolerance: f64 = 1e-3, About::line().within(Domain::Real { low: 0.0, high: 1.0, open: [true, true] });
    }
}

impl ParamTable for RbfSvmParams {
    const MODEL: &'static str = "the Gaussian SVM";

    direct! { RbfSvmParams, paper CountL2: tuning, gamma_tuning }
}

impl ParamTable for PolySvmParams {
    const MODEL: &'static str = "the polynomial SVM";

    direct! { PolySvmParams, paper CountL2: tuning, degree_tuning, offset_tuning }
}
