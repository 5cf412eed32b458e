//! State of training: the current run, and earlier runs of the same corpus.

use std::sync::Arc;

use crate::{
    Curves, Memo, Searching, Settings, Slot,
    run::{
        offer::{OfferQuery, Offered},
        run_table::RunTable,
        runs::Runs,
    },
};
use wordfield_core::{
    model::{ParamView, Params, Snapshot},
    train::{Pace, RunState},
};

/// The current run, and earlier runs of the same corpus.
#[derive(Debug, Default)]
pub struct TrainingState {
    /// Number of the current run. Events of earlier runs are dropped.
    pub id: u64,
    /// The hyper-parameters.
    pub settings: Settings,
    /// The search over the papers' grid, running or finished.
    pub search: Option<Searching>,
    /// State of the trainer.
    pub phase: Phase,
    /// Speed of training.
    pub pace: Pace,
    /// Whether a slow start is allowed: in the first run of a corpus, or a restarted one.
    pub(crate) watched: bool,
    /// Earlier runs of this corpus.
    pub earlier: Runs,
    /// Records of the earlier runs of this corpus, of any model.
    pub table: RunTable,
    /// The shown state: the newest of this run, or an earlier one.
    pub snapshot: Option<Arc<Snapshot>>,
    /// The newest state of this run.
    pub latest: Option<Arc<Snapshot>>,
    /// Objective and scores so far.
    pub curves: Curves,
    pub(crate) parameters: Memo<Params, Vec<ParamView>>,
    pub(crate) offer: Slot<OfferQuery>,
    /// The last offer to let the components decide with the map.
    pub(crate) offered: Option<Offered>,
}

/// State of the trainer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// No trainer has been started.
    #[default]
    Idle,
    /// The state the trainer reported last.
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
