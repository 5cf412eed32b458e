//! Parameters of nearest neighbours that find partners.

use crate::{
    corpus::Weighting,
    model::{
        baseline::tuning::tuning,
        params::{ParamTable, direct, parameters},
    },
    param::{About, Domain, Row},
};

tuning! {
    /// How the number of neighbours `k` is chosen; without development pairs it is 5.
    NeighbourTuning { k: usize = super::USUAL },
    Count,
    "Nearest training documents whose partners' mean is compared with the candidates.",
    About::main(1.0, 50.0).label("neighbours").within(Domain::from(1)).live()
}

parameters! {
    /// All parameters of nearest neighbours that find partners, unchecked.
    pub struct KnnPairsParams {
        /// How k is chosen: the best of 1 to 50 on the development pairs (5 without them), or a given value.
        neighbours: NeighbourTuning = NeighbourTuning::Development, About::folded().label("choose neighbours").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdf, About::line();
    }
}

impl ParamTable for KnnPairsParams {
    const MODEL: &'static str = "the nearest-neighbour matching";

    direct! { KnnPairsParams, paper Count: neighbours }
}
