//! Application of actions to this feature.

pub(crate) mod actions;
pub(crate) mod drawing;
mod queries;
