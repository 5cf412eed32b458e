//! Actions on recorded runs: playback, forks, comparison.

use std::sync::Arc;

use crate::{
    Effect, Message, Moment, PathKind, Time, TwoRuns, Workspace, compare::update::comparing, corpus::update::returning::begin_at,
    run::update::playback,
};

/// Applies an action on recorded runs.
pub(crate) fn apply(workspace: &mut Workspace, time: Time) -> Vec<Effect> {
    match time {
        Time::PlayBack => return playback::play_back(workspace),
        Time::Rate(rate) if rate > 0.0 => workspace.timeline.playback.rate = rate,
        Time::Rate(_) => {}
        Time::Loop(range) => {
            let range = range.map(|[from, to]| [from.min(to), from.max(to)]).filter(|[from, to]| from < to);
            workspace.timeline.playback.range = range;
        }
        Time::Tick(seconds) => return playback::tick(workspace, seconds),
        Time::Fork => {
            let at = workspace.timeline.at;
            return at.map_or_else(Vec::new, |at| fork(workspace, Moment { run: workspace.run.id, iteration: Some(at) }));
        }
        Time::ForkFrom(moment) => return fork(workspace, moment),
        Time::Compare(side, moment) => {
            if let Some(place) = workspace.compare.runs.sides.get_mut(side) {
                *place = Some(moment);
            }
        }
        Time::Lines(lines) => {
            workspace.compare.runs.lines = lines;
            if lines {
                comparing::draw(workspace);
            } else {
                workspace.draw_paths(PathKind::Moved, Vec::new());
            }
        }
        Time::ChooseRun(run) => {
            let before = workspace.compared_records().map(|pair| pair[1].run).filter(|before| *before != run);
            workspace.compare.records = before.map(|before| [before, run]).or(workspace.compare.records);
        }
        Time::Forget(run) => {
            workspace.run.earlier.forget(run);
            workspace.run.table.forget(run);
            if workspace.compare.runs.sides.iter().flatten().any(|side| side.run == run) {
                workspace.compare.runs = TwoRuns { lines: workspace.compare.runs.lines, ..TwoRuns::default() };
                workspace.draw_paths(PathKind::Moved, Vec::new());
            }
        }
    }
    Vec::new()
}

/// Forks a run: starts a new run at an iteration of an earlier one.
fn fork(workspace: &mut Workspace, moment: Moment) -> Vec<Effect> {
    let own = moment.run == workspace.run.id;
    let (history, curves) = if own {
        (workspace.timeline.history.clone(), workspace.run.curves.clone())
    } else {
        let kept = workspace.run.earlier.get(moment.run);
        (kept.map(|kept| Arc::clone(&kept.history)), kept.map(|kept| kept.curves.clone()).unwrap_or_default())
    };
    // The end of a run is the state it showed last: the best iterate if it was restored.
    let at = moment.iteration.or_else(|| workspace.iteration_of(moment));
    let from = history.as_ref().zip(at).and_then(|(history, at)| history.up_to(at));
    let (Some(history), Some(from), Some(dataset)) = (history, from, &workspace.corpus.dataset) else { return Vec::new() };
    let refused = if workspace.is_searching() {
        Some("A search is running: end the search to continue from an earlier iteration.")
    } else if dataset.weighting != from.mark.params.weighting() {
        Some("That run used another weighting: select it first, then continue from the run.")
    } else {
        None
    };
    if let Some(text) = refused {
        workspace.message = Some(Message::error(text));
        return Vec::new();
    }
    let at = from.iteration;
    let settings = workspace.choices.settings.with(workspace.choices.settings.preset, (*from.mark.params).clone());
    // The words of the forked run are the same, so pins are kept.
    let pinned = Arc::clone(&workspace.choices.touched.pinned);
    let effects = begin_at(workspace, from, (&history, curves), (settings, pinned), false);
    workspace.run.earlier.forked = Some((moment.run, at));
    let text = format!("Run {} continues from iteration {at} of run {}; see Compare, Two runs.", workspace.run.id, moment.run);
    workspace.message = Some(Message::note(text));
    effects
}
