//! Quality rules that give reasons against a pair of texts which should be translations of each other.
//!
//! A [`Rule`] measures one number of a pair.
//! A pair is flagged if the measured number reaches the rule's threshold.
//! Findings of kind error are reasons to look at the pair; hints are differences that many good pairs have.
//! [`RULES`] lists the built-in rules, and a file adds the user's own ([`RuleSet::parse`]).
//! [`Statistics`] describe the corpus that the pairs belong to: its median length ratio, its languages, its repeated texts.
//! [`Findings`] hold every rule's number for every row, so that a threshold can change without a second pass.
//! [`Dismissed`] lists the false alarms a person has dismissed.
//!
//! Cost: two passes over the texts, each linear in their length; together about 0.2 ms a pair of sentences on one core.
//! The second pass uses all threads.
//! Memory: for a million pairs about 150 MB for repeated texts, 4 MB a rule for the numbers.
//!
//! ```
//! use wordfield_rules::{RuleSet, Statistics};
//!
//! let pairs = [["It opened in 2015.", "Es wurde 2016 eröffnet."], ["A red house.", "Ein rotes Haus."]];
//! let rules = RuleSet::default();
//! let findings = rules.judge(&Statistics::of(&pairs), 0, pairs[0]);
//! assert_eq!(findings[0].text, "numbers 2015≠2016");
//! ```

mod dismissed;
mod findings;
mod marks;
mod number;
mod rule;
mod rule_set;
mod statistics;
mod text;
mod user;

pub use dismissed::{Dismissed, DismissedError};
pub use findings::{Findings, Histogram};
pub use number::{Mismatch, Number, Strength, mismatch, numbers};
pub use rule::{Case, Measured, RULES, Rule, RuleKind};
pub use rule_set::{Finding, RuleSet};
pub use statistics::Statistics;
pub use user::{RuleFault, RuleFileError};
