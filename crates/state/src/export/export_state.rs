//! State of exports: the dialog, a running export, and the order of tables.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    core::memo::Memo,
    export::{item::Item, table_view::TableView},
    matches::StandingKey,
    reviews::Delivered,
};
use wordfield_core::cancel::CancelFlag;
use wordfield_output::{Exporter, Keep, Written};

/// The export dialog, and the sort order and filter of every table.
#[derive(Debug, Default)]
pub struct ExportState {
    /// The dialog, while it is open.
    pub dialog: Option<ExportDialog>,
    /// Sort order and filter by table.
    pub views: BTreeMap<&'static str, TableView>,
    /// Pairs that the open dialog delivers.
    pub(crate) delivered: Memo<(StandingKey, Keep), Delivered>,
    /// The format used last.
    pub(crate) last: Option<&'static Exporter>,
    /// Tag of the latest export.
    pub(crate) job: u64,
}

/// The export dialog.
#[derive(Debug)]
pub struct ExportDialog {
    /// Items that can be exported, as found when the dialog opened.
    pub items: Vec<Item>,
    /// Chosen item.
    pub item: Item,
    /// Format of the export.
    pub format: &'static Exporter,
    /// Text of the path field.
    pub path: String,
    /// Squared distance up to which unreviewed pairs are exported as accepted.
    pub accept_below: Option<f64>,
    /// Greatest number of examples of each entry of the dictionary.
    pub examples: usize,
    /// Rule for the delivered pairs.
    pub keep: Keep,
    /// Path of the table of the pairs that are not delivered; empty: none is written.
    pub rejects: String,
    /// The running export.
    pub running: Option<Running>,
}

impl ExportDialog {
    /// Path of the table of the pairs that are not delivered, if one is written.
    pub fn rejects(&self) -> Option<&str> {
        Some(self.rejects.trim()).filter(|path| self.item == Item::CLEAN && !path.is_empty())
    }
}

/// A running export.
#[derive(Clone, Debug, Default)]
pub struct Running {
    /// Bytes and files written.
    pub written: Arc<Written>,
    /// Cancels the export.
    pub cancel: CancelFlag,
}

impl Running {
    /// Number of bytes written.
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
