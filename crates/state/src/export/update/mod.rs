//! Application of actions to this feature.

mod contents;
pub(crate) mod exporting;
