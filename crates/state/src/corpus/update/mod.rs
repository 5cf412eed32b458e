//! Application of actions to this feature.

pub(crate) mod dataset_options;
pub(crate) mod load;
pub(crate) mod opening;
pub(crate) mod previewing;
pub(crate) mod saved;
