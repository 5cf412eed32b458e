//! Application of actions to this feature.

pub(in crate::state) mod closing;
pub(in crate::state) mod figure;
pub(in crate::state) mod message_lifetime;
mod placing;
pub(in crate::state) mod saving;
