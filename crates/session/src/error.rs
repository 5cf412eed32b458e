//! Errors of reading and writing session files.

use std::{io, path::PathBuf};

use wordfield_core::project::ProjectError;

/// Error of a session file, with its remedy.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// Error: the session file cannot be read.
    #[error("{}: {}; check that the file exists and that you may read it", .0.display(), .1)]
    Read(PathBuf, io::Error),
    /// Error: the file is not a session.
    #[error("{}: not a session of Wordfield; open a file saved with File › Save session", .0.display())]
    NotASession(PathBuf),
    /// Error: the session was written by a later version of the program.
    #[error("{}: its format version is {version}, and this program reads up to {known}; install a newer version", path.display())]
    Later {
        /// Path of the session file.
        path: PathBuf,
        /// Format version of the session file.
        version: u32,
        /// Newest format version that this program reads.
        known: u32,
    },
    /// Error: an entry of the session archive is missing, damaged or too large.
    #[error("{}: {member}: {problem}; the file is damaged: open an earlier copy, or the documents themselves", path.display())]
    Damaged {
        /// Path of the session file.
        path: PathBuf,
        /// Name of the archive entry.
        member: String,
        /// Description of the damage.
        problem: String,
    },
    /// Error: the documents copied into a session cannot be written to disk.
    #[error("{}: {}; free space there, or open the documents from their own files", .0.display(), .1)]
    Unpack(PathBuf, io::Error),
    /// Error: the session file cannot be replaced.
    #[error(transparent)]
    Place(#[from] ProjectError),
    /// Error: writing the session failed; an earlier file is unchanged.
    #[error("{}: {}; free space or choose another folder: the earlier file is unchanged", .0.display(), .1)]
    Write(PathBuf, io::Error),
}
