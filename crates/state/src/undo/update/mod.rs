//! Undo and redo of the user's actions.

mod names;

use std::sync::Arc;

use crate::{
    Action, Effect, Field, Focus, Layer, Message, MethodsAction, PairMode, RulesAction, Run, Same, Settings, SpaceAction,
    StudyAction, StudyUpdate, Undo, UndoState, Workspace,
    edit::update::intervene,
    field::update::draw,
    matches::update::rules,
    reviews::verdicts::changed,
    training::update::run_control,
    undo::{Entry, Listing, RunInterventions},
    word_space::update::actions as space_actions,
};
use names::describe;
use wordfield_core::model::{LiveChange, ParamView};

/// Undoable state before an action of the user; `None` for events of threads, which cannot be undone.
pub(crate) fn before(workspace: &Workspace, action: &Action) -> Option<UndoState> {
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
        // A study's model is trained by the user's choice; other updates are results of a thread.
        Action::Study(StudyAction::Methods(MethodsAction::Update(_, news))) if !matches!(news, StudyUpdate::Train(..)) => None,
        _ => Some(of(workspace)),
    }
}

/// Records the undoable changes of an action in the undo list.
pub(crate) fn record(workspace: &mut Workspace, mut before: UndoState) {
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

/// First source document whose review differs between two undoable states.
fn reviewed(before: &UndoState, after: &UndoState) -> Option<usize> {
    changed(&before.reviews, &after.reviews).min()
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

/// Message that names the verdict, note, dismissal or rule undone or repeated, since parameters and views share the keys.
fn review_message(workspace: &Workspace, entry: &Entry, undone: bool) -> Message {
    let dataset = workspace.corpus.dataset.as_ref();
    let line = dataset.and_then(|dataset| Some(dataset.corpus.task.pairs()?.line(reviewed(&entry.before, &entry.after)?)));
    let line = line.map_or_else(String::new, |line| format!(", line {line}"));
    let (done, key) = if undone { ("Undone", "Ctrl+Shift+Z repeats it") } else { ("Repeated", "Ctrl+Z undoes it") };
    Message::step(format!("{done}: {}{line}. {key}.", entry.name))
}

/// Creates the undoable state of a workspace.
pub(crate) fn of(workspace: &Workspace) -> UndoState {
    let (view, pairs) = (&workspace.documents.view, &workspace.matches.view);
    UndoState {
        focus: (workspace.selection.focus, workspace.selection.shown, pairs.source, pairs.chosen),
        chosen: workspace.selection.set.clone(),
        named: workspace.selection.named.clone(),
        settings: workspace.pending_settings().as_shown(),
        layers: workspace.field.layers,
        tool: workspace.field.tool,
        muted: workspace.field.muted.clone(),
        touched: RunInterventions {
            run: workspace.run.id,
            pinned: Arc::clone(&workspace.interventions.pinned),
            moves: Arc::clone(&workspace.interventions.moves),
        },
        listing: Listing {
            part: workspace.documents.part,
            chosen_only: workspace.selection.only,
            classes: view.classes,
            ratings: view.ratings,
            pairs: (pairs.sort, pairs.descending, pairs.filter, pairs.part),
        },
        compared: {
            let sets = &workspace.compare.sets;
            (sets.pair.clone(), sets.permutations, sets.unseen)
        },
        reviews: Arc::clone(workspace.reviews.current.all()),
        dismissed: Arc::clone(&workspace.reviews.dismissed),
        rules: {
            let used = &workspace.matches.rules;
            (Same::of(&used.rules), Same::of(&used.read), used.file.clone())
        },
        sandbox: Arc::clone(workspace.sandbox.model()),
        vectors: workspace.word_space.choice(),
    }
}

/// Replaces `now` by the target state, if the undo entry changed it.
fn put<T: PartialEq + Clone>(now: &mut T, from: &T, to: &T) -> bool {
    let goes = from != to;
    if goes {
        now.clone_from(to);
    }
    goes
}

/// Applies the difference of two undoable states to the workspace and leaves all other values unchanged.
fn go(workspace: &mut Workspace, from: &UndoState, to: &UndoState) -> Vec<Effect> {
    put(&mut workspace.selection.set, &from.chosen, &to.chosen);
    put(&mut workspace.selection.named, &from.named, &to.named);
    put(&mut workspace.reviews.dismissed, &from.dismissed, &to.dismissed);
    put(&mut workspace.field.tool, &from.tool, &to.tool);
    put(&mut workspace.compare.sets.pair, &from.compared.0, &to.compared.0);
    put(&mut workspace.compare.sets.permutations, &from.compared.1, &to.compared.1);
    put(&mut workspace.compare.sets.unseen, &from.compared.2, &to.compared.2);
    put(&mut workspace.field.muted, &from.muted, &to.muted);
    for row in &Layer::ALL {
        if from.layers.shows(row.layer) != to.layers.shows(row.layer) {
            workspace.field.layers.show(row.layer, to.layers.shows(row.layer));
        }
    }
    put(&mut workspace.field.layers.field_of, &from.layers.field_of, &to.layers.field_of);
    put(&mut workspace.field.layers.colour_by, &from.layers.colour_by, &to.layers.colour_by);
    put(&mut workspace.field.layers.viewpoint, &from.layers.viewpoint, &to.layers.viewpoint);
    if from.sandbox != to.sandbox {
        workspace.sandbox.set(Arc::clone(&to.sandbox));
    }
    if from.vectors != to.vectors {
        space_actions::choose(&mut workspace.word_space, &to.vectors);
    }
    list(workspace, &from.listing, &to.listing);
    go_rules(workspace, from, to);
    if let Some(source) = workspace.reviews.current.go(&from.reviews, &to.reviews) {
        // The view returns to the match whose verdict changed, and to its own partner unless another one was chosen for it.
        let checks = workspace.matches.view.mode == PairMode::Check;
        let own = || workspace.corpus.dataset.as_ref().filter(|_| checks).and_then(|dataset| dataset.corpus.partner(source));
        let chosen = if to.focus.2 == Some(source) { to.focus.3 } else { own() };
        look_at(workspace, (Focus::Document(source), Some(source), Some(source), chosen));
    }
    if from.focus != to.focus {
        look_at(workspace, to.focus);
    }
    workspace.redraw();
    draw::repaint(workspace);
    let mut effects = Vec::new();
    if to.touched.run == workspace.run.id {
        if from.touched.pinned != to.touched.pinned {
            effects.extend(intervene::pin(workspace, Arc::clone(&to.touched.pinned)));
        }
        effects.extend(intervene::restore_moves(workspace, &to.touched.moves));
    }
    effects.extend(set_parameters(workspace, from, to));
    effects
}

fn look_at(workspace: &mut Workspace, focus: (Focus, Option<usize>, Option<usize>, Option<usize>)) {
    let pairs = &mut workspace.matches.view;
    (workspace.selection.focus, workspace.selection.shown, pairs.source, pairs.chosen) = focus;
}

fn list(workspace: &mut Workspace, from: &Listing, to: &Listing) {
    put(&mut workspace.documents.part, &from.part, &to.part);
    put(&mut workspace.selection.only, &from.chosen_only, &to.chosen_only);
    put(&mut workspace.documents.view.classes, &from.classes, &to.classes);
    put(&mut workspace.documents.view.ratings, &from.ratings, &to.ratings);
    let view = &mut workspace.matches.view;
    let mut pairs = (view.sort, view.descending, view.filter, view.part);
    put(&mut pairs, &from.pairs, &to.pairs);
    (view.sort, view.descending, view.filter, view.part) = pairs;
}

fn go_rules(workspace: &mut Workspace, from: &UndoState, to: &UndoState) {
    let (from, to) = (&from.rules, &to.rules);
    if from.1 != to.1 {
        rules::replace(workspace, Arc::clone(to.1.shared()));
    }
    let used = &mut workspace.matches.rules;
    if from.0 != to.0 {
        used.rules = Arc::clone(to.0.shared());
    }
    put(&mut used.file, &from.2, &to.2);
}

/// Sets hyper-parameters by undo: live ones are sent to the running model; others start a new run, as in the panel.
fn set_parameters(workspace: &mut Workspace, from: &UndoState, to: &UndoState) -> Vec<Effect> {
    if from.settings == to.settings {
        return Vec::new();
    }
    match live_changes(&from.settings, &to.settings) {
        Some(changes) => changes.into_iter().flat_map(|change| run_control::change_live(workspace, change)).collect(),
        None => run_control::begin_with(workspace, to.settings.clone()),
    }
}

/// Live parameter changes from some settings to others, if these suffice. One may change other parameters too; these are sent
/// only if their target differs.
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
#[path = "../undo_tests.rs"]
mod tests;
