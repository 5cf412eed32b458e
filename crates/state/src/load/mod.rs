//! Loading on a background thread: a dataset from files, or the documents of a saved model or a session.

pub mod datasets;
pub mod saved;
pub mod session;
