//! Panels and views: read the scene, return actions.

pub mod field;
pub mod palette;
