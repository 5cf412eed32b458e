//! Verdicts of another reviewer on the same pairs, read from a file, and their agreement with those of the window.
//!
//! Cost: one pass over the verdicts after a change of one. Memory: one entry a verdict.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use wordfield_output::{Agreement, LineReview, LineVerdict};

/// Actions on the verdicts of another reviewer.
#[derive(Clone, Debug)]
pub enum ReviewerAction {
    /// Text of the path field; `None` closes it.
    Path(Option<String>),
    /// Open a dialog for the file.
    Ask,
    /// Read a file of verdicts by line.
    Open(PathBuf),
    /// The verdicts of a file by line, or the reason why they cannot be read.
    Read(PathBuf, Result<Arc<BTreeMap<usize, LineReview>>, String>),
    /// Leave out the other reviewer.
    Forget,
}

/// Verdicts of another reviewer.
#[derive(Debug, Default)]
pub struct Reviewer {
    /// Text of the path field, while it is open.
    pub path_field: Option<String>,
    /// The file.
    pub file: Option<PathBuf>,
    /// Verdicts by source document.
    pub(crate) verdicts: BTreeMap<usize, LineVerdict>,
    /// Number of changes.
    pub(crate) revision: u64,
    /// Agreement with the window's verdicts, of these revisions.
    pub(crate) agreement: Option<([u64; 2], Agreement)>,
}

impl Reviewer {
    /// The verdict on the pair of a source document.
    pub fn verdict(&self, source: usize) -> Option<LineVerdict> {
        self.verdicts.get(&source).copied()
    }

    /// Agreement with the window's verdicts, if a file is read.
    pub fn agreement(&self) -> Option<&Agreement> {
        self.agreement.as_ref().map(|(_, agreement)| agreement)
    }
}
