//! Actions on word vectors without documents, applied to their state.

use std::{path::PathBuf, sync::Arc};

use crate::{
    Dialog, Drawn, Effect, Message, RecentKind, SpaceAction, SpaceChoice, SpacePlace, SpaceReading, SpaceState, SpaceView, Tab,
    Workspace,
};
use wordfield_core::{
    corpus::{Cancel, ReadOptions, VectorFiles},
    word_space::{WordSpace, list_text},
};

/// Applies an action on word vectors.
pub(crate) fn apply(workspace: &mut Workspace, action: SpaceAction) -> Vec<Effect> {
    match action {
        SpaceAction::Open(place, path) => {
            workspace.layout.tab = Tab::Vectors;
            let files = VectorFiles { file: path, ..VectorFiles::default() };
            return open(&mut workspace.word_space, place, files);
        }
        SpaceAction::AskForFile(place) => return vec![Effect::Dialog(Dialog::Space(place))],
        SpaceAction::Read { job, space } => receive(workspace, job, space),
        SpaceAction::First(first) => {
            let state = &mut workspace.word_space;
            state.first = first;
            if let Some(files) = state.files[0].clone() {
                return open(state, SpacePlace::First, files);
            }
        }
        action => change(&mut workspace.word_space, action),
    }
    Vec::new()
}

/// Starts to read a file of word vectors, and stops reading the earlier one.
fn open(state: &mut SpaceState, place: SpacePlace, files: VectorFiles) -> Vec<Effect> {
    stop(state, place);
    state.jobs += 1;
    state.problem = None;
    let cancel = Arc::new(Cancel::default());
    state.reading[place as usize] = Some(SpaceReading { job: state.jobs, cancel: Arc::clone(&cancel) });
    state.files[place as usize] = Some(files.clone());
    vec![Effect::ReadSpace { job: state.jobs, files, first: state.first, cancel }]
}

fn stop(state: &mut SpaceState, place: SpacePlace) {
    if let Some(reading) = state.reading[place as usize].take() {
        reading.cancel.cancel();
    }
}

/// Receives the words of a word-vector file, unless they belong to an earlier request.
fn receive(workspace: &mut Workspace, job: u64, space: Result<Arc<WordSpace>, String>) {
    let state = &mut workspace.word_space;
    let of_job = |reading: &Option<SpaceReading>| reading.as_ref().is_some_and(|reading| reading.job == job);
    let Some(place) = state.reading.iter().position(of_job) else { return };
    match space {
        Ok(space) => {
            if space.is_complete() {
                state.reading[place] = None;
                let file = std::slice::from_ref(&space.origin().file);
                workspace.layout.recent.add(RecentKind::WordVectors, file, ReadOptions::default());
            }
            if place == 0 {
                take(state, space);
            } else {
                // The rest of the file must not change the view chosen after its first words.
                if state.spaces[1].replace(space).is_none() {
                    state.view = SpaceView::Second;
                }
            }
        }
        Err(text) => {
            state.reading[place] = None;
            state.problem = Some(text.clone());
            workspace.message = Some(Message::error(text));
        }
    }
}

/// Shows a word space. Words keep their indices while more words of the same file are read.
fn take(state: &mut SpaceState, space: Arc<WordSpace>) {
    state.focus = state.focus_text().and_then(|word| space.spelled(word));
    let goes_on = state.space().is_some_and(|old| old.origin().file == space.origin().file && old.len() <= space.len());
    if !goes_on {
        state.picture = None;
    }
    state.spaces[0] = Some(space);
    for list in 0..2 {
        let text = std::mem::take(&mut state.lists[list].text);
        set_list(state, list, text);
    }
}

fn set_list(state: &mut SpaceState, list: usize, text: String) {
    let (words, unknown) = state.space().map(|space| space.words_of(&text)).unwrap_or_default();
    let of = &mut state.lists[list];
    of.text = text;
    of.unknown = unknown;
    if *of.words != words {
        of.words = Arc::new(words);
    }
}

/// Restores the words chosen by the user: inspected word, lists, analogy.
pub(crate) fn choose(state: &mut SpaceState, choice: &SpaceChoice) {
    if state.focus_text() != choice.focus.as_deref() {
        state.focus = choice.focus.as_ref().zip(state.space()).and_then(|(word, space)| space.spelled(word));
    }
    state.analogy.clone_from(&choice.analogy);
    for (list, text) in choice.lists.iter().enumerate() {
        set_list(state, list, text.clone());
    }
}

/// Adds a word to the text of a word list, or removes it.
fn toggle(state: &mut SpaceState, list: usize, word: u32) {
    let Some(space) = state.space().cloned() else { return };
    let of = &state.lists[list];
    let others = of.words.iter().filter(|&&known| known != word).map(|&known| space.word(known));
    let added = (!of.words.contains(&word)).then(|| space.word(word));
    let text = list_text(others.chain(added).chain(of.unknown.iter().map(String::as_str)));
    set_list(state, list, text);
}

fn change(state: &mut SpaceState, action: SpaceAction) {
    match action {
        SpaceAction::Cancel(place) => stop(state, place),
        SpaceAction::CloseSecond => {
            stop(state, SpacePlace::Second);
            (state.spaces[1], state.files[1]) = (None, None);
        }
        SpaceAction::Measure(measure) => state.measure = measure,
        SpaceAction::Drawn(drawn) => state.drawn = drawn,
        SpaceAction::Count(count) => (state.count, state.drawn) = (count, Drawn::Frequent),
        SpaceAction::Projection(projection) => state.projection = projection,
        SpaceAction::AllAxes(all) => state.all_axes = all,
        SpaceAction::RestartPlane => state.searches += 1,
        SpaceAction::View(view) => state.view = view,
        SpaceAction::Search(text) => state.search = text,
        SpaceAction::Match(place) => state.place = place,
        SpaceAction::Inspect(word) => {
            let known = state.space().map_or(0, |space| space.len());
            state.focus = word.filter(|&word| (word as usize) < known);
            if state.focus.is_some() {
                state.near = None;
            }
        }
        SpaceAction::Near(list) => state.near = list,
        SpaceAction::List(list, text) => set_list(state, list, text),
        SpaceAction::Toggle(list, word) => toggle(state, list, word),
        SpaceAction::Analogy(place, text) => state.analogy[place] = text,
        SpaceAction::Click(click) => state.click = click,
        SpaceAction::Open(..) | SpaceAction::AskForFile(_) | SpaceAction::Read { .. } | SpaceAction::First(_) => {}
    }
}

/// Opens the word vectors that a dropped or chosen file was recognised as.
pub(crate) fn open_recognised(workspace: &mut Workspace, path: PathBuf) -> Vec<Effect> {
    apply(workspace, SpaceAction::Open(SpacePlace::First, path))
}

#[cfg(test)]
#[path = "actions_tests.rs"]
mod tests;
