//! Checks of a pair of texts by the rules in a user's rule file.

use std::{collections::BTreeSet, sync::Arc};

use aho_corasick::{AhoCorasick, BuildError};
use regex::Regex;

use crate::{
    Measured,
    text::{composed, is_unspaced_script},
};

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
    pub sources: Finder,
    pub rows: Vec<(String, Vec<String>)>,
}

/// Forbidden terms of the target, each with the index of a source term that is its condition.
#[derive(Debug)]
pub(crate) struct Forbidden {
    pub targets: Finder,
    pub sources: Finder,
    pub rows: Vec<(String, Option<usize>)>,
}

/// Automaton that finds all of many terms in one pass, ignoring letter case.
#[derive(Debug)]
pub(crate) struct Finder {
    automaton: AhoCorasick,
    /// Whether each term is found only at the beginning of a word.
    bounded: Vec<bool>,
}

impl Finder {
    /// Builds the automaton. `at_words`: terms that begin with a letter are found only where no letter or digit is before them.
    pub(crate) fn new<'t>(terms: impl Iterator<Item = &'t str>, at_words: bool) -> Result<Self, BuildError> {
        let terms: Vec<String> = terms.map(folded).collect();
        let is_letter = |first: char| first.is_alphanumeric() && !is_unspaced_script(first);
        let bounded = terms.iter().map(|term| at_words && term.starts_with(is_letter)).collect();
        Ok(Self { automaton: AhoCorasick::new(&terms)?, bounded })
    }

    /// Indices of the terms in a text, ascending.
    fn find(&self, text: &str) -> BTreeSet<usize> {
        let text = folded(text);
        let inside = |at: usize| text[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        let found = self.automaton.find_overlapping_iter(&text).map(|found| (found.pattern().as_usize(), found.start()));
        found.filter(|&(term, at)| !(self.bounded[term] && inside(at))).map(|found| found.0).collect()
    }
}

/// Text in lower case and normal form NFC.
fn folded(text: &str) -> String {
    composed(text).to_lowercase()
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
        let found = self.sources.find(texts[0]);
        let target = if found.is_empty() { return None } else { folded(texts[1]) };
        let rows = found.into_iter().map(|row| &self.rows[row]);
        let missing: Vec<&(String, Vec<String>)> =
            rows.filter(|(_, wanted)| !wanted.iter().any(|wanted| target.contains(&folded(wanted)))).collect();
        let text =
            || missing.iter().map(|(source, wanted)| format!("{source}→{}", wanted.join("/"))).collect::<Vec<_>>().join(", ");
        (!missing.is_empty()).then(|| Measured { value: missing.len() as f64, text: text() })
    }
}

impl Forbidden {
    fn measure(&self, texts: [&str; 2]) -> Option<Measured> {
        let rows = self.targets.find(texts[1]).into_iter().map(|row| &self.rows[row]);
        let sources = self.sources.find(texts[0]);
        let applies = |condition: &Option<usize>| condition.is_none_or(|source| sources.contains(&source));
        let found: Vec<&str> = rows.filter(|(_, condition)| applies(condition)).map(|(target, _)| &**target).collect();
        (!found.is_empty()).then(|| Measured { value: found.len() as f64, text: found.join(", ") })
    }
}
