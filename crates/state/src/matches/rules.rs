//! Rules in use: the built-in ones or those of the user's file, with the thresholds and switches of the window.
//!
//! Cost: one pass over the texts for the histograms, on threads. Memory: a histogram a rule.

use std::{path::PathBuf, sync::Arc};

use crate::core::{memo::Same, query::Query};
use wordfield_core::{cancel::CancelFlag, corpus::Corpus};
use wordfield_output::{PairTexts, Reasons};
use wordfield_rules::{Findings, Histogram, RuleSet, Statistics};

/// Number of intervals of a histogram.
pub(crate) const BINS: usize = 40;

/// Actions on the rules and what they find.
#[derive(Clone, Debug)]
pub enum RulesAction {
    /// Show or hide the list of rules.
    Show(bool),
    /// Change the threshold of the rule at this place.
    Threshold(usize, f64),
    /// Switch the rule at this place on or off.
    Enable(usize, bool),
    /// Text of the path field.
    Path(String),
    /// Open a dialog for a rule file.
    AskToOpen,
    /// Read a rule file.
    Open(PathBuf),
    /// The rules of a file, or the reason why they cannot be read.
    Read(PathBuf, Result<Arc<RuleSet>, String>),
    /// Use the built-in rules with their thresholds.
    Reset,
    /// Open a dialog for the place of a rule file.
    AskToSave,
    /// Save thresholds and switches in a rule file.
    Save(PathBuf),
    /// The file is saved, or the reason why it is not.
    Saved(Result<PathBuf, String>),
    /// Dismiss what rules find in the open pair: one rule, or all of them, and then go to the next unchecked pair.
    Dismiss(Option<usize>),
    /// Dismiss what a rule finds in every listed pair.
    DismissListed(usize),
}

/// Rules in use.
#[derive(Clone, Debug, Default)]
pub struct RulesInUse {
    /// Whether their list is shown.
    pub shown: bool,
    /// Text of the path field.
    pub path_field: String,
    /// The user's file, if its rules are in use.
    pub file: Option<PathBuf>,
    /// The rules with the thresholds and switches of the window.
    pub(crate) rules: Arc<RuleSet>,
    /// The rules as they were read, which measure the same numbers.
    pub(crate) read: Arc<RuleSet>,
}

impl RulesInUse {
    /// The rules with the thresholds and switches of the window.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Whether a threshold or switch differs from the file, or from the built-in rules.
    pub fn is_changed(&self) -> bool {
        let settings = |set: &RuleSet| set.rules.iter().map(|rule| (rule.threshold.to_bits(), rule.enabled)).collect::<Vec<_>>();
        settings(&self.rules) != settings(&self.read)
    }
}

/// A query for the histograms of the rules' numbers.
#[derive(Clone, Debug)]
pub(crate) struct HistogramsQuery {
    pub(crate) corpus: Arc<Corpus>,
    pub(crate) rules: Arc<RuleSet>,
}

impl Query for HistogramsQuery {
    type Key = (Same<Corpus>, Same<RuleSet>);
    /// The histogram of each rule; `None` where its number is 0 in every pair.
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

/// Rules that find something in a pair, with their names.
pub(crate) fn found_in(reasons: &Reasons, source: usize) -> Vec<(usize, &str)> {
    let found = reasons.found.get(source).into_iter().flatten();
    found.map(|(rule, _)| (*rule, reasons.rules[*rule].0.as_str())).collect()
}
