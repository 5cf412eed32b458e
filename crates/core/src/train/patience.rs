//! Early stopping of training on the development score.

use crate::model::Metric;

/// Counter of evaluations without a better development score.
pub(super) struct Patience {
    pub(super) limit: Option<usize>,
    metric: Metric,
    best: f64,
    evaluations_since_best: usize,
}

impl Patience {
    pub(super) fn new(patience: Option<usize>, metric: Metric) -> Self {
        Self { limit: patience, metric, best: f64::NEG_INFINITY, evaluations_since_best: 0 }
    }

    pub(super) fn reset(&mut self) {
        self.evaluations_since_best = 0;
    }

    /// Forgets the best development score after words were moved, since earlier scores are no longer comparable.
    pub(super) fn forget_best(&mut self) {
        (self.best, self.evaluations_since_best) = (f64::NEG_INFINITY, 0);
    }

    pub(super) fn exhausted_by(&mut self, dev: f64) -> bool {
        let gain = self.metric.gain(dev);
        if gain > self.best {
            self.best = gain;
            self.evaluations_since_best = 0;
        } else {
            self.evaluations_since_best += 1;
        }
        self.limit.is_some_and(|limit| self.evaluations_since_best >= limit.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_from_before_a_move_does_not_count() {
        let mut patience = Patience::new(Some(2), Metric::Accuracy);
        assert!(!patience.exhausted_by(0.9) && !patience.exhausted_by(0.5));
        patience.forget_best();
        assert!(!patience.exhausted_by(0.6), "a new best after the move");
        assert!(!patience.exhausted_by(0.5) && patience.exhausted_by(0.5));
    }
}
