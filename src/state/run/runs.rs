//! Earlier runs of the current corpus: what is kept of each to be looked at beside the present one, or gone on from.
//!
//! Memory: [`Runs::MOST`] runs, each with at most [`Runs::BYTES`] of its recorded way, its curves and its last positions; where
//! there are more, the oldest goes.

use std::sync::Arc;

use ndarray::Array2;

use crate::state::Curves;
use crate::{
    model::{Params, Scores, StopReason},
    train::History,
};

/// A place in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The run.
    pub run: u64,
    /// The iteration; `None`: its newest, or its end.
    pub iteration: Option<usize>,
}

impl Moment {
    /// The newest state of a run, or its end.
    pub fn end_of(run: u64) -> Self {
        Self { run, iteration: None }
    }
}

/// What is kept of a run.
#[derive(Clone, Debug)]
pub struct KeptRun {
    /// Its number.
    pub run: u64,
    /// The run and iteration it went on from, if it did.
    pub forked: Option<(u64, usize)>,
    /// Its parameters, live changes included.
    pub params: Params,
    /// Its curves.
    pub curves: Curves,
    /// The iteration of its last positions.
    pub end: usize,
    /// Those (V × q).
    pub latent: Arc<Array2<f64>>,
    /// How good it was there.
    pub scores: Scores,
    /// Why it ended, if it did by itself.
    pub stop: Option<StopReason>,
    /// Its recorded way, thinned.
    pub history: Arc<History>,
}

/// Earlier runs, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    kept: Vec<KeptRun>,
    /// The run and iteration the present one went on from, if it did.
    pub forked: Option<(u64, usize)>,
}

impl Runs {
    /// The most runs kept.
    pub const MOST: usize = 8;
    /// The most bytes of a kept run's recorded way: 500 iterations of 8,000 words on the plane.
    pub const BYTES: usize = 33 << 20;

    /// Keeps one more; the oldest goes where there are too many.
    pub(in crate::state) fn keep(&mut self, run: KeptRun) {
        run.history.thin(Self::BYTES);
        self.kept.push(run);
        let over = self.kept.len().saturating_sub(Self::MOST);
        self.kept.drain(..over);
    }

    /// Lets a run go.
    pub(in crate::state) fn forget(&mut self, run: u64) {
        self.kept.retain(|kept| kept.run != run);
    }

    /// A kept run.
    pub fn get(&self, run: u64) -> Option<&KeptRun> {
        self.kept.iter().find(|kept| kept.run == run)
    }

    /// All that are kept, the oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &KeptRun> {
        self.kept.iter()
    }

    /// Whether none is kept.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Mark, ModelKind, Preset};

    #[test]
    fn the_oldest_goes_and_each_is_thinned() {
        let params = Arc::new(Params::preset(ModelKind::Smm, Preset::Default, 2));
        let mut runs = Runs::default();
        let latent = Array2::zeros((8_000, 2));
        for run in 0..12 {
            let history = History::new(80 << 20);
            for iteration in 0..if run == 11 { 1_000 } else { 2 } {
                let mark = || Mark { params: Arc::clone(&params), objective: 0.0, numbers: Vec::new() };
                history.record(iteration, &latent, mark);
            }
            runs.keep(KeptRun {
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
