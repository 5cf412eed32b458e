//! Errors of saved files; every message names the file and ends with a remedy.

use std::path::PathBuf;

/// Error of a saved file.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// Error: reading a saved file was cancelled.
    #[error("reading was cancelled")]
    Cancelled,
    /// Error: the system refused to read a file.
    #[error("{}: cannot be read ({}): check that the file exists and may be read", .0.display(), .1)]
    Read(PathBuf, std::io::Error),
    /// Error: the system refused to write a file.
    #[error(
        "{}: cannot be written ({}): check that its folder exists, may be written to and has room",
        .0.display(), .1
    )]
    Write(PathBuf, std::io::Error),
    /// Error: the path cannot be written to.
    #[error("{}: {}", .0.display(), .1)]
    Place(PathBuf, String),
    /// Error: the saved model names a file outside its own folder.
    #[error(
        "{}: names {} as a file of its corpus, which is not in the model's folder and is not read unasked: if it may be read, \
         name the corpus with --corpus",
        path.display(), file.display()
    )]
    NamedElsewhere {
        /// Path of the saved model.
        path: PathBuf,
        /// Path of the corpus file that the model names.
        file: PathBuf,
    },
    /// Error: the path to read is not a file.
    #[error("{}: is {what}, not a file: give a file, or write what comes from there into one first", path.display())]
    NotAFile {
        /// Path that is not a regular file.
        path: PathBuf,
        /// Kind of the object at the path, such as a folder.
        what: &'static str,
    },
    /// Error: a gzip file decompresses to more bytes than a model of its size can have.
    #[error(
        "{}: would unpack to more than {limit_mib} MiB, a hundred times its own size: if you trust it, unpack it with \
         `gzip -d` and give the unpacked file",
        path.display()
    )]
    Bomb {
        /// Path of the gzip file.
        path: PathBuf,
        /// Accepted decompressed size, in MiB.
        limit_mib: u64,
    },
    /// Error: the saved model does not fit in memory.
    #[error("{}: holds {mib} MiB, more than there is memory for: close other programs or train with fewer words", path.display())]
    TooLarge {
        /// Path of the model file that does not fit in memory.
        path: PathBuf,
        /// Size of the file's payload, in MiB.
        mib: u64,
    },
    /// Error: the file is not a saved model.
    #[error("{}: is not a wordfield model: give a file written by `wordfield train … --save`", .0.display())]
    NotAModel(PathBuf),
    /// Error: the file has a nearest-neighbour model with word positions.
    #[error(
        "{}: holds a nearest-neighbour model with word positions, which this program no longer reads: train it again with \
         `wordfield train knn … --save`",
        .0.display()
    )]
    OldNeighbours(PathBuf),
    /// Error: the file was written by a later version of the program.
    #[error(
        "{}: has format version {found}, written by wordfield {program}, but this program reads up to version \
         {known}: open it with wordfield {program} or later, or train the model again",
        path.display()
    )]
    Newer {
        /// Path of the model file written by a later version.
        path: PathBuf,
        /// Format version of the model file.
        found: u32,
        /// Newest format version that this program reads.
        known: u32,
        /// Version of the program that wrote the file.
        program: String,
    },
    /// Error: the saved model file is truncated.
    #[error(
        "{}: ends too early ({found} bytes of {expected}): copy it again from where it was saved, or train the \
         model again",
        path.display()
    )]
    Truncated {
        /// Path of the truncated model file.
        path: PathBuf,
        /// Number of bytes of the payload in the file.
        found: usize,
        /// Number of bytes of the payload according to the header.
        expected: usize,
    },
    /// Error: the content of the file is inconsistent.
    #[error(
        "{}: is damaged ({}): copy it again from where it was saved, or train the model again",
        .0.display(), .1
    )]
    Damaged(PathBuf, String),
    /// Error: the saved model could not be read back after writing.
    #[error(
        "{}: the model was not saved, as it could not be opened again ({}): choose a smaller offset or degree of \
         its kernels or a smaller C, and train again",
        .0.display(), .1
    )]
    Unsavable(PathBuf, String),
    /// Error: the file is not a list of reviews.
    #[error("{}: holds no reviews that this program reads ({}): move it away, and a new one is written", .0.display(), .1)]
    BadReviews(PathBuf, String),
    /// Error: the report contains no split.
    #[error("{}: holds no split ({}): give a report written by --json", .0.display(), .1)]
    NoSplit(PathBuf, String),
}
