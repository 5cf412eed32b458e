//! Changes of the view that do not affect the model.

use crate::{
    Effect, FieldOf, Focus, Look, Tab, Workspace, matches::update::matching, run::update::playback, selection::update::follow,
};
use wordfield_core::corpus::TaskKind;

/// Applies a change of the view, which does not affect the model.
pub(crate) fn apply(workspace: &mut Workspace, look: Look) -> Vec<Effect> {
    match look {
        Look::Select(selection) => select(workspace, selection),
        Look::Tab(tab) => workspace.layout.tab = tab,
        Look::Seek(to) => return playback::seek(workspace, to),
        Look::ExplainPair(pair) => workspace.choices.classes.explain_pair = pair,
        Look::WrongOnly(wrong_only) => workspace.choices.classes.wrong_only = wrong_only,
        Look::MissedOnly(missed_only) => workspace.choices.ratings.missed_only = missed_only,
        Look::SortBy(column) => match workspace.choices.settings.params.kind().info().task {
            TaskKind::Classes => workspace.choices.classes.sort_by(column),
            TaskKind::Ratings | TaskKind::Pairs => workspace.choices.ratings.sort_by(column),
        },
        Look::Part(part) => workspace.choices.part = part,
        Look::ByConfusion(by_confusion) => workspace.choices.classes.by_confusion = by_confusion,
        Look::ClearCell => workspace.choices.classes.cell = None,
        Look::DismissHint => workspace.session.hint_read = true,
        Look::Theme(theme) => workspace.layout.theme = theme,
    }
    Vec::new()
}

fn select(workspace: &mut Workspace, selection: Focus) {
    workspace.choices.focus = selection;
    follow(workspace);
    match selection {
        Focus::Document(document) => {
            if workspace.choices.shown != Some(document) {
                workspace.choices.classes.explain_pair = None;
            }
            workspace.choices.shown = Some(document);
            matching::select(workspace, document);
        }
        Focus::Class(_) if workspace.choices.layers.field_of == FieldOf::Mean => {}
        Focus::Class(class) if workspace.choices.settings.params.kind().info().task == TaskKind::Classes => {
            let novelty = matches!(workspace.choices.layers.field_of, FieldOf::Novelty(_));
            workspace.choices.layers.field_of = if novelty { FieldOf::Novelty(Some(class)) } else { FieldOf::Class(class) };
            // Contours of a comparison of sets are replaced by those of the classes.
            workspace.redraw();
        }
        Focus::Cell { truth, predicted } => {
            workspace.choices.classes.cell = Some((truth, predicted));
            workspace.layout.tab = Tab::Documents;
        }
        Focus::Word(_) | Focus::Class(_) | Focus::None => {}
    }
    if workspace.matches.view.compared.is_some() {
        workspace.redraw();
    }
}
