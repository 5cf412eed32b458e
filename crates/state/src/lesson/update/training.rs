//! Training in a lesson: the run of each step has the parameters and the last iteration of the lesson file.
//! All readers of a lesson therefore see the same numbers.
//!
//! A run is restarted if it has other parameters, has passed the iteration, or was not paused at a known iteration.

use super::course;
use crate::{Action, Effect, Lesson, Phase, Run, Seek, Workspace, run::update::playback};
use wordfield_core::train::{Command, RunState};

/// Whether the first word positions of a run have arrived.
pub(super) fn has_begun(workspace: &Workspace) -> bool {
    workspace.run.snapshot.is_some() && workspace.run.phase != Phase::Run(RunState::Preparing)
}

/// Whether the run has reached the iteration of a lesson step, or ended before.
pub(super) fn rests(workspace: &Workspace, lesson: &Lesson, place: usize) -> bool {
    let (goal, newest) = (lesson.trained(place), workspace.newest());
    let evaluated = goal == 0 || workspace.run.latest.as_ref().is_some_and(|latest| latest.evaluated == newest);
    match workspace.run.phase {
        Phase::Run(RunState::Paused) => newest == goal && evaluated,
        Phase::Run(RunState::Stopped(_) | RunState::Failed) => newest <= goal,
        Phase::Idle | Phase::Run(RunState::Preparing | RunState::Running) => false,
    }
}

/// Starts a new run, once, if the current one cannot reach the state of the step; waits while another weighting is being read.
pub(super) fn restart(workspace: &mut Workspace, lesson: &Lesson, place: usize, act: course::ApplyAction) -> Option<Vec<Effect>> {
    let goal = lesson.trained(place);
    let settings = &workspace.choices.settings;
    // Invalid parameters cannot occur: a test checks those of every lesson file.
    let wanted = course::params(lesson, place + 1, settings.params.kind()).ok()?;
    let known =
        workspace.lesson.training_goal == Some((workspace.run.id, goal)) || workspace.run.phase != Phase::Run(RunState::Running);
    if known && settings.shown() == wanted && workspace.newest() <= goal {
        return None;
    }
    let begun = Some((workspace.run.id, usize::MAX));
    if workspace.lesson.training_goal == begun {
        return Some(Vec::new());
    }
    workspace.lesson.training_goal = begun;
    Some(act(workspace, Action::Run(Run::Params(Box::new(wanted)))))
}

/// Requests the missing iterations of a lesson step from the trainer, only once.
pub(super) fn proceed(workspace: &mut Workspace, lesson: &Lesson, place: usize) -> Vec<Effect> {
    let (goal, newest) = (lesson.trained(place), workspace.newest());
    let training_goal = Some((workspace.run.id, goal));
    if newest >= goal || workspace.lesson.training_goal == training_goal || !workspace.can_go_on() {
        return Vec::new();
    }
    workspace.lesson.training_goal = training_goal;
    playback::seek(workspace, Seek::Newest);
    vec![Effect::Send(Command::Step(goal - newest))]
}

impl Workspace {
    /// Number of iterations missing for the current lesson step; `None` if the step does not train.
    pub(crate) fn missing_iterations(&self) -> Option<usize> {
        let (lesson, place, _) = self.lesson.step().filter(|_| self.lesson.trains())?;
        lesson.trained(place).checked_sub(self.newest()).filter(|&missing| missing > 0)
    }
}
