//! View of the learned dictionary: its query, computed on a thread, and its filters.

use std::sync::Arc;

use crate::core::{memo::Same, query::Query};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::Dataset,
    model::pairs::{Dictionary, Entry, MatchRow, Matcher},
};

/// Key of a dictionary: the corpus and an evaluation of the model.
pub type DictionaryKey = (Same<Dataset>, Same<Vec<MatchRow>>);

/// Filters of the dictionary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DictionaryView {
    /// Text that one of the two words must contain.
    pub text: String,
    /// Whether only mutual entries are listed.
    pub mutual_only: bool,
}

impl DictionaryView {
    /// Indices of the entries that pass the filters, by score as they are stored.
    pub fn shown(&self, dictionary: &Dictionary, words: &[String]) -> Vec<usize> {
        let text = self.text.trim().to_lowercase();
        let holds = |entry: &Entry| {
            (entry.mutual || !self.mutual_only) && [entry.word, entry.other].iter().any(|&word| words[word].contains(&text))
        };
        (0..dictionary.entries.len()).filter(|&place| holds(&dictionary.entries[place])).collect()
    }
}

/// A query for the dictionary.
#[derive(Clone, Debug)]
pub struct DictionaryQuery {
    pub(crate) key: DictionaryKey,
    pub(crate) dataset: Arc<Dataset>,
    pub(crate) fitted: Arc<dyn Matcher>,
    pub(crate) iteration: usize,
}

impl Query for DictionaryQuery {
    type Key = DictionaryKey;
    type Answer = Arc<Dictionary>;

    const LONG: bool = true;

    fn key(&self) -> DictionaryKey {
        self.key.clone()
    }

    fn answer(self, _cancel: &CancelFlag) -> Arc<Dictionary> {
        Arc::new(Dictionary::of(&self.dataset, &*self.fitted, self.iteration))
    }

    fn supersedes(new: &DictionaryKey, running: &DictionaryKey) -> bool {
        new.0 != running.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_filtered() {
        let entry = |word, other, mutual| Entry { word, other, mutual, together: 1, tells: 0.0 };
        let dictionary = Dictionary { iteration: 0, entries: vec![entry(0, 2, true), entry(1, 3, false)], mutual: 1 };
        let words = ["haus", "baum", "house", "tree"].map(str::to_owned);
        let shown = |text: &str, mutual_only| DictionaryView { text: text.to_owned(), mutual_only }.shown(&dictionary, &words);
        assert_eq!((shown("", false), shown("", true)), (vec![0, 1], vec![0]));
        assert_eq!((shown(" AU", false), shown("tre", false), shown("tre", true)), (vec![0, 1], vec![1], vec![]));
    }
}
