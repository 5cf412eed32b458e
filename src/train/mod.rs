//! The trainer: a model on its own thread.
