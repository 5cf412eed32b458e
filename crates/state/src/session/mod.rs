//! Saving the model, exporting a figure, the place of a file that is written, and the lifetime of messages.

pub(super) mod figure_dialog;
pub(super) mod place;
pub(super) mod session_state;
pub(super) mod update;

pub use figure_dialog::{FigureChoice, FigureDialog};
pub use place::Place;
pub use session_state::{Closing, Saving, SessionState};
