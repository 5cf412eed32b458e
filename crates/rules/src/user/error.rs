//! Errors of a rule file, each with its line and remedy.

use std::path::PathBuf;

use crate::RULES;

/// Error: a rule file has a fault.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleFileError {
    /// Error: a line of the rule file has a fault.
    #[error("{}:{line}: {fault}", path.display())]
    Line {
        /// Path of the rule file.
        path: PathBuf,
        /// Line number in the rule file, from 1.
        line: usize,
        /// Fault in the line, with its remedy.
        fault: RuleFault,
    },
    /// Error: the terms of a rule file need too much memory.
    #[error("{}: the terms of one kind need too much memory: {message}; divide them into several files", path.display())]
    Size {
        /// Path of the rule file.
        path: PathBuf,
        /// Message of the automaton's builder.
        message: String,
    },
}

/// Fault in a line of a rule file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleFault {
    /// Error: the rule file is not TOML, or has an unknown or missing key, by the message of the TOML parser.
    #[error("{0}; see the rule file's format")]
    Syntax(String),
    /// Error: no built-in rule has this name.
    #[error("no rule is called \"{0}\"; use one of {known}", known = known())]
    UnknownRule(String),
    /// Error: the threshold of the named rule is not a positive finite number.
    #[error("threshold {1} of \"{0}\" is not positive; use off = [\"{0}\"] to switch the rule off")]
    Threshold(String, f64),
    /// Error: two rules have this name.
    #[error("the name \"{0}\" is taken; choose another one")]
    Taken(String),
    /// Error: this name of a rule contains other characters than letters, digits, `-` and `_`.
    #[error("the name \"{0}\" has other characters than letters, digits, - and _; leave them out")]
    Name(String),
    /// Error: this pattern of a rule is not a regular expression, by the message of its parser.
    #[error("pattern '{0}': {1}; put \\ before a literal sign")]
    Pattern(String, String),
    /// Error: the named rule has no pattern for the target, or both a wanted and a forbidden one.
    #[error("rule \"{0}\" needs either `target` or `forbid`")]
    TargetPattern(String),
    /// Error: a term of the rule file is empty.
    #[error("an empty text is in every row; write a word or remove the entry")]
    EmptyTerm,
}

fn known() -> String {
    RULES.iter().map(|rule| &*rule.name).collect::<Vec<_>>().join(", ")
}
