//! A model that leaves its machine behind when the worker lets it go.

use std::sync::{Arc, Mutex, PoisonError};

use ndarray::Array2;

use crate::model::smm::{Smm, SmmModel};
use crate::model::{LiveChange, Model, ModelError, Progress, Snapshot};

/// Where the machine is left.
pub(super) type Slot = Arc<Mutex<Option<SmmModel>>>;

/// A latent SMM that, when dropped by the worker, is evaluated once more and leaves its machine in the slot.
pub(super) struct Kept {
    smm: Smm,
    slot: Slot,
    /// Whether the best iterate on the development part is left instead of the last.
    best: bool,
    broken: bool,
}

impl Kept {
    /// Wraps a machine.
    pub fn new(smm: Smm, slot: Slot, best: bool) -> Self {
        Self { smm, slot, best, broken: false }
    }
}

impl Model for Kept {
    fn step(&mut self) -> Result<Progress, ModelError> {
        let outcome = self.smm.step();
        self.broken |= outcome.is_err();
        outcome
    }

    fn snapshot(&self) -> Snapshot {
        self.smm.snapshot()
    }

    fn latent(&self) -> &Array2<f64> {
        self.smm.latent()
    }

    fn change(&mut self, change: LiveChange) -> Result<(), ModelError> {
        self.smm.change(change)
    }

    fn take_best(&mut self) {
        self.smm.take_best();
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if self.broken || std::thread::panicking() {
            return;
        }
        self.smm.evaluate();
        if self.best {
            self.smm.take_best();
        }
        *self.slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(self.smm.model().clone());
    }
}
