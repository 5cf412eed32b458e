//! Panels and views: read the scene, return actions.
