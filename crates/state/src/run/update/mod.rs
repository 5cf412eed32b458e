//! Start of a new run, and playback, searches and offers of runs.

pub(crate) mod offering;
pub(crate) mod playback;
pub(crate) mod searching;

use crate::{Curves, Effect, Lazy, Phase, Playback, Timeline, Workspace};
use wordfield_core::train::RunState;

/// Starts a new run with the current settings; events of the previous run are dropped.
pub(crate) fn restart(workspace: &mut Workspace) -> Vec<Effect> {
    if workspace.corpus.dataset.is_none() {
        return Vec::new();
    }
    workspace.choices.settings.settle();
    workspace.run.id += 1;
    workspace.run.phase = Phase::Run(RunState::Preparing);
    workspace.run.curves = Curves::default();
    let rate = workspace.timeline.playback.rate;
    workspace.timeline = Timeline { playback: Playback { rate, ..Playback::default() }, ..Timeline::default() };
    workspace.run.earlier.forked = None;
    (workspace.run.offer, workspace.run.offered) = (Lazy::default(), None);
    (workspace.run.snapshot, workspace.run.latest) = (None, None);
    workspace.begin_run();
    workspace.run.search = None;
    vec![Effect::Train { run: workspace.run.id }]
}
