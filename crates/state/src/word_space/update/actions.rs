//! Actions on word vectors without documents, applied to their state.

use std::{path::PathBuf, sync::Arc};

use crate::{
    Action, Dialog, Drawn, Effect, Message, RecentKind, SpaceAction, SpacePlace, SpaceReading, SpaceState, SpaceView, Tab,
    Workspace,
    core::{catch_panic, job::aside_telling},
};
use wordfield_core::{
    corpus::{Cancel, ReadOptions, VectorFiles},
    word_space::{self, WordSpace, list_text},
};

/// Applies an action on word vectors.
pub(crate) fn apply(workspace: &mut Workspace, action: SpaceAction) -> Vec<Effect> {
    let (state, choice) = (&mut workspace.word_space, &mut workspace.choices.vectors);
    match action {
        SpaceAction::Open(place, path) => {
            workspace.layout.tab = Tab::Vectors;
            let files = VectorFiles { file: path, ..VectorFiles::default() };
            return open(workspace, place, files);
        }
        SpaceAction::AskForFile(place) => return vec![Effect::Dialog(Dialog::Space(place))],
        SpaceAction::Read { job, space } => receive(workspace, job, space),
        SpaceAction::First(first) => {
            state.first = first;
            if let Some(files) = state.files[0].clone() {
                return open(workspace, SpacePlace::First, files);
            }
        }
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
            let known = state.space().zip(word).filter(|(space, word)| (*word as usize) < space.len());
            choice.focus = known.map(|(space, word)| space.word(word).to_owned());
            if choice.focus.is_some() {
                state.near = None;
            }
        }
        SpaceAction::Near(list) => state.near = list,
        SpaceAction::List(list, text) => choice.lists[list] = text,
        SpaceAction::Toggle(list, word) => {
            if let Some(text) = toggled(state, list, word) {
                choice.lists[list] = text;
            }
        }
        SpaceAction::Analogy(place, text) => choice.analogy[place] = text,
        SpaceAction::Click(click) => state.click = click,
    }
    Vec::new()
}

/// Starts to read a file of word vectors on a thread, the first words before the rest, and stops reading the previous file.
fn open(workspace: &mut Workspace, place: SpacePlace, files: VectorFiles) -> Vec<Effect> {
    let (state, memory) = (&mut workspace.word_space, workspace.session.memory);
    stop(state, place);
    state.jobs += 1;
    state.problem = None;
    let cancel = Arc::new(Cancel::default());
    state.reading[place as usize] = Some(SpaceReading { job: state.jobs, cancel: Arc::clone(&cancel) });
    state.files[place as usize] = Some(files.clone());
    let (job, first) = (state.jobs, state.first);
    vec![aside_telling("vectors", move |tell| {
        let read = |space| Action::Space(SpaceAction::Read { job, space });
        let space = catch_panic(|| {
            let publish = |first| tell(read(Ok(Arc::new(first))));
            word_space::read(&files, first, memory, &cancel, publish).map_err(|error| error.to_string())
        });
        read(space.map(Arc::new))
    })]
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
            if space.complete {
                state.reading[place] = None;
                let file = std::slice::from_ref(&space.origin.file);
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
    let goes_on = state.space().is_some_and(|old| old.origin.file == space.origin.file && old.len() <= space.len());
    if !goes_on {
        state.picture = None;
    }
    state.spaces[0] = Some(space);
}

/// Text of a word list after a word is added, or removed if the list contains it.
fn toggled(state: &SpaceState, list: usize, word: u32) -> Option<String> {
    let (space, of) = (state.space()?, &state.lists[list]);
    let others = of.words.iter().filter(|&&known| known != word).map(|&known| space.word(known));
    let added = (!of.words.contains(&word)).then(|| space.word(word));
    Some(list_text(others.chain(added).chain(of.unknown.iter().map(String::as_str))))
}

/// Opens a dropped or chosen file that was recognised as word vectors.
pub(crate) fn open_recognised(workspace: &mut Workspace, path: PathBuf) -> Vec<Effect> {
    apply(workspace, SpaceAction::Open(SpacePlace::First, path))
}

#[cfg(test)]
mod tests;
