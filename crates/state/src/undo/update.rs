//! Undo and redo of actions.

use std::sync::Arc;

use crate::{
    Action, Effect, Field, Focus, Layer, Layers, Message, MethodsAction, RulesAction, Run, Same, Settings, SpaceAction,
    StudyAction, StudyNews, Undo, UndoState, Verdict, Viewpoint, Workspace,
    edit::update::touch,
    field::update::draw,
    matches::update::rules,
    training::update::run_control,
    undo::{Entry, Gesture, Listing, Touched},
    word_space::update::actions as space_actions,
};
use wordfield_core::model::{LiveChange, ParamView};

/// The undoable state before an action of the user; `None` for events of threads, which cannot be undone.
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
        | Action::Lesson(_)
        | Action::Rules(RulesAction::Saved(_))
        | Action::Space(SpaceAction::Read { .. } | SpaceAction::Open(..))
        | Action::Open(_) => None,
        // The model of a cell is trained by the user's choice; other news are results of a thread.
        Action::Study(StudyAction::Methods(MethodsAction::News(_, news))) if !matches!(news, StudyNews::Train(..)) => None,
        _ => Some(of(workspace)),
    }
}

/// Records the changes of an action.
pub(crate) fn record(workspace: &mut Workspace, mut before: UndoState) {
    let after = of(workspace);
    if before.touched.run != after.touched.run {
        // Positions of another run's words cannot be restored.
        before.touched = after.touched.clone();
    }
    if before != after {
        let (gesture, name) = describe(workspace, &before, &after);
        workspace.undo.push(Entry { name, gesture, before, after });
    }
}

/// Undoes or redoes an entry.
pub(crate) fn apply(workspace: &mut Workspace, step: Undo) -> Vec<Effect> {
    let next = workspace.undo.next(step == Undo::Undo).filter(|_| step != Undo::EndGesture);
    if workspace.is_searching() && next.is_some_and(|entry| entry.before.settings != entry.after.settings) {
        // A refused entry is not consumed.
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

/// Names the verdict, note, dismissal or rule that was undone or repeated, since parameters and views are undone by the same keys.
fn review_message(workspace: &Workspace, entry: &Entry, undone: bool) -> Message {
    let dataset = workspace.corpus.dataset.as_ref();
    let line = dataset.and_then(|dataset| Some(dataset.corpus.task.pairs()?.line(reviewed(&entry.before, &entry.after)?)));
    let line = line.map_or_else(String::new, |line| format!(", line {line}"));
    let (done, key) = if undone { ("Undone", "Ctrl+Shift+Z repeats it") } else { ("Repeated", "Ctrl+Z undoes it") };
    Message::note(format!("{done}: {}{line}. {key}.", entry.name))
}

/// The undoable state of a workspace.
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
        touched: Touched {
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

/// Sets `now` to the target, if the entry changed it.
fn put<T: PartialEq + Clone>(now: &mut T, from: &T, to: &T) -> bool {
    let goes = from != to;
    if goes {
        now.clone_from(to);
    }
    goes
}

/// Applies the difference of two states to the workspace and leaves all other values unchanged.
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
        // The view returns to the verdict that changed.
        look_at(workspace, (Focus::Document(source), Some(source), Some(source), to.focus.3));
    }
    if from.focus != to.focus {
        look_at(workspace, to.focus);
    }
    workspace.redraw();
    draw::repaint(workspace);
    let mut effects = Vec::new();
    if to.touched.run == workspace.run.id {
        if from.touched.pinned != to.touched.pinned {
            effects.extend(touch::pin(workspace, Arc::clone(&to.touched.pinned)));
        }
        effects.extend(touch::moves_are(workspace, &to.touched.moves));
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

/// Live parameters are sent to the running model; others start a new run, as in the panel.
fn set_parameters(workspace: &mut Workspace, from: &UndoState, to: &UndoState) -> Vec<Effect> {
    if from.settings == to.settings {
        return Vec::new();
    }
    match live_changes(&from.settings, &to.settings) {
        Some(changes) => changes.into_iter().flat_map(|change| run_control::change_live(workspace, change)).collect(),
        None => run_control::begin_with(workspace, to.settings.clone()),
    }
}

/// Live changes from some settings to others, if live changes suffice. One may change other parameters too; these are sent
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

/// Parameters of the second settings that differ from the first.
fn changed_parameters(from: &Settings, to: &Settings) -> Vec<ParamView> {
    let (before, after) = (&from.params, &to.params);
    after.views().into_iter().filter(|view| before.kind() != after.kind() || before.value(view.key) != view.value).collect()
}

/// Gesture and menu name of an action.
fn describe(workspace: &Workspace, before: &UndoState, after: &UndoState) -> (Gesture, String) {
    if before.settings != after.settings {
        return parameters_change(&before.settings, &after.settings);
    }
    if before.sandbox != after.sandbox {
        return (Gesture::Sandbox, "change in the sandbox".to_owned());
    }
    if before.vectors != after.vectors {
        let inspected = before.vectors.focus != after.vectors.focus;
        return (if inspected { Gesture::Once } else { Gesture::Vectors }, "words of the tab Vectors".to_owned());
    }
    if before.reviews != after.reviews {
        return review_change(workspace, before, after);
    }
    if before.dismissed != after.dismissed {
        let count = after.dismissed.len().abs_diff(before.dismissed.len());
        return (Gesture::Once, if count == 1 { "reason dismissed".to_owned() } else { format!("{count} reasons dismissed") });
    }
    if before.rules != after.rules {
        return rules_change(before, after);
    }
    if before.touched.moves != after.touched.moves {
        return drag_change(workspace, before, after);
    }
    let name = if before.touched.pinned != after.touched.pinned {
        "pins".to_owned()
    } else if before.named != after.named {
        named_sets_change(before, after)
    } else if before.focus.0 != after.focus.0 && (after.chosen.count() < 2 || before.chosen == after.chosen) {
        focus_change(workspace, after.focus.0)
    } else if before.chosen != after.chosen {
        format!("choose {}", after.chosen.description())
    } else if before.focus != after.focus {
        focus_change(workspace, after.focus.0)
    } else if before.layers != after.layers {
        return layers_change(&before.layers, &after.layers);
    } else if before.muted != after.muted {
        "classes muted".to_owned()
    } else if before.compared.0 != after.compared.0 {
        "sets to compare".to_owned()
    } else if before.compared.2 != after.compared.2 {
        "documents of the test".to_owned()
    } else if before.compared != after.compared {
        "number of splits".to_owned()
    } else if before.tool != after.tool {
        "tool".to_owned()
    } else {
        "list of documents".to_owned()
    };
    (Gesture::Once, name)
}

fn parameters_change(before: &Settings, after: &Settings) -> (Gesture, String) {
    if before.preset != after.preset {
        return (Gesture::Once, "preset".to_owned());
    }
    let live = live_changes(before, after);
    let key = live.as_ref().and_then(|changes| changes.first()).map(|change| change.key);
    let changed = changed_parameters(before, after);
    let view = changed.iter().find(|view| key.is_none_or(|key| key == view.key));
    match (view, key) {
        (Some(view), Some(key)) => (Gesture::Parameter(key), view.label.to_owned()),
        (Some(view), None) => (Gesture::Once, format!("{}, a new run", view.label)),
        (None, _) => (Gesture::Once, "parameters".to_owned()),
    }
}

/// The first source document whose review differs.
fn reviewed(before: &UndoState, after: &UndoState) -> Option<usize> {
    let (from, to) = (&before.reviews, &after.reviews);
    from.keys().chain(to.keys()).find(|key| from.get(key) != to.get(key)).copied()
}

fn review_change(workspace: &Workspace, before: &UndoState, after: &UndoState) -> (Gesture, String) {
    let (from, to) = (&before.reviews, &after.reviews);
    let source = reviewed(before, after).unwrap_or_default();
    let verdict =
        |reviews: &std::collections::BTreeMap<usize, crate::Review>| reviews.get(&source).and_then(|review| review.verdict);
    let category =
        |reviews: &std::collections::BTreeMap<usize, crate::Review>| reviews.get(&source).and_then(|review| review.category);
    let own = |source: usize| workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.partner(source));
    let corrected = |reviews: &std::collections::BTreeMap<usize, crate::Review>| {
        reviews.get(&source).and_then(|review| review.correction.clone())
    };
    let changed =
        from.keys().chain(to.keys().filter(|key| !from.contains_key(key))).filter(|key| from.get(key) != to.get(key)).count();
    match (verdict(from), verdict(to)) {
        _ if corrected(from) != corrected(to) => {
            (Gesture::Once, if changed > 1 { "texts of pairs" } else { "texts of a pair" }.to_owned())
        }
        (_, Some((Verdict::Accepted, target))) if changed > 1 && own(source).is_some_and(|own| own != target) => {
            (Gesture::Once, format!("{changed} partners taken"))
        }
        (_, Some((verdict, _))) if changed > 1 => (Gesture::Once, format!("{changed} matches {}", verdict.name())),
        (old, new) if old == new && category(from) != category(to) => (Gesture::Once, "category of a rejected match".to_owned()),
        (old, new) if old == new => (Gesture::Note(source), "note on a match".to_owned()),
        (_, Some((verdict, _))) => (Gesture::Once, format!("match {}", verdict.name())),
        (_, None) => (Gesture::Once, "verdict removed".to_owned()),
    }
}

fn rules_change(before: &UndoState, after: &UndoState) -> (Gesture, String) {
    let [old, new] = [before, after].map(|state| &state.rules.0.shared().rules);
    let changed = old.iter().zip(new).position(|(old, new)| (old.threshold, old.enabled) != (new.threshold, new.enabled));
    match (changed.filter(|_| before.rules.1 == after.rules.1), &after.rules.2) {
        (Some(place), _) if old[place].enabled == new[place].enabled => {
            (Gesture::Threshold(place), format!("threshold of {}", new[place].name))
        }
        (Some(place), _) => {
            (Gesture::Once, format!("rule {} {}", new[place].name, if new[place].enabled { "on" } else { "off" }))
        }
        (None, Some(file)) => (Gesture::Once, format!("rules of {}", file.display())),
        (None, None) => (Gesture::Once, "built-in rules".to_owned()),
    }
}

fn drag_change(workspace: &Workspace, before: &UndoState, after: &UndoState) -> (Gesture, String) {
    let (old, new) = (&before.touched.moves, &after.touched.moves);
    let Some(taken) = new.last().filter(|_| new.len() >= old.len()) else {
        return (Gesture::Once, "word restored".to_owned());
    };
    let word = workspace.corpus.dataset.as_ref().and_then(|data| data.words.get(taken.word)).map_or("a word", String::as_str);
    (Gesture::Drag(taken.word), format!("{word} dragged"))
}

fn named_sets_change(before: &UndoState, after: &UndoState) -> String {
    let names = |sets: &UndoState| sets.named.iter().map(|kept| kept.name.clone()).collect::<Vec<_>>();
    let (old, new) = (names(before), names(after));
    let missing = |from: &[String], among: &[String]| from.iter().find(|name| !among.contains(name)).cloned();
    match (missing(&old, &new), missing(&new, &old)) {
        (Some(old), Some(new)) => format!("{old} renamed {new}"),
        (Some(old), None) => format!("{old} removed"),
        (None, Some(new)) => format!("{new} kept"),
        (None, None) => "named set".to_owned(),
    }
}

fn focus_change(workspace: &Workspace, selection: Focus) -> String {
    let dataset = workspace.corpus.dataset.as_ref();
    match selection {
        Focus::None => "deselect".to_owned(),
        Focus::Word(word) => dataset.and_then(|data| data.words.get(word)).map_or("a word".to_owned(), |w| format!("word {w}")),
        Focus::Document(document) => {
            let title = dataset.and_then(|data| data.corpus.titles.get(document));
            title.map_or("a document".to_owned(), |title| format!("document {}", title.chars().take(24).collect::<String>()))
        }
        Focus::Class(class) => {
            dataset.and_then(|data| data.corpus.classes.get(class)).map_or("a class".to_owned(), |name| format!("class {name}"))
        }
        Focus::Cell { .. } => "a cell of the confusion matrix".to_owned(),
    }
}

fn layers_change(before: &Layers, after: &Layers) -> (Gesture, String) {
    let (from, to) = (before.viewpoint, after.viewpoint);
    if before.seen_from(to) == *after && (Viewpoint { slice: to.slice, ..from }) == to {
        return (Gesture::Slice, "slice".to_owned());
    }
    let switched = Layer::ALL.iter().find(|row| before.shows(row.layer) != after.shows(row.layer));
    let name = match switched {
        _ if before.colour_by != after.colour_by => "colouring".to_owned(),
        _ if before.field_of != after.field_of => "field".to_owned(),
        Some(row) => format!("layer {}", row.label),
        None => "viewpoint".to_owned(),
    };
    (Gesture::Once, name)
}

#[cfg(test)]
#[path = "undo_tests.rs"]
mod tests;
