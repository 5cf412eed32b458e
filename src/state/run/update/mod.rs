//! Application of actions to this feature.

pub(in crate::state) mod offering;
pub(in crate::state) mod restart;
pub(in crate::state) mod run_control;
pub(in crate::state) mod searching;
pub(in crate::state) mod time;
pub(in crate::state) mod trainer_events;
