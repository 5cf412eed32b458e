//! Application of actions to this feature.

pub(crate) mod check_order;
pub(crate) mod checking;
pub(crate) mod matching;
pub(crate) mod queries;
