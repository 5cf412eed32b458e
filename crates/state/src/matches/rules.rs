//! Rules in use against pairs: the built-in ones or those of the user's file, with the thresholds and switches of the window.
//!
//! Cost: one pass over the texts for the histograms, on threads. Memory: one histogram per rule.

use std::{path::PathBuf, sync::Arc};

use crate::core::memo::Same;
use wordfield_core::corpus::Corpus;
use wordfield_output::{PairTexts, Reasons};
use wordfield_rules::{Findings, Histogram, RuleSet, Statistics};

/// Number of bins in the histogram of a rule's quantity.
pub(crate) const BINS: usize = 40;

/// Actions on the rules against pairs, and on the findings of rules.
#[derive(Clone, Debug)]
pub enum RulesAction {
    /// Show or hide the list of rules against pairs.
    Show(bool),
    /// Change the threshold of the rule with the given index.
    Threshold(usize, f64),
    /// Switch the rule with the given index on or off.
    Enable(usize, bool),
    /// Set the text of the path field for the rule file.
    Path(String),
    /// Open a dialog for a rule file.
    AskToOpen,
    /// Read a rule file.
    Open(PathBuf),
    /// Deliver the rules of a file, or the reason why they cannot be read.
    Read(PathBuf, Result<Arc<RuleSet>, String>),
    /// Use the built-in rules with their default thresholds.
    Reset,
    /// Open a dialog for the path of a rule file to save.
    AskToSave,
    /// Save the thresholds and switches of the rules in a rule file.
    Save(PathBuf),
    /// Report that the rule file is saved, or the reason why it is not.
    Saved(Result<PathBuf, String>),
    /// Dismiss the findings of one rule or of all rules in the open pair, then open the next unchecked pair.
    Dismiss(Option<usize>),
    /// Dismiss the findings of a rule in every listed pair.
    DismissListed(usize),
}

/// State of the list of rules against pairs.
#[derive(Clone, Debug, Default)]
pub struct RulesList {
    /// Whether the list of rules is shown.
    pub shown: bool,
    /// Text of the path field for the rule file.
    pub path_field: String,
}

/// Rules against pairs that are in use, with their file. Sets of rules are compared by identity.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Rule file of the user, if the rules are from a file.
    pub file: Option<PathBuf>,
    /// Rules with the thresholds and switches of the window.
    pub used: Arc<RuleSet>,
    /// Rules before changes of thresholds; they measure the same quantities.
    pub(crate) read: Arc<RuleSet>,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file && Arc::ptr_eq(&self.used, &other.used) && Arc::ptr_eq(&self.read, &other.read)
    }
}

impl Rules {
    /// Whether a threshold or switch of the rules differs from the file, or from the built-in rules.
    pub fn is_changed(&self) -> bool {
        let settings = |set: &RuleSet| set.rules.iter().map(|rule| (rule.threshold.to_bits(), rule.enabled)).collect::<Vec<_>>();
        settings(&self.used) != settings(&self.read)
    }
}

/// Key of the histograms of the quantities that rules measure.
pub(crate) type HistogramsKey = (Same<Corpus>, Same<RuleSet>);

/// Histogram of the quantity of each rule; `None` if it is 0 in every pair.
pub(crate) fn histograms(corpus: &Corpus, rules: &RuleSet) -> Vec<Option<Histogram>> {
    let texts: Vec<[&str; 2]> = PairTexts::of(corpus).into_iter().map(|pair| pair.texts).collect();
    let findings = Findings::of(rules, &Statistics::of(&texts), &texts);
    (0..rules.rules.len()).map(|rule| findings.histogram(rule, BINS)).collect()
}

/// Rules that find an error in a pair, with their names.
pub(crate) fn found_in(reasons: &Reasons, source: usize) -> Vec<(usize, &str)> {
    let found = reasons.found.get(source).into_iter().flatten();
    found.map(|(rule, _)| (*rule, reasons.rules[*rule].0.as_str())).collect()
}
