//! Views of glossary terms: actions that open a tab or a panel, or draw a field.

use crate::{
    Action, Column, Field, FieldOf, Focus, Layer, Look, MatchAction, PairMode, Panel, Show, Tab, Workspace, glossary::values,
};

/// View of a glossary term.
#[derive(Clone, Copy, Debug)]
pub(super) enum View {
    /// The term has no view.
    None,
    /// View in a tab.
    Tab(Tab),
    /// View in a panel.
    Panel(Panel),
    /// Layer of the word field.
    Layer(Layer),
    /// List of the documents of pairs in a mode of work.
    Pairs(PairMode),
    /// View set up by a function that returns its actions.
    Actions(fn(&Workspace) -> Vec<Action>),
}

impl View {
    /// Actions that set up the view; empty if the view is already set up or not available.
    pub(super) fn actions(self, workspace: &Workspace) -> Vec<Action> {
        let arrangement = &workspace.layout.arrangement;
        let shown = |in_tab: Tab, missing: Option<Action>| [tab(workspace, in_tab), missing.into_iter().collect()].concat();
        match self {
            Self::None => Vec::new(),
            Self::Tab(in_tab) => tab(workspace, in_tab),
            Self::Panel(panel) if arrangement.shows(panel) || arrangement.presenting => Vec::new(),
            Self::Panel(panel) => vec![Action::Show(Show::Panel(panel))],
            Self::Layer(layer) => {
                let hidden = !workspace.choices.layers.shows(layer);
                shown(Tab::Field, hidden.then_some(Action::Field(Field::Toggle(layer))))
            }
            Self::Pairs(mode) => {
                let other = workspace.matches.view.mode != mode;
                shown(Tab::Documents, other.then_some(Action::Match(MatchAction::Mode(mode))))
            }
            Self::Actions(of) => of(workspace),
        }
    }
}

fn tab(workspace: &Workspace, tab: Tab) -> Vec<Action> {
    if workspace.layout.tab == tab { Vec::new() } else { vec![Action::Look(Look::Tab(tab))] }
}

/// Actions that show the word field with a field over it.
fn drawn(workspace: &Workspace, of: FieldOf) -> Vec<Action> {
    let layers = &workspace.choices.layers;
    let mut actions = tab(workspace, Tab::Field);
    if layers.field_of != of || !layers.shows(Layer::Field) {
        actions.push(Action::Field(Field::Of(of)));
    }
    actions
}

/// Actions that show the documents by their margins.
pub(super) fn margins(workspace: &Workspace) -> Vec<Action> {
    let mut actions = tab(workspace, Tab::Documents);
    if workspace.choices.classes.sort != Column::Margin {
        actions.push(Action::Look(Look::SortBy(Column::Margin)));
    }
    actions
}

/// Actions that draw the kernel mean of a document as a field.
pub(super) fn mean(workspace: &Workspace) -> Vec<Action> {
    let mut actions = Vec::new();
    if !matches!(workspace.choices.focus, Focus::Document(_)) {
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
    if workspace.choices.focus != Focus::Word(word) {
        actions.push(Action::Look(Look::Select(Focus::Word(word))));
    }
    actions
}

/// Actions that draw the decision field of the first class, or the posterior mean of a rating.
pub(super) fn field(workspace: &Workspace) -> Vec<Action> {
    let layers = &workspace.choices.layers;
    let rated = values::dataset(workspace).is_some_and(|dataset| dataset.corpus.task.ratings().is_some());
    match layers.field_of {
        _ if rated => drawn(workspace, FieldOf::Rating(layers.rating())),
        of @ (FieldOf::Class(_) | FieldOf::Pair(_)) => drawn(workspace, of),
        _ => drawn(workspace, FieldOf::Class(0)),
    }
}

/// Actions that draw the decision of the one-class SMM of all training documents, or of the chosen class.
pub(super) fn novelty(workspace: &Workspace) -> Vec<Action> {
    match workspace.choices.layers.field_of {
        of @ FieldOf::Novelty(_) => drawn(workspace, of),
        _ => drawn(workspace, FieldOf::Novelty(None)),
    }
}

/// Actions that draw the posterior deviation of a rating.
pub(super) fn deviation(workspace: &Workspace) -> Vec<Action> {
    drawn(workspace, FieldOf::Deviation(workspace.choices.layers.rating()))
}
