//! Application of actions to this feature.

pub(crate) mod ask;
pub(crate) mod studying;
pub(crate) mod task;
