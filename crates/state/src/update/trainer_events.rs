//! Events from the current run's trainer, applied to the workspace.

use std::sync::Arc;

use crate::{
    Effect, Message, Phase, TrainerUpdate, Workspace,
    edit::update::{arrows, intervene},
    matches::update::matching,
    run::update::{offering, playback, searching},
    session::update::saving,
};
use wordfield_core::{
    model::{Progress, Snapshot},
    train::{Event, RunState},
};

/// Applies an update of the run's trainer.
pub(super) fn apply(workspace: &mut Workspace, news: TrainerUpdate) -> Vec<Effect> {
    match news {
        TrainerUpdate::Recorded(history) => {
            workspace.timeline.history = Some(history);
            return playback::return_to_awaited(workspace);
        }
        TrainerUpdate::Recalled(past) => playback::recalled(workspace, past),
        TrainerUpdate::Event(event) => return hear(workspace, event),
        TrainerUpdate::Snapshot(snapshot) => {
            arrive(workspace, snapshot);
            let mut effects = playback::return_to_awaited(workspace);
            effects.extend(searching::advance(workspace));
            return effects;
        }
    }
    Vec::new()
}

fn hear(workspace: &mut Workspace, event: Event) -> Vec<Effect> {
    match event {
        Event::Progress(progress) => workspace.run.curves.push(&progress),
        Event::Evaluated(iteration, scores) => workspace.run.curves.evaluated(iteration, scores),
        Event::State(state) => {
            workspace.run.phase = Phase::Run(state);
            // A failed run has no snapshot that the window waits for.
            if state == RunState::Failed {
                workspace.interventions.left = None;
                return searching::advance(workspace);
            }
        }
        Event::Changed(change) => {
            workspace.choices.settings.accept(change);
            offering::changed(workspace, change);
        }
        Event::Refused(change, text) => {
            workspace.choices.settings.refuse(change);
            workspace.settings_to_come().into_iter().for_each(|settings| settings.refuse(change));
            workspace.message = Some(Message::error(text));
        }
        Event::Rejected(text) | Event::Failed(text) => workspace.message = Some(Message::error(text)),
        Event::Measured(which, objective) => intervene::measured(workspace, which, objective),
        Event::Forces(iteration, forces) => arrows::drawn(workspace, iteration, forces),
        Event::LeftOut(what, found) => return intervene::left_out(workspace, what, found),
        Event::FittedPublished => return saving::save_published(workspace),
    }
    Vec::new()
}

fn arrive(workspace: &mut Workspace, snapshot: Arc<Snapshot>) {
    if workspace.run.latest.as_ref().is_some_and(|old| Arc::ptr_eq(old, &snapshot)) {
        return;
    }
    if workspace.run.latest.is_none() && workspace.corpus.saved_model.is_some() {
        // Scores of a saved model are known before its next iteration.
        let (iteration, objective, scores) = (snapshot.iteration, snapshot.objective, Some(snapshot.scores));
        workspace.run.curves.push(&Progress { iteration, objective, scores, stop: None });
    }
    workspace.run.latest = Some(snapshot);
    intervene::arrived(workspace);
    if workspace.timeline.at.is_none() {
        workspace.show_state();
    }
    matching::arrived(workspace);
}
