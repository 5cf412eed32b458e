//! Errors of a rule file, each with its line and remedy.

use std::{io, path::PathBuf};

use crate::RULES;

/// Error: a rule file cannot be read or has a fault.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleFileError {
    /// Error: the rule file cannot be read.
    #[error("cannot read {}: {error}; check that the file exists and is UTF-8", path.display())]
    Read {
        /// Path of the rule file.
        path: PathBuf,
        /// I/O error of the operating system.
        error: io::Error,
    },
    /// Error: the rule file is not TOML, or has an unknown or missing key.
    #[error("{}:{line}: {message}; see the rule file's format", path.display())]
    Syntax {
        /// Path of the rule file.
        path: PathBuf,
        /// Line number in the rule file, from 1.
        line: usize,
        /// Message of the TOML parser.
        message: String,
    },
    /// Error: no built-in rule has this name.
    #[error("{}:{line}: no rule is called \"{name}\"; use one of {}", path.display(), known())]
    UnknownRule {
        /// Path of the rule file.
        path: PathBuf,
        /// Line number in the rule file, from 1.
        line: usize,
        /// Name of the rule that does not exist.
        name: String,
    },
    /// Error: a rule's threshold is not a positive finite number.
    #[error("{}:{line}: threshold {value} of \"{name}\" is not positive; use off = [\"{name}\"] to switch the rule off", path.display())]
    Threshold {
        /// Path of the rule file.
        path: PathBuf,
        /// Line number in the rule file, from 1.
        line: usize,
        /// Name of the rule.
        name: String,
        /// Threshold that is invalid.
        value: f64,
    },
    /// Error: two rules have the same name.
    #[error("{}:{line}: the name \"{name}\" is taken; choose another one", path.display())]
    Taken {
        /// Path of the rule file.
        path: PathBuf,
        /// Line number in the rule file, from 1.
        line: usize,
        /// Name that is already taken.
        name: String,
    },
    /// Error: a rule's name contains other characters than letters, digits, `-` and `_`.
    #[error("{}:{line}: the name \"{name}\" has other characters than letters, digits, - and _; leave them out", path.display())]
    Name {
        /// Path of the rule file.
        path: PathBuf,
        /// Line number in the rule file, from 1.
        line: usize,
        /// Name of the rule that is invalid.
        name: String,
    },
    /// Error: a rule's pattern is not a regular expression.
    #[error("{}:{line}: pattern '{pattern}': {message}; put \\ before a literal sign", path.display())]
    Pattern {
        /// Path of the rule file.
        path: PathBuf,
        /// Line number in the rule file, from 1.
        line: usize,
        /// Pattern that is invalid.
        pattern: String,
        /// Message of the regular-expression parser.
        message: String,
    },
    /// Error: a rule has no pattern for the target, or both a wanted and a forbidden one.
    #[error("{}:{line}: rule \"{name}\" needs either `target` or `forbid`", path.display())]
    TargetPattern {
        /// Path of the rule file.
        path: PathBuf,
        /// Line number in the rule file, from 1.
        line: usize,
        /// Name of the rule.
        name: String,
    },
    /// Error: a term of the rule file is empty.
    #[error("{}:{line}: an empty text is in every row; write a word or remove the entry", path.display())]
    EmptyTerm {
        /// Path of the rule file.
        path: PathBuf,
        /// Line number in the rule file, from 1.
        line: usize,
    },
    /// Error: the terms of a rule file need too much memory as a pattern.
    #[error("{}: the terms of one kind need too much memory as a pattern: {message}; divide them into several files", path.display())]
    Size {
        /// Path of the rule file.
        path: PathBuf,
        /// Message of the pattern compiler.
        message: String,
    },
}

fn known() -> String {
    RULES.iter().map(|rule| &*rule.name).collect::<Vec<_>>().join(", ")
}
