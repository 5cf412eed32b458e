//! The two runs beside each other are brought up to date: asked for where they are looked at, and drawn as lines where wished.

use std::sync::Arc;

use ndarray::{Axis, stack};

use crate::state::{
    Inquiry, Moment, Path, PathKind, RunDifference, Same, Tab, Workspace,
    compare::two_runs::{RunsKey, RunsQuestion, TwoRuns},
};

/// What is to be asked now.
pub(in crate::state) fn due(workspace: &mut Workspace) -> Option<Inquiry> {
    let key = wanted(workspace)?;
    if !workspace.compare.runs.asked.is_due(&key) {
        return None;
    }
    let question = question(workspace, &key);
    if question.is_none() {
        workspace.compare.runs.asked.answer(&key);
    }
    question
}

/// The two, where they are looked at.
fn wanted(workspace: &Workspace) -> Option<RunsKey> {
    let &TwoRuns { sides, lines, .. } = &workspace.compare.runs;
    if !lines && workspace.layout.tab != Tab::Compare {
        return None;
    }
    let [Some(first), Some(second)] = sides else { return None };
    let of = [(first.run, workspace.iteration_of(first)?), (second.run, workspace.iteration_of(second)?)];
    let ends = of.map(|side| workspace.end_at(side).map(|(latent, params)| (Same::of(latent), params.clone())));
    Some(RunsKey { of, ends: Box::new(ends) })
}

fn question(workspace: &Workspace, key: &RunsKey) -> Option<Inquiry> {
    let [first, second] = key.of.map(|(run, iteration)| workspace.state_at(Moment { run, iteration: Some(iteration) }));
    let ((first, of_first), (second, of_second)) = (first?, second?);
    let (places, params) = ([first, second], [of_first, of_second]);
    let priority = Arc::clone(&workspace.corpus.basis.as_ref()?.priority);
    Some(Inquiry::Runs(Box::new(RunsQuestion { key: key.clone(), places, params, priority })))
}

/// Takes an answer in, unless it is of runs that were let go.
pub(in crate::state) fn answered(workspace: &mut Workspace, key: &RunsKey, found: Option<Arc<RunDifference>>) {
    if !workspace.compare.runs.asked.answer(key) {
        return;
    }
    let words = workspace.corpus.basis.as_ref().map_or(0, |basis| basis.words.len());
    workspace.compare.runs.apart = found.filter(|found| found.places[0].nrows() == words);
    draw(workspace);
}

/// Lines from where words are in the first of two runs, brought over, to where they are in the second, if that is the one shown.
pub(in crate::state) fn draw(workspace: &mut Workspace) {
    let TwoRuns { apart: Some(apart), lines: true, .. } = &workspace.compare.runs else { return };
    let own = apart.key[1].0 == workspace.run.id;
    let line = |&(word, _): &(usize, f64)| {
        let ends = apart.places.each_ref().map(|places| places.row(word));
        stack(Axis(0), &ends).ok().map(|points| Path { word, points })
    };
    let lines: Vec<Path> = apart.moved.iter().filter(|_| own).filter_map(line).collect();
    workspace.draw_paths(PathKind::Moved, lines);
}
