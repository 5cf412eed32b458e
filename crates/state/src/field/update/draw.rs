//! Settings of the word field: layers, subject of the field, colouring.

use std::sync::Arc;

use crate::{ColourBy, Effect, Field, Members, Message, Scene, Workspace, field::novelty::NU};

/// Applies a change of the settings of the word field.
pub(crate) fn apply(workspace: &mut Workspace, field: Field) -> Vec<Effect> {
    match field {
        Field::Toggle(layer) => workspace.field.layers.show(layer, !workspace.field.layers.shows(layer)),
        Field::Mute(class) => {
            let member = workspace.field.muted.contains(class);
            workspace.field.muted.set(class, !member);
        }
        Field::Solo(class) => {
            let classes = workspace.classes();
            let others = Members::of(classes, [class]).inverted();
            workspace.field.muted = if workspace.field.muted == others { Members::none(classes) } else { others };
        }
        Field::UnmuteAll => workspace.field.muted = Members::none(workspace.classes()),
        Field::Tool(tool) => workspace.field.tool = tool,
        Field::View(viewpoint) => workspace.field.layers.viewpoint = viewpoint,
        Field::Of(field_of) => {
            workspace.field.layers = workspace.field.layers.with_field(field_of);
            workspace.redraw();
        }
        Field::Nu(nu) => {
            workspace.field.novelty.nu = nu.clamp(NU[0], NU[1]);
            workspace.redraw();
        }
        Field::ColourBy(colour_by) => {
            workspace.field.layers.colour_by = colour_by;
            repaint(workspace);
        }
        Field::LexiconFields(fields) => workspace.field.lexicon_fields = fields,
        Field::ReadLexicon(lists) => return vec![Effect::ReadLexicon(lists)],
        Field::Lexicon(Err(text)) => workspace.message = Some(Message::error(text)),
        Field::Lexicon(Ok(lexicon)) => {
            workspace.field.lexicon = Some(lexicon);
            workspace.apply_lexicon();
            workspace.field.layers.colour_by = ColourBy::Polarity;
            repaint(workspace);
        }
    }
    Vec::new()
}

/// Applies the selected colouring to the shown scene.
pub(crate) fn repaint(workspace: &mut Workspace) {
    let (Some(scene), Some(snapshot)) = (&workspace.field.scene, &workspace.run.snapshot) else { return };
    let colouring =
        workspace.corpus.basis.as_ref().map(|basis| basis.colouring(&workspace.field.layers, snapshot)).unwrap_or_default();
    workspace.field.scene = Some(Arc::new(Scene { colouring, ..(**scene).clone() }));
}
