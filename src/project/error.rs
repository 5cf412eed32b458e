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
    /// What stands at the place to write to is in the way.
    #[error("{}: {problem}", path.display())]
    Place {
        /// The file.
        path: PathBuf,
        /// What is in the way and what to do.
        problem: String,
    },
    /// What is to be read is no file.
    #[error("{}: is {what}, not a file: give a file, or write what comes from there into one first", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// It unpacks to more than a model of its size can be.
    #[error(
        "{}: would unpack to more than {limit_mib} MiB, a hundred times its own size: if you trust it, unpack it with \
         `gzip -d` and give the unpacked file",
        path.display()
    )]
    Bomb {
        /// The file.
        path: PathBuf,
        /// What it may unpack to, in MiB.
        limit_mib: u64,
    },
    /// There is no memory for it.
    #[error("{}: holds {mib} MiB, more than there is memory for: close other programs or train with fewer words", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its payload, in MiB.
        mib: u64,
    },
    /// Not a file of ours.
    #[error("{}: is not a wordfield model: give a file written by `wordfield train … --save`", path.display())]
    NotAModel {
        /// The file.
        path: PathBuf,
    },
    /// A nearest-neighbour model with word positions.
    #[error(
        "{}: holds a nearest-neighbour model with word positions, which this program no longer reads: train it again with \
         `wordfield train knn … --save`",
        path.display()
    )]
    OldNeighbours {
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
    /// A model that could not be opened again.
    #[error(
        "{}: the model was not saved, as it could not be opened again ({problem}): choose a smaller offset or degree of \
         its kernels or a smaller C, and train again",
        path.display()
    )]
    Unsavable {
        /// The file.
        path: PathBuf,
        /// The part that is wrong, and the number.
        problem: String,
    },
    /// A file of reviews that is none.
    #[error("{}: holds no reviews that this program reads ({problem}): move it away, and it is written anew", path.display())]
    BadReviews {
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
