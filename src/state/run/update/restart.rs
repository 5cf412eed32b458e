//! A run begins anew.

use std::sync::Arc;

use crate::state::{Curves, Effect, Phase, Playback, Scene, Timeline, Workspace, queries::inquiry::AskedOfRun};
use crate::train::RunState;

/// Begins another run with the workspace's settings; what the last one said is dropped.
pub(in crate::state) fn restart(workspace: &mut Workspace) -> Vec<Effect> {
    if workspace.dataset.is_none() {
        return Vec::new();
    }
    workspace.settings.settle();
    workspace.run += 1;
    workspace.phase = Phase::Run(RunState::Preparing);
    workspace.curves = Curves::default();
    let rate = workspace.timeline.playback.rate;
    workspace.timeline = Timeline { playback: Playback { rate, ..Playback::default() }, ..Timeline::default() };
    workspace.runs.forked = None;
    workspace.hands.begin();
    workspace.asked = AskedOfRun::default();
    (workspace.snapshot, workspace.latest) = (None, None);
    workspace.view.pairs.let_go();
    // The last picture stays until the new run's first, so that the canvas never empties, unless its words are gone.
    let same_words =
        |scene: &Arc<Scene>| workspace.basis.as_ref().is_some_and(|basis| Arc::ptr_eq(&basis.words, &scene.basis.words));
    if !workspace.scene.as_ref().is_some_and(same_words) {
        workspace.scene = None;
    }
    workspace.opened = None;
    workspace.searching = None;
    vec![Effect::Train { run: workspace.run }]
}
