//! How stochastic steps come to an end: they keep their size for a while, then shorten to nothing.
//!
//! Steps of one size never settle: words that few documents hold wander for ever, and the last picture is as good as any
//! before it. After `decay` full steps the size falls in a straight line, to nothing at three times as many; there the words
//! stand still. Cost and memory: none.

/// The run ends at so many times the number of full steps.
const END: usize = 3;

/// How long the present parameters have held.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StepDecay {
    since: usize,
}

impl StepDecay {
    /// What the next step's size is multiplied by, of `decay` full steps; `decay` 0 never shortens it.
    pub fn factor(self, decay: usize) -> f64 {
        if self.since < decay || decay == 0 {
            return 1.0;
        }
        let left = (END * decay).saturating_sub(self.since);
        left as f64 / ((END - 1) * decay) as f64
    }

    /// A step was made; whether the next one would be of no size.
    pub fn made(&mut self, decay: usize) -> bool {
        self.since += 1;
        decay > 0 && self.since >= END * decay
    }

    /// The parameters are others, or the run goes on from its end: full steps again.
    pub fn restart(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_keep_their_size_then_shorten_to_nothing_and_there_it_ends() {
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
    fn without_a_number_of_full_steps_it_never_ends() {
        let mut step_decay = StepDecay::default();
        assert!((0..10_000).all(|_| !step_decay.made(0) && (step_decay.factor(0) - 1.0).abs() < f64::EPSILON));
    }
}
