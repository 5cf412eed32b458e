//! Interventions in a model: dragged and pinned words, omitted words and documents, typed text.

pub(super) mod intervention_effect;
pub(super) mod interventions;
pub(super) mod typed;
pub(super) mod update {
    pub(crate) mod arrows;
    pub(crate) mod intervene;
}

pub use intervention_effect::{ChangeThreshold, ChangedPrediction, InterventionEffect, ModelFigures, PredictedValue};
pub use interventions::{Drag, Interventions, Omission, RunInterventions, WordForces, WordMove};
pub use typed::{Typed, TypedAnalysis, TypedPrediction};
