//! Checks of a rule file's rules on a pair of texts.

use std::sync::Arc;

use regex::{Regex, RegexSet};

use crate::Measured;

/// Check of the user's file.
#[derive(Clone, Debug)]
pub(crate) enum UserCheck {
    /// Pattern rule.
    Pattern(Arc<PatternCheck>),
    /// Terms wanted.
    Terms(Arc<Terms>),
    /// Terms forbidden.
    Forbidden(Arc<Forbidden>),
}

/// Pattern for one side where another holds for the other side.
#[derive(Debug)]
pub(crate) struct PatternCheck {
    pub condition: Option<Regex>,
    pub pattern: Regex,
    /// Whether the pattern must match; otherwise it must not.
    pub wanted: bool,
    /// Whether the condition is for the target and the pattern for the source.
    pub reverse: bool,
}

/// Source terms with the targets they need.
#[derive(Debug)]
pub(crate) struct Terms {
    pub sources: RegexSet,
    pub rows: Vec<(String, Vec<String>)>,
}

/// Texts the target must not contain, each with a condition for the source.
#[derive(Debug)]
pub(crate) struct Forbidden {
    pub targets: RegexSet,
    pub rows: Vec<(String, Option<Regex>)>,
}

impl UserCheck {
    /// Number of violations of a pair.
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
