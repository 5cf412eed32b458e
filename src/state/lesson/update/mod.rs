//! Application of actions to this feature.

pub(in crate::state) mod course;
pub(in crate::state) mod set_up;
pub(in crate::state) mod training;
