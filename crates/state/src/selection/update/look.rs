//! Changes of the view, without an effect on the model.

use std::sync::Arc;

use crate::{Effect, FieldOf, Focus, Look, Seek, Tab, Workspace, matches::update::matching, selection::update::choose};
use wordfield_core::{corpus::TaskKind, model::Snapshot, train::Command};

/// Applies a change of the view.
pub(crate) fn apply(workspace: &mut Workspace, look: Look) -> Vec<Effect> {
    match look {
        Look::Select(selection) => select(workspace, selection),
        Look::Tab(tab) => workspace.layout.tab = tab,
        Look::Seek(to) => return seek(workspace, to),
        Look::ExplainPair(pair) => workspace.documents.view.classes.explain_pair = pair,
        Look::WrongOnly(wrong_only) => workspace.documents.view.classes.wrong_only = wrong_only,
        Look::MissedOnly(missed_only) => workspace.documents.view.ratings.missed_only = missed_only,
        Look::SortBy(column) => match workspace.run.settings.params.kind().info().task {
            TaskKind::Classes => workspace.documents.view.classes.sort_by(column),
            TaskKind::Ratings | TaskKind::Pairs => workspace.documents.view.ratings.sort_by(column),
        },
        Look::Part(part) => workspace.documents.part = part,
        Look::ByConfusion(by_confusion) => workspace.documents.view.classes.by_confusion = by_confusion,
        Look::ClearCell => workspace.documents.view.classes.cell = None,
        Look::DismissHint => workspace.session.hint_read = true,
        Look::Theme(theme) => workspace.layout.theme = theme,
    }
    Vec::new()
}

fn select(workspace: &mut Workspace, selection: Focus) {
    workspace.selection.focus = selection;
    choose::follow(workspace);
    match selection {
        Focus::Document(document) => {
            if workspace.documents.shown != Some(document) {
                workspace.documents.view.classes.explain_pair = None;
            }
            workspace.documents.shown = Some(document);
            matching::select(workspace, document);
        }
        Focus::Class(_) if workspace.field.layers.field_of == FieldOf::Mean => {}
        Focus::Class(class) if workspace.run.settings.params.kind().info().task == TaskKind::Classes => {
            workspace.field.layers.field_of = FieldOf::Class(class);
            // Contours of a comparison are replaced by those of the classes.
            workspace.redraw();
        }
        Focus::Cell { truth, predicted } => {
            workspace.documents.view.classes.cell = Some((truth, predicted));
            workspace.layout.tab = Tab::Documents;
        }
        Focus::Word(_) | Focus::Class(_) | Focus::None => {}
    }
    if workspace.documents.view.pairs.compared.is_some() {
        workspace.redraw();
    }
}

/// Shows an iteration; the trainer is asked for the predictions at it.
pub(crate) fn seek(workspace: &mut Workspace, seek: Seek) -> Vec<Effect> {
    let newest = workspace.newest();
    let (Some(_), Some(history)) = (&workspace.run.latest, &workspace.timeline.history) else { return Vec::new() };
    let here = workspace.timeline.at.unwrap_or(newest);
    let wanted = match seek {
        Seek::First => Some(0),
        Seek::Newest => None,
        Seek::By(by) => history.beside(here, by),
        Seek::At(iteration) => Some(iteration),
    };
    let kept = wanted.filter(|&iteration| iteration < newest).and_then(|iteration| history.up_to(iteration));
    // A run continued from a saved model has no earlier records.
    let at = kept.map(|frame| frame.iteration).filter(|&iteration| iteration < newest);
    if at == workspace.timeline.at {
        return Vec::new();
    }
    workspace.timeline.at = at;
    if at.is_none() {
        workspace.timeline.past = None;
    }
    workspace.show_state();
    at.filter(|_| workspace.can_go_on()).map(|at| Effect::Send(Command::Recall(at))).into_iter().collect()
}

/// Receives the snapshot of an earlier iteration.
pub(crate) fn recalled(workspace: &mut Workspace, past: Arc<Snapshot>) {
    if workspace.timeline.at.is_some() {
        workspace.timeline.past = Some(past);
        workspace.show_state();
    }
}
