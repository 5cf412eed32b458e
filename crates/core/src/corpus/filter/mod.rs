//! Filters of documents or pairs by their columns and texts, as in `desk = "markets" and date >= 1987-03 and text ~ /oil|opec/`.
//!
//! | part | meaning |
//! |---|---|
//! | `a = 1`, `!=`, `<`, `<=`, `>`, `>=` | compares a column, or `class`, `text`, `title`, `length` (characters), a rating |
//! | `a ~ /regex/`, `a !~ /regex/i` | a match anywhere in the text as written; `i` ignores case |
//! | `a in ("x", "y")`, `a is missing`, `a is not missing` | one of several values; no value |
//! | `not`, `and`, `or`, `( )` | in the order of their strength |
//! | `"a name"`, `'a value'` | quotes are needed for all but words, numbers and dates |
//! | `source.text`, `target.text` | a side of pairs |
//!
//! `date = 1987-03` means any time of that month. A missing value meets no comparison, not even `!=`.
//! Cost: one pass over the rows for each comparison. Memory: a byte a row for each comparison.

mod evaluate;
mod groups;
mod parse;

use std::{fmt, str::FromStr, sync::Arc};

use regex::Regex;
use serde::{Deserialize, Serialize};

pub use evaluate::Records;
pub use groups::groups;

use crate::corpus::{CorpusError, ErrorKind, Side};

/// Filter of documents or pairs, as text and parsed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Filter(Arc<(String, Node)>);

/// Part of a filter.
#[derive(Clone, Debug)]
enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    /// Test of a column, with the position of its name in the filter.
    Test {
        name: String,
        at: usize,
        test: Test,
    },
}

/// Test of one value.
#[derive(Clone, Debug)]
enum Test {
    /// Whether the comparison with one of the values holds, each with its position in the filter.
    Compare(Comparison, Vec<(String, usize)>),
    Matches(Regex, bool),
    Missing(bool),
}

/// Comparison of a value with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    Differs,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Eq for Filter {}

impl PartialEq for Filter {
    fn eq(&self, other: &Self) -> bool {
        self.0.0 == other.0.0
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.0)
    }
}

impl From<Filter> for String {
    fn from(filter: Filter) -> Self {
        filter.0.0.clone()
    }
}

impl TryFrom<String> for Filter {
    type Error = FilterError;

    fn try_from(text: String) -> Result<Self, FilterError> {
        let node = parse::parse(&text).map_err(|problem| problem.of(&text))?;
        Ok(Self(Arc::new((text, node))))
    }
}

impl FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        Self::try_from(text.to_owned())
    }
}

impl Filter {
    /// Whether a text is meant as a condition and not as words to search for: it has a comparison.
    pub fn is_meant(text: &str) -> bool {
        text.contains(['=', '<', '>', '~']) || text.contains(" is ") && text.contains("missing")
    }

    /// Whether each document meets the filter, or belongs to a pair that does (documents).
    ///
    /// # Errors
    /// Returns the errors of [`Filter::keep`].
    pub fn mask(&self, records: &impl Records) -> Result<Vec<bool>, FilterError> {
        let (kept, mut mask) = (self.keep(records)?, vec![false; records.documents()]);
        for side in [Side::Source, Side::Target] {
            evaluate::rows(records, side).into_iter().zip(&kept).for_each(|(document, &keep)| mask[document] = keep);
        }
        Ok(mask)
    }

    /// Whether each row meets the filter (rows).
    ///
    /// # Errors
    /// Returns an error if the filter names a column that does not exist, or compares it with a value of another kind.
    pub fn keep(&self, records: &impl Records) -> Result<Vec<bool>, FilterError> {
        evaluate::node(&self.0.1, records).map_err(|problem| problem.of(&self.0.0))
    }
}

/// Problem of a filter at a position of its text, before the text is known.
#[derive(Debug)]
struct Problem {
    at: usize,
    what: String,
    remedy: String,
}

impl Problem {
    fn new(at: usize, problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { at, what: problem.into(), remedy: remedy.into() }
    }

    fn of(self, text: &str) -> FilterError {
        let Self { at, what: problem, remedy } = self;
        FilterError { text: text.to_owned(), character: text[..at].chars().count(), problem, remedy }
    }
}

/// Error of a filter, with the place in its text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem} (character {} of the filter); {remedy}\n  {text}\n  {}^", character + 1, " ".repeat(*character))]
pub struct FilterError {
    /// Text of the filter.
    pub text: String,
    /// Number of characters in the filter before the problem.
    pub character: usize,
    /// Description of the problem in the filter.
    pub problem: String,
    /// Remedy for the problem.
    pub remedy: String,
}

impl FilterError {
    /// The error as one of reading a corpus.
    pub(crate) fn of_corpus(self) -> CorpusError {
        CorpusError::new(ErrorKind::Column, self.to_string(), "")
    }
}

#[cfg(test)]
mod tests;
