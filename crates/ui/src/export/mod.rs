//! Export of tables and models: the export dialog, and the menu of a table.

mod dialog;
mod table_menu;

pub(crate) use dialog::show;
pub(crate) use table_menu::{button, context, heading};
