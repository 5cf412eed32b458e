//! The table of rules: one row and one file a rule.

mod brackets;
mod copy;
mod duplicate;
mod empty;
mod language;
mod length;
mod markup;
mod numbers;
mod overlap;
mod punctuation;
mod quotes;
mod repeated;
mod spacing;
mod urls;

use std::borrow::Cow;

use crate::{Statistics, user::UserCheck};

/// Weight of a rule's finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// Reason to look at the pair.
    Error,
    /// Difference that many good pairs have too.
    Hint,
}

/// Pair to measure, with the corpus it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// Row in the corpus, from 0.
    pub row: usize,
    /// Source and target.
    pub texts: [&'a str; 2],
    /// Statistics of the corpus.
    pub statistics: &'a Statistics,
}

/// Number a rule measured, with its explanation.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// In the rule's unit, positive and finite.
    pub value: f64,
    /// Text for a table cell without the rule's name, such as `15≠51`. Can be empty.
    pub text: String,
}

/// Rule with its threshold.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Key in tables and files, such as `repeated-source`.
    pub name: Cow<'static, str>,
    /// Error or hint.
    pub kind: RuleKind,
    /// Unit of the measured number.
    pub unit: &'static str,
    /// Number from which a pair is flagged.
    pub threshold: f64,
    /// Whether the rule flags pairs.
    pub enabled: bool,
    /// One sentence for people.
    pub description: Cow<'static, str>,
    pub(crate) check: Check,
}

/// Computation of a rule.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    /// Built-in rule.
    Function(fn(&Case) -> Option<Measured>),
    /// Rule of the user's file.
    User(UserCheck),
}

impl Rule {
    /// Row of the table: enabled, with a built-in check.
    const fn new(
        kind: RuleKind,
        name: &'static str,
        unit: &'static str,
        threshold: f64,
        description: &'static str,
        check: fn(&Case) -> Option<Measured>,
    ) -> Self {
        Self {
            name: Cow::Borrowed(name),
            kind,
            unit,
            threshold,
            enabled: true,
            description: Cow::Borrowed(description),
            check: Check::Function(check),
        }
    }

    /// Whether the rule is of the user's file.
    pub fn is_own(&self) -> bool {
        matches!(self.check, Check::User(_))
    }

    /// The measured number; `None` is 0 without explanation.
    pub fn measure(&self, case: &Case) -> Option<Measured> {
        match &self.check {
            Check::Function(check) => check(case),
            Check::User(check) => check.measure(case.texts),
        }
    }
}

impl Measured {
    /// A count of differences with its explanation; `None` for no difference.
    fn count(count: usize, text: impl FnOnce() -> String) -> Option<Self> {
        (count > 0).then(|| Self { value: count as f64, text: text() })
    }
}

/// The built-in rules: errors, then hints.
pub static RULES: [Rule; 15] = [
    empty::RULE,
    copy::RULE,
    length::RULE,
    language::RULE,
    numbers::RULE,
    markup::RULE,
    urls::RULE,
    overlap::RULE,
    duplicate::RULE,
    repeated::SOURCE,
    repeated::TARGET,
    punctuation::RULE,
    quotes::RULE,
    brackets::RULE,
    spacing::RULE,
];

/// Names of the sides in explanations.
pub(crate) const SIDES: [&str; 2] = ["source", "target"];

#[cfg(test)]
pub(crate) mod testing {
    //! Helpers for the rules' tests.

    use super::{Case, Measured, Rule};
    use crate::Statistics;

    /// Measurement of a rule on a pair in a corpus of one pair.
    pub(crate) fn measured(rule: &Rule, source: &str, target: &str) -> Option<Measured> {
        let texts = [source, target];
        rule.measure(&Case { row: 0, texts, statistics: &Statistics::of(&[texts]) })
    }

    /// Whether a rule flags a pair in a corpus of one pair.
    pub(crate) fn flags(rule: &Rule, source: &str, target: &str) -> bool {
        measured(rule, source, target).is_some_and(|measured| measured.value >= rule.threshold)
    }

    /// Explanation of a rule's number, or an empty text.
    pub(crate) fn text(rule: &Rule, source: &str, target: &str) -> String {
        measured(rule, source, target).map(|measured| measured.text).unwrap_or_default()
    }
}
