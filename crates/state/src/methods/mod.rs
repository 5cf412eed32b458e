//! Study of methods on the open corpus: several models, training sizes and seeds, trained in the background.
//!
//! A finished cell is a record in the user's data folder, under a key of the corpus and its options. A study of the same corpus
//! shows its records and trains only the missing ones, also after the window was closed. Records of another corpus, or of other
//! options, have other keys. Memory: the rows of the table.

mod setup;
mod task;
pub(super) mod update;

pub use setup::{OfferedMethod, StudyPlan, StudySetup, offered_methods};
pub use task::{StudyDifference, StudyShown, StudyTask, StudyUpdate, StudyWork};

use std::sync::Arc;

use crate::{DataOptions, Memo, Same, Settings};
use wordfield_core::corpus::{Cancel, Corpus, SplitOptions};

/// The study of methods on the open corpus.
#[derive(Debug, Default)]
pub struct MethodsState {
    /// Choice of methods, sizes and seeds.
    pub setup: StudySetup,
    /// The running study.
    pub running: Option<RunningStudy>,
    /// Rows of the last study, which grow while it runs.
    pub shown: Option<Arc<StudyShown>>,
    /// Rows clicked last, at most two, the newest last.
    pub chosen: Vec<usize>,
    /// Seed of the model that a row opens, and of compared documents.
    pub seed: u64,
    /// Test documents that the two methods predict differently.
    pub difference: Option<Arc<StudyDifference>>,
    /// Number of the last task. Results of earlier ones are dropped.
    pub(crate) job: u64,
    /// The corpus and its options that the state belongs to.
    pub(crate) of: Option<(Same<Corpus>, DataOptions)>,
    /// The choice, checked for the open corpus while the tab is in front.
    pub(crate) plan: Memo<PlanKey, Result<StudyPlan, String>>,
}

/// What the checked choice depends on: the choice, the settings of the current run, the open split, and the number of its units.
pub(crate) type PlanKey = (StudySetup, Settings, SplitOptions, usize);

impl MethodsState {
    /// The checked choice, or the first problem with a remedy; `None` while the tab is not in front.
    pub fn plan(&self) -> Option<&Result<StudyPlan, String>> {
        self.plan.value()
    }
}

/// A study in progress, which ends when this is dropped.
#[derive(Debug)]
pub struct RunningStudy {
    pub(crate) cancel: Arc<Cancel>,
    /// Number of ended cells, and number of cells to train.
    pub extent: [usize; 2],
    /// Estimated seconds to the end; `None` before the first cell has ended.
    pub seconds_left: Option<f64>,
}

impl Drop for RunningStudy {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl RunningStudy {
    /// Whether it was asked to stop.
    pub fn is_stopping(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

/// Actions on the study of methods.
#[derive(Clone, Debug)]
pub enum MethodsAction {
    /// Change the choice of methods, sizes and seeds.
    Setup(Box<StudySetup>),
    /// Train the cells that have no record.
    Run,
    /// Cancel the running study. Finished cells stay.
    Stop,
    /// Choose a row; the last two are compared.
    Choose(usize),
    /// Choose the seed of the opened model and of the compared documents.
    Seed(u64),
    /// Train the model of the row clicked last in the window.
    Open,
    /// Result of the task with this number.
    Update(u64, StudyUpdate),
}
