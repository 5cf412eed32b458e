//! Number of known words in new documents, without which a prediction is meaningless.

use super::output;
use wordfield_core::corpus::{Csr, RawDocument};

/// Column title for [`count`] in tables.
pub(super) const COLUMN: &str = "known words";

/// Maximum number of documents named in the note about unknown words.
const NAMED: usize = 3;

/// Number of distinct words of a document that the model knows.
pub(super) fn count(weights: &Csr, document: usize) -> usize {
    weights.row(document).0.len()
}

/// Prints a note on the number of documents without known words; `what` is their name in the note.
pub(super) fn tell_unknown(what: &str, weights: &Csr, documents: &[RawDocument]) {
    let unknown: Vec<&str> = documents
        .iter()
        .enumerate()
        .filter(|&(row, _)| count(weights, row) == 0)
        .map(|(_, document)| document.title.as_str())
        .collect();
    if let Some(text) = sentence(what, documents.len(), &unknown) {
        output::note(text);
    }
}

fn sentence(what: &str, all: usize, unknown: &[&str]) -> Option<String> {
    let more = unknown.len().saturating_sub(NAMED);
    let names = unknown.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    let names = if more > 0 { format!("{names} and {more} more") } else { names };
    (!unknown.is_empty()).then(|| {
        format!(
            "{} of {all} {what} contain no word the model knows, so that their predictions mean nothing: {names}.",
            unknown.len()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_are_named_and_the_others_counted() {
        assert_eq!(sentence("documents", 4, &[]), None);
        assert!(sentence("documents", 4, &["a", "b", "c"]).unwrap().ends_with("nothing: a, b, c."));
        let five = sentence("target documents", 9, &["a", "b", "c", "d", "e"]).unwrap();
        assert!(five.starts_with("5 of 9 target documents") && five.ends_with("a, b, c and 2 more."), "{five}");
    }
}
