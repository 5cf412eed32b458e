//! Application of actions to this feature.

pub(crate) mod draw;
pub(crate) mod picturing;
pub(crate) mod profiling;
pub(crate) mod trails;
