//! Looking: changes what is shown and nothing else.

use super::{FieldOf, Look, Selection, Tab, Workspace, matching, timeline};
use crate::corpus::TaskKind;

/// Looks at something else.
pub(super) fn apply(workspace: &mut Workspace, look: Look) {
    match look {
        Look::Select(selection) => select(workspace, selection),
        Look::Tab(tab) => workspace.tab = tab,
        Look::Seek(to) => timeline::seek(workspace, to),
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
