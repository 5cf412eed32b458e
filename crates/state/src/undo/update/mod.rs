//! Undo and redo of the user's actions.

mod names;

use std::sync::Arc;

use crate::{
    Action, Choices, Effect, Field, Focus, Message, MethodsAction, PairMode, RulesAction, Run, Settings, SpaceAction,
    StudyAction, StudyUpdate, Undo, Workspace, corpus::update::returning, edit::update::intervene, field::update::draw,
    matches::update::rules, reviews::verdicts::changed, training::update::run_control, undo::Entry,
};
use names::describe;
use wordfield_core::model::{LiveChange, ParamView};

/// Choices before an action of the user; `None` for events of threads, which cannot be undone.
pub(crate) fn before(workspace: &Workspace, action: &Action) -> Option<Choices> {
    match action {
        Action::Trainer(..)
        | Action::Answered(_)
        | Action::Message(_)
        | Action::Reviewed(..)
        | Action::Undo(_)
        | Action::Field(Field::Lexicon(_))
        | Action::Run(Run::SearchPapersGrid | Run::EndSearch)
        | Action::Data(_)
        | Action::Save(_)
        | Action::Figure(_)
        | Action::Close(_)
        | Action::Align(_)
        | Action::Lesson(_)
        | Action::Rules(RulesAction::Saved(_))
        | Action::Space(SpaceAction::Read { .. } | SpaceAction::Open(..))
        | Action::Open(_) => None,
        // Training a study's model is an action of the user; other updates of the study come from a thread.
        Action::Study(StudyAction::Methods(MethodsAction::Update(_, news))) if !matches!(news, StudyUpdate::Train(..)) => None,
        _ => Some(of(workspace)),
    }
}

/// Records the undoable changes of an action in the undo list.
pub(crate) fn record(workspace: &mut Workspace, mut before: Choices) {
    let after = of(workspace);
    if before.touched.run != after.touched.run {
        // Word positions of another run cannot be restored.
        before.touched = after.touched.clone();
    }
    if before != after {
        let (gesture, name) = describe(workspace, &before, &after);
        workspace.undo.push(Entry { name, gesture, before, after });
    }
}

/// First source document whose review differs between two states.
fn reviewed(before: &Choices, after: &Choices) -> Option<usize> {
    changed(before.reviews.all(), after.reviews.all()).min()
}

/// Undoes or redoes an entry of the undo list.
pub(crate) fn apply(workspace: &mut Workspace, step: Undo) -> Vec<Effect> {
    let next = workspace.undo.next(step == Undo::Undo).filter(|_| step != Undo::EndGesture);
    if workspace.is_searching() && next.is_some_and(|entry| entry.before.settings != entry.after.settings) {
        // A refused undo entry is not consumed.
        let text = "A search is running: end the search to undo or redo parameters.".to_owned();
        workspace.message = Some(Message::error(text));
        return Vec::new();
    }
    let entry = match step {
        Undo::Undo => workspace.undo.back(),
        Undo::Redo => workspace.undo.again(),
        Undo::EndGesture => {
            workspace.undo.let_go();
            None
        }
    };
    let Some(entry) = entry else { return Vec::new() };
    let undone = step == Undo::Undo;
    let (from, to) = if undone { (&entry.after, &entry.before) } else { (&entry.before, &entry.after) };
    let effects = go(workspace, from, to);
    let (before, after) = (&entry.before, &entry.after);
    if before.reviews != after.reviews || before.dismissed != after.dismissed || before.rules != after.rules {
        workspace.message = Some(review_message(workspace, &entry, undone));
    }
    effects
}

/// Message that names the undone or redone verdict, note, dismissal or rule, since parameters and views share the undo keys.
fn review_message(workspace: &Workspace, entry: &Entry, undone: bool) -> Message {
    let dataset = workspace.corpus.dataset.as_ref();
    let line = dataset.and_then(|dataset| Some(dataset.corpus.task.pairs()?.line(reviewed(&entry.before, &entry.after)?)));
    let line = line.map_or_else(String::new, |line| format!(", line {line}"));
    let (done, key) = if undone { ("Undone", "Ctrl+Shift+Z repeats it") } else { ("Repeated", "Ctrl+Z undoes it") };
    Message::step(format!("{done}: {}{line}. {key}.", entry.name))
}

/// Choices of the user, with the hyper-parameters as shown: those of a dataset that is being loaded, and pending changes.
pub(crate) fn of(workspace: &Workspace) -> Choices {
    Choices { settings: workspace.pending_settings().as_shown(), ..workspace.choices.clone() }
}

/// Applies the difference of two states of the choices to the workspace, with its consequences.
fn go(workspace: &mut Workspace, from: &Choices, to: &Choices) -> Vec<Effect> {
    workspace.choices.apply(from, to);
    if !Arc::ptr_eq(&from.rules.read, &to.rules.read) {
        rules::forget_rule_filter(workspace);
    }
    if let Some(source) = reviewed(from, to).filter(|_| from.place() == to.place()) {
        // The view returns to the match whose verdict changed, and to its own partner unless another partner was chosen.
        let checks = workspace.matches.view.mode == PairMode::Check;
        let own = || workspace.corpus.dataset.as_ref().filter(|_| checks).and_then(|dataset| dataset.corpus.partner(source));
        let target = if to.source == Some(source) { to.target } else { own() };
        workspace.choices.look_at((Focus::Document(source), Some(source), Some(source), target));
    }
    workspace.redraw();
    draw::repaint(workspace);
    let mut effects = Vec::new();
    if to.touched.run == workspace.choices.touched.run {
        if from.touched.pinned != to.touched.pinned {
            effects.extend(intervene::pin(workspace, Arc::clone(&to.touched.pinned)));
        }
        effects.extend(intervene::restore_moves(workspace, &to.touched.moves));
    }
    effects.extend(set_parameters(workspace, from, to));
    effects
}

/// Sets hyper-parameters by undo: live changes are sent to the running model.
/// Other changes bring back the earlier run with these parameters if it is kept, otherwise they start a new run.
fn set_parameters(workspace: &mut Workspace, from: &Choices, to: &Choices) -> Vec<Effect> {
    if from.settings == to.settings {
        return Vec::new();
    }
    match live_changes(&from.settings, &to.settings) {
        Some(changes) => changes.into_iter().flat_map(|change| run_control::change_live(workspace, change)).collect(),
        None => returning::return_to(workspace, (to.settings.clone(), Arc::clone(&to.touched.pinned)))
            .unwrap_or_else(|| run_control::begin_with(workspace, to.settings.clone())),
    }
}

/// Live parameter changes from some settings to others; `None` if a restart is necessary.
/// A live change may change further parameters; those are sent only if their target differs.
fn live_changes(from: &Settings, to: &Settings) -> Option<Vec<LiveChange>> {
    let (mut params, mut changes) = (from.params.clone(), Vec::new());
    for view in changed_parameters(from, to).into_iter().filter(|view| view.about.live) {
        let Some(value) = view.value.filter(|value| params.value(view.key) != Some(*value)) else { continue };
        let change = LiveChange { key: view.key, value };
        params = params.after(change).ok()?;
        changes.push(change);
    }
    (from.with_live(params) == *to).then_some(changes)
}

/// Hyper-parameters in which two settings differ.
fn changed_parameters(from: &Settings, to: &Settings) -> Vec<ParamView> {
    let (before, after) = (&from.params, &to.params);
    after.views().into_iter().filter(|view| before.kind() != after.kind() || before.value(view.key) != view.value).collect()
}

#[cfg(test)]
mod tests;
