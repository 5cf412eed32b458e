//! What can be wrong with a file: each error names the file, the line where there is one, and the remedy.
//!
//! Here is what goes wrong when a file is opened; the other concerns have a file each. Cost and memory: made once, when
//! reading or building stops.

mod build;
mod form;
mod pairs;
mod vectors;

use std::path::PathBuf;

use crate::corpus::printable::shown;

pub use build::BuildError;
pub use form::FormError;
pub use pairs::PairError;
pub use vectors::VectorError;

/// What can be wrong with a file or with the choices made for it.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// Reading was cancelled by the user.
    #[error("reading was cancelled")]
    Cancelled,

    // Opening.
    /// No file was named.
    #[error("no file was named; give at least one file or folder")]
    NoFiles,
    /// There is no such file.
    #[error("{}: there is no such file or folder; check the path", file.display())]
    NotFound {
        /// The path as given.
        file: PathBuf,
    },
    /// The operating system refused.
    #[error("{}: cannot be read ({reason}); check its permissions and that the disk is still there", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The system's words.
        reason: String,
    },
    /// The file holds nothing.
    #[error("{}: the file is empty; choose a file with one document a line", file.display())]
    EmptyFile {
        /// The file.
        file: PathBuf,
    },
    /// The file is not text.
    #[error(
        "{}: this is not text ({reason}); convert it to plain text, CSV or JSON Lines (gzip is read as it is)",
        file.display()
    )]
    Binary {
        /// The file.
        file: PathBuf,
        /// What gave it away.
        reason: &'static str,
    },
    /// A compressed file ends too early.
    #[error(
        "{}: the gzip file is cut off after line {line}; download or copy it again, or unpack what is there with \
         `gzip -dc` and open that",
        file.display()
    )]
    TruncatedGzip {
        /// The file.
        file: PathBuf,
        /// The last whole line read.
        line: usize,
    },
    /// A compressed file is damaged.
    #[error("{}: the gzip file is damaged after line {line} ({reason}); download or copy it again", file.display())]
    DamagedGzip {
        /// The file.
        file: PathBuf,
        /// The last whole line read.
        line: usize,
        /// The decoder's words.
        reason: String,
    },
    /// A line no document can have.
    #[error(
        "{}:{line}: the line is longer than {limit_mib} MiB; put one document on a line, choose the right format, or \
         raise the limit (--max-document)",
        file.display()
    )]
    LineTooLong {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// The limit, in MiB.
        limit_mib: usize,
    },
    /// A file of one document that is too long.
    #[error(
        "{}: the document is longer than {limit_mib} MiB; cut it up, choose the right format, or raise the limit \
         (--max-document)",
        file.display()
    )]
    DocumentTooLong {
        /// The file.
        file: PathBuf,
        /// The limit, in MiB.
        limit_mib: usize,
    },
    /// More text than is kept.
    #[error(
        "{}: the documents take more than {limit_mib} MiB of memory; open a part of them, or raise the limit (--max-corpus)",
        file.display()
    )]
    TooMuchText {
        /// The file at which the limit was passed.
        file: PathBuf,
        /// The limit, in MiB.
        limit_mib: usize,
    },
    /// A compressed file of no end.
    #[error(
        "{}: the gzip file unpacks to more than {limit_mib} MiB; unpack it and open a part of it, or raise the limit \
         (--max-corpus)",
        file.display()
    )]
    UnpacksTooFar {
        /// The file.
        file: PathBuf,
        /// The limit, in MiB.
        limit_mib: u64,
    },
    /// A list of words that is too long.
    #[error(
        "{}: the list is longer than {limit_mib} MiB; choose a file with one word or name a line, or raise the limit \
         (--max-document)",
        file.display()
    )]
    ListTooLong {
        /// The file.
        file: PathBuf,
        /// The limit, in MiB.
        limit_mib: usize,
    },
    /// A file without a document.
    #[error("{}: there is no document in it; choose a file with one document a line", file.display())]
    NoDocumentIn {
        /// The file, the first where there are several.
        file: PathBuf,
    },
    /// No such encoding.
    #[error(
        "there is no character encoding named \"{name}\"; use a name such as \"utf-8\", \"windows-1252\", \
         \"shift_jis\", \"gbk\" or \"utf-16le\", or leave it empty to have it recognised"
    )]
    UnknownEncoding {
        /// The name as given.
        name: String,
    },
    /// Bytes that are none of the named encoding.
    #[error(
        "{}:{line}: the bytes are not {encoding}; name another encoding, or leave it empty to have it recognised",
        file.display()
    )]
    WrongEncoding {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// The encoding's name.
        encoding: &'static str,
    },
    /// A folder where a file was meant, or the other way round.
    #[error("{}: {problem}", file.display())]
    WrongKind {
        /// The path.
        file: PathBuf,
        /// What is wrong and what to do.
        problem: &'static str,
    },

    /// The form of a file of documents.
    #[error(transparent)]
    Form(#[from] FormError),
    /// Files of pairs.
    #[error(transparent)]
    Pair(#[from] PairError),
    /// Files of word vectors.
    #[error(transparent)]
    Vectors(#[from] VectorError),
    /// The choices made for a corpus.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// "a, b, c", the first twenty.
fn list(names: &[String]) -> String {
    const SHOWN: usize = 20;
    if names.is_empty() {
        return "none (there is no column)".to_owned();
    }
    let text = names.iter().take(SHOWN).map(|name| format!("\"{}\"", shown(name))).collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN { format!("{text} and {} more", names.len() - SHOWN) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let names: Vec<String> = (0..25).map(|i| format!("c{i}")).collect();
        assert!(list(&names).ends_with("\"c19\" and 5 more"));
        assert_eq!(list(&names[..2]), "\"c0\", \"c1\"");
    }
}
