//! Starting a new run.

use std::sync::Arc;

use crate::{Curves, Effect, Phase, Playback, Scene, Timeline, Workspace, queries::run_queries::RunQueries};
use wordfield_core::train::RunState;

/// Starts a new run with the current settings. Events of the last one are dropped.
pub(crate) fn restart(workspace: &mut Workspace) -> Vec<Effect> {
    if workspace.corpus.dataset.is_none() {
        return Vec::new();
    }
    workspace.run.settings.settle();
    workspace.run.id += 1;
    workspace.run.phase = Phase::Run(RunState::Preparing);
    workspace.run.curves = Curves::default();
    let rate = workspace.timeline.playback.rate;
    workspace.timeline = Timeline { playback: Playback { rate, ..Playback::default() }, ..Timeline::default() };
    workspace.run.earlier.forked = None;
    workspace.interventions.begin();
    workspace.queries = RunQueries::default();
    (workspace.run.snapshot, workspace.run.latest) = (None, None);
    workspace.documents.view.pairs.let_go();
    // The last scene stays until the new run's first one, so that the canvas is never empty, unless its words are gone.
    let same_words =
        |scene: &Arc<Scene>| workspace.corpus.basis.as_ref().is_some_and(|basis| Arc::ptr_eq(&basis.words, &scene.basis.words));
    if !workspace.field.scene.as_ref().is_some_and(same_words) {
        workspace.field.scene = None;
    }
    workspace.corpus.saved_model = None;
    workspace.run.search = None;
    vec![Effect::Train { run: workspace.run.id }]
}
