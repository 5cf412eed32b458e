//! Application of actions to this feature.

pub(in crate::state) mod draw;
pub(in crate::state) mod picturing;
pub(in crate::state) mod profiling;
pub(in crate::state) mod trails;
