//! Parameters of the nearest-neighbour classifier.

use crate::{
    corpus::Weighting,
    model::{
        Preset,
        params::{ParamTable, direct, parameters},
    },
    param::{About, Domain, Row},
};

parameters! {
    /// All parameters of the nearest-neighbour classifier, unchecked.
    pub struct KnnParams {
        /// Training documents that vote.
        k: usize = 5, About::main(1.0, 50.0).label("neighbours").within(Domain::from(1)).live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdf, About::line();
    }
}

impl ParamTable for KnnParams {
    const MODEL: &'static str = "the nearest-neighbour classifier";

    direct! { KnnParams: }

    fn preset(preset: Preset, _: usize) -> Self {
        if preset == Preset::Paper { Self { weighting: Weighting::Count, k: 1 } } else { Self::printed() }
    }
}
