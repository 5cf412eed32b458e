//! Earlier runs of the current corpus, for comparison with the current one or to continue from.
//!
//! Memory: [`Runs::MOST`] runs, each with at most [`Runs::BYTES`] of its history, its curves and its last positions.
//! The oldest run is dropped when a new one exceeds [`Runs::MOST`].

use std::sync::Arc;

use crate::{Members, Settings};
use wordfield_session::RecordedRun;

/// A moment of a run: the run and an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Number of the run to which the moment belongs.
    pub run: u64,
    /// Iteration of the run; `None`: the newest, or the end of the run.
    pub iteration: Option<usize>,
}

impl Moment {
    /// Moment of a run's newest state, or of its end if it has ended.
    pub fn end_of(run: u64) -> Self {
        Self { run, iteration: None }
    }
}

/// Earlier runs of the current corpus, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    kept: Vec<RecordedRun>,
    /// Run and iteration from which the current run was forked, if it is a fork.
    pub forked: Option<(u64, usize)>,
    /// Settings and pinned words of the earlier run that returns once the words have its weighting again.
    pub(crate) awaited: Option<Box<(Settings, Arc<Members>)>>,
}

impl Runs {
    /// Maximum number of earlier runs that are kept.
    pub const MOST: usize = 8;
    /// Maximum size of a kept run's history: 500 iterations of 8,000 words in the plane.
    pub const BYTES: usize = 33 << 20;

    /// Adds an earlier run, and drops the oldest one beyond the maximum.
    pub(crate) fn keep(&mut self, run: RecordedRun) {
        run.history.thin(Self::BYTES);
        self.kept.push(run);
        let over = self.kept.len().saturating_sub(Self::MOST);
        self.kept.drain(..over);
    }

    /// Deletes an earlier run.
    pub(crate) fn forget(&mut self, run: u64) {
        self.kept.retain(|kept| kept.run != run);
    }

    /// Earlier run with the given number, if it is kept.
    pub fn get(&self, run: u64) -> Option<&RecordedRun> {
        self.kept.iter().find(|kept| kept.run == run)
    }

    /// All earlier runs that are kept, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &RecordedRun> {
        self.kept.iter()
    }

    /// Whether no earlier run is kept.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Curves;
    use ndarray::Array2;
    use wordfield_core::{
        model::{Mark, ModelKind, Params, Preset, Scores},
        train::History,
    };

    #[test]
    fn the_oldest_run_is_dropped_and_each_is_thinned() {
        let params = Arc::new(Params::preset(ModelKind::Smm, Preset::Default, 2));
        let mut runs = Runs::default();
        let latent = Array2::zeros((8_000, 2));
        for run in 0..12 {
            let history = History::new(80 << 20);
            for iteration in 0..if run == 11 { 1_000 } else { 2 } {
                let mark = || Mark { params: Arc::clone(&params), objective: 0.0, numbers: Vec::new() };
                history.record(iteration, &latent, mark);
            }
            runs.keep(RecordedRun {
                run,
                forked: None,
                params: (*params).clone(),
                curves: Curves::default(),
                end: 2,
                latent: Arc::default(),
                scores: Scores::default(),
                stop: None,
                history: Arc::new(history),
            });
        }
        assert_eq!(runs.iter().map(|kept| kept.run).collect::<Vec<_>>(), (4..12).collect::<Vec<_>>());
        let last = &runs.get(11).expect("kept").history;
        assert_eq!((last.len(), last.stride()), (500, 2));
        assert!(last.bytes() <= Runs::BYTES);
        runs.forget(11);
        assert!(runs.get(11).is_none() && !runs.is_empty());
    }
}
