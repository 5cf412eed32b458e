//! Interventions in a model: dragged and pinned words, left-out documents, typed text.

pub(super) mod intervention_effect;
pub(super) mod interventions;
pub(super) mod typed;
pub(super) mod update;

pub use intervention_effect::{Changed, Consequence, Least, Said, Standing};
pub use interventions::{Drag, Drawn, Hands, Left, Taken};
pub use typed::{Judgement, Reading, Typed};
