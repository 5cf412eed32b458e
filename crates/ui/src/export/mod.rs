//! Export: the dialog, and the menu of a table.

mod dialog;
mod table_menu;

pub use dialog::show;
pub use table_menu::{button, context, heading};
