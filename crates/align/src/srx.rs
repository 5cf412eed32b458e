//! Sentence rules of an SRX 2.0 file (Segmentation Rules eXchange, LISA 2008).
//!
//! A rule holds at a position where `beforebreak` matches text that ends there and `afterbreak` matches text that starts there.
//! Of the rules for a language, the first matching rule decides whether the position is a break.
//! The text is not cut at positions without a matching rule.
//!
//! Patterns are regular expressions of the crate `regex`, without lookaround and possessive quantifiers.
//! `beforebreak` sees at most [`WINDOW`] bytes before the position and nothing after it, `afterbreak` nothing before it.
//!
//! Time: O(text × break rules + breaks × rules).

use std::ops::Range;

use regex::Regex;

use crate::{sentences::trimmed, srx_file};

/// Number of bytes before a position that the pattern `beforebreak` can match.
const WINDOW: usize = 256;

/// Sentence rules of an SRX file.
#[derive(Clone, Debug)]
pub struct SrxRules {
    /// Name and rules of each `languagerule` element in the SRX file.
    languages: Vec<(String, Vec<Rule>)>,
    /// Pattern of a language code and index into `languages`, in the order of the file.
    maps: Vec<(Regex, usize)>,
    /// Whether all matching language maps apply, not only the first.
    cascade: bool,
}

#[derive(Clone, Debug)]
struct Rule {
    is_break: bool,
    /// Pattern `beforebreak`, if not empty: as written, and anchored at the end of the text.
    before: Option<(Regex, Regex)>,
    /// Pattern `afterbreak`, if not empty: as written, and anchored at the start of the text.
    after: Option<(Regex, Regex)>,
}

/// Error: an SRX file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SrxError {
    /// Error: the SRX file is not XML, or ends within an element.
    #[error("the SRX file is no valid XML near byte {position}: {message}")]
    Xml {
        /// Byte offset of the error in the SRX file.
        position: u64,
        /// Message of the XML parser.
        message: String,
    },
    /// Error: a pattern of the SRX file is not a regular expression of the crate `regex`.
    #[error("the SRX pattern {pattern:?} is not supported: {message}")]
    Pattern {
        /// Pattern as written in the SRX file.
        pattern: String,
        /// Message of the regular-expression parser.
        message: String,
    },
    /// Error: a language map names rules that the SRX file does not contain.
    #[error("the SRX file maps a language to the rules {0:?}, which it does not contain")]
    UnknownRules(String),
    /// Error: the SRX file has no language map, so that it applies to no text.
    #[error("the SRX file has no language map")]
    NoMaps,
}

impl SrxRules {
    /// Parses the content of an SRX file.
    ///
    /// # Errors
    /// Returns an error if the content is no XML, a pattern is not supported, or language maps are missing or name missing rules.
    pub fn read(content: &str) -> Result<Self, SrxError> {
        let file = srx_file::read(content)?;
        let mut languages = Vec::with_capacity(file.languages.len());
        for (name, rules) in file.languages {
            languages.push((name, rules.iter().map(Rule::new).collect::<Result<Vec<_>, _>>()?));
        }
        let mut maps = Vec::with_capacity(file.maps.len());
        for (language, name) in file.maps {
            let position = languages.iter().position(|(other, _)| *other == name);
            maps.push((compile(&language, "^(?:", ")$")?, position.ok_or(SrxError::UnknownRules(name))?));
        }
        if maps.is_empty() {
            return Err(SrxError::NoMaps);
        }
        Ok(Self { languages, maps, cascade: file.cascade })
    }

    /// Sentences of a text in a language such as `en` or `pt-BR`, as byte ranges without surrounding white space.
    pub fn sentences(&self, text: &str, language: &str) -> Vec<Range<usize>> {
        let rules = self.rules(language);
        let mut candidates = Vec::new();
        for rule in rules.iter().filter(|rule| rule.is_break) {
            rule.candidates(text, &mut candidates);
        }
        candidates.sort_unstable();
        candidates.dedup();
        let is_break = |&position: &usize| rules.iter().find(|rule| rule.holds(text, position)).is_some_and(|rule| rule.is_break);
        let mut start = 0;
        let mut sentences = Vec::new();
        for end in candidates.into_iter().filter(is_break).chain([text.len()]) {
            sentences.extend(trimmed(text, start..end));
            start = end;
        }
        sentences
    }

    /// Sentence rules for a language, in the order of the SRX file's maps.
    fn rules(&self, language: &str) -> Vec<&Rule> {
        let matching = self.maps.iter().filter(|(pattern, _)| pattern.is_match(language));
        let count = if self.cascade { usize::MAX } else { 1 };
        matching.take(count).flat_map(|&(_, position)| &self.languages[position].1).collect()
    }
}

impl Rule {
    fn new(rule: &srx_file::RawRule) -> Result<Self, SrxError> {
        let both = |pattern: &str, before: &str, after: &str| {
            let is_empty = pattern.is_empty();
            let compiled = || Ok((compile(pattern, "(?:", ")")?, compile(pattern, before, after)?));
            if is_empty { Ok(None) } else { compiled().map(Some) }
        };
        let before = both(&rule.before, "(?:", r")\z")?;
        Ok(Self { is_break: rule.is_break, before, after: both(&rule.after, r"\A(?:", ")")? })
    }

    fn holds(&self, text: &str, position: usize) -> bool {
        let mut start = position.saturating_sub(WINDOW);
        while !text.is_char_boundary(start) {
            start += 1;
        }
        let before = self.before.as_ref().is_none_or(|(_, ends)| ends.is_match(&text[start..position]));
        before && self.after.as_ref().is_none_or(|(_, starts)| starts.is_match(&text[position..]))
    }

    /// Adds the text positions at which the sentence rule may apply.
    fn candidates(&self, text: &str, positions: &mut Vec<usize>) {
        match (&self.before, &self.after) {
            (Some((pattern, _)), _) => positions.extend(overlapping(pattern, text).map(|found| found.end)),
            (None, Some((pattern, _))) => positions.extend(overlapping(pattern, text).map(|found| found.start)),
            (None, None) => {}
        }
    }
}

/// Matches of a pattern from every start, including overlapping ones. Matches that reach the same end are found once.
fn overlapping<'a>(pattern: &'a Regex, text: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    let mut start = 0;
    std::iter::from_fn(move || {
        let found = pattern.find_at(text, start.min(text.len())).filter(|_| start <= text.len())?.range();
        let next = text[found.start..].chars().next().map_or(1, char::len_utf8);
        // A long match is skipped at once, without a search from each of its characters.
        start = if found.len() > WINDOW { found.end } else { found.start + next };
        Some(found)
    })
}

fn compile(pattern: &str, before: &str, after: &str) -> Result<Regex, SrxError> {
    let error = |e: regex::Error| SrxError::Pattern { pattern: pattern.to_owned(), message: e.to_string() };
    Regex::new(&format!("{before}{pattern}{after}")).map_err(error)
}
