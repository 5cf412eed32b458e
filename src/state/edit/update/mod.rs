//! Application of actions to this feature.

pub(in crate::state) mod arrows;
pub(in crate::state) mod touch;
pub(in crate::state) mod typed_text;
