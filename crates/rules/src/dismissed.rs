//! Dismissed findings of the rules: false alarms, as judged by a reviewer.
//!
//! A dismissal names a rule and both texts, so that it remains valid in a changed version of the file, whatever the row.
//! Letter case and spaces of the texts are ignored; any other change brings the finding back.
//! The file is a table with tabs between the columns `rule`, `source`, `target`.
//! In texts a tab, a line end and a backslash are written `\t`, `\n`, `\r`, `\\`.
//!
//! ```
//! use wordfield_rules::Dismissed;
//!
//! let mut dismissed = Dismissed::default();
//! dismissed.insert("length", ["Yes.", "Jawohl, sehr gern."]);
//! assert!(dismissed.contains("length", ["yes.", "Jawohl,  sehr gern."]));
//! assert_eq!(dismissed.to_tsv(), "rule\tsource\ttarget\nlength\tYes.\tJawohl, sehr gern.\n");
//! assert_eq!(Dismissed::parse(&dismissed.to_tsv())?, dismissed);
//! # Ok::<(), wordfield_rules::DismissedError>(())
//! ```

use std::collections::BTreeMap;

use crate::text::fold;

const HEADER: &str = "rule\tsource\ttarget";

/// Dismissed findings of the rules, sorted by rule and texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dismissed {
    /// Texts as they were dismissed, by name of the rule and folded texts.
    entries: BTreeMap<(String, [String; 2]), [String; 2]>,
}

/// Error in a table of dismissed findings.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DismissedError {
    /// Error: the first line of the table of dismissals is not its header.
    #[error("line 1: the header is \"{found}\"; it must be rule, source, target with tabs between them")]
    Header {
        /// First line of the table of dismissals.
        found: String,
    },
    /// Error: a line in the table of dismissals does not have three columns.
    #[error("line {line}: {columns} columns instead of 3; write tabs inside texts as \\t")]
    Columns {
        /// Line number in the table, from 1.
        line: usize,
        /// Number of columns in the line.
        columns: usize,
    },
    /// Error: in the table of dismissals, a backslash precedes another character than t, n, r or backslash.
    #[error("line {line}: a backslash stands before no t, n, r or backslash; write it twice")]
    Escape {
        /// Line number in the table, from 1.
        line: usize,
    },
}

impl Dismissed {
    /// Dismisses the finding of a rule in a pair of texts.
    pub fn insert(&mut self, rule: &str, texts: [&str; 2]) {
        self.entries.insert((rule.to_owned(), texts.map(fold)), texts.map(str::to_owned));
    }

    /// Withdraws the dismissal of a finding. Returns whether it existed.
    pub fn remove(&mut self, rule: &str, texts: [&str; 2]) -> bool {
        self.entries.remove(&(rule.to_owned(), texts.map(fold))).is_some()
    }

    /// Adds the dismissed findings of another list.
    pub fn extend(&mut self, other: &Self) {
        self.entries.extend(other.entries.iter().map(|(key, texts)| (key.clone(), texts.clone())));
    }

    /// Dismissed findings that another list lacks.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let kept = self.entries.iter().filter(|(key, _)| !other.entries.contains_key(key));
        Self { entries: kept.map(|(key, texts)| (key.clone(), texts.clone())).collect() }
    }

    /// Whether the finding of a rule in a pair of texts is dismissed.
    pub fn contains(&self, rule: &str, texts: [&str; 2]) -> bool {
        !self.entries.is_empty() && self.entries.contains_key(&(rule.to_owned(), texts.map(fold)))
    }

    /// Number of dismissed findings.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no finding is dismissed.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Table of dismissed findings as tab-separated text, sorted, with header.
    pub fn to_tsv(&self) -> String {
        let mut table = format!("{HEADER}\n");
        for ((rule, _), texts) in &self.entries {
            let line = [escape(rule), escape(&texts[0]), escape(&texts[1])].join("\t");
            table.push_str(&line);
            table.push('\n');
        }
        table
    }

    /// Parses a table of dismissed findings. An empty text has none.
    ///
    /// # Errors
    /// Returns an error if header, number of columns or a backslash is wrong.
    pub fn parse(table: &str) -> Result<Self, DismissedError> {
        let mut dismissed = Self::default();
        let mut lines = table.trim_start_matches('\u{feff}').lines().enumerate();
        if let Some((_, header)) = lines.next()
            && header != HEADER
        {
            return Err(DismissedError::Header { found: header.to_owned() });
        }
        for (at, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let columns: Vec<&str> = line.split('\t').collect();
            let [rule, source, target] = *columns else {
                return Err(DismissedError::Columns { line: at + 1, columns: columns.len() });
            };
            let text = |column| unescape(column).ok_or(DismissedError::Escape { line: at + 1 });
            dismissed.insert(&text(rule)?, [&text(source)?, &text(target)?]);
        }
        Ok(dismissed)
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescape(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '\\' => match letters.next()? {
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                '\\' => '\\',
                _ => return None,
            },
            letter => letter,
        });
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn dismissals_hold_for_one_rule_and_both_texts() {
        let mut dismissed = Dismissed::default();
        for texts in [["A", "A"], ["B", "B"]] {
            dismissed.insert("copy", texts);
        }
        assert!(dismissed.contains("copy", [" a", "A "]) && dismissed.contains("copy", ["B", "b"]));
        assert!(!dismissed.contains("length", ["A", "A"]) && !dismissed.contains("copy", ["A", "B"]));
        assert!(dismissed.remove("copy", ["a", "a"]) && !dismissed.remove("copy", ["a", "a"]));
        assert_eq!(dismissed.len(), 1);
        assert!(!dismissed.is_empty() && !dismissed.contains("copy", ["A", "A"]));
    }

    #[test]
    fn differences_of_two_lists_lead_from_one_to_the_other() {
        let of = |entries: &[(&str, [&str; 2])]| {
            let mut dismissed = Dismissed::default();
            for (rule, texts) in entries {
                dismissed.insert(rule, *texts);
            }
            dismissed
        };
        let (before, after) =
            (of(&[("copy", ["A", "A"]), ("length", ["B", "b b"])]), of(&[("copy", ["a", "A"]), ("urls", ["C", "C"])]));
        let (added, removed) = (after.without(&before), before.without(&after));
        assert_eq!(
            (&added, &removed),
            (&of(&[("urls", ["C", "C"])]), &of(&[("length", ["B", "b b"])])),
            "letter case does not count"
        );
        let mut changed = before.without(&removed);
        changed.extend(&added);
        assert_eq!((changed.len(), changed.without(&after).len()), (after.len(), 0));
    }

    #[test]
    fn faults_name_line_and_remedy() {
        let message = |table: &str| Dismissed::parse(table).expect_err("a faulty table").to_string();
        assert_eq!(
            message("copy\ta\tb"),
            "line 1: the header is \"copy\ta\tb\"; it must be rule, source, target with tabs between them"
        );
        let table = |line: &str| format!("{HEADER}\n\n{line}");
        assert_eq!(message(&table("copy\ta")), "line 3: 2 columns instead of 3; write tabs inside texts as \\t");
        for line in ["copy\ta\\x\tb", "copy\ta\tb\\"] {
            assert_eq!(message(&table(line)), "line 3: a backslash stands before no t, n, r or backslash; write it twice");
        }
        assert_eq!(Dismissed::parse(""), Ok(Dismissed::default()));
        assert_eq!(Dismissed::parse(&format!("\u{feff}{HEADER}\r\ncopy\ta\tb\r\n")).map(|dismissed| dismissed.len()), Ok(1));
    }

    proptest! {
        #[test]
        fn tables_survive_writing_and_reading(entries in prop::collection::vec(("[a-z-]{1,9}", ".*", "(?s).*"), 0..8)) {
            let mut dismissed = Dismissed::default();
            for (rule, source, target) in &entries {
                dismissed.insert(rule, [source, target]);
            }
            prop_assert_eq!(Dismissed::parse(&dismissed.to_tsv()), Ok(dismissed));
        }
    }
}
