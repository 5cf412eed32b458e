//! Remarks for the user on the documents that were read: incomplete, skipped and left-out ones.

use std::collections::BTreeMap;

use super::collector::Collector;
use crate::corpus::{LeftOutCause, RawDocument, printable::are};

impl Collector {
    /// All remarks for the user, with those on empty documents, blank lines, documents without a label and skipped pairs.
    pub(crate) fn summary(&self) -> Vec<String> {
        let empty = |document: &&RawDocument| document.body.is_empty();
        let mut notes = self.notes.clone();
        let count = self.documents.iter().filter(empty).count();
        if let Some(first) = self.documents.iter().find(empty) {
            let are = if count == 1 { "document has" } else { "documents have" };
            notes.push(format!("{count} {are} no text (the first: {}); kept, as documents without words.", first.title));
        }
        if self.blank > 0 {
            notes.push(format!("{} passed over.", are(self.blank, "blank line was", "blank lines were")));
        }
        notes.extend(self.omitted.iter().map(|(reason, (count, first))| {
            format!("{} left out: {reason} (the first: {first}).", are(*count, "line is", "lines are"))
        }));
        if let (count, Some(first)) = (self.unlabelled().count(), self.unlabelled().next()) {
            let (have, are) = if count == 1 {
                ("document has", "is kept as an unlabelled document")
            } else {
                ("documents have", "are kept as unlabelled documents")
            };
            notes.push(format!("{count} {have} no {} (the first: {}) and {are}.", self.label_names(), first.title));
        }
        notes.extend(self.left_out_notes());
        notes
    }

    /// Remarks on units that are no pairs: for each reason, the number of units and the first of them.
    pub(crate) fn left_out_notes(&self) -> Vec<String> {
        let mut causes = BTreeMap::<LeftOutCause, (usize, &str)>::new();
        self.left_out.iter().for_each(|unit| causes.entry(unit.cause).or_insert((0, &unit.place)).0 += 1);
        let note = |(cause, (count, first)): (LeftOutCause, (usize, &str))| {
            let (unit, are) = if count == 1 { ("unit", "is") } else { ("units", "are") };
            format!("{count} {unit} {are} left out: {cause} (the first: {first}).")
        };
        causes.into_iter().map(note).collect()
    }
}
