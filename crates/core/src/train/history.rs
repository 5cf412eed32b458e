//! History of a training run: recorded points within a memory bound, objective and scores of all iterations.
//!
//! A point holds the word positions and other learned parameters, which suffices to solve the model there again.
//!
//! Memory: positions take 4 bytes per number, so a point takes `4 V q` bytes plus a few hundred.
//! At the bound every second point is dropped, and from then on only every second iteration is recorded.
//! Any run is thus sampled evenly from its beginning and takes between half the bound and the bound.
//! A bound below one point records none.
//! The curves take 8 bytes per iteration and 56 per evaluation, and are recorded only on request.

use std::sync::Arc;

use ndarray::Array2;
use parking_lot::{Mutex, MutexGuard};

use crate::model::{Mark, Progress, Recalled, Scores};

/// History of a training run: recorded points and curves; written by the worker, read from any thread.
#[must_use]
#[derive(Debug)]
pub struct History {
    bytes: usize,
    /// Whether the curves of objective and scores are recorded.
    curves: bool,
    inner: Mutex<Inner>,
}

/// Recorded point of a run: word positions and other learned parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Iteration of the recorded point.
    pub iteration: usize,
    /// Word positions at the recorded point (V × q).
    pub latent: Array2<f32>,
    /// Learned numbers of the model besides the positions.
    pub mark: Mark,
}

impl Frame {
    /// Size of the recorded point in bytes.
    pub fn bytes(&self) -> usize {
        self.latent.len() * size_of::<f32>() + self.mark.bytes()
    }

    /// Recorded point in the form that [`Model::recall`](crate::model::Model::recall) solves.
    pub fn recalled(&self) -> Recalled {
        Recalled { iteration: self.iteration, latent: self.latent.mapv(f64::from), mark: self.mark.clone() }
    }
}

/// Curves of a run: objective and scores over the iterations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curves {
    /// Value of the objective after each iteration, the first iteration first.
    pub objective: Vec<f64>,
    /// Scores of the model with the iteration of their measurement.
    pub scores: Vec<(usize, Scores)>,
}

#[derive(Debug)]
struct Inner {
    stride: usize,
    frames: Vec<Arc<Frame>>,
    curves: Curves,
}

impl History {
    /// Creates an empty history whose recorded points are limited in bytes.
    pub fn new(bytes: usize) -> Self {
        let inner = Inner { stride: 1, frames: Vec::new(), curves: Curves::default() };
        Self { bytes, curves: true, inner: Mutex::new(inner) }
    }

    /// Turns off the recording of objective and scores.
    pub fn without_curves(self) -> Self {
        Self { curves: false, ..self }
    }

    /// Creates a history that shares the points of the given history up to an iteration, for a run that continues from there.
    pub fn branch(&self, bytes: usize, up_to: usize) -> Self {
        let inner = self.lock();
        let frames = inner.frames.iter().filter(|frame| frame.iteration <= up_to).cloned().collect();
        let branched = Inner { stride: inner.stride, frames, curves: Curves::default() };
        Self { bytes, curves: self.curves, inner: Mutex::new(branched) }
    }

    /// Thins the history: drops every second point until the points fit into `bytes`; for a finished run.
    pub fn thin(&self, bytes: usize) {
        let mut inner = self.lock();
        while inner.frames.len() > 1 && inner.bytes() > bytes {
            inner.halve();
        }
    }

    /// Number of recorded points in the history.
    pub fn len(&self) -> usize {
        self.lock().frames.len()
    }

    /// Whether the history has no recorded point.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Recorded point at an index, oldest first.
    pub fn at(&self, index: usize) -> Option<Arc<Frame>> {
        self.lock().frames.get(index).cloned()
    }

    /// Path of at most `most` (and at least two) recorded points up to an iteration, evenly spaced from the oldest;
    /// the newest point is always included.
    pub fn path(&self, up_to: usize, most: usize) -> Vec<Arc<Frame>> {
        let inner = self.lock();
        let frames = &inner.frames[..inner.frames.partition_point(|frame| frame.iteration <= up_to)];
        let Some((last, before)) = frames.split_last() else { return Vec::new() };
        // A power of two as the step keeps the selection stable while the run grows, until its density halves.
        let apart = before.len().div_ceil(most.max(2) - 1).next_power_of_two();
        before.iter().step_by(apart).chain([last]).cloned().collect()
    }

    /// Newest point recorded at or before `iteration`, otherwise the oldest point.
    pub fn up_to(&self, iteration: usize) -> Option<Arc<Frame>> {
        let inner = self.lock();
        let later = inner.frames.partition_point(|frame| frame.iteration <= iteration);
        inner.frames.get(later.saturating_sub(1)).cloned()
    }

    /// Iteration of the recorded point `by` indices after `iteration` (before it, if negative), clamped to the oldest point;
    /// `None` beyond the newest point.
    pub fn beside(&self, iteration: usize, by: isize) -> Option<usize> {
        let inner = self.lock();
        let place = if by > 0 {
            inner.frames.partition_point(|frame| frame.iteration <= iteration) + by.unsigned_abs() - 1
        } else {
            inner.frames.partition_point(|frame| frame.iteration < iteration).saturating_sub(by.unsigned_abs())
        };
        inner.frames.get(place).map(|frame| frame.iteration)
    }

    /// Number of iterations between two recorded points: 1 until the memory limit is first reached.
    pub fn stride(&self) -> usize {
        self.lock().stride
    }

    /// Curves of objective and scores of all iterations so far.
    pub fn curves(&self) -> Curves {
        self.lock().curves.clone()
    }

    /// Size of all recorded points in bytes.
    pub fn bytes(&self) -> usize {
        self.lock().bytes()
    }

    /// Records a point if its iteration is a multiple of the stride; `mark` gives the learned numbers besides the positions.
    pub fn record(&self, iteration: usize, latent: &Array2<f64>, mark: impl FnOnce() -> Mark) {
        let mut inner = self.lock();
        if !iteration.is_multiple_of(inner.stride) || inner.frames.last().is_some_and(|last| last.iteration == iteration) {
            return;
        }
        let mark = mark();
        let capacity = self.bytes / (latent.len() * size_of::<f32>() + mark.bytes()).max(1);
        while inner.frames.len() >= capacity.max(1) && inner.frames.len() > 1 {
            inner.halve();
        }
        if iteration.is_multiple_of(inner.stride) && inner.frames.len() < capacity {
            inner.frames.push(Arc::new(Frame { iteration, latent: latent.mapv(|value| value as f32), mark }));
        }
    }

    /// Adds the scores of an evaluation to the curves; replaces those of the same iteration.
    pub(super) fn evaluated(&self, iteration: usize, scores: Scores) {
        if !self.curves {
            return;
        }
        let mut inner = self.lock();
        inner.curves.scores.pop_if(|(last, _)| *last == iteration);
        inner.curves.scores.push((iteration, scores));
    }

    /// Adds the objective of an iteration to the curves.
    pub(super) fn progress(&self, progress: &Progress) {
        if !self.curves {
            return;
        }
        let mut inner = self.lock();
        inner.curves.objective.push(progress.objective);
        if let Some(scores) = progress.scores {
            inner.curves.scores.push((progress.iteration, scores));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock()
    }
}

impl Inner {
    fn halve(&mut self) {
        self.stride *= 2;
        let stride = self.stride;
        self.frames.retain(|frame| frame.iteration.is_multiple_of(stride));
    }

    fn bytes(&self) -> usize {
        self.frames.iter().map(|frame| frame.bytes()).sum()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::float_cmp, reason = "whole numbers, copied")]

    use proptest::prelude::*;

    use super::*;
    use crate::{
        model::{ModelKind, Params, Preset},
        train::command::HISTORY_BYTES,
    };

    fn mark() -> Mark {
        Mark { params: Arc::new(Params::preset(ModelKind::Smm, Preset::Default, 2)), objective: 0.0, numbers: vec![1.0] }
    }

    /// Size of a frame of three words in bytes.
    fn frame() -> usize {
        24 + mark().bytes()
    }

    fn run(bytes: usize, iterations: usize) -> History {
        let history = History::new(bytes);
        for iteration in 0..=iterations {
            history.record(iteration, &Array2::from_elem((3, 2), iteration as f64), mark);
        }
        history
    }

    fn recorded(history: &History) -> Vec<usize> {
        (0..history.len()).filter_map(|index| history.at(index)).map(|frame| frame.iteration).collect()
    }

    proptest! {
        #[test]
        fn the_history_stays_within_its_bound_and_spans_the_run(frames in 2usize..20, iterations in 0usize..300) {
            let bytes = frames * frame();
            let history = run(bytes, iterations);
            prop_assert!(history.bytes() <= bytes);
            let recorded = recorded(&history);
            prop_assert_eq!(recorded[0], 0);
            for pair in recorded.windows(2) {
                prop_assert_eq!(pair[1] - pair[0], history.stride());
            }
            prop_assert!(iterations - recorded[recorded.len() - 1] < history.stride());
            for frame in (0..history.len()).filter_map(|index| history.at(index)) {
                prop_assert!(frame.latent.iter().all(|&value| value == frame.iteration as f32));
            }
        }

        #[test]
        fn a_path_is_evenly_spaced_and_ends_at_the_newest(most in 2usize..30, up_to in 0usize..50) {
            let history = run(1 << 20, 40);
            let path: Vec<usize> = history.path(up_to, most).iter().map(|frame| frame.iteration).collect();
            prop_assert!(path.len() <= most && path[0] == 0 && path.last() == Some(&up_to.min(40)));
            let even = &path[..path.len() - 1];
            prop_assert!(even.windows(3).all(|three| three[1] - three[0] == three[2] - three[1]));
        }
    }

    #[test]
    fn points_are_found_by_iteration() {
        let history = run(7 * frame(), 23);
        assert_eq!(recorded(&history), [0, 4, 8, 12, 16, 20]);
        let up_to = |iteration| history.up_to(iteration).map(|frame| (frame.iteration, frame.latent[[0, 0]]));
        assert_eq!((up_to(3), up_to(4), up_to(99)), (Some((0, 0.0)), Some((4, 4.0)), Some((20, 20.0))));
        assert_eq!([-1, -2, -9].map(|by| history.beside(9, by)), [Some(8), Some(4), Some(0)]);
        assert_eq!([1, 2, 9].map(|by| history.beside(8, by)), [Some(12), Some(16), None]);
        assert_eq!((history.beside(23, -1), history.beside(20, 1), History::new(0).up_to(3)), (Some(20), None, None));
    }

    #[test]
    fn a_bound_below_one_point_records_none() {
        assert!(run(frame() - 1, 10).is_empty());
        assert_eq!(run(frame(), 10).len(), 1);
    }

    #[test]
    fn a_large_bound_records_every_point() {
        let history = run(1 << 20, 50);
        assert_eq!((history.len(), history.stride()), (51, 1));
        assert!(history.at(51).is_none());
    }

    #[test]
    fn a_branch_shares_earlier_points_and_records_its_own_later_ones() {
        let history = run(1 << 20, 20);
        let branch = history.branch(1 << 20, 12);
        assert!(Arc::ptr_eq(&branch.at(12).expect("a frame"), &history.at(12).expect("a frame")));
        branch.record(12, &Array2::zeros((3, 2)), mark);
        branch.record(13, &Array2::from_elem((3, 2), -1.0), mark);
        assert_eq!((recorded(&branch), branch.at(13).expect("a frame").latent[[0, 0]]), ((0..=13).collect(), -1.0));
        assert_eq!(history.at(13).expect("a frame").latent[[0, 0]], 13.0);
        history.thin(6 * frame());
        assert_eq!((recorded(&history), branch.len()), (vec![0, 4, 8, 12, 16, 20], 14));
    }

    /// Memory of the history of a typical long run, which limits how far back the window can show it.
    #[test]
    fn five_hundred_iterations_of_eight_thousand_words_fit_the_default_bound() {
        for (q, most) in [(2, 33 << 20), (3, 49 << 20)] {
            let history = History::new(HISTORY_BYTES);
            let latent = Array2::zeros((8_000, q));
            (0..=500).for_each(|iteration| history.record(iteration, &latent, mark));
            assert_eq!((history.len(), history.stride()), (501, 1), "every iteration is recorded");
            assert!(history.bytes() < most && history.bytes() > 500 * 8_000 * q * 4, "{} bytes", history.bytes());
        }
    }
}
