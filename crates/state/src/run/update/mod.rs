//! Application of actions to this feature.

pub(crate) mod offering;
pub(crate) mod restart;
pub(crate) mod run_control;
pub(crate) mod searching;
pub(crate) mod time;
pub(crate) mod trainer_events;
