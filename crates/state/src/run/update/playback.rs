//! Playback of the recorded run, and display of a chosen iteration.

use std::sync::Arc;

use crate::{Effect, Seek, Workspace};
use wordfield_core::{model::Snapshot, train::Command};

/// Starts or stops the playback of the recorded run.
pub(crate) fn play_back(workspace: &mut Workspace) -> Vec<Effect> {
    let playback = &mut workspace.timeline.playback;
    playback.playing = !playback.playing;
    playback.due = 0.0;
    if !playback.playing {
        return Vec::new();
    }
    let (at, range) = (workspace.timeline.at, playback.range);
    match (at, range) {
        (Some(at), Some([from, to])) if (from..to).contains(&at) => Vec::new(),
        (_, Some([from, _])) => seek(workspace, Seek::At(from)),
        (Some(_), None) => Vec::new(),
        (None, None) => seek(workspace, Seek::First),
    }
}

/// Advances playback by the recorded iterations that are due.
/// Playback restarts at the end of a loop; without a loop it follows the newest iteration.
pub(crate) fn tick(workspace: &mut Workspace, seconds: f64) -> Vec<Effect> {
    let newest = workspace.newest();
    let timeline = &mut workspace.timeline;
    let (Some(history), true) = (&timeline.history, timeline.playback.playing) else { return Vec::new() };
    // A slow frame must not skip recorded iterations.
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
    seek(workspace, to)
}

/// Shows an iteration and requests its predictions from the trainer.
pub(crate) fn seek(workspace: &mut Workspace, seek: Seek) -> Vec<Effect> {
    let newest = workspace.newest();
    let (Some(_), Some(history)) = (&workspace.run.latest, &workspace.timeline.history) else { return Vec::new() };
    let here = workspace.timeline.at.unwrap_or(newest);
    let wanted = match seek {
        Seek::First => Some(0),
        Seek::Newest => None,
        Seek::By(by) => history.beside(here, by),
        Seek::At(iteration) => Some(iteration),
    };
    let kept = wanted.filter(|&iteration| iteration < newest).and_then(|iteration| history.up_to(iteration));
    // A run continued from a saved model has no earlier records.
    let at = kept.map(|frame| frame.iteration).filter(|&iteration| iteration < newest);
    if at == workspace.timeline.at {
        return Vec::new();
    }
    workspace.timeline.at = at;
    if at.is_none() {
        workspace.timeline.past = None;
    }
    workspace.show_state();
    at.filter(|_| workspace.can_go_on()).map(|at| Effect::Send(Command::Recall(at))).into_iter().collect()
}

/// Shows the iteration that a restored session showed, once its run and history have arrived.
pub(crate) fn return_to_awaited(workspace: &mut Workspace) -> Vec<Effect> {
    if workspace.run.latest.is_none() || workspace.timeline.history.is_none() {
        return Vec::new();
    }
    workspace.timeline.awaited.take().map_or_else(Vec::new, |at| seek(workspace, Seek::At(at)))
}

/// Receives the snapshot of an earlier iteration from the trainer.
pub(crate) fn recalled(workspace: &mut Workspace, past: Arc<Snapshot>) {
    if workspace.timeline.at.is_some() {
        workspace.timeline.past = Some(past);
        workspace.show_state();
    }
}
