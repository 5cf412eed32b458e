//! Files of a run: the saved model, the report of its training, the reviews of matches, and checks of pairs.
//! [`Store`] holds the files of the program itself.
//!
//! A saved model is two lines of JSON, gzipped where the file's name ends in `.gz`: a header with format, version,
//! length and checksum, then the payload.
//! Files are written to a temporary file in the same folder and renamed.
//! An incomplete model therefore never replaces a complete one.
//! Memory: one copy of the payload's text during reading and writing, at most the length in the header.

mod atomic;
mod checks;
mod container;
mod error;
mod named_files;
mod place;
mod regular;
mod report;
mod reviews;
mod saved;
mod sets;
mod store;
mod trained_on;
mod validate;

pub use atomic::{PendingFile, remove_pending, write_atomically};
pub use checks::{StoredCheck, check_file, list_file, store_check, stored_check};
pub use error::ProjectError;
pub use named_files::{home, plain};
pub use place::{Inputs, check_place, write_through};
pub use regular::open as open_regular;
pub use report::{read_split, write_report};
pub use reviews::{ReviewChanges, change_reviews, reviews_file, store_reviews, stored_reviews};
pub use saved::{MatchReview, SavedCheck, SavedModel, is_model, load_model, load_model_unless, save_model};
pub use sets::{SavedDocument, SavedSet};
pub use store::{Disk, FileState, Store};
pub use trained_on::{Fit, TrainedOn};
