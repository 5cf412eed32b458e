//! Verdicts of another reviewer on the same pairs, read from a file, and their agreement with the user's verdicts.
//!
//! Cost: one pass over the verdicts after a change of a verdict. Memory: one entry a verdict.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use wordfield_output::{Agreement, FittedVerdicts, PairVerdict};

/// Actions on the verdicts of another reviewer.
#[derive(Clone, Debug)]
pub enum ReviewerAction {
    /// Set the text of the path field for a second reviewer's file; `None` closes the field.
    Path(Option<String>),
    /// Open a dialog for the file of another reviewer's verdicts.
    Ask,
    /// Read a file of another reviewer's verdicts.
    Open(PathBuf),
    /// Deliver the verdicts of a file by source document, or the reason why they cannot be read.
    Read(PathBuf, Result<Arc<FittedVerdicts>, String>),
    /// Remove the verdicts of the second reviewer.
    Forget,
}

/// Verdicts of another reviewer and their agreement with the user's.
#[derive(Debug, Default)]
pub struct Reviewer {
    /// Text of the path field for the second reviewer's file, while the field is open.
    pub path_field: Option<String>,
    /// File of the second reviewer's verdicts.
    pub file: Option<PathBuf>,
    /// Verdicts of the second reviewer by source document.
    pub(crate) verdicts: BTreeMap<usize, PairVerdict>,
    /// Number of changes to the second reviewer's verdicts, as part of keys.
    pub(crate) revision: u64,
    /// Agreement of the two reviewers, with the revisions of both lists of verdicts.
    pub(crate) agreement: Option<([u64; 2], Agreement)>,
}

impl Reviewer {
    /// Verdict of the second reviewer on the pair of a source document.
    pub fn verdict(&self, source: usize) -> Option<PairVerdict> {
        self.verdicts.get(&source).copied()
    }

    /// Agreement of the second reviewer with the user's verdicts, if a file was read.
    pub fn agreement(&self) -> Option<&Agreement> {
        self.agreement.as_ref().map(|(_, agreement)| agreement)
    }
}
