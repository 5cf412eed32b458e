//! Step-size schedule of stochastic optimisation: constant, then linear decay to 0.
//!
//! With constant steps, words of few documents move without end, and no iterate is better than an earlier one.
//! After `decay` full steps the size falls linearly.
//! The step size reaches 0 at three times that number, where training ends.
//! Cost and memory: none.

/// Length of the step-size schedule as a multiple of the number of steps at full size.
const SCHEDULE_LENGTH: usize = 3;

/// State of the step-size schedule: number of steps made so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StepDecay {
    since: usize,
}

impl StepDecay {
    /// Factor of the next step size, given `decay` steps at full size; 1 if `decay` is 0.
    pub(super) fn factor(self, decay: usize) -> f64 {
        if self.since < decay || decay == 0 {
            return 1.0;
        }
        let left = (SCHEDULE_LENGTH * decay).saturating_sub(self.since);
        left as f64 / ((SCHEDULE_LENGTH - 1) * decay) as f64
    }

    /// Counts a step of the schedule; returns whether the next one would have size 0.
    pub(super) fn made(&mut self, decay: usize) -> bool {
        self.since += 1;
        decay > 0 && self.since >= SCHEDULE_LENGTH * decay
    }

    /// Restarts the step-size schedule after a change of parameters, or when a finished run continues.
    pub(super) fn restart(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_constant_then_decay_to_zero() {
        let mut step_decay = StepDecay::default();
        let (mut factors, mut ended) = (Vec::new(), false);
        while !ended {
            factors.push(step_decay.factor(2));
            ended = step_decay.made(2);
        }
        assert_eq!(factors, [1.0, 1.0, 1.0, 0.75, 0.5, 0.25]);
        step_decay.restart();
        assert!((step_decay.factor(2) - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn zero_full_steps_never_decay() {
        let mut step_decay = StepDecay::default();
        assert!((0..10_000).all(|_| !step_decay.made(0) && (step_decay.factor(0) - 1.0).abs() < f64::EPSILON));
    }
}
