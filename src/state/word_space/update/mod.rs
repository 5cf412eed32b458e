//! Application of actions to this feature.

pub(in crate::state) mod asking;
pub(in crate::state) mod drawing;
pub(in crate::state) mod looking;
