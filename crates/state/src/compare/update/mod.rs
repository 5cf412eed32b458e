//! Application of actions to this feature.

pub(crate) mod comparing;
pub(crate) mod sets;
