//! Application of actions to this feature.

pub(in crate::state) mod closing;
pub(in crate::state) mod figure;
pub(in crate::state) mod message_lifetime;
pub(in crate::state) mod saving;
