//! Application of actions to this feature.

pub(crate) mod review_saving;
