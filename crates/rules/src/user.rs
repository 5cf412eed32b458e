//! Rule file of the user: thresholds, switches, patterns and terms.
//!
//! ```
//! use wordfield_rules::{RuleSet, Statistics};
//!
//! let file = r#"
//! off = ["spacing"]                    # built-in rules that are switched off
//!
//! [threshold]                          # thresholds of built-in rules
//! length = 4.0
//!
//! [[rule]]                             # pattern for the target, where `source` matches (without `source`: in every row)
//! name = "ticket"
//! kind = "error"                       # or "hint"
//! description = "A ticket keeps its number."
//! source = 'TICKET-\d+'
//! target = 'TICKET-\d+'                # must match; or `forbid`: must not match
//!
//! [[rule]]
//! name = "no-double-space"
//! kind = "hint"
//! forbid = '  '
//!
//! [[rule]]
//! name = "percent"
//! kind = "hint"
//! reverse = true                       # the sides change their places: wherever the target has %, the source must have it
//! source = '%'
//! target = '%|percent'
//!
//! [[term]]                             # a word of the source that needs one of these targets
//! source = "kernel"
//! target = ["Kern", "Kernel"]
//!
//! [[forbidden]]                        # a text the target must not contain; `source` limits the rows
//! target = "Nukleus"
//! source = "kernel"
//! "#;
//! let rules = RuleSet::parse(file, "rules.toml".as_ref())?;
//! let pairs = [["Two kernels, TICKET-12.", "Zwei Nuklei, Nukleus."]];
//! let texts: Vec<String> = rules.judge(&Statistics::of(&pairs), 0, pairs[0]).into_iter().map(|found| found.text).collect();
//! assert!(texts.contains(&"ticket".to_owned()));
//! assert!(texts.contains(&"terms kernel→Kern/Kernel".to_owned()));
//! assert!(texts.contains(&"forbidden Nukleus".to_owned()));
//! # Ok::<(), wordfield_rules::RuleFileError>(())
//! ```
//!
//! Patterns are regular expressions of the `regex` crate, which takes linear time.
//! Terms are literal texts; letter case is ignored.
//! A term of the source begins at a word boundary; a target is found inside words too.
//! Compounds and inflected forms therefore count.
//! All terms make one rule `terms`, all forbidden texts one rule `forbidden`.

mod check;
mod error;
mod settings;
#[cfg(test)]
mod tests;

use std::{borrow::Cow, collections::BTreeMap, ops::Range, path::Path, sync::Arc};

use regex::Regex;
use serde::Deserialize;
use toml::Spanned;

pub(crate) use check::UserCheck;
use check::{Finder, Forbidden, PatternCheck, Terms};
pub use error::{RuleFault, RuleFileError};

use crate::{Rule, RuleKind, RuleSet, rule::Check};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileRules {
    #[serde(default)]
    off: Vec<Spanned<String>>,
    #[serde(default)]
    threshold: BTreeMap<Spanned<String>, f64>,
    #[serde(default)]
    rule: Vec<PatternRow>,
    #[serde(default)]
    term: Vec<TermRow>,
    #[serde(default)]
    forbidden: Vec<ForbiddenRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PatternRow {
    name: Spanned<String>,
    kind: FileKind,
    #[serde(default)]
    description: String,
    source: Option<Spanned<String>>,
    #[serde(alias = "require")]
    target: Option<Spanned<String>>,
    forbid: Option<Spanned<String>>,
    #[serde(default)]
    reverse: bool,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FileKind {
    Error,
    Hint,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TermRow {
    source: Spanned<String>,
    target: Spanned<OneOrMore>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForbiddenRow {
    target: Spanned<String>,
    source: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl RuleSet {
    /// Parses the text of a rule file: the built-in rules with its thresholds and switches, and its additional rules.
    /// The path names the file in error messages.
    ///
    /// # Errors
    /// The text is not TOML, has unknown keys or rules, names a rule twice, or has faulty patterns, thresholds or terms.
    pub fn parse(text: &str, path: &Path) -> Result<Self, RuleFileError> {
        let file = Source { text, path };
        let rows: FileRules = toml::from_str(text).map_err(|error| file.syntax(error.span(), error.message()))?;
        let mut set = Self::default();
        for name in &rows.off {
            let rule = file.built_in(&mut set, name)?;
            rule.enabled = false;
        }
        for (name, &value) in &rows.threshold {
            let rule = file.built_in(&mut set, name)?;
            if !value.is_finite() || value <= 0.0 {
                return Err(file.fault(name, RuleFault::Threshold(name.get_ref().clone(), value)));
            }
            rule.threshold = value;
        }
        for row in &rows.rule {
            let rule = file.pattern_rule(row, &set)?;
            set.rules.push(rule);
        }
        if !rows.term.is_empty() {
            set.rules.push(user_rule(
                "terms",
                RuleKind::Error,
                "missing terms",
                "A wanted term is missing.",
                file.terms(&rows.term)?,
            ));
        }
        if !rows.forbidden.is_empty() {
            let check = file.forbidden(&rows.forbidden)?;
            set.rules.push(user_rule("forbidden", RuleKind::Error, "forbidden terms", "The target has a forbidden text.", check));
        }
        Ok(set)
    }
}

/// Creates a rule of the user's file, which flags a pair at one violation.
fn user_rule(name: &str, kind: RuleKind, unit: &'static str, description: &str, check: UserCheck) -> Rule {
    Rule {
        name: Cow::Owned(name.to_owned()),
        kind,
        unit,
        threshold: 1.0,
        enabled: true,
        description: Cow::Owned(description.to_owned()),
        check: Check::User(check),
    }
}

/// Text of a rule file with the file's path, for error messages.
struct Source<'a> {
    text: &'a str,
    path: &'a Path,
}

impl Source<'_> {
    /// Error of a fault at a byte offset.
    fn fault_at(&self, at: usize, fault: RuleFault) -> RuleFileError {
        let line = self.text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
        RuleFileError::Line { path: self.path.to_owned(), line, fault }
    }

    fn fault<T>(&self, item: &Spanned<T>, fault: RuleFault) -> RuleFileError {
        self.fault_at(item.span().start, fault)
    }

    /// Error of a TOML parser with its message.
    fn syntax(&self, span: Option<Range<usize>>, message: &str) -> RuleFileError {
        let message = message.trim_end().replace('\n', " ");
        self.fault_at(span.map_or(0, |span| span.start), RuleFault::Syntax(message))
    }

    fn built_in<'s>(&self, set: &'s mut RuleSet, name: &Spanned<String>) -> Result<&'s mut Rule, RuleFileError> {
        let unknown = || self.fault(name, RuleFault::UnknownRule(name.get_ref().clone()));
        set.rules.iter_mut().find(|rule| rule.name == **name.get_ref()).ok_or_else(unknown)
    }

    fn regex(&self, pattern: &Spanned<String>) -> Result<Regex, RuleFileError> {
        Regex::new(pattern.get_ref()).map_err(|error| {
            let message = error.to_string();
            let message = message.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
            self.fault(pattern, RuleFault::Pattern(pattern.get_ref().clone(), message))
        })
    }

    fn pattern_rule(&self, row: &PatternRow, set: &RuleSet) -> Result<Rule, RuleFileError> {
        let name = row.name.get_ref().clone();
        if name.is_empty() || !name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_')) {
            return Err(self.fault(&row.name, RuleFault::Name(name)));
        }
        if set.find(&name).is_some() || name == "terms" || name == "forbidden" {
            return Err(self.fault(&row.name, RuleFault::Taken(name)));
        }
        let (pattern, wanted) = match (&row.target, &row.forbid) {
            (Some(pattern), None) => (self.regex(pattern)?, true),
            (None, Some(pattern)) => (self.regex(pattern)?, false),
            _ => return Err(self.fault(&row.name, RuleFault::TargetPattern(name))),
        };
        let condition = row.source.as_ref().map(|pattern| self.regex(pattern)).transpose()?;
        let kind = match row.kind {
            FileKind::Error => RuleKind::Error,
            FileKind::Hint => RuleKind::Hint,
        };
        let check = PatternCheck { condition, pattern, wanted, reverse: row.reverse };
        Ok(user_rule(&name, kind, "violations", &row.description, UserCheck::Pattern(Arc::new(check))))
    }

    fn terms(&self, rows: &[TermRow]) -> Result<UserCheck, RuleFileError> {
        let mut terms = Vec::new();
        for row in rows {
            let wanted = match row.target.get_ref() {
                OneOrMore::One(target) => vec![target.clone()],
                OneOrMore::More(targets) => targets.clone(),
            };
            self.filled(&row.source, [row.source.get_ref()])?;
            self.filled(&row.target, if wanted.is_empty() { vec![String::new()] } else { wanted.clone() }.iter())?;
            terms.push((row.source.get_ref().clone(), wanted));
        }
        let sources = self.finder(rows.iter().map(|row| &row.source), true)?;
        Ok(UserCheck::Terms(Arc::new(Terms { sources, rows: terms })))
    }

    fn forbidden(&self, rows: &[ForbiddenRow]) -> Result<UserCheck, RuleFileError> {
        let (mut texts, mut sources) = (Vec::new(), Vec::new());
        for row in rows {
            self.filled(&row.target, [row.target.get_ref()])?;
            row.source.as_ref().map_or(Ok(()), |source| self.filled(source, [source.get_ref()]))?;
            texts.push((row.target.get_ref().clone(), row.source.as_ref().map(|_| sources.len())));
            sources.extend(&row.source);
        }
        let targets = self.finder(rows.iter().map(|row| &row.target), false)?;
        Ok(UserCheck::Forbidden(Arc::new(Forbidden { targets, sources: self.finder(sources.into_iter(), true)?, rows: texts })))
    }

    fn finder<'t>(&self, terms: impl Iterator<Item = &'t Spanned<String>>, at_words: bool) -> Result<Finder, RuleFileError> {
        let error =
            |error: aho_corasick::BuildError| RuleFileError::Size { path: self.path.to_owned(), message: error.to_string() };
        Finder::new(terms.map(|term| &**term.get_ref()), at_words).map_err(error)
    }

    /// Error if a text of an item in the rule file is empty.
    fn filled<'t, T>(&self, item: &Spanned<T>, texts: impl IntoIterator<Item = &'t String>) -> Result<(), RuleFileError> {
        let is_empty = texts.into_iter().any(|text| text.trim().is_empty());
        if is_empty { Err(self.fault(item, RuleFault::EmptyTerm)) } else { Ok(()) }
    }
}
