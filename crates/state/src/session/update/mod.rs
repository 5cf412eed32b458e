//! Application of actions to this feature.

pub(crate) mod closing;
pub(crate) mod figure;
mod placing;
pub(crate) mod saving;
