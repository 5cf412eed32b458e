//! Saving the model, exporting a figure, and the lifetime of messages.

pub(super) mod figure_dialog;
pub(super) mod session_state;
pub(super) mod update;

pub use figure_dialog::{FigureChoice, FigureDialog};
pub use session_state::{Closing, Message, Saving, SessionState};
