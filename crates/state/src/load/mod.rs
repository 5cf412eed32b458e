//! Loading on a background thread: a dataset from files, or the documents of a saved model.

pub mod datasets;
pub mod saved;
