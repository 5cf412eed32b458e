//! Parameters of KED-KCCA, kernel CCA on kernel embeddings of distributions.

use crate::{
    corpus::Weighting,
    model::{
        baseline::{
            canonical::{CanonicalParams, DimensionTuning, Family, PenaltyTuning, Plan, Setting, halves},
            tuning::tuning,
        },
        params::{DIMENSIONS, ParamTable, direct, parameters},
        start::Start,
    },
    param::{About, Domain, Row},
};

/// Exponents of the tried kernel parameters `γ`, which are powers of ten, in halves.
const GAMMAS: std::ops::RangeInclusive<i32> = -1..=2;
/// Kernel parameter `γ` if there are no development pairs.
const GAMMA: f64 = 1.0;

tuning! {
    /// How the kernel parameter `γ` is chosen; without development pairs it is 1.
    GammaTuning { gamma: f64 = GAMMA },
    Real,
    "Inverse squared width of the kernel between word vectors of mean squared length one: raising it compares nearer words only.",
    About::main(0.1, 30.0).label("γ").within(Domain::POSITIVE).live()
}

parameters! {
    /// All parameters of KED-KCCA, unchecked.
    pub struct KedKccaParams {
        /// Vectors of the words of each side: spectral vectors of its documents, or vectors from a file.
        start: Start = Start::Spectral, About::line().label("word vectors").within(Start::WITHOUT_PAIRS);
        /// Largest number of dimensions of the vectors.
        vector_dimension: usize = 100, About::line().label("dimensions of vectors").within(DIMENSIONS);
        /// How γ is chosen: the best of 10⁻⁰·⁵ to 10 on the development pairs (1 without them), or a given value.
        gamma_tuning: GammaTuning = GammaTuning::Development, About::folded().label("choose γ").live();
        /// How λ is chosen: the best of 10⁻¹·⁵ to 10¹·⁵ on the development pairs (1 without them), or a given value.
        regularisation: PenaltyTuning = PenaltyTuning::Development, About::folded().label("choose λ").live();
        /// How the number of directions is chosen: the best of 10 to 300 on the development pairs (200 without them), or a given value.
        dimension_tuning: DimensionTuning = DimensionTuning::Development, About::folded().label("choose directions").live();
        /// Whether the mean of the training documents of each side is the origin.
        centring: bool = true, About::folded();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdf, About::line();
    }
}

impl ParamTable for KedKccaParams {
    const MODEL: &'static str = "KED-KCCA";

    direct! { KedKccaParams, paper Count: gamma_tuning, regularisation, dimension_tuning }
}

impl CanonicalParams for KedKccaParams {
    fn plan(&self) -> Plan {
        // The grid begins with the widest kernel.
        let grid = halves(GAMMAS).into_iter().rev().collect();
        Plan {
            family: Family::KernelMeans,
            shape: Some(Setting { key: "gamma", given: self.gamma_tuning.given(), grid, usual: GAMMA }),
            lambda: self.regularisation.setting(),
            dimension: self.dimension_tuning.setting(),
            centring: self.centring,
        }
    }
}
