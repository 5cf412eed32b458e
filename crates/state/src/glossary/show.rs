//! Views of glossary terms: actions that open a tab or a panel, or draw a field.

use crate::{
    Action, Column, Field, FieldOf, Focus, Layer, Look, MatchAction, PairMode, Panel, Show, Tab, Workspace, glossary::values,
};

/// View of a glossary term that has none: no actions.
pub(super) fn nothing(_: &Workspace) -> Vec<Action> {
    Vec::new()
}

fn tab(workspace: &Workspace, tab: Tab) -> Vec<Action> {
    if workspace.layout.tab == tab { Vec::new() } else { vec![Action::Look(Look::Tab(tab))] }
}

fn panel(workspace: &Workspace, panel: Panel) -> Vec<Action> {
    let arrangement = &workspace.layout.arrangement;
    let open = arrangement.shows(panel) || arrangement.is_presenting();
    if open { Vec::new() } else { vec![Action::Show(Show::Panel(panel))] }
}

/// Actions that show the word field with a field over it.
fn drawn(workspace: &Workspace, of: FieldOf) -> Vec<Action> {
    let layers = &workspace.field.layers;
    let mut actions = tab(workspace, Tab::Field);
    if layers.field_of != of || !layers.shows(Layer::Field) {
        actions.push(Action::Field(Field::Of(of)));
    }
    actions
}

/// Actions that show the Gram matrix.
pub(super) fn gram(workspace: &Workspace) -> Vec<Action> {
    tab(workspace, Tab::Gram)
}

/// Actions that show the comparison of two sets.
pub(super) fn compare(workspace: &Workspace) -> Vec<Action> {
    tab(workspace, Tab::Compare)
}

/// Actions that show the table of documents, or the matches.
pub(super) fn documents(workspace: &Workspace) -> Vec<Action> {
    tab(workspace, Tab::Documents)
}

/// Actions that show predictions against the truth.
pub(super) fn evaluation(workspace: &Workspace) -> Vec<Action> {
    tab(workspace, Tab::Evaluation)
}

/// Actions that show the candidates of each document.
pub(super) fn candidates(workspace: &Workspace) -> Vec<Action> {
    job(workspace, PairMode::Find)
}

/// Actions that show the check of the pairs.
pub(super) fn check(workspace: &Workspace) -> Vec<Action> {
    job(workspace, PairMode::Check)
}

fn job(workspace: &Workspace, mode: PairMode) -> Vec<Action> {
    let mut actions = tab(workspace, Tab::Documents);
    if workspace.matches.view.mode != mode {
        actions.push(Action::Match(MatchAction::Mode(mode)));
    }
    actions
}

/// Actions that show the documents by their margins.
pub(super) fn margins(workspace: &Workspace) -> Vec<Action> {
    let mut actions = tab(workspace, Tab::Documents);
    if workspace.documents.view.classes.sort != Column::Margin {
        actions.push(Action::Look(Look::SortBy(Column::Margin)));
    }
    actions
}

/// Actions that draw the kernel mean of a document as a field.
pub(super) fn mean(workspace: &Workspace) -> Vec<Action> {
    let mut actions = Vec::new();
    if !matches!(workspace.selection.focus, Focus::Document(_)) {
        let Some(document) = values::document(workspace) else { return Vec::new() };
        actions.push(Action::Look(Look::Select(Focus::Document(document))));
    }
    actions.extend(drawn(workspace, FieldOf::Mean));
    actions
}

/// Actions that show the word of the examples in the inspector.
pub(super) fn word(workspace: &Workspace) -> Vec<Action> {
    let Some(word) = values::word(workspace) else { return Vec::new() };
    let mut actions = tab(workspace, Tab::Field);
    if workspace.selection.focus != Focus::Word(word) {
        actions.push(Action::Look(Look::Select(Focus::Word(word))));
    }
    actions
}

/// Actions that draw the decision field of the first class, or the posterior mean of a rating.
pub(super) fn field(workspace: &Workspace) -> Vec<Action> {
    let layers = &workspace.field.layers;
    let rated = values::dataset(workspace).is_some_and(|dataset| dataset.corpus.task.ratings().is_some());
    match layers.field_of {
        _ if rated => drawn(workspace, FieldOf::Rating(layers.rating())),
        of @ (FieldOf::Class(_) | FieldOf::Pair(_)) => drawn(workspace, of),
        _ => drawn(workspace, FieldOf::Class(0)),
    }
}

/// Actions that draw the decision of the one-class SMM of all training documents, or of the chosen class.
pub(super) fn novelty(workspace: &Workspace) -> Vec<Action> {
    match workspace.field.layers.field_of {
        of @ FieldOf::Novelty(_) => drawn(workspace, of),
        _ => drawn(workspace, FieldOf::Novelty(None)),
    }
}

/// Actions that draw the posterior deviation of a rating.
pub(super) fn deviation(workspace: &Workspace) -> Vec<Action> {
    drawn(workspace, FieldOf::Deviation(workspace.field.layers.rating()))
}

/// Actions that draw the forces on the words.
pub(super) fn forces(workspace: &Workspace) -> Vec<Action> {
    layer(workspace, Layer::Forces)
}

/// Actions that draw the documents at the mean positions of their words.
pub(super) fn places(workspace: &Workspace) -> Vec<Action> {
    layer(workspace, Layer::Documents)
}

fn layer(workspace: &Workspace, layer: Layer) -> Vec<Action> {
    let mut actions = tab(workspace, Tab::Field);
    if !workspace.field.layers.shows(layer) {
        actions.push(Action::Field(Field::Toggle(layer)));
    }
    actions
}

/// Actions that show the hyper-parameters.
pub(super) fn parameters(workspace: &Workspace) -> Vec<Action> {
    panel(workspace, Panel::Model)
}

/// Actions that show the split of the documents.
pub(super) fn split(workspace: &Workspace) -> Vec<Action> {
    panel(workspace, Panel::Data)
}

/// Actions that show objective and scores over the iterations.
pub(super) fn curves(workspace: &Workspace) -> Vec<Action> {
    panel(workspace, Panel::Curves)
}
