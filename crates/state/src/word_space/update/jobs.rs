//! Jobs on word vectors, while their tab is in front.

use std::sync::Arc;

use crate::{
    Job, Projection, Same, SpaceState, SpaceView, Tab, Underway, Workspace,
    core::job::start,
    word_space::{NEIGHBOURS_COUNTED, keys::PlaneKey},
};
use wordfield_core::{
    metric::PERMUTATIONS,
    word_space::{Alignment, ListTest, Plane, PlaneOptions, PrincipalAxes, SemanticAxis},
};

/// Maximum number of words that a search returns.
pub(crate) const FOUND: usize = 3000;
/// Number of nearest words computed for a query.
pub(crate) const NEIGHBOURS: usize = 200;
/// Number of iterations of a learned plane between two pictures.
const ITERATIONS: usize = 10;

/// Functions that start the jobs on word vectors.
pub(crate) const DUE: [fn(&mut Workspace) -> Option<Job>; 8] = [find, nearest, axis, test, axes, plane, kept, align];

/// State of the word vectors, while their tab is in front.
fn shown(workspace: &Workspace) -> Option<&SpaceState> {
    (workspace.layout.tab == Tab::Vectors).then_some(&workspace.word_space)
}

/// Starts the search for words.
fn find(workspace: &mut Workspace) -> Option<Job> {
    let state = shown(workspace)?;
    let key = state.find_key().filter(|key| state.find.is_due(key))?;
    let (space, text, place) = (Arc::clone(state.space()?), key.1.clone(), key.2);
    let work = move |_: &Underway| Some(Arc::new(space.search(&text, place, FOUND)));
    Some(start(workspace, "search of words", |workspace| &mut workspace.word_space.find, key, work))
}

/// Starts the search for the nearest words of the current query.
fn nearest(workspace: &mut Workspace) -> Option<Job> {
    let state = shown(workspace)?;
    let key = state.near_key().filter(|key| state.nearest.is_due(key))?;
    let (space, question, measure) = (Arc::clone(state.space()?), key.1.clone(), key.2);
    let work = move |_: &Underway| Some(Arc::new(space.neighbours(&question, measure, NEIGHBOURS)));
    Some(start(workspace, "nearest words", |workspace| &mut workspace.word_space.nearest, key, work))
}

/// Starts the ranking of every word along the semantic axis between the two lists.
fn axis(workspace: &mut Workspace) -> Option<Job> {
    let state = shown(workspace)?;
    let key = state.lists_key().filter(|key| state.view == SpaceView::Axis && state.axis.is_due(key))?;
    let (space, [a, b], measure) = (Arc::clone(state.space()?), key.1.clone(), key.2);
    let work = move |_: &Underway| Some(SemanticAxis::between(&space, &a, &b, measure).map(Arc::new));
    Some(start(workspace, "semantic axis", |workspace| &mut workspace.word_space.axis, key, work))
}

/// Starts the permutation test of the two lists.
fn test(workspace: &mut Workspace) -> Option<Job> {
    let state = shown(workspace)?;
    let key = state.lists_key().filter(|key| state.view == SpaceView::Lists && state.test.is_due(key))?;
    let (space, [a, b], measure) = (Arc::clone(state.space()?), key.1.clone(), key.2);
    let work = move |underway: &Underway| {
        let go_on = |_| !underway.flag.is_raised();
        Some(ListTest::of(&space, [&a, &b], measure, PERMUTATIONS, 0, go_on).map(Arc::new))
    };
    Some(start(workspace, "test of lists", |workspace| &mut workspace.word_space.test, key, work).long())
}

/// Starts the principal axes of the drawn words, or of all.
fn axes(workspace: &mut Workspace) -> Option<Job> {
    let state = shown(workspace)?;
    let space = Arc::clone(state.space()?);
    let of_all = state.all_axes && state.is_settled();
    let words = (!of_all).then(|| Arc::clone(&state.base));
    let drawn = matches!(state.projection, Projection::Principal(_)) && !state.base.is_empty();
    let key = (Same::of(&space), words.clone());
    if !drawn || !state.axes.is_due(&key) {
        return None;
    }
    let work = move |_: &Underway| {
        let words = words.as_ref().map(|words| &words[..]);
        Some(PrincipalAxes::of(&space, words, 3).map_err(|error| error.to_string()).map(Arc::new))
    };
    Some(start(workspace, "principal axes", |workspace| &mut workspace.word_space.axes, key, work).long())
}

/// Starts the next iterations of the learned plane, unless it is finished.
fn plane(workspace: &mut Workspace) -> Option<Job> {
    let state = shown(workspace)?;
    let Projection::Learned(kernel) = state.projection else { return None };
    // While more words are read, no plane is learned from the first words alone.
    let space = Arc::clone(state.space().filter(|_| state.is_settled() && state.base.len() > 2)?);
    let (words, measure) = (Arc::clone(&state.base), state.measure);
    let mut key = (Same::of(&space), Arc::clone(&words), kernel, measure, state.searches, None);
    let same = |of: &PlaneKey| (&of.0, &of.1, of.2, of.3, of.4) == (&key.0, &key.1, key.2, key.3, key.4);
    let from = state.plane.last().filter(|(of, _)| same(of)).map(|(_, plane)| Arc::clone(plane));
    if from.as_ref().is_some_and(|plane| plane.has_ended()) {
        return None;
    }
    key.5 = from.as_ref().map(|plane| plane.step);
    state.plane.due_unless(&key, |_| false)?;
    let work = move |_: &Underway| {
        let options = PlaneOptions { kernel, measure, ..PlaneOptions::default() };
        Some(Arc::new(match &from {
            None => Plane::start(&space, &words, options),
            Some(plane) => plane.advanced(ITERATIONS),
        }))
    };
    Some(start(workspace, "learned plane", |workspace| &mut workspace.word_space.plane, key, work).long())
}

/// Starts the job for the share of neighbours preserved by the projection; its result is `None` for few words.
fn kept(workspace: &mut Workspace) -> Option<Job> {
    let state = shown(workspace)?;
    let key = state.kept_key().filter(|key| state.neighbours_kept.is_due(key))?;
    let (space, words, measure) = (Arc::clone(state.space()?), Arc::clone(&state.base), state.measure);
    let at = Arc::clone(&state.picture.as_ref()?.of_base);
    let work = move |_: &Underway| Some(space.neighbours_kept(&words, measure, at.view(), NEIGHBOURS_COUNTED));
    Some(start(workspace, "neighbours kept", |workspace| &mut workspace.word_space.neighbours_kept, key, work).long())
}

/// Starts the rotation of the second word space onto the first.
fn align(workspace: &mut Workspace) -> Option<Job> {
    let state = shown(workspace)?;
    let key = state.align_key().filter(|key| state.view == SpaceView::Second && state.alignment.is_due(key))?;
    let [first, second] = [state.space()?, state.second()?].map(Arc::clone);
    let work = move |_: &Underway| {
        let alignment = Alignment::of(&first, &second).map_err(|error| error.to_string());
        Some(alignment.map(|alignment| alignment.map(Arc::new)))
    };
    Some(start(workspace, "alignment", |workspace| &mut workspace.word_space.alignment, key, work).long())
}
