//! Application of actions to this feature.

pub(in crate::state) mod playing;
