//! Application of actions to this feature.

pub(in crate::state) mod check_order;
pub(in crate::state) mod checking;
pub(in crate::state) mod matching;
pub(in crate::state) mod queries;
