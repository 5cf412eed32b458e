//! Table of the quality rules, with one row and one source file for each rule.

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

/// Kind of a rule's findings: error or hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// Error: a reason to look at the pair.
    Error,
    /// Hint: a difference that many good pairs have too.
    Hint,
}

/// Pair of texts to be measured by a rule, with the statistics of its corpus.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// Row of the pair in its corpus, from 0.
    pub row: usize,
    /// Source text and target text.
    pub texts: [&'a str; 2],
    /// Statistics of the corpus that the pair belongs to.
    pub statistics: &'a Statistics,
}

/// Number that a rule measured in a pair, with its explanation.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Measured number in the unit of its rule, positive and finite.
    pub value: f64,
    /// Explanation of the measured number for a table cell, as in `15≠51`; may be empty.
    pub text: String,
}

/// Quality rule with its threshold.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Name of the rule in tables and files, as in `repeated-source`.
    pub name: Cow<'static, str>,
    /// Kind of the rule's findings: error or hint.
    pub kind: RuleKind,
    /// Unit of the number that the rule measures.
    pub unit: &'static str,
    /// Measured number at and above which the rule flags a pair.
    pub threshold: f64,
    /// Whether the rule is in use and flags pairs.
    pub enabled: bool,
    /// Description of the rule in one sentence for the user.
    pub description: Cow<'static, str>,
    pub(crate) check: Check,
}

/// Check that computes the number of a rule.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    /// Check of a built-in rule.
    Function(fn(&Case) -> Option<Measured>),
    /// Check of a rule in the user's file.
    User(UserCheck),
}

impl Rule {
    /// Creates a built-in rule, enabled, as a row of the table of rules.
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

    /// Whether the rule comes from the user's file.
    pub fn is_own(&self) -> bool {
        matches!(self.check, Check::User(_))
    }

    /// Number that the rule measures in a pair; `None` stands for 0 without explanation.
    pub fn measure(&self, case: &Case) -> Option<Measured> {
        match &self.check {
            Check::Function(check) => check(case),
            Check::User(check) => check.measure(case.texts),
        }
    }
}

impl Measured {
    /// Measured number of differences with an explanation; `None` without differences.
    fn count(count: usize, text: impl FnOnce() -> String) -> Option<Self> {
        (count > 0).then(|| Self { value: count as f64, text: text() })
    }
}

/// Built-in rules: errors first, then hints.
pub static RULES: [Rule; 16] = [
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
    markup::ORDER,
];

/// Names of both sides of a pair, source and target, in explanations.
pub(crate) const SIDES: [&str; 2] = ["source", "target"];

#[cfg(test)]
pub(crate) mod testing {
    //! Helpers for the tests of rules.

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
