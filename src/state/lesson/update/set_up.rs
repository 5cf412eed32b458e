//! The view of a step as actions.

use crate::{
    model::LiveChange,
    param::Value,
    state::{
        Action, Choose, Effect, Field, Focus, GramAction, Look, MatchAction, Panel, Run, SandboxAction, Seek, SelectedWords,
        SelectionSet, Show, ShowView, StudyAction, Train, Workspace,
    },
    train::Command,
};

/// Actions that set up a view, as far as it is not set up.
pub(in crate::state) fn actions(show: &ShowView, workspace: &Workspace) -> Vec<Action> {
    let mut actions = Vec::new();
    let layers = &workspace.field.layers;
    let replaced = show.sandbox.iter().map(|sandbox| SandboxAction::Replace(Box::new(sandbox.clone())));
    actions.extend(replaced.map(Action::Sandbox));
    actions.extend(show.sandbox_tool.map(|tool| Action::Sandbox(SandboxAction::Tool(tool))));
    actions.extend(show.active_set.map(|set| Action::Sandbox(SandboxAction::Active(set))));
    actions.extend(show.field.map(|of| Action::Field(Field::Of(of))));
    let toggled = show.layer.iter().filter(|&(&layer, &shown)| layers.shows(layer) != shown);
    actions.extend(toggled.map(|(&layer, _)| Action::Field(Field::Toggle(layer))));
    actions.extend(show.tool.map(|tool| Action::Field(Field::Tool(tool))));
    actions.extend(changes(show, workspace));
    actions.extend(show.train.and_then(training));
    let mode = show.matches.filter(|&mode| workspace.documents.view.pairs.mode != mode);
    actions.extend(mode.map(|mode| Action::Match(MatchAction::Mode(mode))));
    actions.extend(show.cell.map(|cell| Action::Study(StudyAction::Gram(GramAction::Open(cell)))));
    actions.extend(show.document.map(|document| Action::Look(Look::Select(Focus::Document(document)))));
    actions.extend(show.select.as_ref().and_then(|set| selection(set, workspace)));
    let arrangement = &workspace.layout.arrangement;
    // In a narrow window these panels would replace the lesson.
    let covers = |panel: Panel| !matches!(panel, Panel::Learn | Panel::Curves | Panel::Legend) && arrangement.is_narrow();
    let switched = show.panel.iter().filter(|&(&panel, &shown)| arrangement.shows(panel) != shown && !(shown && covers(panel)));
    actions.extend(switched.map(|(&panel, _)| Action::Show(Show::Panel(panel))));
    // The last action: others bring their own tab to the front.
    actions.extend(show.tab.map(|tab| Action::Look(Look::Tab(tab))));
    actions
}

/// Changes of parameters: live where possible, otherwise by a restart with all of them.
fn changes(show: &ShowView, workspace: &Workspace) -> Vec<Action> {
    let before = workspace.run.settings.shown();
    // The dimensions choose the values of the preset.
    let q = show.set.get("q").and_then(|q| q.parse().ok());
    let of_dimensions = q.and_then(|q| workspace.run.settings.changed("q", Value::Whole(q)).ok());
    let mut params = of_dimensions.unwrap_or_else(|| before.clone());
    for (key, text) in show.set.iter().filter(|(key, _)| *key != "q") {
        // A value that the model refuses stays as it is; a test sets those of every file.
        let _ = params.set(key, text);
    }
    let view = |key: &String| params.views().into_iter().find(|view| view.key == key);
    let changed = show.set.keys().filter(|key| params.value(key) != before.value(key));
    let live: Option<Vec<LiveChange>> = changed
        .map(|key| {
            let view = view(key).filter(|view| view.about.live)?;
            Some(LiveChange { key: view.key, value: view.value? })
        })
        .collect();
    match live {
        Some(live) => live.into_iter().map(|change| Action::Run(Run::Change(change))).collect(),
        None => vec![Action::Run(Run::Params(Box::new(params)))],
    }
}

fn training(train: Train) -> Option<Action> {
    match train {
        Train::Play => Some(Action::Look(Look::Seek(Seek::Newest))),
        Train::Pause => None,
        Train::Restart => Some(Action::Run(Run::Restart)),
        Train::Steps(steps) => Some(Action::Run(Run::Step(steps))),
    }
}

/// Playing and pausing as commands: the shown phase lags behind the trainer, so that a switch between both could do the opposite.
pub(in crate::state) fn command(show: &ShowView, workspace: &Workspace) -> Option<Effect> {
    let command = match show.train? {
        Train::Play => Command::Play,
        Train::Pause => Command::Pause,
        Train::Restart | Train::Steps(_) => return None,
    };
    workspace.can_go_on().then_some(Effect::Send(command))
}

/// Selects the known ones of some words.
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
