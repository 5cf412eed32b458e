//! Faults of a rule file, each with its line and remedy.

use std::{io, path::PathBuf};

use crate::RULES;

/// Fault of a rule file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleFileError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}; check that the file exists and is UTF-8", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file is not TOML, or has an unknown or missing key.
    #[error("{}:{line}: {message}; see the rule file's format", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// The parser's message.
        message: String,
    },
    /// A rule that does not exist.
    #[error("{}:{line}: no rule is called \"{name}\"; use one of {}", path.display(), known())]
    UnknownRule {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A threshold that is not a positive finite number.
    #[error("{}:{line}: threshold {value} of \"{name}\" is not positive; use off = [\"{name}\"] to switch the rule off", path.display())]
    Threshold {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// The rule.
        name: String,
        /// The threshold.
        value: f64,
    },
    /// Two rules of one name.
    #[error("{}:{line}: the name \"{name}\" is taken; choose another one", path.display())]
    Taken {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A name that is not a key.
    #[error("{}:{line}: the name \"{name}\" has other characters than letters, digits, - and _; leave them out", path.display())]
    Name {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A pattern that is not a regular expression.
    #[error("{}:{line}: pattern '{pattern}': {message}; put \\ before a literal sign", path.display())]
    Pattern {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// The pattern.
        pattern: String,
        /// The parser's message.
        message: String,
    },
    /// A rule without a pattern for the target, or with both.
    #[error("{}:{line}: rule \"{name}\" needs either `target` or `forbid`", path.display())]
    Demand {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// The rule.
        name: String,
    },
    /// An empty term.
    #[error("{}:{line}: an empty text is in every row; write a word or remove the entry", path.display())]
    EmptyTerm {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
    },
    /// More or longer patterns than fit the memory for them.
    #[error("{}: the terms of one kind need too much memory as a pattern: {message}; divide them into several files", path.display())]
    Size {
        /// The file.
        path: PathBuf,
        /// The pattern compiler's message.
        message: String,
    },
}

fn known() -> String {
    RULES.iter().map(|rule| &*rule.name).collect::<Vec<_>>().join(", ")
}
