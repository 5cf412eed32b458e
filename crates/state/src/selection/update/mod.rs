//! Application of actions to this feature.

pub(crate) mod choose;
pub(crate) mod look;
