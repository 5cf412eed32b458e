//! Checks of a pair of texts by the rules in a user's rule file.

use std::sync::Arc;

use regex::{Regex, RegexSet};

use crate::Measured;

/// Check of a rule in the user's file: pattern, required terms or forbidden terms.
#[derive(Clone, Debug)]
pub(crate) enum UserCheck {
    /// Check by a regular expression.
    Pattern(Arc<PatternCheck>),
    /// Check that the required terms are in the target.
    Terms(Arc<Terms>),
    /// Check that the target contains no forbidden term.
    Forbidden(Arc<Forbidden>),
}

/// Check that a pattern matches one text (or does not) if a condition matches the opposite text.
#[derive(Debug)]
pub(crate) struct PatternCheck {
    pub condition: Option<Regex>,
    pub pattern: Regex,
    /// Whether the pattern must match, or must not match.
    pub wanted: bool,
    /// Whether the condition is for the target and the pattern for the source, instead of the reverse.
    pub reverse: bool,
}

/// Source terms, each with the target terms of which one is required.
#[derive(Debug)]
pub(crate) struct Terms {
    pub sources: RegexSet,
    pub rows: Vec<(String, Vec<String>)>,
}

/// Forbidden terms of the target, each with a condition for the source.
#[derive(Debug)]
pub(crate) struct Forbidden {
    pub targets: RegexSet,
    pub rows: Vec<(String, Option<Regex>)>,
}

impl UserCheck {
    /// Number of violations of the rule in a pair of texts, with a description.
    pub(crate) fn measure(&self, texts: [&str; 2]) -> Option<Measured> {
        match self {
            Self::Pattern(check) => check.measure(texts),
            Self::Terms(terms) => terms.measure(texts),
            Self::Forbidden(forbidden) => forbidden.measure(texts),
        }
    }
}

impl PatternCheck {
    fn measure(&self, texts: [&str; 2]) -> Option<Measured> {
        let [condition, text] = if self.reverse { [texts[1], texts[0]] } else { texts };
        let applies = self.condition.as_ref().is_none_or(|pattern| pattern.is_match(condition));
        let found = self.pattern.find(text);
        if !applies || found.is_some() == self.wanted {
            return None;
        }
        let shown = found.map(|found| found.as_str().trim().chars().take(24).collect());
        Some(Measured { value: 1.0, text: shown.unwrap_or_default() })
    }
}

impl Terms {
    fn measure(&self, texts: [&str; 2]) -> Option<Measured> {
        let found = self.sources.matches(texts[0]);
        let target = if found.matched_any() { texts[1].to_lowercase() } else { return None };
        let rows = found.iter().map(|row| &self.rows[row]);
        let missing: Vec<&(String, Vec<String>)> =
            rows.filter(|(_, wanted)| !wanted.iter().any(|wanted| target.contains(&wanted.to_lowercase()))).collect();
        let text =
            || missing.iter().map(|(source, wanted)| format!("{source}→{}", wanted.join("/"))).collect::<Vec<_>>().join(", ");
        (!missing.is_empty()).then(|| Measured { value: missing.len() as f64, text: text() })
    }
}

impl Forbidden {
    fn measure(&self, texts: [&str; 2]) -> Option<Measured> {
        let rows = self.targets.matches(texts[1]).into_iter().map(|row| &self.rows[row]);
        let applies = |condition: &Option<Regex>| condition.as_ref().is_none_or(|source| source.is_match(texts[0]));
        let found: Vec<&str> = rows.filter(|(_, condition)| applies(condition)).map(|(target, _)| &**target).collect();
        (!found.is_empty()).then(|| Measured { value: found.len() as f64, text: found.join(", ") })
    }
}
