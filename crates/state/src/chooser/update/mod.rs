//! Queries of this feature.

pub(crate) mod queries;
