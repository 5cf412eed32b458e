//! Saving the model, and the lifetime of messages.

pub(super) mod update;
