//! What hands ask of a running model: it is done between two iterations, the newest of each kind.
//!
//! Cost: places and pins none to speak of; at rest each new place is evaluated, which takes a solve. Forces of a run that goes
//! on are taken in at most a fifth of its time.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use super::{Event, trainer_events::TrainerEvents};
use crate::{
    corpus::Dataset,
    model::{LeftOut, Model, ModelError},
};

/// The shortest time between two forces of a run that goes on.
const FORCES_INTERVAL: Duration = Duration::from_millis(200);
/// Forces that took `t` are followed by none for this many `t`.
const FORCES_REST: u32 = 4;

/// What is asked of a model by hand.
#[derive(Clone, Debug)]
pub enum Intervention {
    /// Put words elsewhere.
    Place(Vec<(usize, Vec<f64>)>),
    /// Let these words, and no others, stay where they are.
    Pin(Vec<usize>),
    /// Say what the objective on all words is, before any word that waits is put elsewhere.
    Measure,
    /// Say where the objective draws the words.
    Forces,
    /// Say what changes without something.
    LeaveOut(Arc<Dataset>, LeftOut),
}

/// Which objective was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// The one asked for by [`Intervention::Measure`].
    Requested,
    /// The one after words were put elsewhere.
    Moved,
}

/// What waits to be done.
#[derive(Debug, Default)]
pub(super) struct PendingInterventions {
    places: BTreeMap<usize, Vec<f64>>,
    pinned: Option<Vec<usize>>,
    measure: bool,
    forces: bool,
    left_out: Option<(Arc<Dataset>, LeftOut)>,
}

impl PendingInterventions {
    /// Adds one; it takes the place of an earlier one of its kind, or of its word.
    pub fn add(&mut self, intervention: Intervention) {
        match intervention {
            Intervention::Place(places) => self.places.extend(places),
            Intervention::Pin(words) => self.pinned = Some(words),
            Intervention::Measure => self.measure = true,
            Intervention::Forces => self.forces = true,
            Intervention::LeaveOut(data, left_out) => self.left_out = Some((data, left_out)),
        }
    }
}

/// What the worker remembers of hands.
#[derive(Debug)]
pub(super) struct Interventions {
    /// Whether words were put elsewhere since the objective was last measured.
    placed: bool,
    forces: bool,
    next_forces: Instant,
}

impl Interventions {
    pub fn new() -> Self {
        Self { placed: false, forces: false, next_forces: Instant::now() }
    }

    /// Does what waits at an iteration; whether words were put elsewhere.
    pub fn apply(&mut self, model: &mut dyn Model, events: TrainerEvents<'_>, iteration: usize, running: bool) -> bool {
        let waiting = std::mem::take(&mut *events.shared.interventions.lock());
        let PendingInterventions { places, pinned, measure, forces, left_out } = waiting;
        if (measure && !running) || left_out.is_some() {
            events.evaluate(model, iteration);
        }
        if measure {
            events.send(Event::Measured(Measured::Requested, if running { None } else { model.value() }));
        }
        // A word let go of is put where it was let go before it moves.
        let moved = !places.is_empty();
        if moved {
            model.place(&places.into_iter().collect::<Vec<_>>());
            self.placed = true;
        }
        if let Some(words) = pinned {
            model.pin(&words);
        }
        self.forces |= forces;
        if !running {
            self.tell_forces(model, events, iteration);
        }
        if let Some((data, left_out)) = left_out {
            let without = model.without(&data, left_out).map(Arc::new).map_err(|error| match error {
                ModelError::Cancelled => None,
                error => Some(error.to_string()),
            });
            events.send(Event::LeftOut(left_out, without));
        }
        moved
    }

    /// An iteration was made.
    pub fn stepped(&mut self, model: &mut dyn Model, events: TrainerEvents<'_>, iteration: usize) {
        self.placed = false;
        if Instant::now() >= self.next_forces {
            self.tell_forces(model, events, iteration);
        }
    }

    /// The run rests, and what it rests at was evaluated.
    pub fn rested(&mut self, model: &mut dyn Model, events: TrainerEvents<'_>, iteration: usize) {
        if std::mem::take(&mut self.placed) {
            events.send(Event::Measured(Measured::Moved, model.value()));
        }
        self.tell_forces(model, events, iteration);
    }

    fn tell_forces(&mut self, model: &mut dyn Model, events: TrainerEvents<'_>, iteration: usize) {
        if std::mem::take(&mut self.forces) {
            let started = Instant::now();
            events.send(Event::Forces(iteration, model.forces().map(Arc::new)));
            self.next_forces = Instant::now() + FORCES_INTERVAL.max(started.elapsed() * FORCES_REST);
        }
    }
}
