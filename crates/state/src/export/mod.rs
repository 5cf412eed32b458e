//! Export of tables, models and figures to files or the clipboard.

pub(super) mod export_state;
pub(super) mod item;
pub(super) mod table_view;
pub(super) mod update;

pub use export_state::{ExportDialog, ExportState, Running};
pub use item::Item;
pub use table_view::TableView;
