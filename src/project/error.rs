//! What can be wrong with a saved file; every message names the file and ends with the remedy.

use std::path::PathBuf;

/// What can be wrong with a saved file.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// The system refused to read.
    #[error("{}: cannot be read ({cause}): check that the file exists and may be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// The system refused to write.
    #[error(
        "{}: cannot be written ({cause}): check that its folder exists, may be written to and has room",
        path.display()
    )]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// Not a file of ours.
    #[error("{}: is not a wordfield model: give a file written by `wordfield train … --save`", path.display())]
    NotAModel {
        /// The file.
        path: PathBuf,
    },
    /// Written by a later program.
    #[error(
        "{}: has format version {found}, written by wordfield {program}, but this program reads up to version \
         {known}: open it with wordfield {program} or later, or train the model again",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version known here.
        known: u32,
        /// The program that wrote it.
        program: String,
    },
    /// It ends too early.
    #[error(
        "{}: ends too early ({found} bytes of {expected}): copy it again from where it was saved, or train the \
         model again",
        path.display()
    )]
    Truncated {
        /// The file.
        path: PathBuf,
        /// Payload bytes there.
        found: usize,
        /// Payload bytes announced.
        expected: usize,
    },
    /// Bytes changed since it was written.
    #[error(
        "{}: is damaged ({problem}): copy it again from where it was saved, or train the model again",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// How it shows.
        problem: String,
    },
    /// A file without a split.
    #[error("{}: holds no split ({problem}): give a report written by --json", path.display())]
    NoSplit {
        /// The file.
        path: PathBuf,
        /// How it shows.
        problem: String,
    },
}
