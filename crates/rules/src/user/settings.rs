//! Writer of thresholds and switches of built-in rules into a rule file, whose other content is preserved.

use std::path::Path;

use toml_edit::{Array, DocumentMut, Item, Table, Value, value};

use super::Source;
use crate::{RULES, Rule, RuleFileError, RuleSet};

impl RuleSet {
    /// Text of a rule file with the thresholds and switches of this rule set.
    /// Comments, the user's own rules and all unchanged content are preserved.
    /// The path names the file in error messages.
    ///
    /// # Errors
    /// Returns an error if the text is not a rule file; see [`RuleSet::parse`].
    pub fn write_settings(&self, text: &str, path: &Path) -> Result<String, RuleFileError> {
        let before = Self::parse(text, path)?;
        let syntax = |error: toml_edit::TomlError| Source { text, path }.syntax(error.span(), error.message());
        let mut file: DocumentMut = text.parse().map_err(syntax)?;
        let of = |set: &Self, rule: &Rule| set.find(&rule.name).map(|at| (set.rules[at].enabled, set.rules[at].threshold));
        let rows: Vec<_> = RULES.iter().filter_map(|rule| Some((rule, of(&before, rule)?, of(self, rule)?))).collect();
        if rows.iter().any(|(_, before, used)| before.0 != used.0) {
            let off = rows.iter().filter(|(_, _, used)| !used.0).map(|(rule, ..)| Value::from(&*rule.name));
            file["off"] = value(off.collect::<Array>());
        }
        for (rule, before, (_, threshold)) in rows {
            let same = |other: f64| other.to_bits() == threshold.to_bits();
            if same(before.1) {
                continue;
            }
            let thresholds = file.entry("threshold").or_insert(Item::Table(Table::new()));
            if !same(rule.threshold) {
                thresholds[&*rule.name] = value(threshold);
            } else if let Some(thresholds) = thresholds.as_table_like_mut() {
                thresholds.remove(&rule.name);
            }
        }
        Ok(file.to_string())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FILE: &str = "off = [\"spacing\"] # too many\n\n[threshold]\nlength = 4.0 # measured\n\n# Tickets.\n[[rule]]\n\
                        name = \"ticket\"\nkind = \"error\"\ndescription = \"A ticket.\"\ntarget = 'T-\\d+'\n";

    fn parse(text: &str) -> RuleSet {
        RuleSet::parse(text, "rules.toml".as_ref()).expect("rules")
    }

    #[test]
    fn a_file_keeps_its_comments_and_own_rules() {
        let mut rules = parse(FILE);
        assert_eq!(rules.write_settings(FILE, "rules.toml".as_ref()).expect("a file"), FILE);
        let copy = rules.find("copy").expect("a rule");
        rules.rules[copy].threshold = 0.5;
        let text = rules.write_settings(FILE, "rules.toml".as_ref()).expect("a file");
        assert!(text.contains("# Tickets.") && text.contains("length = 4.0 # measured") && text.contains("copy = 0.5"), "{text}");
        assert!(parse(&text).find("ticket").is_some_and(|rule| parse(&text).rules[rule].is_own()));
        let plain = RuleSet::default().write_settings(FILE, "rules.toml".as_ref()).expect("a file");
        assert!(plain.contains("off = []") && !plain.contains("length") && plain.contains("ticket"), "{plain}");
    }

    #[test]
    fn a_text_that_is_no_rule_file_is_refused_with_its_line() {
        let message =
            |text: &str| RuleSet::default().write_settings(text, "notes.txt".as_ref()).expect_err("no rules").to_string();
        assert!(message("\nDear all,\n").starts_with("notes.txt:2: "), "{}", message("\nDear all,\n"));
        assert!(message("name = 1").contains("unknown field"));
    }

    proptest! {
        #[test]
        fn settings_survive_writing_and_reading(changes in prop::collection::vec((0..RULES.len(), 0.001..50.0f64, any::<bool>()), 0..20)) {
            let mut rules = RuleSet::default();
            for (rule, threshold, enabled) in changes {
                (rules.rules[rule].threshold, rules.rules[rule].enabled) = (threshold, enabled);
            }
            for before in ["", FILE] {
                let text = rules.write_settings(before, "rules.toml".as_ref()).expect("a file");
                let settings = |set: &RuleSet| set.rules.iter().take(RULES.len()).map(|rule| (rule.threshold, rule.enabled)).collect::<Vec<_>>();
                prop_assert_eq!(settings(&parse(&text)), settings(&rules));
            }
        }
    }
}
