//! Application of actions to this feature.

pub(crate) mod run_control;
pub(crate) mod time;
