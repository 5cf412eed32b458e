//! Errors of saved files; every message names the file and ends with the remedy.

use std::path::PathBuf;

/// An error of a saved file.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// Reading was cancelled.
    #[error("reading was cancelled")]
    Cancelled,
    /// The system refused to read.
    #[error("{}: cannot be read ({cause}): check that the file exists and may be read", path.display())]
    Read {
        /// File that could not be read.
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
        /// File that could not be written.
        path: PathBuf,
        /// The system's error.
        cause: std::io::Error,
    },
    /// The path cannot be written to.
    #[error("{}: {problem}", path.display())]
    Place {
        /// Path that cannot be written to.
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
        /// Path of the saved model.
        path: PathBuf,
        /// Corpus file that the model names.
        file: PathBuf,
    },
    /// The path to read is not a file.
    #[error("{}: is {what}, not a file: give a file, or write what comes from there into one first", path.display())]
    NotAFile {
        /// Path that is not a regular file.
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
        /// Gzip file that unpacks to too much.
        path: PathBuf,
        /// Accepted unpacked size, in MiB.
        limit_mib: u64,
    },
    /// The model does not fit in memory.
    #[error("{}: holds {mib} MiB, more than there is memory for: close other programs or train with fewer words", path.display())]
    TooLarge {
        /// Model file that does not fit in memory.
        path: PathBuf,
        /// Size of the payload, in MiB.
        mib: u64,
    },
    /// Not a saved model.
    #[error("{}: is not a wordfield model: give a file written by `wordfield train … --save`", path.display())]
    NotAModel {
        /// File that is not a saved model.
        path: PathBuf,
    },
    /// A nearest-neighbour model with word positions.
    #[error(
        "{}: holds a nearest-neighbour model with word positions, which this program no longer reads: train it again with \
         `wordfield train knn … --save`",
        path.display()
    )]
    OldNeighbours {
        /// Model file of a format that is no longer read.
        path: PathBuf,
    },
    /// Written by a later version of the program.
    #[error(
        "{}: has format version {found}, written by wordfield {program}, but this program reads up to version \
         {known}: open it with wordfield {program} or later, or train the model again",
        path.display()
    )]
    Newer {
        /// Model file written by a later version.
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
        /// Truncated model file.
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
        /// Damaged model file.
        path: PathBuf,
        /// Description of the damage.
        problem: String,
    },
    /// A model that could not be opened again.
    #[error(
        "{}: the model was not saved, as it could not be opened again ({problem}): choose a smaller offset or degree of \
         its kernels or a smaller C, and train again",
        path.display()
    )]
    Unsavable {
        /// Path at which the model was to be saved.
        path: PathBuf,
        /// The part that is wrong, and the number.
        problem: String,
    },
    /// A file that is not a list of reviews.
    #[error("{}: holds no reviews that this program reads ({problem}): move it away, and a new one is written", path.display())]
    BadReviews {
        /// File that is not a list of reviews.
        path: PathBuf,
        /// Description of the invalid content.
        problem: String,
    },
    /// A report without a split.
    #[error("{}: holds no split ({problem}): give a report written by --json", path.display())]
    NoSplit {
        /// Report file without a split.
        path: PathBuf,
        /// Description of what the report lacks.
        problem: String,
    },
}
