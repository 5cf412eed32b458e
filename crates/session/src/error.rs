//! Errors of session files.

use std::{io, path::PathBuf};

use wordfield_core::project::ProjectError;

/// A problem of a session file, with its remedy.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The file cannot be read.
    #[error("{}: {cause}; check that the file exists and that you may read it", path.display())]
    Read {
        /// Path of the session.
        path: PathBuf,
        /// Error of the system.
        cause: io::Error,
    },
    /// The file is not a session.
    #[error("{}: not a session of Wordfield; open a file saved with File › Save session", path.display())]
    NotASession {
        /// Path of the file.
        path: PathBuf,
    },
    /// The session was written by a later version.
    #[error("{}: its format version is {version}, and this program reads up to {known}; install a newer version", path.display())]
    Later {
        /// Path of the session.
        path: PathBuf,
        /// Version of the file.
        version: u32,
        /// Newest version that is read.
        known: u32,
    },
    /// A member of the archive is missing, damaged or too large.
    #[error("{}: {member}: {problem}; the file is damaged: open an earlier copy, or the documents themselves", path.display())]
    Damaged {
        /// Path of the session.
        path: PathBuf,
        /// Member of the archive.
        member: String,
        /// Description of the damage.
        problem: String,
    },
    /// The copied documents cannot be written.
    #[error("{}: {cause}; free space there, or open the documents from their own files", folder.display())]
    Unpack {
        /// Folder of the documents.
        folder: PathBuf,
        /// Error of the system.
        cause: io::Error,
    },
    /// The file cannot be replaced.
    #[error(transparent)]
    Place(#[from] ProjectError),
    /// Writing failed; an earlier file is unchanged.
    #[error("{}: {cause}; free space or choose another folder: the earlier file is unchanged", path.display())]
    Write {
        /// Path of the session.
        path: PathBuf,
        /// Error of the system.
        cause: io::Error,
    },
}
