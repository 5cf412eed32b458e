//! Application of actions to this feature.

pub(in crate::state) mod actions;
pub(in crate::state) mod drawing;
mod queries;
