//! Start of a run at a recorded point: for a fork, and for a run that returns.

use std::sync::Arc;

use crate::{
    Curves, Effect, Loading, Members, Message, RecordedRun, Settings, Workspace, compare::update::comparing,
    edit::update::intervene, run::update::restart,
};
use wordfield_core::train::{Frame, History, TrainOptions};

/// Starts a run at a recorded point, with the history and curves up to there, settings and pinned words.
pub(crate) fn begin_at(
    workspace: &mut Workspace,
    from: Arc<Frame>,
    (history, curves): (&Arc<History>, Curves),
    (settings, pinned): (Settings, Arc<Members>),
    paused: bool,
) -> Vec<Effect> {
    let history = Arc::new(history.branch(TrainOptions::default().history_bytes, from.iteration).without_curves());
    comparing::keep(workspace);
    workspace.run.watched = false;
    workspace.choices.settings = settings;
    restart(workspace);
    workspace.run.curves = curves.up_to(from.iteration);
    let mut effects = vec![Effect::Fork { run: workspace.run.id, from, history, paused }];
    if !pinned.is_empty() {
        effects.extend(intervene::pin(workspace, pinned));
    }
    effects
}

/// Brings back the last earlier run with the given parameters, and pinned words, paused at its end, under a new number.
/// `None` if no such run over the present split is kept, or until its weighting of the words is restored.
pub(crate) fn return_to(workspace: &mut Workspace, (settings, pinned): (Settings, Arc<Members>)) -> Option<Vec<Effect>> {
    if matches!(workspace.corpus.loading, Loading::Reading { .. }) {
        return None;
    }
    let dataset = workspace.corpus.dataset.as_ref()?;
    let (train, seed) = (dataset.split.train.len(), workspace.corpus.loaded_options.split.seed);
    let over_split = |run| workspace.run.table.iter().any(|record| (record.run, record.train, record.seed) == (run, train, seed));
    let wanted = |kept: &&RecordedRun| kept.params == settings.params && over_split(kept.run);
    let kept = workspace.run.earlier.iter().rev().find(wanted)?.clone();
    let from = kept.history.up_to(kept.end).filter(|from| *from.mark.params == kept.params)?;
    if dataset.weighting != kept.params.weighting() {
        workspace.run.earlier.awaited = Some(Box::new((settings, pinned)));
        return None;
    }
    workspace.run.earlier.forget(kept.run);
    workspace.run.table.forget(kept.run);
    let at = from.iteration;
    let effects = begin_at(workspace, from, (&kept.history, kept.curves), (settings, pinned), true);
    workspace.run.earlier.forked = kept.forked;
    let text = format!("The run before is back at iteration {at}, as run {}. Play continues it.", workspace.run.id);
    workspace.message = Some(Message::note(text));
    Some(effects)
}
