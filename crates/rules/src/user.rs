//! The user's rule file: thresholds, switches, patterns and terms.
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
//! Patterns are regular expressions of the `regex` crate, which takes linear time. Terms are literal texts; letter case does not
//! count. A term of the source begins at a word boundary; a target is found inside words too, so that compounds and
//! inflected forms count. All terms make one rule `terms`, all forbidden texts one rule `forbidden`.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use regex::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};
use serde::Deserialize;
use toml::Spanned;

use crate::{
    Kind, Measured, Rule, RuleSet,
    rule::{Check, RULES},
};

/// Fault of a rule file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleFileError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}; check that the file exists and is UTF-8", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file is not TOML, or has an unknown or missing key.
    #[error("{}:{line}: {message}; see the rule file's format", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// The parser's message.
        message: String,
    },
    /// A rule that does not exist.
    #[error("{}:{line}: no rule is called \"{name}\"; use one of {}", path.display(), known())]
    UnknownRule {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A threshold that is not a positive finite number.
    #[error("{}:{line}: threshold {value} of \"{name}\" is not positive; use off = [\"{name}\"] to switch the rule off", path.display())]
    Threshold {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// The rule.
        name: String,
        /// The threshold.
        value: f64,
    },
    /// Two rules of one name.
    #[error("{}:{line}: the name \"{name}\" is taken; choose another one", path.display())]
    Taken {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A name that is not a key.
    #[error("{}:{line}: the name \"{name}\" has other characters than letters, digits, - and _; leave them out", path.display())]
    Name {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A pattern that is not a regular expression.
    #[error("{}:{line}: pattern '{pattern}': {message}; put \\ before a literal sign", path.display())]
    Pattern {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// The pattern.
        pattern: String,
        /// The parser's message.
        message: String,
    },
    /// A rule without a pattern for the target, or with both.
    #[error("{}:{line}: rule \"{name}\" needs either `target` or `forbid`", path.display())]
    Demand {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// The rule.
        name: String,
    },
    /// An empty term.
    #[error("{}:{line}: an empty text is in every row; write a word or remove the entry", path.display())]
    EmptyTerm {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
    },
    /// More or longer patterns than fit the memory for them.
    #[error("{}: the terms of one kind need too much memory as a pattern: {message}; divide them into several files", path.display())]
    Size {
        /// The file.
        path: PathBuf,
        /// The pattern compiler's message.
        message: String,
    },
}

fn known() -> String {
    RULES.iter().map(|rule| &*rule.name).collect::<Vec<_>>().join(", ")
}

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

/// Check of the user's file.
#[derive(Clone, Debug)]
pub enum UserCheck {
    /// Pattern rule.
    Pattern(Arc<PatternCheck>),
    /// Terms wanted.
    Terms(Arc<Terms>),
    /// Terms forbidden.
    Forbidden(Arc<Forbidden>),
}

/// Pattern for one side where another holds for the other side.
#[derive(Debug)]
pub struct PatternCheck {
    condition: Option<Regex>,
    pattern: Regex,
    /// Whether the pattern must match; otherwise it must not.
    wanted: bool,
    /// Whether the condition is for the target and the pattern for the source.
    reverse: bool,
}

/// Source terms with the targets they need.
#[derive(Debug)]
pub struct Terms {
    sources: RegexSet,
    rows: Vec<(String, Vec<String>)>,
}

/// Texts the target must not contain, each with a condition for the source.
#[derive(Debug)]
pub struct Forbidden {
    targets: RegexSet,
    rows: Vec<(String, Option<Regex>)>,
}

impl UserCheck {
    /// Number of violations of a pair.
    pub fn measure(&self, texts: [&str; 2]) -> Option<Measured> {
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

impl RuleSet {
    /// The built-in rules with a file's thresholds, switches and additional rules.
    ///
    /// # Errors
    /// The file cannot be read, or has a fault of [`RuleSet::parse`].
    pub fn read(path: &Path) -> Result<Self, RuleFileError> {
        let text = fs::read_to_string(path).map_err(|error| RuleFileError::Read { path: path.to_owned(), error })?;
        Self::parse(&text, path)
    }

    /// The rules of a file's text. The path is for messages.
    ///
    /// # Errors
    /// The text is not TOML, has unknown keys or rules, names a rule twice, or has faulty patterns, thresholds or terms.
    pub fn parse(text: &str, path: &Path) -> Result<Self, RuleFileError> {
        let file = Source { text, path };
        let rows: FileRules = toml::from_str(text).map_err(|error| RuleFileError::Syntax {
            path: path.to_owned(),
            line: file.line(error.span().map_or(0, |span| span.start)),
            message: error.message().trim_end().replace('\n', " "),
        })?;
        let mut set = Self::default();
        for name in &rows.off {
            let rule = file.built_in(&mut set, name)?;
            rule.enabled = false;
        }
        for (name, &value) in &rows.threshold {
            let rule = file.built_in(&mut set, name)?;
            if !value.is_finite() || value <= 0.0 {
                let (path, line) = file.place(name);
                return Err(RuleFileError::Threshold { path, line, name: name.get_ref().clone(), value });
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
                Kind::Error,
                "missing terms",
                "A wanted term is missing.",
                file.terms(&rows.term)?,
            ));
        }
        if !rows.forbidden.is_empty() {
            let check = file.forbidden(&rows.forbidden)?;
            set.rules.push(user_rule("forbidden", Kind::Error, "forbidden terms", "The target has a forbidden text.", check));
        }
        Ok(set)
    }
}

/// Rule of a file, flagged from one violation.
fn user_rule(name: &str, kind: Kind, unit: &'static str, description: &str, check: UserCheck) -> Rule {
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

/// Text of a rule file with its path, for messages.
struct Source<'a> {
    text: &'a str,
    path: &'a Path,
}

impl Source<'_> {
    /// Line of a byte, from 1.
    fn line(&self, at: usize) -> usize {
        self.text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
    }

    fn place<T>(&self, item: &Spanned<T>) -> (PathBuf, usize) {
        (self.path.to_owned(), self.line(item.span().start))
    }

    fn built_in<'s>(&self, set: &'s mut RuleSet, name: &Spanned<String>) -> Result<&'s mut Rule, RuleFileError> {
        let (path, line) = self.place(name);
        let unknown = || RuleFileError::UnknownRule { path, line, name: name.get_ref().clone() };
        set.rules.iter_mut().find(|rule| rule.name == **name.get_ref()).ok_or_else(unknown)
    }

    fn regex(&self, pattern: &Spanned<String>) -> Result<Regex, RuleFileError> {
        Regex::new(pattern.get_ref()).map_err(|error| {
            let (path, line) = self.place(pattern);
            let message = error.to_string();
            let message = message.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
            RuleFileError::Pattern { path, line, pattern: pattern.get_ref().clone(), message }
        })
    }

    fn pattern_rule(&self, row: &PatternRow, set: &RuleSet) -> Result<Rule, RuleFileError> {
        let name = row.name.get_ref().clone();
        let (path, line) = self.place(&row.name);
        if name.is_empty() || !name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_')) {
            return Err(RuleFileError::Name { path, line, name });
        }
        if set.find(&name).is_some() || name == "terms" || name == "forbidden" {
            return Err(RuleFileError::Taken { path, line, name });
        }
        let (pattern, wanted) = match (&row.target, &row.forbid) {
            (Some(pattern), None) => (self.regex(pattern)?, true),
            (None, Some(pattern)) => (self.regex(pattern)?, false),
            _ => return Err(RuleFileError::Demand { path, line, name }),
        };
        let condition = row.source.as_ref().map(|pattern| self.regex(pattern)).transpose()?;
        let kind = match row.kind {
            FileKind::Error => Kind::Error,
            FileKind::Hint => Kind::Hint,
        };
        let check = PatternCheck { condition, pattern, wanted, reverse: row.reverse };
        Ok(user_rule(&name, kind, "violations", &row.description, UserCheck::Pattern(Arc::new(check))))
    }

    fn terms(&self, rows: &[TermRow]) -> Result<UserCheck, RuleFileError> {
        let mut patterns = Vec::new();
        let mut terms = Vec::new();
        for row in rows {
            let wanted = match row.target.get_ref() {
                OneOrMore::One(target) => vec![target.clone()],
                OneOrMore::More(targets) => targets.clone(),
            };
            self.filled(&row.source, [row.source.get_ref()])?;
            self.filled(&row.target, if wanted.is_empty() { vec![String::new()] } else { wanted.clone() }.iter())?;
            patterns.push(literal(row.source.get_ref(), true));
            terms.push((row.source.get_ref().clone(), wanted));
        }
        Ok(UserCheck::Terms(Arc::new(Terms { sources: self.set(&patterns)?, rows: terms })))
    }

    fn forbidden(&self, rows: &[ForbiddenRow]) -> Result<UserCheck, RuleFileError> {
        let mut patterns = Vec::new();
        let mut texts = Vec::new();
        for row in rows {
            self.filled(&row.target, [row.target.get_ref()])?;
            patterns.push(literal(row.target.get_ref(), false));
            let condition = match &row.source {
                None => None,
                Some(source) => {
                    self.filled(source, [source.get_ref()])?;
                    let pattern = RegexBuilder::new(&literal(source.get_ref(), true)).case_insensitive(true).build();
                    Some(pattern.map_err(|error| self.size(&error))?)
                }
            };
            texts.push((row.target.get_ref().clone(), condition));
        }
        Ok(UserCheck::Forbidden(Arc::new(Forbidden { targets: self.set(&patterns)?, rows: texts })))
    }

    /// Fails if one of an item's texts is empty.
    fn filled<'t, T>(&self, item: &Spanned<T>, texts: impl IntoIterator<Item = &'t String>) -> Result<(), RuleFileError> {
        let (path, line) = self.place(item);
        if texts.into_iter().any(|text| text.trim().is_empty()) { Err(RuleFileError::EmptyTerm { path, line }) } else { Ok(()) }
    }

    fn set(&self, patterns: &[String]) -> Result<RegexSet, RuleFileError> {
        let set = RegexSetBuilder::new(patterns).case_insensitive(true).size_limit(1 << 28).dfa_size_limit(1 << 26).build();
        set.map_err(|error| self.size(&error))
    }

    fn size(&self, error: &regex::Error) -> RuleFileError {
        RuleFileError::Size { path: self.path.to_owned(), message: error.to_string() }
    }
}

/// Pattern of a literal text. Where it begins with a letter, it can begin at a word boundary only.
fn literal(text: &str, boundary: bool) -> String {
    let spaced = text.chars().next().is_some_and(|first| first.is_alphanumeric() && !crate::text::is_cjk(first));
    format!("{}{}", if boundary && spaced { r"\b" } else { "" }, regex::escape(text))
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "thresholds are copied")]
mod tests {
    use super::*;
    use crate::Statistics;

    fn parse(text: &str) -> Result<RuleSet, RuleFileError> {
        RuleSet::parse(text, Path::new("rules.toml"))
    }

    fn message(text: &str) -> String {
        parse(text).expect_err("a faulty file").to_string()
    }

    /// Texts of what the file's own rules find in a pair.
    fn found(file: &str, source: &str, target: &str) -> Vec<String> {
        let set = parse(file).expect("a valid file");
        let texts = [source, target];
        let findings = set.judge(&Statistics::of(&[texts]), 0, texts);
        findings.into_iter().filter(|finding| finding.rule >= RULES.len()).map(|finding| finding.text).collect()
    }

    #[test]
    fn faults_name_file_line_and_remedy() {
        for (text, expected) in [
            ("off = [\n\"lenght\"]", "rules.toml:2: no rule is called \"lenght\"; use one of empty, copy, length"),
            ("[threshold]\nlength = -1.0", "rules.toml:2: threshold -1 of \"length\" is not positive; use off = [\"length\"]"),
            ("[threshold]\n\nlength = nan", "rules.toml:3: threshold NaN of"),
            ("a = 1", "rules.toml:1: unknown field `a`, expected one of `off`, `threshold`, `rule`, `term`, `forbidden`"),
            ("\noff = 3", "rules.toml:2: invalid type: integer `3`"),
            ("\n\noff = [", "rules.toml:3: "),
            ("[[rule]]\nname = 'copy'\nkind = 'hint'\ntarget = 'x'", "rules.toml:2: the name \"copy\" is taken"),
            ("[[rule]]\nname = 'terms'\nkind = 'hint'\ntarget = 'x'", "rules.toml:2: the name \"terms\" is taken"),
            ("[[rule]]\nname = 'a b'\nkind = 'hint'\ntarget = 'x'", "rules.toml:2: the name \"a b\" has other characters"),
            ("[[rule]]\nname = 'a'\nkind = 'hint'", "rules.toml:2: rule \"a\" needs either `target` or `forbid`"),
            (
                "[[rule]]\nname = 'a'\nkind = 'hint'\ntarget = 'x'\nforbid = 'y'",
                "rules.toml:2: rule \"a\" needs either `target` or `forbid`",
            ),
            ("[[rule]]\nname = 'a'\nkind = 'bad'\ntarget = 'x'", "rules.toml:3: unknown variant `bad`"),
            (
                "[[rule]]\nname = 'a'\nkind = 'hint'\ntarget = '(x'",
                "rules.toml:4: pattern '(x': unclosed group; put \\ before a literal sign",
            ),
            ("[[term]]\nsource = 'a'\ntarget = []", "rules.toml:3: an empty text is in every row"),
            ("[[term]]\nsource = ' '\ntarget = 'b'", "rules.toml:2: an empty text is in every row"),
            ("[[forbidden]]\nsource = 'a'\ntarget = ''", "rules.toml:3: an empty text is in every row"),
        ] {
            let message = message(text);
            assert!(message.starts_with(expected), "{text}: {message}");
        }
        let missing = RuleSet::read(Path::new("no/such.toml")).expect_err("no file").to_string();
        assert!(
            missing.starts_with("cannot read no/such.toml: ") && missing.ends_with("check that the file exists and is UTF-8")
        );
    }

    #[test]
    fn a_file_is_read_with_its_path() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), "off = ['copy']\n[threshold]\nlength = 5").expect("written");
        let set = RuleSet::read(file.path()).expect("a valid file");
        let rule = |name: &str| &set.rules[set.find(name).expect("a rule")];
        assert!(!rule("copy").enabled && rule("length").enabled);
        assert_eq!(rule("length").threshold, 5.0);
        fs::write(file.path(), "\n?").expect("written");
        let message = RuleSet::read(file.path()).expect_err("no TOML").to_string();
        assert!(message.starts_with(&format!("{}:2: ", file.path().display())), "{message}");
    }

    #[test]
    fn a_rule_that_is_off_flags_nothing() {
        let texts = ["The house is red.", "The house is red."];
        let statistics = Statistics::of(&[texts]);
        assert_eq!(parse("").expect("no rules").judge(&statistics, 0, texts).len(), 1);
        assert!(parse("off = ['copy']").expect("a switch").judge(&statistics, 0, texts).is_empty());
    }

    #[test]
    fn patterns_want_or_forbid_on_either_side() {
        let wanted = "[[rule]]\nname = 'id'\nkind = 'error'\nsource = 'T-\\d'\nrequire = 'T-\\d'";
        assert_eq!(found(wanted, "See T-1", "Siehe"), ["id"]);
        assert!(found(wanted, "See T-1", "Siehe T-1").is_empty() && found(wanted, "See", "Siehe").is_empty());
        let forbidden = "[[rule]]\nname = 'sie'\nkind = 'hint'\nforbid = '\\bdu\\b'";
        assert_eq!(found(forbidden, "you", "wenn du gehst"), ["sie du"]);
        assert!(found(forbidden, "you", "wenn Sie duschen").is_empty());
        let reverse = "[[rule]]\nname = 'p'\nkind = 'hint'\nreverse = true\nsource = '%'\ntarget = '%|percent'";
        assert_eq!(found(reverse, "half", "50 %"), ["p"]);
        assert!(found(reverse, "50 percent", "50 %").is_empty() && found(reverse, "50 %", "halb").is_empty());
    }

    #[test]
    fn terms_are_found_in_inflected_and_compound_words() {
        let file = "[[term]]\nsource = 'kernel'\ntarget = 'Kern'\n[[term]]\nsource = '核'\ntarget = ['Kern', 'Kernel']";
        assert!(found(file, "Kernels", "Distributionskerne").is_empty());
        assert_eq!(found(file, "a KERNEL", "eine Schale"), ["terms kernel→Kern"]);
        assert!(found(file, "popkernel", "Mais").is_empty(), "a term begins at a word boundary");
        assert_eq!(found(file, "分布核", "Verteilung"), ["terms 核→Kern/Kernel"]);
    }

    #[test]
    fn forbidden_texts_can_depend_on_the_source() {
        let file = "[[forbidden]]\ntarget = 'nukleus'\nsource = 'kernel'\n[[forbidden]]\ntarget = 'c++ (alt)'";
        assert_eq!(found(file, "kernel", "Nukleus, C++ (alt)"), ["forbidden nukleus, c++ (alt)"]);
        assert!(found(file, "atom", "Nukleus").is_empty());
    }
}
