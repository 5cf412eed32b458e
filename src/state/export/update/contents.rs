//! Items of the export dialog and their contents.

use crate::{
    output::Contents,
    state::{Item, Workspace, table_row},
};

impl Workspace {
    /// Everything that can leave now: what the current tab shows first.
    pub fn export_items(&self) -> Vec<Item> {
        self.tables().into_iter().map(|row| Item::Table(row.name)).collect()
    }

    /// Title of an item.
    pub fn export_title(&self, item: Item) -> String {
        match item {
            Item::Table(name) => table_row(name).map_or(name, |row| row.title).to_owned(),
        }
    }

    /// Contents of an item; `None` while there are none.
    pub(super) fn contents(&self, item: Item) -> Option<Contents<'static>> {
        match item {
            Item::Table(name) => Some(Contents::Table(self.shown_table(name)?.collected())),
        }
    }
}
