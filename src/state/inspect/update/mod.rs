//! How actions change this feature.

pub(in crate::state) mod neighbouring;
