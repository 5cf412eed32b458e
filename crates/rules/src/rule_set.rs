//! Rules in use: the built-in ones with the user's thresholds, and the user's own.

use crate::{Case, RULES, Rule, Statistics};

/// Rules in use.
#[derive(Clone, Debug)]
pub struct RuleSet {
    /// Rules in the order of their columns: the built-in ones as in [`RULES`], then the file's.
    pub rules: Vec<Rule>,
}

/// Reason against a pair, or hint.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Index of the rule in the set.
    pub rule: usize,
    /// Measured number.
    pub value: f64,
    /// Text for a table cell, such as `numbers 15≠51`.
    pub text: String,
}

impl Default for RuleSet {
    /// The built-in rules with their default thresholds.
    fn default() -> Self {
        Self { rules: RULES.to_vec() }
    }
}

impl RuleSet {
    /// What the enabled rules find in a pair of a row (from 0), in the order of the rules.
    pub fn judge(&self, statistics: &Statistics, row: usize, texts: [&str; 2]) -> Vec<Finding> {
        let case = Case { row, texts, statistics };
        let enabled = self.rules.iter().enumerate().filter(|(_, rule)| rule.enabled);
        enabled
            .filter_map(|(index, rule)| {
                let measured = rule.measure(&case).filter(|measured| rule.flags(measured.value))?;
                let text = format!("{} {}", rule.name, measured.text).trim_end().to_owned();
                Some(Finding { rule: index, value: measured.value, text })
            })
            .collect()
    }

    /// Index of the rule of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.rules.iter().position(|rule| rule.name == name)
    }
}

impl Rule {
    /// Whether a measured number is flagged. Numbers are compared in single precision, as [`crate::Findings`] hold them.
    pub fn flags(&self, value: f64) -> bool {
        self.enabled && value > 0.0 && value as f32 >= self.threshold as f32
    }
}
