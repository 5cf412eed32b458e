//! How long a run goes on without a better development score.

use crate::model::Merit;

/// Counts evaluations without a better development score.
pub(super) struct Patience {
    most: Option<usize>,
    merit: Merit,
    best: f64,
    since: usize,
}

impl Patience {
    pub(super) fn new(patience: Option<usize>, merit: Merit) -> Self {
        Self { most: patience, merit, best: f64::NEG_INFINITY, since: 0 }
    }

    pub(super) fn is_set(&self) -> bool {
        self.most.is_some()
    }

    pub(super) fn reset(&mut self) {
        self.since = 0;
    }

    pub(super) fn exhausted_by(&mut self, dev: f64) -> bool {
        let gain = self.merit.gain(dev);
        if gain > self.best {
            self.best = gain;
            self.since = 0;
        } else {
            self.since += 1;
        }
        self.most.is_some_and(|most| self.since >= most.max(1))
    }
}
