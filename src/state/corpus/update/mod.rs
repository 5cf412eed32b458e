//! Application of actions to this feature.

pub(in crate::state) mod dataset_options;
pub(in crate::state) mod load;
pub(in crate::state) mod opening;
pub(in crate::state) mod previewing;
pub(in crate::state) mod saved;
