//! Documents in which selected words occur together.
//!
//! Cost: a binary search in the other words' documents for each document of the rarest word. Memory: those documents.

use crate::{SelectionSet, Workspace, concordance::lines::holders};

/// Maximum number of words that are looked for together.
const WORDS: usize = 5;

impl Workspace {
    /// Documents that contain every one of two to five selected words, and the number expected if the words were independent.
    pub fn documents_with_all_words(&self) -> Option<(Vec<u32>, f64)> {
        let (SelectionSet::Words(words), Some(basis)) = (&self.selection.set, &self.corpus.basis) else { return None };
        let words: Vec<usize> = words.iter().take(WORDS + 1).collect();
        let dataset = self.corpus.dataset.as_ref()?;
        // Words of two sides of pairs are in no document together.
        let sides = words.iter().filter(|&&word| word < dataset.source_words).count();
        if !(2..=WORDS).contains(&words.len()) || (sides > 0 && sides < words.len()) {
            return None;
        }
        let sides = if dataset.source_words > 0 { 2.0 } else { 1.0 };
        let all = dataset.corpus.len().max(1) as f64 / sides;
        let shares = words.iter().map(|&word| basis.holders.row(word).0.len() as f64 / all);
        Some((holders(&basis.holders, &words, true), all * shares.product::<f64>()))
    }
}
