//! Linear canonical correlation analysis on weighted word counts (T 6.4), with a ridge.
//!
//! Linear CCA is kernel CCA with the linear kernel: the directions are combinations of the training documents,
//! so that the number of words enters the cost by the products of documents only.
//! Without a ridge, any data with more words than pairs correlate perfectly.
//! Solution, comparison and cost: [`CanonicalModel`].
//!
//! `λ` and the number of directions are the best of a grid on the development pairs unless given;
//! without development pairs `λ` is 1 and the number of directions 200.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::canonical::{CanonicalModel, CanonicalParams, DimensionTuning, Family, PenaltyTuning, Plan};
use crate::{
    corpus::{Dataset, TaskKind, Weighting},
    memory::Budget,
    model::{
        Direct, DirectModel, ModelError, ModelInfo, ModelKind,
        pairs::Parts,
        params::{ParamTable, direct, parameters},
    },
    param::About,
};

/// Training of linear canonical correlation analysis (CCA).
pub type Cca = Direct<CcaModel>;
/// Fitted linear canonical correlation analysis (CCA).
pub type CcaModel = CanonicalModel<CcaParams>;

parameters! {
    /// All parameters of linear CCA, unchecked.
    pub struct CcaParams {
        /// How λ is chosen: the best of 10⁻¹·⁵ to 10¹·⁵ on the development pairs (1 without them), or a given value.
        regularisation: PenaltyTuning = PenaltyTuning::Development, About::folded().label("choose λ").live();
        /// How the number of directions is chosen: the best of 10 to 300 on the development pairs
        /// (200 without them), or a given value.
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
        Plan::new((Family::Linear, None), (self.regularisation, self.dimension_tuning), self.centring)
    }
}

impl DirectModel for CcaModel {
    type Params = CcaParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "cca",
        help: "Linear CCA on word counts: each document's partner on another side, such as another language",
        label: "CCA",
        title: "a CCA, which finds partners",
        as_printed: "counts, the penalty and the directions chosen on the development part",
        ..ModelInfo::direct(ModelKind::Cca, TaskKind::Pairs)
    };

    /// Fits linear CCA.
    /// Fails if fewer than two training pairs have known words on both sides, all documents of a side are equal,
    /// or the kernel values do not fit into the budget.
    fn fit(data: &Dataset, params: &CcaParams, budget: Budget) -> Result<Self, ModelError> {
        Self::on(&Parts::of(data), Arc::new(data.words.clone()), None, params, budget)
    }
}
