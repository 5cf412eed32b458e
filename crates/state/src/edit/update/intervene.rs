//! Interventions in the model: words are dragged, pinned, left out or restored, and text is typed.
//!
//! The trainer receives a command and answers with a snapshot. Until then only the scene has the new position.
//! Earlier iterations and runs of a search accept no interventions.

use std::sync::Arc;

use crate::{
    ChangeThreshold, Drag, EditWords, Effect, Focus, InterventionEffect, Job, Look, Members, Message, Omission, SelectionSet,
    Typing, Underway, WordMove, Workspace,
    core::job::{At, start_then},
    documents::update::look,
    edit::typed::TypedInput,
};
use wordfield_core::{
    model::{LeftOut, Snapshot, Without},
    train,
};
/// Share of a rating's range below which a difference in predictions is not counted as a change.
const SAME: f64 = 0.005;

/// Applies an intervention to the model.
pub(crate) fn apply(workspace: &mut Workspace, edit: EditWords) -> Vec<Effect> {
    match edit {
        EditWords::Drag { word, to } => drag(workspace, word, to),
        EditWords::LetGo => let_go(workspace),
        EditWords::PutBack => put_back(workspace),
        EditWords::TogglePin => toggle_pin(workspace),
        EditWords::Pin(pinned) => {
            if editable_snapshot(workspace).is_none() {
                return Vec::new();
            }
            pin(workspace, pinned)
        }
        EditWords::LeaveOut(what) => leave_out(workspace, what),
        EditWords::TakeBackIn => {
            workspace.interventions.left = None;
            Vec::new()
        }
        EditWords::Type(typing) => {
            type_in(workspace, typing);
            Vec::new()
        }
    }
}

fn intervene(intervention: train::Intervention) -> Effect {
    Effect::Intervene(intervention)
}

/// Fixes the pinned and the dragged words in the model.
fn hold(workspace: &Workspace) -> Effect {
    intervene(train::Intervention::Pin(workspace.interventions.held(&workspace.choices.touched.pinned)))
}

/// The newest snapshot if the model accepts interventions, otherwise `None` and a message with the reason.
fn editable_snapshot(workspace: &mut Workspace) -> Option<Arc<Snapshot>> {
    let why = if workspace.timeline.at.is_some() {
        "Showing an earlier iteration. Press F to return to the newest and edit words."
    } else if workspace.is_searching() {
        "A search is running: end the search to edit words."
    } else if !workspace.can_go_on() {
        "There is no run: start one to edit words."
    } else {
        return workspace.run.latest.clone();
    };
    workspace.message = Some(Message::error(why));
    None
}

fn drag(workspace: &mut Workspace, word: usize, to: Vec<f64>) -> Vec<Effect> {
    let Some(snapshot) = editable_snapshot(workspace) else { return Vec::new() };
    let Some(latent) = snapshot.latent() else { return Vec::new() };
    let iteration = snapshot.iteration;
    let stands = word < latent.nrows() && to.len() == latent.ncols();
    if !stands || !to.iter().all(|x| x.is_finite()) {
        return Vec::new();
    }
    let mut effects = Vec::new();
    if !workspace.interventions.drag.as_ref().is_some_and(|drag| drag.held && drag.taken.word == word) {
        let scene = workspace.field.scene.as_ref().filter(|scene| scene.latent.dim() == latent.dim());
        let from = scene.map_or(&**latent, |scene| &scene.latent).row(word).to_vec();
        let taken = WordMove { word, from, to: to.clone() };
        workspace.choices.touched.remember(taken.clone());
        workspace.interventions.left = None;
        workspace.interventions.drag = Some(Drag { taken, held: true, before: snapshot, objectives: [None; 2], effect: None });
        effects.extend(look::apply(workspace, Look::Select(Focus::Word(word))));
        effects.extend([intervene(train::Intervention::Measure), hold(workspace)]);
    }
    let interventions = &mut workspace.interventions;
    if let Some(drag) = &mut interventions.drag {
        drag.taken.to.clone_from(&to);
    }
    if let Some(last) = Arc::make_mut(&mut workspace.choices.touched.moves).last_mut() {
        last.to.clone_from(&to);
    }
    interventions.put(word, &to, iteration);
    effects.push(intervene(train::Intervention::Place(vec![(word, to)])));
    show(workspace);
    effects
}

fn let_go(workspace: &mut Workspace) -> Vec<Effect> {
    let Some(drag) = workspace.interventions.drag.as_mut().filter(|drag| drag.held) else { return Vec::new() };
    drag.held = false;
    vec![hold(workspace)]
}

/// Undoes the newest drag of a word.
fn put_back(workspace: &mut Workspace) -> Vec<Effect> {
    if workspace.choices.touched.moves.is_empty() || editable_snapshot(workspace).is_none() {
        return Vec::new();
    }
    let mut effects = let_go(workspace);
    let mut moves = Arc::clone(&workspace.choices.touched.moves);
    Arc::make_mut(&mut moves).pop();
    effects.extend(restore_moves(workspace, &moves));
    effects
}

/// Sets the list of drags: undone drags return words to their start, redone ones to their end.
pub(crate) fn restore_moves(workspace: &mut Workspace, moves: &Arc<Vec<WordMove>>) -> Vec<Effect> {
    let old = std::mem::replace(&mut workspace.choices.touched.moves, Arc::clone(moves));
    let same = old.iter().zip(&**moves).take_while(|(old, new)| old == new).count();
    let back = old[same..].iter().rev().map(|taken| (taken.word, taken.from.clone()));
    let again = moves[same..].iter().map(|taken| (taken.word, taken.to.clone()));
    let places: Vec<(usize, Vec<f64>)> = back.chain(again).collect();
    if places.is_empty() || !workspace.can_go_on() {
        return Vec::new();
    }
    workspace.interventions.drag = None;
    let iteration = workspace.run.latest.as_ref().map_or(0, |snapshot| snapshot.iteration);
    for (word, to) in &places {
        workspace.interventions.put(*word, to, iteration);
    }
    show(workspace);
    vec![intervene(train::Intervention::Place(places))]
}

fn toggle_pin(workspace: &mut Workspace) -> Vec<Effect> {
    let words = workspace.run.latest.as_ref().and_then(|snapshot| snapshot.latent()).map_or(0, |latent| latent.nrows());
    let chosen = match (&workspace.choices.selection, workspace.choices.focus) {
        (SelectionSet::Words(chosen), _) if !chosen.is_empty() => Members::clone(chosen),
        (_, Focus::Word(word)) => Members::of(words, [word]),
        _ => Members::none(words),
    };
    if chosen.is_empty() || chosen.all != words {
        let text = "No words selected: click a word to pin it.".to_owned();
        workspace.message = Some(Message::note(text));
        return Vec::new();
    }
    if editable_snapshot(workspace).is_none() {
        return Vec::new();
    }
    let pinned = if workspace.choices.touched.pinned.all == words {
        Members::clone(&workspace.choices.touched.pinned)
    } else {
        Members::none(words)
    };
    let all = chosen.without(&pinned).is_empty();
    pin(workspace, Arc::new(if all { pinned.without(&chosen) } else { pinned.with(&chosen) }))
}

/// Pins exactly the given words.
pub(crate) fn pin(workspace: &mut Workspace, pinned: Arc<Members>) -> Vec<Effect> {
    if !workspace.can_go_on() {
        return Vec::new();
    }
    workspace.choices.touched.pinned = pinned;
    show(workspace);
    vec![hold(workspace)]
}

fn leave_out(workspace: &mut Workspace, what: LeftOut) -> Vec<Effect> {
    let (Some(_), Some(dataset)) = (editable_snapshot(workspace), workspace.corpus.dataset.clone()) else { return Vec::new() };
    workspace.interventions.left = Some(Omission { what, found: None });
    vec![intervene(train::Intervention::LeaveOut(dataset, what))]
}

/// Receives the effect of leaving a word or document out; a cancelled computation is requested again.
pub(crate) fn left_out(workspace: &mut Workspace, what: LeftOut, found: Result<Arc<Without>, Option<String>>) -> Vec<Effect> {
    let Some(dataset) = workspace.corpus.dataset.clone() else { return Vec::new() };
    if workspace.interventions.left.as_ref().is_none_or(|left| left.what != what) {
        return Vec::new();
    }
    match found {
        Ok(without) => {
            let word = if let LeftOut::Word(word) = what { Some(word) } else { None };
            let [before, after] = &without.snapshots;
            let least = least(workspace);
            let effect = InterventionEffect::between(&dataset, word, [before, after], without.objectives, least);
            let found = Some((before.iteration, Arc::new(effect)));
            workspace.interventions.left = Some(Omission { what, found });
            Vec::new()
        }
        Err(None) if workspace.can_go_on() => vec![intervene(train::Intervention::LeaveOut(dataset, what))],
        Err(text) => {
            workspace.interventions.left = None;
            if let Some(text) = text {
                workspace.message = Some(Message::error(text));
            }
            Vec::new()
        }
    }
}

fn type_in(workspace: &mut Workspace, typing: Typing) {
    let typed = &mut workspace.interventions.typed;
    match typing {
        Typing::Open(open) => typed.open = open,
        Typing::Text(text) => typed.text = text,
        Typing::Target(target) => typed.target = target,
    }
    show(workspace);
}

/// Ends pending moves of words that a new snapshot contains.
pub(crate) fn arrived(workspace: &mut Workspace) {
    let (Some(snapshot), Some(dataset)) = (workspace.run.latest.clone(), workspace.corpus.dataset.clone()) else { return };
    let running = workspace.is_running();
    let least = least(workspace);
    let interventions = &mut workspace.interventions;
    let held = interventions.drag.as_ref().filter(|drag| drag.held).map(|drag| drag.taken.word);
    let there = |word: usize, to: &[f64]| {
        let position = snapshot.position(word);
        position.is_some_and(|position| position.iter().zip(to).all(|(x, to)| x.to_bits() == to.to_bits()))
    };
    // A run may have paused before its last snapshot arrives.
    let trained = |since: usize| running || snapshot.iteration > since;
    interventions.put.retain(|put| !there(put.word, &put.to) && (!trained(put.iteration) || held == Some(put.word)));
    let Some(drag) = &mut interventions.drag else { return };
    let WordMove { word, to, .. } = &mut drag.taken;
    let trained = trained(drag.before.iteration);
    if let Some(position) = snapshot.position(*word).filter(|_| trained && !drag.held) {
        // The measured objective belongs to the positions right after the drag.
        if position != *to {
            drag.objectives[1] = None;
        }
        *to = position;
    }
    if trained || there(*word, to) {
        let found = InterventionEffect::between(&dataset, Some(*word), [&drag.before, &snapshot], drag.objectives, least);
        drag.effect = Some(Arc::new(found));
    }
}

/// Threshold above which a rating's prediction counts as changed.
fn least(workspace: &Workspace) -> ChangeThreshold {
    let rating = workspace.choices.layers.rating();
    let range = workspace.corpus.basis.as_ref().and_then(|basis| basis.rating_ranges.get(rating)).copied();
    ChangeThreshold { rating, apart: range.map_or(0.0, |(low, high)| SAME * (high - low)) }
}

/// Receives a measured objective of an intervention.
pub(crate) fn measured(workspace: &mut Workspace, which: train::Measured, objective: Option<f64>) {
    workspace.interventions.measured(which, objective);
    arrived(workspace);
}

/// Updates the word field with pending moves of words and the line of a drag.
fn show(workspace: &mut Workspace) {
    workspace.redraw();
}

/// Starts the analysis of the typed document while its window is open.
pub(crate) fn due_typed(workspace: &mut Workspace) -> Option<Job> {
    let typed = &workspace.interventions.typed;
    let (dataset, snapshot) = (workspace.corpus.dataset.as_ref()?, workspace.run.snapshot.as_ref()?);
    if !typed.open || snapshot.documents.x.nrows() != dataset.words.len() {
        return None;
    }
    let input = TypedInput::of(typed, dataset, snapshot, workspace.choices.layers.rating())?;
    let key = input.key.clone();
    workspace.interventions.typed_job.due_unless(&key, |running| running.is_of_same_text(&key))?;
    let at: At<_, _> = |workspace| &mut workspace.interventions.typed_job;
    let work = move |_: &Underway| Some(Arc::new(input.analyse()));
    Some(start_then(workspace, "typed document", at, key, work, |workspace, _, analysis| {
        workspace.interventions.typed.analysis = Some(analysis);
        workspace.redraw();
    }))
}

#[cfg(test)]
mod tests;
