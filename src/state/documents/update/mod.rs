//! Application of actions to this feature.

pub(in crate::state) mod document_order;
pub(in crate::state) mod queries;
