//! Application of actions to this feature.

pub(in crate::state) mod choose;
pub(in crate::state) mod look;
