//! Inputs of the word field in one frame.

use std::sync::Arc;

use crate::state::{Focus, Layer, Layers, Members, Neighbours, Scene, SelectionSet, Tool, Workspace};

/// No class.
pub(super) const NONE: &Members = &Members::NONE;

/// Inputs of the word field in one frame.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// Words, positions, fields.
    pub scene: &'a Scene,
    /// Visible layers.
    pub layers: &'a Layers,
    /// Inspected item.
    pub selection: Focus,
    /// Current selection.
    pub chosen: &'a SelectionSet,
    /// Pointer tool.
    pub tool: Tool,
    /// Muted classes, whose words are dimmed.
    pub muted: &'a Members,
    /// Whether the legend is shown.
    pub legend: bool,
    /// Words of the current selection; all others are dimmed.
    pub lit: Option<&'a Arc<Members>>,
    /// Documents of the current selection; all others are dimmed.
    pub lit_documents: Option<&'a Arc<Members>>,
    /// Neighbours of the inspected word, if computed.
    pub near: Option<&'a Arc<Neighbours>>,
}

impl<'a> Shown<'a> {
    /// A scene without a current selection.
    pub fn new(scene: &'a Scene, layers: &'a Layers, selection: Focus) -> Self {
        Self {
            scene,
            layers,
            selection,
            chosen: &SelectionSet::Empty,
            tool: Tool::View,
            muted: NONE,
            legend: true,
            lit: None,
            lit_documents: None,
            near: None,
        }
    }

    /// A scene in print: layers and muted classes of the workspace, without a selection.
    pub fn printed(workspace: &'a Workspace, scene: &'a Scene) -> Self {
        Self { muted: &workspace.field.muted, ..Self::new(scene, &workspace.field.layers, Focus::None) }
    }

    /// The layers with a content. A recorded iteration has positions only.
    pub(super) fn filled_layers(&self) -> Layers {
        let Self { scene, layers, .. } = *self;
        layers.with(Layer::Field, layers.shows(Layer::Field) && !scene.past)
    }
}
