//! Queries of this feature.

pub(in crate::state) mod queries;
