//! The way the words went: positions of the iterations within a memory bound, objective and scores of all of them.
//!
//! Memory: positions take 4 bytes a number, `4 V q` an iterate. When the bound is reached every second iterate is
//! dropped and from then on only every second one recorded, so that any run, however long, is kept evenly from its
//! beginning: between half the bound and the bound. A bound below one iterate records none. The curves take 8 bytes
//! an iteration and 56 an evaluation.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ndarray::Array2;

use crate::model::{Progress, Scores};

/// Positions and curves of one run; filled by the worker, read by anyone.
#[derive(Debug)]
pub struct History {
    bytes: usize,
    inner: Mutex<Inner>,
}

/// Objective and accuracies over the iterations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curves {
    /// The objective after each iteration, the first iteration's first.
    pub objective: Vec<f64>,
    /// Accuracies with the iteration they were measured at.
    pub scores: Vec<(usize, Scores)>,
}

#[derive(Debug)]
struct Inner {
    stride: usize,
    frames: Vec<(usize, Array2<f32>)>,
    curves: Curves,
}

impl History {
    /// An empty history that keeps at most so many bytes of positions.
    pub fn new(bytes: usize) -> Self {
        Self { bytes, inner: Mutex::new(Inner { stride: 1, frames: Vec::new(), curves: Curves::default() }) }
    }

    /// Number of iterates kept.
    pub fn len(&self) -> usize {
        self.lock().frames.len()
    }

    /// Whether no iterate is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The iteration and the positions (V × q) of a kept iterate, the oldest at index 0.
    pub fn at(&self, index: usize) -> Option<(usize, Array2<f32>)> {
        self.lock().frames.get(index).cloned()
    }

    /// The iteration and the positions (V × q) of the newest iterate kept up to `iteration`, or of the oldest.
    pub fn up_to(&self, iteration: usize) -> Option<(usize, Array2<f32>)> {
        let inner = self.lock();
        let later = inner.frames.partition_point(|(kept, _)| *kept <= iteration);
        inner.frames.get(later.saturating_sub(1)).cloned()
    }

    /// The iteration of the kept iterate `by` places after `iteration` (before it, if negative): the oldest where
    /// there are not so many before it, none where there are not so many after it.
    pub fn beside(&self, iteration: usize, by: isize) -> Option<usize> {
        let inner = self.lock();
        let place = if by > 0 {
            inner.frames.partition_point(|(kept, _)| *kept <= iteration) + by.unsigned_abs() - 1
        } else {
            inner.frames.partition_point(|(kept, _)| *kept < iteration).saturating_sub(by.unsigned_abs())
        };
        inner.frames.get(place).map(|(kept, _)| *kept)
    }

    /// How many iterations lie between two kept iterates: 1 until the bound is first reached.
    pub fn stride(&self) -> usize {
        self.lock().stride
    }

    /// Objective and accuracies of every iteration so far.
    pub fn curves(&self) -> Curves {
        self.lock().curves.clone()
    }

    /// Bytes of positions kept now.
    pub fn bytes(&self) -> usize {
        self.lock().frames.iter().map(|(_, frame)| frame.len() * size_of::<f32>()).sum()
    }

    /// Records one iterate's positions, if its turn has come.
    pub fn record(&self, iteration: usize, latent: &Array2<f64>) {
        let capacity = self.bytes / (latent.len() * size_of::<f32>()).max(1);
        let mut inner = self.lock();
        while inner.frames.len() >= capacity.max(1) && inner.frames.len() > 1 {
            inner.halve();
        }
        if iteration.is_multiple_of(inner.stride) && inner.frames.len() < capacity {
            inner.frames.push((iteration, latent.mapv(|value| value as f32)));
        }
    }

    /// Adds an evaluation to the curves; one of the same iteration is replaced.
    pub(super) fn evaluated(&self, iteration: usize, scores: Scores) {
        let mut inner = self.lock();
        inner.curves.scores.pop_if(|(last, _)| *last == iteration);
        inner.curves.scores.push((iteration, scores));
    }

    /// Adds an iteration to the curves.
    pub(super) fn progress(&self, progress: &Progress) {
        let mut inner = self.lock();
        inner.curves.objective.push(progress.objective);
        if let Some(scores) = progress.scores {
            inner.curves.scores.push((progress.iteration, scores));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn halve(&mut self) {
        self.stride *= 2;
        let stride = self.stride;
        self.frames.retain(|(iteration, _)| iteration.is_multiple_of(stride));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::float_cmp, reason = "whole numbers, copied")]

    use proptest::prelude::*;

    use super::*;

    fn run(bytes: usize, iterations: usize) -> History {
        let history = History::new(bytes);
        for iteration in 0..=iterations {
            history.record(iteration, &Array2::from_elem((3, 2), iteration as f64));
        }
        history
    }

    proptest! {
        #[test]
        fn stays_within_its_bound_and_spans_the_run(frames in 2usize..20, iterations in 0usize..300) {
            let bytes = frames * 24;
            let history = run(bytes, iterations);
            prop_assert!(history.bytes() <= bytes);
            let kept: Vec<_> = (0..history.len()).filter_map(|index| history.at(index)).collect();
            prop_assert_eq!(kept[0].0, 0);
            for pair in kept.windows(2) {
                prop_assert_eq!(pair[1].0 - pair[0].0, history.stride());
            }
            prop_assert!(iterations - kept[kept.len() - 1].0 < history.stride());
            for (iteration, frame) in kept {
                prop_assert!(frame.iter().all(|&value| value == iteration as f32));
            }
        }
    }

    #[test]
    fn finds_the_iterates_about_an_iteration() {
        let history = run(7 * 24, 23);
        let kept: Vec<usize> = (0..history.len()).filter_map(|index| history.at(index)).map(|(kept, _)| kept).collect();
        assert_eq!(kept, [0, 4, 8, 12, 16, 20]);
        let up_to = |iteration| history.up_to(iteration).map(|(kept, frame)| (kept, frame[[0, 0]]));
        assert_eq!((up_to(3), up_to(4), up_to(99)), (Some((0, 0.0)), Some((4, 4.0)), Some((20, 20.0))));
        assert_eq!([-1, -2, -9].map(|by| history.beside(9, by)), [Some(8), Some(4), Some(0)]);
        assert_eq!([1, 2, 9].map(|by| history.beside(8, by)), [Some(12), Some(16), None]);
        assert_eq!((history.beside(23, -1), history.beside(20, 1), History::new(0).up_to(3)), (Some(20), None, None));
    }

    #[test]
    fn a_bound_below_one_iterate_records_none() {
        assert!(run(23, 10).is_empty());
        assert_eq!(run(24, 10).len(), 1);
    }

    #[test]
    fn a_roomy_bound_keeps_every_iterate() {
        let history = run(1 << 20, 50);
        assert_eq!((history.len(), history.stride()), (51, 1));
        assert!(history.at(51).is_none());
    }
}
