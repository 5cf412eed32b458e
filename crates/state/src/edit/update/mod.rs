//! Application of actions to this feature.

pub(crate) mod arrows;
pub(crate) mod touch;
pub(crate) mod typed_text;
