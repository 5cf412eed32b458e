//! Looking: changes what is shown and nothing else.

use std::sync::Arc;

use super::{FieldOf, Look, Seek, Selection, Tab, Workspace, choosing, matching};
use crate::corpus::TaskKind;

/// Looks at something else.
pub(super) fn apply(workspace: &mut Workspace, look: Look) {
    match look {
        Look::Select(selection) => select(workspace, selection),
        Look::Tab(tab) => workspace.tab = tab,
        Look::Seek(to) => seek(workspace, to),
        Look::ExplainPair(pair) => workspace.view.classes.explain_pair = pair,
        Look::WrongOnly(wrong_only) => workspace.view.classes.wrong_only = wrong_only,
        Look::MissedOnly(missed_only) => workspace.view.ratings.missed_only = missed_only,
        Look::SortBy(column) => workspace.view.ratings.sort_by(column),
        Look::Part(part) => workspace.part = part,
        Look::ClearCell => workspace.view.classes.cell = None,
        Look::DismissHint => workspace.hint_read = true,
        Look::Theme(theme) => workspace.theme = theme,
    }
}

fn select(workspace: &mut Workspace, selection: Selection) {
    workspace.selection = selection;
    workspace.hint_read |= selection != Selection::None;
    choosing::follow(workspace);
    match selection {
        Selection::Document(document) => {
            if workspace.document != Some(document) {
                workspace.view.classes.explain_pair = None;
            }
            workspace.document = Some(document);
            matching::select(workspace, document);
        }
        Selection::Class(class) if workspace.settings.params.kind().spec().task == TaskKind::Classes => {
            workspace.layers.field_of = FieldOf::Class(class);
        }
        Selection::Cell { truth, predicted } => {
            workspace.view.classes.cell = Some((truth, predicted));
            workspace.tab = Tab::Documents;
        }
        Selection::Word(_) | Selection::Class(_) | Selection::None => {}
    }
    if workspace.view.pairs.compared.is_some() {
        workspace.redraw();
    }
}

/// Looks there: replaces the scene, touches nothing else.
pub(super) fn seek(workspace: &mut Workspace, seek: Seek) {
    let (Some(snapshot), Some(history)) = (&workspace.snapshot, &workspace.timeline.history) else { return };
    let newest = snapshot.iteration;
    let here = workspace.timeline.at.unwrap_or(newest);
    let wanted = match seek {
        Seek::First => Some(0),
        Seek::Newest => None,
        Seek::By(by) => history.beside(here, by),
        Seek::At(iteration) => Some(iteration),
    };
    let kept = wanted.filter(|&iteration| iteration < newest).and_then(|iteration| history.up_to(iteration));
    // A run that goes on from a saved model has recorded nothing before it.
    let kept = kept.filter(|(iteration, _)| *iteration < newest);
    workspace.timeline.at = kept.as_ref().map(|(iteration, _)| *iteration);
    let Some(mut scene) = workspace.scene_of(snapshot) else { return };
    if let Some((iteration, latent)) = kept {
        scene.look_back(iteration, &latent);
    }
    workspace.scene = Some(Arc::new(scene));
}
