//! Workspace, actions, update and scene: what the views draw, as data.
