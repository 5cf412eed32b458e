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

/// Column of the dictionary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DictionaryColumn {
    /// The source word.
    Source,
    /// Whether the words are mutual nearest neighbours.
    Mutual,
    /// The target word.
    Target,
    /// The score.
    #[default]
    Score,
}

/// Filters and order of the dictionary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DictionaryView {
    /// Text that one of the two words must contain.
    pub text: String,
    /// Whether only mutual entries are listed.
    pub mutual_only: bool,
    /// Column of the order.
    pub sort: DictionaryColumn,
    /// Whether the order is the reverse of the column's first one: words ascend, mutual entries and high scores come first.
    pub reversed: bool,
}

impl DictionaryView {
    /// The view after a click on a column: sorted by the column, or in the other direction.
    #[must_use]
    pub fn sorted_by(&self, column: DictionaryColumn) -> Self {
        Self { sort: column, reversed: self.sort == column && !self.reversed, ..self.clone() }
    }

    /// Indices of the entries that pass the filters, in order.
    pub fn shown(&self, dictionary: &Dictionary, words: &[String]) -> Vec<usize> {
        let text = self.text.trim().to_lowercase();
        let holds = |entry: &Entry| {
            (entry.mutual || !self.mutual_only) && [entry.word, entry.other].iter().any(|&word| words[word].contains(&text))
        };
        let entry = |place: usize| &dictionary.entries[place];
        let mut shown: Vec<usize> = (0..dictionary.entries.len()).filter(|&place| holds(entry(place))).collect();
        // Entries are stored by score.
        match self.sort {
            DictionaryColumn::Score => {}
            DictionaryColumn::Source => shown.sort_by_key(|&place| &words[entry(place).word]),
            DictionaryColumn::Target => shown.sort_by_key(|&place| &words[entry(place).other]),
            DictionaryColumn::Mutual => shown.sort_by_key(|&place| !entry(place).mutual),
        }
        if self.reversed {
            shown.reverse();
        }
        shown
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
    fn entries_are_filtered_and_sorted_by_every_column() {
        let entry = |word, other, mutual| Entry { word, other, mutual, together: 1, tells: 0.0 };
        let dictionary = Dictionary { iteration: 0, entries: vec![entry(0, 2, true), entry(1, 3, false)], mutual: 1 };
        let words = ["haus", "baum", "house", "tree"].map(str::to_owned);
        let shown = |text: &str, mutual_only| {
            DictionaryView { text: text.to_owned(), mutual_only, ..DictionaryView::default() }.shown(&dictionary, &words)
        };
        assert_eq!((shown("", false), shown("", true)), (vec![0, 1], vec![0]));
        assert_eq!((shown(" AU", false), shown("tre", false), shown("tre", true)), (vec![0, 1], vec![1], vec![]));
        let [score, source] = [DictionaryColumn::Score, DictionaryColumn::Source];
        for (column, order) in [(source, [1, 0]), (DictionaryColumn::Target, [0, 1]), (DictionaryColumn::Mutual, [0, 1])] {
            let view = DictionaryView::default().sorted_by(column);
            assert_eq!(view.shown(&dictionary, &words), order, "{column:?}");
            assert_eq!(view.sorted_by(column).shown(&dictionary, &words), [order[1], order[0]], "{column:?}");
        }
        assert_eq!(DictionaryView::default().sorted_by(score).shown(&dictionary, &words), [1, 0], "the lowest score first");
    }
}
