//! Queries of this feature.

pub(crate) mod choose;
pub(crate) mod queries;
