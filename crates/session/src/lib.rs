//! Session files, from which the window restores the same work.
//!
//! A session is a zip archive.
//! `session.json` has the corpus by reference or copied in, parameters, sets, verdicts and the view;
//! arrays in NumPy's format have the recorded runs; `docs/format.md` describes every member.
//! [`write()`] replaces a file atomically.
//! [`read()`] does not trust the content of a file: sizes are bounded by the size of the file.
//! File names in a session are returned, never opened.
//!
//! Cost: one pass over the recorded points. Memory: one recorded point while writing; the recorded points while reading.

mod archive;
mod copies;
mod curves;
mod error;
mod history;
mod named_files;
mod npy;
mod session;

pub use archive::{is_session, read, read_outline, write};
pub use curves::Curves;
pub use error::SessionError;
pub use history::params;
pub use session::{CorpusReference, RecordedRun, Session, Training};

/// File extension of a session file.
pub const EXTENSION: &str = "wordfield-session";
