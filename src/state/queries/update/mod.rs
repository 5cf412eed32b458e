//! Application of actions to this feature.

pub(in crate::state) mod ask;
pub(in crate::state) mod studying;
pub(in crate::state) mod task;
