//! Earlier runs of the current corpus, for comparison with the current one or to continue from.
//!
//! Memory: [`Runs::MOST`] runs, each with at most [`Runs::BYTES`] of its history, its curves and its last positions; beyond
//! that, the oldest run is dropped.

use std::sync::Arc;

use ndarray::Array2;

use crate::Curves;
use wordfield_core::{
    model::{Params, Scores, StopReason},
    train::History,
};

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

/// An earlier run of the current corpus.
#[derive(Clone, Debug)]
pub struct EarlierRun {
    /// Number of the earlier run.
    pub run: u64,
    /// Run and iteration from which the run was forked, if it is a fork.
    pub forked: Option<(u64, usize)>,
    /// Hyper-parameters of the run, including live changes.
    pub params: Params,
    /// Objective and score curves of the run.
    pub curves: Curves,
    /// Iteration of the run's last positions.
    pub end: usize,
    /// Last positions of the words (V × q).
    pub latent: Arc<Array2<f64>>,
    /// Scores of the run at its last positions.
    pub scores: Scores,
    /// Reason why the run stopped, if it ended by itself.
    pub stop: Option<StopReason>,
    /// History of the earlier run, thinned to save memory.
    pub history: Arc<History>,
}

/// Earlier runs of the current corpus, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    kept: Vec<EarlierRun>,
    /// Run and iteration from which the current run was forked, if it is a fork.
    pub forked: Option<(u64, usize)>,
}

impl Runs {
    /// Maximum number of earlier runs that are kept.
    pub const MOST: usize = 8;
    /// Maximum size of a kept run's history: 500 iterations of 8,000 words in the plane.
    pub const BYTES: usize = 33 << 20;

    /// Adds an earlier run, and drops the oldest one beyond the maximum.
    pub(crate) fn keep(&mut self, run: EarlierRun) {
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
    pub fn get(&self, run: u64) -> Option<&EarlierRun> {
        self.kept.iter().find(|kept| kept.run == run)
    }

    /// All earlier runs that are kept, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &EarlierRun> {
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
    use wordfield_core::model::{Mark, ModelKind, Preset};

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
            runs.keep(EarlierRun {
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
