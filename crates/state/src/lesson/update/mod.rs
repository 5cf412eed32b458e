//! Application of actions to this feature.

pub(crate) mod course;
pub(crate) mod set_up;
pub(crate) mod training;
