//! Study of methods on the open corpus: several models, training sizes and seeds, trained in the background.
//!
//! A finished cell of a study is a record in the user's data folder, under a key of corpus and options.
//! The study of a corpus shows its records and trains only the missing cells, also after the window was closed.
//! Records of another corpus, or of other options, have other keys. Memory: the rows of the table.

mod setup;
mod task;
pub(super) mod update;

pub use setup::{OfferedMethod, StudyPlan, StudySetup, offered_methods};
pub use task::{StudyDifference, StudyShown, StudyUpdate};

use std::sync::Arc;

use crate::{DataOptions, Memo, Same, Settings};
use wordfield_core::corpus::{Cancel, Corpus, SplitOptions};

/// The study of methods on the open corpus.
#[derive(Debug, Default)]
pub struct MethodsState {
    /// Choice of methods, training sizes and seeds for the study.
    pub setup: StudySetup,
    /// The study of methods that is running, if any.
    pub running: Option<RunningStudy>,
    /// Rows of the last study of methods, which grow while it runs.
    pub shown: Option<Arc<StudyShown>>,
    /// Rows of the study that were clicked last, at most two, newest last.
    pub chosen: Vec<usize>,
    /// Seed of the model that opens from a row of the study, and of the compared documents.
    pub seed: u64,
    /// Test documents that the two chosen methods predict differently.
    pub difference: Option<Arc<StudyDifference>>,
    /// Number of the study's last task; results of earlier tasks are dropped.
    pub(crate) job: u64,
    /// Corpus and dataset options to which the state of the study belongs.
    pub(crate) of: Option<(Same<Corpus>, DataOptions)>,
    /// Choice of methods, checked for the open corpus while the tab of the study is in front.
    pub(crate) plan: Memo<PlanKey, Result<StudyPlan, String>>,
}

/// Key of the checked choice of methods: choice, settings of the current run, open split, and number of its units.
pub(crate) type PlanKey = (StudySetup, Settings, SplitOptions, usize);

impl MethodsState {
    /// Choice of methods as checked, or the first problem with a remedy; `None` while the tab is not in front.
    pub fn plan(&self) -> Option<&Result<StudyPlan, String>> {
        self.plan.value()
    }
}

/// Running study of methods, cancelled when dropped.
#[derive(Debug)]
pub struct RunningStudy {
    pub(crate) cancel: Arc<Cancel>,
    /// Number of the study's cells that have ended, and number to train.
    pub extent: [usize; 2],
    /// Estimated seconds until the study ends; `None` before the first cell has ended.
    pub seconds_left: Option<f64>,
}

impl Drop for RunningStudy {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl RunningStudy {
    /// Whether the user has requested to stop the study.
    pub fn is_stopping(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

/// Actions on the study of methods.
#[derive(Clone, Debug)]
pub enum MethodsAction {
    /// Change the choice of methods, training sizes and seeds.
    Setup(Box<StudySetup>),
    /// Train the cells of the study that have no record.
    Run,
    /// Cancel the running study of methods; finished cells are kept.
    Stop,
    /// Choose a row of the study; the last two chosen rows are compared.
    Choose(usize),
    /// Choose the seed of the model to open and of the compared documents.
    Seed(u64),
    /// Train in the window the model of the study's row clicked last.
    Open,
    /// Deliver a result of the study task with this number.
    Update(u64, StudyUpdate),
}
