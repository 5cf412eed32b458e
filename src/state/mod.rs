//! Workspace, actions, update and scene: what the views draw, as data.
//!
//! A gesture is an [`Action`]; a scene is rebuilt only when the run or the iteration changed. Nothing here knows egui.

mod action;
mod scene;
mod selection;

pub use action::Action;
pub use scene::{Basis, Scene};
pub use selection::{FieldOf, Layers, Selection};
