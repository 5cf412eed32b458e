//! Undo and redo.

pub(super) mod undo_state;
pub(super) mod update;

pub use undo_state::{Entry, Gesture, UndoList, UndoState};
