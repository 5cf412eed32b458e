//! Account of a delivery: number of units by outcome, and the units that are not delivered.
//!
//! Memory: one entry for each omitted unit.

use serde::Serialize;

/// Unit of the original file that is not delivered.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Omitted<'a> {
    /// Index of the pair; `None` for a unit that is no pair.
    #[serde(skip)]
    pub pair: Option<usize>,
    /// Number of the unit in its file.
    pub unit: usize,
    /// Identifier of the unit; empty if it has none.
    pub id: &'a str,
    /// Line of the unit in its file.
    pub line: usize,
    /// Reason why the unit is omitted.
    pub cause: String,
    /// Rules that find an error in the pair.
    pub reasons: String,
    /// Rules that find a difference that many right pairs have.
    #[serde(skip)]
    pub hints: String,
    /// Note of the reviewer.
    pub note: &'a str,
    /// Error category of a rejected pair; empty if none was named.
    pub category: &'a str,
    /// Source and target text.
    pub texts: [&'a str; 2],
}

/// Numbers of units and pairs of a delivery.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Account {
    /// Number of units read.
    pub read: usize,
    /// Number of units kept, merged ones included.
    pub kept: usize,
    /// Number of kept units whose texts are part of the pair before them.
    pub merged: usize,
    /// Number of kept units with an edited text.
    pub edited: usize,
    /// Number of kept units that are split into several pairs.
    pub split: usize,
    /// Number of pairs that are rejected or not accepted.
    pub rejected: usize,
    /// Number of units of the files that are no pairs.
    pub left_out: usize,
    /// Number of pairs written.
    pub written: usize,
    /// Names of the units whose targets are delivered more than once.
    #[serde(rename = "targets_delivered_twice")]
    pub doubled: Vec<String>,
}

impl Account {
    /// Sentences on the numbers of units and pairs: kept ones, and those to be checked by the user.
    pub fn sentences(&self) -> Vec<String> {
        let Self { read, kept, merged, edited, split, rejected, left_out, doubled, .. } = self;
        let mut sentences = vec![format!("{kept} of {read} pairs kept; {rejected} rejected, {left_out} left out.")];
        if edited + split + merged > 0 {
            sentences.push(format!("Corrected pairs: {edited} edited, {split} split, {merged} merged into the pair before."));
        }
        if let Some(first) = doubled.first() {
            let are = if doubled.len() == 1 { "target is" } else { "targets are" };
            sentences.push(format!(
                "{} {are} delivered more than once, the first that of {first}: reject one of the pairs.",
                doubled.len()
            ));
        }
        sentences
    }
}
