//! Event queue from the worker to the observer of a run.
//!
//! Memory: at most 65,536 unread events.

use super::{Event, History, RunState, trainer::Shared};
use crate::model::{Model, Progress, Scores};

/// Number of unread events above which the event queue is thinned.
const MAX_UNREAD: usize = 1 << 16;

/// Publisher of the worker's results. Data are stored first, then the observer is woken.
#[derive(Clone, Copy)]
pub(super) struct TrainerEvents<'a> {
    pub(super) shared: &'a Shared,
    pub(super) wake: &'a dyn Fn(),
}

impl TrainerEvents<'_> {
    pub(super) fn send(&self, event: Event) {
        let mut events = self.shared.events.lock();
        if events.len() >= MAX_UNREAD {
            thin(&mut events);
        }
        events.push(event);
        drop(events);
        (self.wake)();
    }

    /// History of the run, which outlives it; `None` after dismissal, since results are then undefined.
    pub(super) fn history(&self) -> Option<&History> {
        (!self.shared.cancel.is_dismissed()).then_some(&*self.shared.history)
    }

    /// Evaluates the model unless its positions already are, and reports the scores.
    /// Every displayed number then belongs to a reported iteration.
    pub(super) fn evaluate(&self, model: &mut dyn Model, iteration: usize) {
        if self.shared.cancel.is_dismissed() {
            return;
        }
        if let Some(scores) = model.ensure_evaluated() {
            self.evaluated(iteration, scores);
        }
    }

    /// Records the scores of an iteration in the history and reports them.
    pub(super) fn evaluated(&self, iteration: usize, scores: Scores) {
        if let Some(history) = self.history() {
            history.evaluated(iteration, scores);
        }
        self.send(Event::Evaluated(iteration, scores));
    }

    pub(super) fn state(&self, state: RunState) {
        *self.shared.state.lock() = state;
        self.send(Event::State(state));
    }
}

/// Thins the event queue by every second progress or evaluation event, as when a window is hidden. Events that end a run stay.
fn thin(events: &mut Vec<Event>) {
    let mut keep = false;
    events.retain(|event| {
        let droppable = matches!(event, Event::Progress(Progress { stop: None, .. }) | Event::Evaluated(..));
        keep ^= droppable;
        keep || !droppable
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::StopReason;

    #[test]
    fn unread_events_are_thinned_except_those_that_end_a_run() {
        let progress = |iteration, stop| Event::Progress(Progress { iteration, objective: 0.0, scores: None, stop });
        let mut events: Vec<Event> = (0..10).map(|iteration| progress(iteration, None)).collect();
        events.push(progress(10, Some(StopReason::Settled)));
        events.push(Event::State(RunState::Stopped(StopReason::Settled)));
        thin(&mut events);
        assert_eq!(events.len(), 7);
        assert!(matches!(events[5], Event::Progress(Progress { stop: Some(StopReason::Settled), .. })));
    }
}
