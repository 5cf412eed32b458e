//! How long a run goes on without a better development score.

use crate::model::Metric;

/// Counts evaluations without a better development score.
pub(super) struct Patience {
    most: Option<usize>,
    metric: Metric,
    best: f64,
    since: usize,
}

impl Patience {
    pub(super) fn new(patience: Option<usize>, metric: Metric) -> Self {
        Self { most: patience, metric, best: f64::NEG_INFINITY, since: 0 }
    }

    pub(super) fn is_set(&self) -> bool {
        self.most.is_some()
    }

    pub(super) fn reset(&mut self) {
        self.since = 0;
    }

    /// Words were put elsewhere: what was scored before is nothing to come back to.
    pub(super) fn begin_anew(&mut self) {
        (self.best, self.since) = (f64::NEG_INFINITY, 0);
    }

    pub(super) fn exhausted_by(&mut self, dev: f64) -> bool {
        let gain = self.metric.gain(dev);
        if gain > self.best {
            self.best = gain;
            self.since = 0;
        } else {
            self.since += 1;
        }
        self.most.is_some_and(|most| self.since >= most.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_before_words_were_put_elsewhere_is_not_waited_for() {
        let mut patience = Patience::new(Some(2), Metric::Accuracy);
        assert!(!patience.exhausted_by(0.9) && !patience.exhausted_by(0.5));
        patience.begin_anew();
        assert!(!patience.exhausted_by(0.6), "the best there is now");
        assert!(!patience.exhausted_by(0.5) && patience.exhausted_by(0.5));
    }
}
