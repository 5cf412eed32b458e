//! Saving the model, and the lifetime of messages.

pub(super) mod session_state;
pub(super) mod update;

pub use session_state::{Closing, Message, Saving, SessionState};
