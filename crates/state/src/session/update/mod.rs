//! Application of actions to this feature.

pub(crate) mod closing;
pub(crate) mod figure;
pub(crate) mod message_lifetime;
mod placing;
pub(crate) mod saving;
