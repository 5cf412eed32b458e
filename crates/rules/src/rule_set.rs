//! Set of quality rules in use: built-in ones with the user's thresholds, and the user's own.

use crate::{Case, RULES, Rule, Statistics, text::composed};

/// Set of quality rules in use: built-in ones with the user's thresholds, and the user's own.
#[derive(Clone, Debug)]
pub struct RuleSet {
    /// Rules in the order of their table columns: the built-in ones as in [`RULES`], then those of the user's file.
    pub rules: Vec<Rule>,
}

/// Number that a rule measured in a pair: a reason against it or a hint, if it reaches the threshold.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Index of the rule in its rule set.
    pub rule: usize,
    /// Number that the rule measured.
    pub value: f64,
    /// Text of the finding for a table cell, as in `numbers 15≠51`.
    pub text: String,
}

impl Default for RuleSet {
    /// Default set: built-in rules with their default thresholds.
    fn default() -> Self {
        Self { rules: RULES.to_vec() }
    }
}

impl RuleSet {
    /// Findings of the enabled rules in the pair of a row (from 0), in the order of the rules.
    pub fn judge(&self, statistics: &Statistics, row: usize, texts: [&str; 2]) -> Vec<Finding> {
        let mut found = self.measure(statistics, row, texts);
        found.retain(|finding| self.rules[finding.rule].flags(finding.value));
        found
    }

    /// Positive numbers of all rules in the pair of a row, also of disabled rules and below the thresholds.
    pub fn measure(&self, statistics: &Statistics, row: usize, texts: [&str; 2]) -> Vec<Finding> {
        let [source, target] = texts.map(composed);
        let case = Case { row, texts: [&source, &target], statistics };
        let finding = |(index, rule): (usize, &Rule)| {
            let measured = rule.measure(&case).filter(|measured| measured.value > 0.0)?;
            let text = format!("{} {}", rule.name, measured.text).trim_end().to_owned();
            Some(Finding { rule: index, value: measured.value, text })
        };
        self.rules.iter().enumerate().filter_map(finding).collect()
    }

    /// Index of the rule with the given name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.rules.iter().position(|rule| rule.name == name)
    }
}

impl Rule {
    /// Whether the rule flags a measured number. Numbers are compared in single precision, as [`crate::Findings`] hold them.
    pub fn flags(&self, value: f64) -> bool {
        self.enabled && value > 0.0 && value as f32 >= self.threshold as f32
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    use super::*;
    use crate::{Findings, RuleKind};

    #[test]
    fn rules_have_keys_positive_thresholds_and_sentences() {
        let names: HashSet<&str> = RULES.iter().map(|rule| &*rule.name).collect();
        assert_eq!(names.len(), RULES.len());
        for rule in &RULES {
            assert!(rule.name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'), "{}", rule.name);
            assert!(
                rule.threshold > 0.0 && rule.enabled && !rule.unit.is_empty() && rule.description.ends_with('.'),
                "{}",
                rule.name
            );
        }
        assert!(RULES.is_sorted_by_key(|rule| rule.kind == RuleKind::Hint), "errors come before hints");
    }

    #[test]
    fn decomposed_letters_are_no_difference() {
        let pairs = [["Dürer {größe}", "Dürer {größe} mit Übergröße"], ["It was Café {größe}", "C'était Café {größe}"]];
        let rules = RuleSet::default();
        let found = |pairs: &[[&str; 2]]| -> Vec<_> {
            (0..pairs.len()).map(|row| rules.judge(&Statistics::of(pairs), row, pairs[row])).collect()
        };
        let decomposed = pairs.map(|[source, target]| [source.nfd().collect::<String>(), target.to_owned()]);
        assert_ne!(decomposed[0][0], pairs[0][0]);
        assert_eq!(found(&decomposed.each_ref().map(|[source, target]| [&**source, &**target])), found(&pairs));
    }

    #[test]
    fn findings_begin_with_the_name_of_their_rule() {
        let texts = ["It has 15 doors &amp; “one” key.", ""];
        let rules = RuleSet::default();
        let found = rules.judge(&Statistics::of(&[texts]), 0, texts);
        let texts: Vec<&str> = found.iter().map(|finding| &*finding.text).collect();
        assert_eq!(texts, ["empty target", "markup &amp;", "quotes 1≠0"]);
        assert!(found.iter().all(|finding| finding.text.starts_with(&*rules.rules[finding.rule].name)));
    }

    proptest! {
        #[test]
        fn any_corpus_has_finite_numbers(pairs in prop::collection::vec(("(?s).{0,40}", "[ .,0-9a-zÄあ一&;<>\"(@:/-]{0,40}"), 0..12)) {
            let pairs: Vec<[&str; 2]> = pairs.iter().map(|(source, target)| [&**source, &**target]).collect();
            let rules = RuleSet::default();
            let statistics = Statistics::of(&pairs);
            let findings = Findings::of(&rules, &statistics, &pairs);
            for rule in 0..rules.rules.len() {
                prop_assert_eq!(findings.values(rule).len(), pairs.len());
                prop_assert!(findings.values(rule).iter().all(|value| value.is_finite() && *value >= 0.0));
            }
            for texts in &pairs {
                rules.judge(&statistics, usize::MAX, *texts);
            }
        }
    }
}
