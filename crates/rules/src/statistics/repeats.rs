//! Repeated texts of a corpus: first row of each pair, and number of different counterparts of each text.
//!
//! Texts are identified by 64-bit hashes; among a million texts two collide with a probability of 3e-8.

use std::collections::{HashMap, HashSet};

use crate::text::{fold, hash};

/// Repeated texts of a corpus of pairs.
#[derive(Clone, Debug, Default)]
pub(crate) struct RepeatedTexts {
    /// First row of each pair of texts, by its hash.
    first: HashMap<u64, usize>,
    /// Number of counterparts of each text that has several, by hash, for source and target.
    counterparts: [HashMap<u64, usize>; 2],
}

impl RepeatedTexts {
    /// Finds the repeated texts of a corpus of pairs.
    pub(crate) fn of(pairs: &[[&str; 2]]) -> Self {
        let mut first = HashMap::with_capacity(pairs.len());
        let mut seen = HashSet::with_capacity(pairs.len());
        let mut counts = [HashMap::new(), HashMap::new()];
        for (row, texts) in pairs.iter().enumerate() {
            let folded = texts.map(fold);
            let Some(key) = pair_key(&folded) else { continue };
            first.entry(key).or_insert(row);
            let (Some(source), Some(target)) = (text_key(&folded[0]), text_key(&folded[1])) else { continue };
            if seen.insert(hash((source, target))) {
                *counts[0].entry(source).or_insert(0) += 1;
                *counts[1].entry(target).or_insert(0) += 1;
            }
        }
        for side in &mut counts {
            side.retain(|_, count| *count > 1);
        }
        Self { first, counterparts: counts }
    }

    /// First row with the given pair of texts; `None` if no row has them or both are empty.
    pub(crate) fn first_row(&self, texts: [&str; 2]) -> Option<usize> {
        self.first.get(&pair_key(&texts.map(fold))?).copied()
    }

    /// Number of different counterparts of a text on the opposite side: 0 or 1 if it has no second counterpart.
    pub(crate) fn counterparts(&self, side: usize, text: &str) -> usize {
        text_key(&fold(text)).and_then(|key| self.counterparts[side].get(&key)).copied().unwrap_or(0)
    }
}

/// Hash of a pair of folded texts; `None` if both are empty.
fn pair_key(folded: &[String; 2]) -> Option<u64> {
    folded.iter().any(|text| !text.is_empty()).then(|| hash(folded))
}

/// Hash of a folded text without its end punctuation; `None` if it has no letter or digit.
fn text_key(folded: &str) -> Option<u64> {
    let text = folded.trim_matches(|letter: char| !letter.is_alphanumeric());
    (!text.is_empty()).then(|| hash(text))
}
