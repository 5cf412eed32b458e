//! Rules in use against pairs: the built-in ones or those of the user's file, with the thresholds and switches of the window.
//!
//! Cost: one pass over the texts for the histograms, on threads. Memory: one histogram per rule.

use std::{path::PathBuf, sync::Arc};

use crate::core::{memo::Same, query::Query};
use wordfield_core::{cancel::CancelFlag, corpus::Corpus};
use wordfield_output::{PairTexts, Reasons};
use wordfield_rules::{Findings, Histogram, RuleSet, Statistics};

/// Number of bins in the histogram of a rule's quantity.
pub(crate) const BINS: usize = 40;

/// Actions on the rules against pairs, and on the reasons that they find.
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
    /// Report that the rule file is saved, or why it is not.
    Saved(Result<PathBuf, String>),
    /// Dismiss what rules find in the open pair: one rule, or all of them, and then go to the next unchecked pair.
    Dismiss(Option<usize>),
    /// Dismiss the findings of a rule in every listed pair.
    DismissListed(usize),
}

/// Rules against pairs that are in use, with their file.
#[derive(Clone, Debug, Default)]
pub struct RulesInUse {
    /// Whether the list of rules is shown.
    pub shown: bool,
    /// Text of the path field for the rule file.
    pub path_field: String,
    /// Rule file of the user, if the rules are from a file.
    pub file: Option<PathBuf>,
    /// Rules with the thresholds and switches of the window.
    pub(crate) rules: Arc<RuleSet>,
    /// Rules as they were read, before thresholds were changed; they measure the same quantities.
    pub(crate) read: Arc<RuleSet>,
}

impl RulesInUse {
    /// Rules with the thresholds and switches of the window.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Whether a threshold or switch of the rules differs from the file, or from the built-in rules.
    pub fn is_changed(&self) -> bool {
        let settings = |set: &RuleSet| set.rules.iter().map(|rule| (rule.threshold.to_bits(), rule.enabled)).collect::<Vec<_>>();
        settings(&self.rules) != settings(&self.read)
    }
}

/// Query for the histograms of the quantities that rules measure.
#[derive(Clone, Debug)]
pub(crate) struct HistogramsQuery {
    pub(crate) corpus: Arc<Corpus>,
    pub(crate) rules: Arc<RuleSet>,
}

impl Query for HistogramsQuery {
    type Key = (Same<Corpus>, Same<RuleSet>);
    /// Histogram of each rule's quantity; `None` if it is 0 in every pair.
    type Answer = Arc<Vec<Option<Histogram>>>;

    const LONG: bool = true;

    fn key(&self) -> Self::Key {
        (Same::of(&self.corpus), Same::of(&self.rules))
    }

    fn answer(self, _: &CancelFlag) -> Self::Answer {
        let texts: Vec<[&str; 2]> = PairTexts::of(&self.corpus).into_iter().map(|pair| pair.texts).collect();
        let findings = Findings::of(&self.rules, &Statistics::of(&texts), &texts);
        Arc::new((0..self.rules.rules.len()).map(|rule| findings.histogram(rule, BINS)).collect())
    }
}

/// Rules that find an error in a pair, with their names.
pub(crate) fn found_in(reasons: &Reasons, source: usize) -> Vec<(usize, &str)> {
    let found = reasons.found.get(source).into_iter().flatten();
    found.map(|(rule, _)| (*rule, reasons.rules[*rule].0.as_str())).collect()
}
