//! State of the word field: scene, layers, tool, muted classes, paths.

use std::sync::Arc;

use crate::state::{Layers, Members, Paths, Scene, Tool};

/// Scene, layers, tool, muted classes and paths of the word field.
#[derive(Debug, Default)]
pub struct FieldState {
    /// The scene that is drawn.
    pub scene: Option<Arc<Scene>>,
    /// Layers of the word field.
    pub layers: Layers,
    /// Effect of dragging in the word field.
    pub tool: Tool,
    /// Classes whose words are dimmed.
    pub muted: Members,
    /// Lines drawn over the words.
    pub paths: Paths,
}
