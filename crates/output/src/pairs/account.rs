//! Account of a delivery: numbers of units by their fate, and the units that are not delivered.
//!
//! Memory: one entry for each omitted unit.

/// Unit of the original that is not delivered.
#[derive(Clone, Debug, PartialEq)]
pub struct Omitted<'a> {
    /// Index of the pair; `None` for a unit that is no pair.
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
    pub hints: String,
    /// Note of the reviewer.
    pub note: &'a str,
    /// Error category of a rejected pair; empty if none was named.
    pub category: &'a str,
    /// Source and target text.
    pub texts: [&'a str; 2],
}

/// Numbers of units and pairs of a delivery.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Number of units read.
    pub read: usize,
    /// Number of units kept, merged ones included.
    pub kept: usize,
    /// Number of kept units whose texts are part of the pair before them.
    pub merged: usize,
    /// Number of kept units with an edited text, and of those split into several pairs.
    pub corrected: [usize; 2],
    /// Number of pairs that are rejected or not accepted.
    pub rejected: usize,
    /// Number of units that are no pairs.
    pub left_out: usize,
    /// Number of pairs written.
    pub written: usize,
    /// Names of the units whose targets are delivered more than once.
    pub doubled: Vec<String>,
}

impl Account {
    /// Sentences on the numbers of units and pairs: what is kept, and what deserves a look.
    pub fn sentences(&self) -> Vec<String> {
        let Self { read, kept, merged, corrected: [edited, split], rejected, left_out, doubled, .. } = self;
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
