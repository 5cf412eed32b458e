//! Inputs of the word field in one frame.

use std::sync::Arc;

use wordfield_state::{Focus, Layer, Layers, Members, Neighbours, Scene, SelectionSet, Tool, Workspace};

/// Empty set of muted classes.
pub(super) const NONE: &Members = &Members::NONE;

/// Inputs of the word field in one frame.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// Scene to draw: words, positions, fields.
    pub scene: &'a Scene,
    /// Visible layers of the word field.
    pub layers: &'a Layers,
    /// Inspected item, such as a word or a class.
    pub selection: Focus,
    /// Current selection of words and documents.
    pub chosen: &'a SelectionSet,
    /// Pointer tool of the word field.
    pub tool: Tool,
    /// Muted classes, whose words are dimmed.
    pub muted: &'a Members,
    /// Whether the legend of the word field is shown.
    pub legend: bool,
    /// Words of the current selection; all other words are dimmed.
    pub lit: Option<&'a Arc<Members>>,
    /// Documents of the current selection; all other documents are dimmed.
    pub lit_documents: Option<&'a Arc<Members>>,
    /// Neighbours of the inspected word; `None` until they are computed.
    pub near: Option<&'a Arc<Neighbours>>,
    /// Whether class contours are hidden, because no class structure was learned.
    pub hides_contours: bool,
}

impl<'a> Shown<'a> {
    /// Inputs for a scene without a current selection.
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
            hides_contours: false,
        }
    }

    /// Inputs for a scene in print: layers and muted classes of the workspace, without a selection.
    pub fn printed(workspace: &'a Workspace, scene: &'a Scene) -> Self {
        let hides_contours = workspace.hidden_contours().is_some();
        let shown = Self::new(scene, &workspace.choices.layers, Focus::None);
        Self { muted: &workspace.choices.muted, hides_contours, ..shown }
    }

    /// Layers with a content. A recorded iteration has positions only, and a one-class SMM is fitted later.
    pub(super) fn filled_layers(&self) -> Layers {
        let Self { scene, layers, .. } = *self;
        let contours = layers.shows(Layer::Contours) && !(self.hides_contours && scene.between.is_none());
        layers.with(Layer::Field, layers.shows(Layer::Field) && scene.knows(layers.field_of)).with(Layer::Contours, contours)
    }
}
