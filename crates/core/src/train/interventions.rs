//! Interventions of the user in a running model, applied between two iterations; of each kind, the newest counts.
//!
//! Cost: none for moving and pinning; a resting model is evaluated after each move, which takes a solve.
//! Forces of a running model take at most a fifth of its time.

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

/// Minimum time between two force computations of a running model.
const FORCES_INTERVAL: Duration = Duration::from_millis(200);
/// Pause after a computation of forces, as a multiple of its duration.
const FORCES_PAUSE_FACTOR: u32 = 4;

/// Intervention of the user on a running model.
#[derive(Clone, Debug)]
pub enum Intervention {
    /// Intervention: move words to positions (word index and q coordinates of each).
    Place(Vec<(usize, Vec<f64>)>),
    /// Intervention: pin exactly these words at their positions.
    Pin(Vec<usize>),
    /// Intervention: report the objective over all words before pending moves are applied.
    Measure,
    /// Intervention: report the forces on the words.
    Forces,
    /// Intervention: report the effect of leaving a word or document out.
    LeaveOut(Arc<Dataset>, LeftOut),
}

/// Occasion on which the training objective was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// Objective measured on request by [`Intervention::Measure`].
    Requested,
    /// Objective measured after words were moved.
    Moved,
}

/// Pending interventions of the user, which the worker has not applied yet.
#[derive(Debug, Default)]
pub(super) struct PendingInterventions {
    places: BTreeMap<usize, Vec<f64>>,
    pinned: Option<Vec<usize>>,
    measure: bool,
    forces: bool,
    left_out: Option<(Arc<Dataset>, LeftOut)>,
}

impl PendingInterventions {
    /// Adds a pending intervention. It replaces an earlier one of its kind, or an earlier move of the same word.
    pub(super) fn add(&mut self, intervention: Intervention) {
        match intervention {
            Intervention::Place(places) => self.places.extend(places),
            Intervention::Pin(words) => self.pinned = Some(words),
            Intervention::Measure => self.measure = true,
            Intervention::Forces => self.forces = true,
            Intervention::LeaveOut(data, left_out) => self.left_out = Some((data, left_out)),
        }
    }
}

/// State of the user's interventions in the worker.
#[derive(Debug)]
pub(super) struct Interventions {
    /// Whether words were moved since the objective was last measured.
    moved: bool,
    /// Whether forces on the words are requested and not yet reported.
    pub(super) forces: bool,
    next_forces: Instant,
}

impl Interventions {
    pub(super) fn new() -> Self {
        Self { moved: false, forces: false, next_forces: Instant::now() }
    }

    /// Applies the pending interventions at an iteration; returns whether words were moved.
    pub(super) fn apply(&mut self, model: &mut dyn Model, events: TrainerEvents<'_>, iteration: usize, running: bool) -> bool {
        let waiting = std::mem::take(&mut *events.shared.interventions.lock());
        let PendingInterventions { places, pinned, measure, forces, left_out } = waiting;
        if (measure && !running) || left_out.is_some() {
            events.evaluate(model, iteration);
        }
        if measure {
            events.send(Event::Measured(Measured::Requested, if running { None } else { model.value() }));
        }
        // A released word is moved to its last position before the pins change.
        let any_moved = !places.is_empty();
        if any_moved {
            model.place(&places.into_iter().collect::<Vec<_>>());
            self.moved = true;
        }
        if let Some(words) = pinned {
            model.pin(&words);
        }
        self.forces |= forces;
        if !running {
            self.report_forces(model, events, iteration);
        }
        if let Some((data, left_out)) = left_out {
            let without = model.without(&data, left_out).map(Arc::new).map_err(|error| match error {
                ModelError::Cancelled => None,
                error => Some(error.to_string()),
            });
            events.send(Event::LeftOut(left_out, without));
        }
        any_moved
    }

    /// Handles interventions at the end of an iteration: forces are reported at a limited rate.
    pub(super) fn after_step(&mut self, model: &mut dyn Model, events: TrainerEvents<'_>, iteration: usize) {
        self.moved = false;
        if Instant::now() >= self.next_forces {
            self.report_forces(model, events, iteration);
        }
    }

    /// Handles a paused or finished run with evaluated positions: reports the objective after moves, and requested forces.
    pub(super) fn at_rest(&mut self, model: &mut dyn Model, events: TrainerEvents<'_>, iteration: usize) {
        if std::mem::take(&mut self.moved) {
            events.send(Event::Measured(Measured::Moved, model.value()));
        }
        self.report_forces(model, events, iteration);
    }

    /// Reports the forces on the words if requested, unless a command cancels their computation.
    pub(super) fn report_forces(&mut self, model: &mut dyn Model, events: TrainerEvents<'_>, iteration: usize) {
        if !self.forces {
            return;
        }
        let started = Instant::now();
        let forces = model.forces();
        // The forces were cancelled for an unread command: the request remains.
        if forces.is_none() && events.shared.cancel.is_raised() {
            return;
        }
        self.forces = false;
        events.send(Event::Forces(iteration, forces.map(Arc::new)));
        self.next_forces = Instant::now() + FORCES_INTERVAL.max(started.elapsed() * FORCES_PAUSE_FACTOR);
    }
}
