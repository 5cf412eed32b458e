//! Application of actions to this feature.

pub(crate) mod neighbouring;
pub(crate) mod word;
