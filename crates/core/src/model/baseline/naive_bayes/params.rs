//! Parameters of naive Bayes.

use crate::{
    corpus::Weighting,
    model::{
        Preset,
        params::{ParamTable, direct, parameters},
    },
    param::{About, Row},
};

parameters! {
    /// All parameters of naive Bayes, unchecked.
    pub struct NaiveBayesParams {
        /// Smoothing: this number is added to the count of every word in every class.
        alpha: f64 = 1.0, About::main(0.01, 10.0).label("α").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::Raw, About::line();
    }
}

impl ParamTable for NaiveBayesParams {
    const MODEL: &'static str = "naive Bayes";

    direct! { NaiveBayesParams: }

    fn preset(_: Preset, _: usize) -> Self {
        Self::printed()
    }
}
