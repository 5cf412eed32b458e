//! Settings of the word field: layers, subject of the field, colouring.

use std::sync::Arc;

use crate::{
    Action, ColourBy, Effect, Field, Members, Message, Scene, Workspace,
    core::{catch_panic, job::aside},
    field::novelty::NU,
};
use wordfield_core::corpus::SentimentLexicon;

/// Applies a change of the settings of the word field.
pub(crate) fn apply(workspace: &mut Workspace, field: Field) -> Vec<Effect> {
    match field {
        Field::Toggle(layer) => workspace.choices.layers.show(layer, !workspace.choices.layers.shows(layer)),
        Field::Mute(class) => {
            let member = workspace.choices.muted.contains(class);
            workspace.choices.muted.set(class, !member);
        }
        Field::Solo(class) => {
            let classes = workspace.classes();
            let others = Members::of(classes, [class]).inverted();
            workspace.choices.muted = if workspace.choices.muted == others { Members::none(classes) } else { others };
        }
        Field::UnmuteAll => workspace.choices.muted = Members::none(workspace.classes()),
        Field::Tool(tool) => workspace.choices.tool = tool,
        Field::View(viewpoint) => workspace.choices.layers.viewpoint = viewpoint,
        Field::Of(field_of) => {
            workspace.choices.layers = workspace.choices.layers.with_field(field_of);
            workspace.redraw();
        }
        Field::Nu(nu) => {
            workspace.field.novelty.nu = nu.clamp(NU[0], NU[1]);
            workspace.redraw();
        }
        Field::ColourBy(colour_by) => {
            workspace.choices.layers.colour_by = colour_by;
            repaint(workspace);
        }
        Field::LexiconFields(fields) => workspace.field.lexicon_fields = fields,
        Field::ReadLexicon([positive, negative]) => {
            return vec![aside("lexicon", move || {
                let lexicon = catch_panic(|| SentimentLexicon::read(&positive, &negative).map_err(|error| error.to_string()));
                Action::Field(Field::Lexicon(lexicon.map(Arc::new)))
            })];
        }
        Field::Lexicon(Err(text)) => workspace.message = Some(Message::error(text)),
        Field::Lexicon(Ok(lexicon)) => {
            workspace.field.lexicon = Some(lexicon);
            workspace.apply_lexicon();
            workspace.choices.layers.colour_by = ColourBy::Polarity;
            repaint(workspace);
        }
    }
    Vec::new()
}

/// Applies the selected colouring to the shown scene.
pub(crate) fn repaint(workspace: &mut Workspace) {
    let (Some(scene), Some(snapshot)) = (&workspace.field.scene, &workspace.run.snapshot) else { return };
    let colouring =
        workspace.corpus.basis.as_ref().map(|basis| basis.colouring(&workspace.choices.layers, snapshot)).unwrap_or_default();
    workspace.field.scene = Some(Arc::new(Scene { colouring, ..(**scene).clone() }));
}
