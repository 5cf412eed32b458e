//! Parameters of linear canonical correlation analysis (CCA).

use crate::{
    corpus::Weighting,
    model::{
        baseline::canonical::{CanonicalParams, DimensionTuning, Family, PenaltyTuning, Plan},
        params::{ParamTable, direct, parameters},
    },
    param::{About, Row},
};

parameters! {
    /// All parameters of linear CCA, unchecked.
    pub struct CcaParams {
        /// How λ is chosen: the best of 10⁻¹·⁵ to 10¹·⁵ on the development pairs (1 without them), or a given value.
        regularisation: PenaltyTuning = PenaltyTuning::Development, About::folded().label("choose λ").live();
        /// How the number of directions is chosen: the best of 10 to 300 on the development pairs (200 without them), or a given value.
        dimension_tuning: DimensionTuning = DimensionTuning::Development, About::folded().label("choose directions").live();
        /// Whether the mean of the training documents of each side is the origin.
        centring: bool = true, About::folded();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdfL2, About::line();
    }
}

impl ParamTable for CcaParams {
    const MODEL: &'static str = "CCA";

    direct! { CcaParams, paper Count: regularisation, dimension_tuning }
}

impl CanonicalParams for CcaParams {
    fn plan(&self) -> Plan {
        Plan {
            family: Family::Linear,
            shape: None,
            lambda: self.regularisation.setting(),
            dimension: self.dimension_tuning.setting(),
            centring: self.centring,
        }
    }
}
