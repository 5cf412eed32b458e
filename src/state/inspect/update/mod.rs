//! How actions change this feature.

pub(in crate::state) mod neighbouring;
pub(in crate::state) mod word;
