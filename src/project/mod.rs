//! What outlives a run: the saved model, which judges new documents, the report, which says how it was made, and what a
//! person said of matches.
//!
//! A saved model is two lines of JSON, gzipped where the file's name ends in `.gz`: a header with format, version,
//! length and checksum, then the payload. Files are written beside their place and renamed into it, so that a file
//! is never half a model. Memory: the payload's text is held once while it is read or written, and never more of it than
//! the header announces.

mod atomic;
mod container;
mod error;
mod place;
mod regular;
mod report;
mod reviews;
mod saved;
mod sets;
mod trained_on;
mod validate;

pub use atomic::write_atomically;
pub use error::ProjectError;
pub use place::{Inputs, check_place};
pub use report::{read_split, write_report};
pub use reviews::{ReviewChanges, change_reviews, keep_reviews, kept_reviews, reviews_file};
pub use saved::{MatchReview, SavedModel, is_model, load_model, save_model};
pub use sets::{SavedDocument, SavedSet};
pub use trained_on::{Fit, TrainedOn};
