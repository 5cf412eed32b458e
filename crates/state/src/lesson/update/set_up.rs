//! Actions that set up the view of a lesson step.

use crate::{
    Action, Choose, Field, Focus, GramAction, Look, MatchAction, Panel, SandboxAction, SelectedWords, SelectionSet, Show,
    ShowView, StudyAction, Workspace,
};

/// Actions that set up the view of a lesson step, without those already in effect.
pub(crate) fn actions(show: &ShowView, workspace: &Workspace) -> Vec<Action> {
    let mut actions = Vec::new();
    let layers = &workspace.choices.layers;
    let replaced = show.sandbox.iter().map(|sandbox| SandboxAction::Replace(Box::new(sandbox.clone())));
    actions.extend(replaced.map(Action::Sandbox));
    actions.extend(show.sandbox_tool.map(|tool| Action::Sandbox(SandboxAction::Tool(tool))));
    actions.extend(show.active_set.map(|set| Action::Sandbox(SandboxAction::Active(set))));
    actions.extend(show.field.map(|of| Action::Field(Field::Of(of))));
    let toggled = show.layer.iter().filter(|&(&layer, &shown)| layers.shows(layer) != shown);
    actions.extend(toggled.map(|(&layer, _)| Action::Field(Field::Toggle(layer))));
    actions.extend(show.tool.map(|tool| Action::Field(Field::Tool(tool))));
    let mode = show.matches.filter(|&mode| workspace.matches.view.mode != mode);
    actions.extend(mode.map(|mode| Action::Match(MatchAction::Mode(mode))));
    actions.extend(show.cell.map(|cell| Action::Study(StudyAction::Gram(GramAction::Open(cell)))));
    actions.extend(show.document.map(|document| Action::Look(Look::Select(Focus::Document(document)))));
    actions.extend(show.select.as_ref().and_then(|set| selection(set, workspace)));
    let arrangement = &workspace.layout.arrangement;
    // In a narrow window other panels would replace the lesson.
    let covers = |panel: Panel| !matches!(panel, Panel::Learn | Panel::Curves | Panel::Legend) && arrangement.is_narrow();
    let switched = show.panel.iter().filter(|&(&panel, &shown)| arrangement.shows(panel) != shown && !(shown && covers(panel)));
    actions.extend(switched.map(|(&panel, _)| Action::Show(Show::Panel(panel))));
    // The tab is set by the last action, since other actions bring their own tab to the front.
    actions.extend(show.tab.map(|tab| Action::Look(Look::Tab(tab))));
    actions
}

/// Action that selects those of the given words that the vocabulary contains.
fn selection(set: &SelectedWords, workspace: &Workspace) -> Option<Action> {
    let words = &workspace.corpus.dataset.as_ref()?.words;
    let place = |word: &String| words.iter().position(|known| known == word);
    match set {
        SelectedWords::One(word) => place(word).map(|word| Action::Look(Look::Select(Focus::Word(word)))),
        SelectedWords::Several(several) => {
            let chosen = SelectionSet::words(words.len(), several.iter().filter_map(place));
            Some(Action::Choose(Choose::Set(chosen)))
        }
    }
}
