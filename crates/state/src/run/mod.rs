//! Training runs: settings, curves, timeline, earlier runs, and the grid search.

pub(super) mod offer;
pub(super) mod run_table;
pub(super) mod runs;
pub(super) mod settings;
pub(super) mod timeline;
pub(super) mod update;

pub use run_table::{Answers, Differing, RunRecord, RunTable, TestAnswers};
pub use runs::{Moment, Runs};
pub use settings::Settings;
pub use timeline::{Playback, Seek, Timeline};

use std::sync::Arc;

use crate::{Curves, Lazy, Memo};
use offer::{LatestOffers, OfferKey, Offers};
use wordfield_core::{
    experiment::{Axis, GridSearch},
    model::{ParamView, Params, Snapshot},
    train::{Pace, RunState},
};

/// State of training: the current run, and earlier runs of the same corpus.
#[derive(Debug, Default)]
pub struct TrainingState {
    /// Number of the current run. Events of earlier runs are dropped.
    pub id: u64,
    /// Grid search over the papers' values, running or finished.
    pub search: Option<Searching>,
    /// State of the trainer of the current run.
    pub phase: Phase,
    /// Speed limit of the training.
    pub pace: Pace,
    /// Whether the trainer may limit the speed of the first iterations: in the first run of a corpus or a restarted run.
    pub(crate) watched: bool,
    /// Earlier runs of this corpus, with their word positions.
    pub earlier: Runs,
    /// Records of the earlier runs of this corpus, of any model.
    pub table: RunTable,
    /// Shown snapshot: the newest of this run, or that of an earlier iteration.
    pub snapshot: Option<Arc<Snapshot>>,
    /// Newest snapshot of this run.
    pub latest: Option<Arc<Snapshot>>,
    /// Curves of objective and scores of the current run.
    pub curves: Curves,
    pub(crate) parameters: Memo<Params, Vec<ParamView>>,
    pub(crate) offer: Lazy<OfferKey, Arc<Offers>>,
    /// Last measured offer of kernel components for decisions on classes.
    pub(crate) offered: Option<LatestOffers>,
}

/// State of the trainer of the current run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// No trainer has been started.
    #[default]
    Idle,
    /// State of the run that the trainer reported last.
    Run(RunState),
}

impl Phase {
    /// Whether the trainer accepts commands: it exists and has not failed.
    pub(crate) fn can_go_on(self) -> bool {
        match self {
            Self::Idle | Self::Run(RunState::Failed) => false,
            Self::Run(RunState::Preparing | RunState::Running | RunState::Paused | RunState::Stopped(_)) => true,
        }
    }
}

/// Grid search, running or finished.
#[derive(Clone, Debug)]
pub struct Searching {
    /// Points and scores of the grid search.
    pub(crate) search: GridSearch<()>,
    /// Whether the grid search is running.
    pub under_way: bool,
}

impl Searching {
    /// Progress of the search, as in `17 of 126, best so far 81.2 % at gamma 1, c 8`.
    pub fn description(&self) -> String {
        let [made, of] = self.search.extent();
        match (self.under_way, self.search.best_so_far()) {
            (true, Some(best)) => format!("{} of {of}, best so far {best}", made + 1),
            (true, None) => format!("{} of {of}", made + 1),
            (false, best) => format!("{made} of {of} tried, best {}", best.unwrap_or_else(|| "none".to_owned())),
        }
    }
}

/// Axes of the papers' grid around the shown settings and dimensions; empty if the papers search none.
pub fn papers_axes(settings: &Settings) -> Vec<Axis> {
    let shown = &settings.params;
    Axis::of_paper_at(shown).into_iter().filter(|axis| !axis.is_of("q")).collect()
}
