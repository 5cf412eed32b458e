//! TrainerEvents of a run on their way to whoever watches it.
//!
//! Memory: at most 65,536 events nobody has read.

use super::{Event, RunState, trainer::Shared};
use crate::model::{Model, Progress};

/// Events nobody has read before some of them go.
const UNREAD: usize = 1 << 16;

/// Where news go: data first, then the watcher is woken.
#[derive(Clone, Copy)]
pub(super) struct TrainerEvents<'a> {
    pub(super) shared: &'a Shared,
    pub(super) wake: &'a dyn Fn(),
}

impl TrainerEvents<'_> {
    pub(super) fn send(&self, event: Event) {
        let mut events = self.shared.events.lock();
        if events.len() >= UNREAD {
            thin(&mut events);
        }
        events.push(event);
        drop(events);
        (self.wake)();
    }

    /// Evaluates the model where it stands, if it was not, and tells of it: every number shown is of an iteration told.
    pub(super) fn evaluate(&self, model: &mut dyn Model, iteration: usize) {
        if let Some(scores) = model.ensure_evaluated() {
            self.shared.history.evaluated(iteration, scores);
            self.send(Event::Evaluated(iteration, scores));
        }
    }

    pub(super) fn state(&self, state: RunState) {
        *self.shared.state.lock() = state;
        self.send(Event::State(state));
    }
}

/// Of iterations nobody has read about, as while a window is hidden, every second goes; whatever ended a run stays.
fn thin(events: &mut Vec<Event>) {
    let mut keep = false;
    events.retain(|event| {
        let dull = matches!(event, Event::Progress(Progress { stop: None, .. }) | Event::Evaluated(..));
        keep ^= dull;
        keep || !dull
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::StopReason;

    #[test]
    fn what_nobody_reads_is_thinned_but_for_what_ends_a_run() {
        let progress = |iteration, stop| Event::Progress(Progress { iteration, objective: 0.0, scores: None, stop });
        let mut events: Vec<Event> = (0..10).map(|iteration| progress(iteration, None)).collect();
        events.push(progress(10, Some(StopReason::Settled)));
        events.push(Event::State(RunState::Stopped(StopReason::Settled)));
        thin(&mut events);
        assert_eq!(events.len(), 7);
        assert!(matches!(events[5], Event::Progress(Progress { stop: Some(StopReason::Settled), .. })));
    }
}
