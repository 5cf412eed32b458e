//! State of exports: the dialog, a running export, and the order of tables.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    core::memo::Memo,
    export::{item::Item, table_view::TableView},
    matches::StandingKey,
};
use wordfield_core::cancel::CancelFlag;
use wordfield_output::{Decisions, Exporter, Keep, Written};

/// State of exports: the dialog, and the sort order and filter of each table.
#[derive(Debug, Default)]
pub struct ExportState {
    /// The export dialog, while it is open.
    pub dialog: Option<ExportDialog>,
    /// Sort order and filter of each table, by its name.
    pub views: BTreeMap<&'static str, TableView>,
    /// Clean pairs that the open export dialog delivers.
    pub(crate) delivered: Memo<(StandingKey, Keep), Decisions>,
    /// The export format used last.
    pub(crate) last: Option<&'static Exporter>,
    /// Number of the latest export job.
    pub(crate) job: u64,
}

/// The open export dialog with the choices made in it.
#[derive(Debug)]
pub struct ExportDialog {
    /// Items that can be exported, as found when the dialog opened.
    pub items: Vec<Item>,
    /// Item chosen for export.
    pub item: Item,
    /// Format of the exported file.
    pub format: &'static Exporter,
    /// Text of the path field of the export dialog.
    pub path: String,
    /// Squared distance up to which unreviewed pairs are exported as if accepted.
    pub accept_below: Option<f64>,
    /// Maximum number of examples exported with each dictionary entry.
    pub examples: usize,
    /// Rule by which clean pairs are exported.
    pub keep: Keep,
    /// Path of the table of pairs that the export leaves out; empty for no table.
    pub rejects: String,
    /// The running export, with its progress.
    pub running: Option<Running>,
}

impl ExportDialog {
    /// Path of the table of pairs that the export leaves out, if one is written.
    pub fn rejects(&self) -> Option<&str> {
        Some(self.rejects.trim()).filter(|path| self.item == Item::CLEAN && !path.is_empty())
    }
}

/// A running export, with its progress.
#[derive(Clone, Debug, Default)]
pub struct Running {
    /// Bytes and files written by the running export.
    pub written: Arc<Written>,
    /// Flag that cancels the export.
    pub cancel: CancelFlag,
}

impl Running {
    /// Number of bytes that the export has written.
    pub fn bytes(&self) -> u64 {
        self.written.bytes()
    }
}

impl Drop for ExportDialog {
    /// Cancels the running export.
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.cancel.raise();
        }
    }
}
