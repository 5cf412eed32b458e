//! How the word field is drawn: its layers, whose field, what the words' colours say.

use std::sync::Arc;

use crate::state::{ColourBy, Effect, Field, Members, Message, Scene, Workspace};

/// Draws it otherwise.
pub(in crate::state) fn apply(workspace: &mut Workspace, field: Field) -> Vec<Effect> {
    match field {
        Field::Toggle(layer) => workspace.layers.show(layer, !workspace.layers.shows(layer)),
        Field::Mute(class) => {
            let member = workspace.muted.contains(class);
            workspace.muted.set(class, !member);
        }
        Field::Solo(class) => {
            let classes = workspace.classes();
            let others = Members::of(classes, [class]).inverted();
            workspace.muted = if workspace.muted == others { Members::none(classes) } else { others };
        }
        Field::UnmuteAll => workspace.muted = Members::none(workspace.classes()),
        Field::Tool(tool) => workspace.tool = tool,
        Field::View(viewpoint) => workspace.layers.viewpoint = viewpoint,
        Field::Of(field_of) => {
            workspace.layers = workspace.layers.with_field(field_of);
            if workspace.studies.sets.study.found().is_some() {
                workspace.redraw();
            }
            repaint(workspace);
        }
        Field::ColourBy(colour_by) => {
            workspace.layers.colour_by = colour_by;
            repaint(workspace);
        }
        Field::LexiconFields(fields) => workspace.lexicon_fields = fields,
        Field::ReadLexicon(lists) => return vec![Effect::ReadLexicon(lists)],
        Field::Lexicon(Err(text)) => workspace.message = Some(Message { text, error: true }),
        Field::Lexicon(Ok(lexicon)) => {
            workspace.lexicon = Some(lexicon);
            workspace.judge_words();
            workspace.layers.colour_by = ColourBy::Polarity;
            repaint(workspace);
        }
    }
    Vec::new()
}

/// Gives the words of the scene shown the colours now asked for.
pub(in crate::state) fn repaint(workspace: &mut Workspace) {
    let (Some(scene), Some(snapshot)) = (&workspace.scene, &workspace.snapshot) else { return };
    let colouring = workspace.basis.as_ref().map(|basis| basis.colouring(&workspace.layers, snapshot)).unwrap_or_default();
    workspace.scene = Some(Arc::new(Scene { colouring, ..(**scene).clone() }));
}
