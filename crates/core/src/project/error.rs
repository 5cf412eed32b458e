//! Errors of saved files; every message names the file and ends with the remedy.

use std::path::PathBuf;

/// An error of a saved file.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// The system refused to read.
    #[error("{}: cannot be read ({cause}): check that the file exists and may be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
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
        /// The system's error.
        cause: std::io::Error,
    },
    /// The path cannot be written to.
    #[error("{}: {problem}", path.display())]
    Place {
        /// The file.
        path: PathBuf,
        /// The obstacle and the remedy.
        problem: String,
    },
    /// The model names a file elsewhere.
    #[error(
        "{}: names {} as a file of its corpus, which is not in the model's folder and is not read unasked: if it may be read, \
         name the corpus with --corpus",
        path.display(), file.display()
    )]
    NamedElsewhere {
        /// The model.
        path: PathBuf,
        /// The file it names.
        file: PathBuf,
    },
    /// The path to read is not a file.
    #[error("{}: is {what}, not a file: give a file, or write what comes from there into one first", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// Kind of the path.
        what: &'static str,
    },
    /// A gzipped file that unpacks to more than a model of its size can have.
    #[error(
        "{}: would unpack to more than {limit_mib} MiB, a hundred times its own size: if you trust it, unpack it with \
         `gzip -d` and give the unpacked file",
        path.display()
    )]
    Bomb {
        /// The file.
        path: PathBuf,
        /// Accepted unpacked size, in MiB.
        limit_mib: u64,
    },
    /// The memory does not suffice.
    #[error("{}: holds {mib} MiB, more than there is memory for: close other programs or train with fewer words", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Size of the payload, in MiB.
        mib: u64,
    },
    /// Not a saved model.
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
    /// Written by a later version of the program.
    #[error(
        "{}: has format version {found}, written by wordfield {program}, but this program reads up to version \
         {known}: open it with wordfield {program} or later, or train the model again",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Format version of the file.
        found: u32,
        /// Newest format version this program reads.
        known: u32,
        /// Version of the program that wrote the file.
        program: String,
    },
    /// A truncated file.
    #[error(
        "{}: ends too early ({found} bytes of {expected}): copy it again from where it was saved, or train the \
         model again",
        path.display()
    )]
    Truncated {
        /// The file.
        path: PathBuf,
        /// Bytes of the payload in the file.
        found: usize,
        /// Bytes of the payload according to the header.
        expected: usize,
    },
    /// A file whose content is inconsistent.
    #[error(
        "{}: is damaged ({problem}): copy it again from where it was saved, or train the model again",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The inconsistency.
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
    /// A file that is not a list of reviews.
    #[error("{}: holds no reviews that this program reads ({problem}): move it away, and a new one is written", path.display())]
    BadReviews {
        /// The file.
        path: PathBuf,
        /// The inconsistency.
        problem: String,
    },
    /// A report without a split.
    #[error("{}: holds no split ({problem}): give a report written by --json", path.display())]
    NoSplit {
        /// The file.
        path: PathBuf,
        /// The inconsistency.
        problem: String,
    },
}
