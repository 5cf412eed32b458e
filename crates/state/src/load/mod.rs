//! What the window opens, made ready on another thread: a dataset from files, or the documents of a saved model.

pub mod datasets;
pub mod saved;
