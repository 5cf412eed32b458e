//! Application of actions to this feature.

pub(in crate::state) mod neighbouring;
pub(in crate::state) mod word;
