//! Application of actions to this feature.

mod contents;
pub(in crate::state) mod exporting;
