//! Recall of a recorded iteration: the model is solved at it again for an observer.

use std::sync::Arc;

use super::trainer_events::TrainerEvents;
use crate::model::Model;

/// Pending request to recall a recorded iteration, of which the newest counts.
#[derive(Debug, Default)]
pub(super) struct RecallRequest {
    /// Requested iteration to recall.
    iteration: Option<usize>,
    /// Whether a request to recall was answered since the last step. A running model makes a step between two answers.
    answered: bool,
}

impl RecallRequest {
    /// Requests the recall of an iteration.
    pub(super) fn request(&mut self, iteration: usize) {
        self.iteration = Some(iteration);
    }

    /// Whether a pending recall is answered before the next step, given whether a step is due.
    pub(super) fn precedes(&self, step_is_due: bool) -> bool {
        self.iteration.is_some() && !(self.answered && step_is_due)
    }

    /// Records that a step begins, after which the next recall may be answered.
    pub(super) fn before_step(&mut self) {
        self.answered = false;
    }

    /// Publishes the model at the requested iteration. If a command cancels the solve, the request stays pending.
    pub(super) fn answer(&mut self, model: &mut dyn Model, events: TrainerEvents<'_>) {
        let Some(iteration) = self.iteration else { return };
        self.answered = true;
        let shared = events.shared;
        let point = shared.history.up_to(iteration).filter(|frame| frame.iteration == iteration);
        let snapshot = point.and_then(|frame| model.recall(&frame.recalled()));
        if snapshot.is_none() && shared.cancel.is_raised() {
            return;
        }
        self.iteration = None;
        if let Some(snapshot) = snapshot {
            *shared.recalled.lock() = Some(Arc::new(snapshot));
            (events.wake)();
        }
    }
}
