//! Application of actions to this feature.

pub(crate) mod document_order;
pub(crate) mod look;
pub(crate) mod queries;
