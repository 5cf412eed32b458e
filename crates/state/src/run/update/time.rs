//! The recorded run: playback, forks, comparison.

use std::sync::Arc;

use crate::{
    Effect, Message, PathKind, Phase, Seek, Time, Workspace,
    compare::two_runs::TwoRuns,
    compare::update::comparing,
    edit::update::touch,
    run::runs::{KeptRun, Moment},
    run::update::restart::restart,
    selection::update::look,
};
use wordfield_core::train::RunState;

/// Applies an action on recorded runs.
pub(crate) fn apply(workspace: &mut Workspace, time: Time) -> Vec<Effect> {
    match time {
        Time::PlayBack => return play_back(workspace),
        Time::Rate(rate) if rate > 0.0 => workspace.timeline.playback.rate = rate,
        Time::Rate(_) => {}
        Time::Loop(range) => {
            let range = range.map(|[from, to]| [from.min(to), from.max(to)]).filter(|[from, to]| from < to);
            workspace.timeline.playback.range = range;
        }
        Time::Tick(seconds) => return tick(workspace, seconds),
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

fn play_back(workspace: &mut Workspace) -> Vec<Effect> {
    let playback = &mut workspace.timeline.playback;
    playback.playing = !playback.playing;
    playback.due = 0.0;
    if !playback.playing {
        return Vec::new();
    }
    let (at, range) = (workspace.timeline.at, playback.range);
    match (at, range) {
        (Some(at), Some([from, to])) if (from..to).contains(&at) => Vec::new(),
        (_, Some([from, _])) => look::seek(workspace, Seek::At(from)),
        (Some(_), None) => Vec::new(),
        (None, None) => look::seek(workspace, Seek::First),
    }
}

/// Advances playback by the recorded iterations that are due; at the end of a loop it restarts, otherwise the newest
/// iteration is followed.
fn tick(workspace: &mut Workspace, seconds: f64) -> Vec<Effect> {
    let newest = workspace.newest();
    let timeline = &mut workspace.timeline;
    let (Some(history), true) = (&timeline.history, timeline.playback.playing) else { return Vec::new() };
    // A slow frame does not skip iterations.
    timeline.playback.due += seconds.clamp(0.0, 0.25) * timeline.playback.rate;
    let steps = timeline.playback.due.floor();
    timeline.playback.due -= steps;
    if steps < 1.0 {
        return Vec::new();
    }
    let next = history.beside(timeline.at.unwrap_or(newest), steps as isize).filter(|&next| next < newest);
    let to = match (next, timeline.playback.range) {
        (Some(next), Some([_, to])) if next <= to => Seek::At(next),
        (_, Some([from, _])) => Seek::At(from),
        (Some(next), None) => Seek::At(next),
        (None, None) => {
            timeline.playback.playing = false;
            Seek::Newest
        }
    };
    look::seek(workspace, to)
}

/// Records scores and predictions of the current run when another starts.
pub(crate) fn record(workspace: &mut Workspace) {
    if let Some(record) = workspace.current_record() {
        workspace.run.table.keep(record);
    }
}

/// Stores the current run when another starts, unless it belongs to a search or made no step.
pub(crate) fn keep(workspace: &mut Workspace) {
    record(workspace);
    let (Some(latest), Some(history)) = (&workspace.run.latest, &workspace.timeline.history) else { return };
    let Some(latent) = latest.latent().filter(|_| history.len() >= 2 && !workspace.is_searching()) else { return };
    let stop = if let Phase::Run(RunState::Stopped(reason)) = workspace.run.phase { Some(reason) } else { None };
    let kept = KeptRun {
        run: workspace.run.id,
        forked: workspace.run.earlier.forked,
        params: workspace.run.settings.params.clone(),
        curves: workspace.run.curves.clone(),
        end: latest.shown(),
        latent: Arc::clone(latent),
        scores: latest.scores,
        stop,
        history: Arc::clone(history),
    };
    workspace.run.earlier.keep(kept);
    // By default the earlier run is compared with the new one.
    workspace.compare.runs.sides = [Some(Moment::end_of(workspace.run.id)), Some(Moment::end_of(workspace.run.id + 1))];
}

/// Starts another run at an iteration of an earlier one.
fn fork(workspace: &mut Workspace, moment: Moment) -> Vec<Effect> {
    let own = moment.run == workspace.run.id;
    let (history, curves) = if own {
        (workspace.timeline.history.clone(), workspace.run.curves.clone())
    } else {
        let kept = workspace.run.earlier.get(moment.run);
        (kept.map(|kept| Arc::clone(&kept.history)), kept.map(|kept| kept.curves.clone()).unwrap_or_default())
    };
    // The end of a run is its shown state: for a run that restored its best iterate, that one.
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
        workspace.session.message = Some(Message { text: text.to_owned(), error: true });
        return Vec::new();
    }
    let at = from.iteration;
    let branch = Arc::new(history.branch(wordfield_core::train::TrainOptions::default().history_bytes, at).without_curves());
    keep(workspace);
    workspace.run.watched = false;
    workspace.run.settings = workspace.run.settings.with(workspace.run.settings.preset, (*from.mark.params).clone());
    // The words are the same, so pins are kept.
    let pinned = Arc::clone(&workspace.interventions.pinned);
    restart(workspace);
    workspace.run.curves = curves.up_to(at);
    workspace.run.earlier.forked = Some((moment.run, at));
    let text = format!("Run {} continues from iteration {at} of run {}; see Compare, Two runs.", workspace.run.id, moment.run);
    workspace.session.message = Some(Message { text, error: false });
    let mut effects = vec![Effect::Fork { run: workspace.run.id, from, history: branch }];
    if !pinned.is_empty() {
        effects.extend(touch::pin(workspace, pinned));
    }
    effects
}
