//! Application of actions to this feature.

pub(crate) mod playing;
