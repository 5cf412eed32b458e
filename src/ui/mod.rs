//! Panels and views: read the scene, return actions.

pub mod palette;
