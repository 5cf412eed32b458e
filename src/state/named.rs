//! Sets kept under names, to be taken back, joined and compared.
//!
//! In a saved file words stand by their spelling and documents by place and title, so that they are known again in another
//! order. Memory: a bit a word or document and set.

use std::{collections::HashMap, sync::Arc};

use super::Chosen;
use crate::{
    corpus::{Corpus, Dataset},
    project::{SavedDocument, SavedSet},
};

/// A set kept under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSet {
    /// The name, another for each set.
    pub name: String,
    /// The set; of something, never of nothing.
    pub set: Chosen,
}

/// The sets kept, in the order they were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedSets(Arc<Vec<NamedSet>>);

impl NamedSets {
    /// The sets.
    pub fn iter(&self) -> std::slice::Iter<'_, NamedSet> {
        self.0.iter()
    }

    /// The set at a place.
    pub fn get(&self, place: usize) -> Option<&NamedSet> {
        self.0.get(place)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A name no set has yet: "set 3".
    pub fn free_name(&self) -> String {
        let names = (1..).map(|number| format!("set {number}"));
        names.into_iter().find(|name| self.0.iter().all(|kept| kept.name != *name)).unwrap_or_default()
    }

    /// Keeps a set under a name, in the place of one that has it; nothing is not kept, nor anything without a name.
    pub(super) fn keep(&mut self, name: &str, set: &Chosen) {
        let name = name.trim();
        if set.is_empty() || name.is_empty() {
            return;
        }
        let sets = Arc::make_mut(&mut self.0);
        match sets.iter_mut().find(|kept| kept.name == name) {
            Some(kept) => kept.set = set.clone(),
            None => sets.push(NamedSet { name: name.to_owned(), set: set.clone() }),
        }
    }

    /// Gives a set another name, unless there is none or another set has it.
    pub(super) fn rename(&mut self, place: usize, name: &str) {
        let name = name.trim();
        if name.is_empty() || self.0.iter().any(|kept| kept.name == name) {
            return;
        }
        if let Some(kept) = Arc::make_mut(&mut self.0).get_mut(place) {
            name.clone_into(&mut kept.name);
        }
    }

    /// Forgets a set.
    pub(super) fn remove(&mut self, place: usize) {
        if place < self.0.len() {
            Arc::make_mut(&mut self.0).remove(place);
        }
    }

    /// The sets as they are saved.
    pub fn to_save(&self, dataset: &Dataset) -> Vec<SavedSet> {
        let save = |kept: &NamedSet| {
            let mut saved = SavedSet { name: kept.name.clone(), ..SavedSet::default() };
            match &kept.set {
                Chosen::Nothing => {}
                Chosen::Words(members) => {
                    for word in members.iter().filter(|&word| word < dataset.words.len()) {
                        let side = if word < dataset.source_words { &mut saved.source_words } else { &mut saved.words };
                        side.push(dataset.words[word].clone());
                    }
                }
                Chosen::Documents(members) => {
                    let titles = &dataset.corpus.titles;
                    let document = |place: usize| Some(SavedDocument { place, title: titles.get(place)?.clone() });
                    saved.documents = members.iter().filter_map(document).collect();
                }
            }
            saved
        };
        self.iter().map(save).collect()
    }

    /// Takes in sets found in a saved file, as far as their words and documents are of this dataset; how many are.
    pub(super) fn take_in(&mut self, saved: &[SavedSet], dataset: &Dataset) -> usize {
        let (words, documents) = (WordPlaces::of(dataset), DocumentPlaces::of(&dataset.corpus));
        let before = self.clone();
        let mut taken = 0;
        for saved in saved {
            let own = saved.source_words.iter().filter_map(|word| words.find(word, true));
            let found =
                Chosen::words(dataset.words.len(), own.chain(saved.words.iter().filter_map(|word| words.find(word, false))));
            let set = match found {
                Chosen::Nothing => Chosen::documents(
                    dataset.corpus.len(),
                    saved.documents.iter().filter_map(|document| documents.find(document)),
                ),
                found => found,
            };
            if !set.is_empty() {
                taken += 1;
                let known = before.iter().find(|kept| kept.name == saved.name);
                let name = if known.is_some_and(|kept| kept.set != set) {
                    format!("{} (saved)", saved.name)
                } else {
                    saved.name.clone()
                };
                self.keep(&name, &set);
            }
        }
        taken
    }

    /// The same sets over another vocabulary of the same documents; words no longer kept are no longer in them.
    #[must_use]
    pub(super) fn over(&self, old: &Dataset, new: &Dataset) -> Self {
        let mut moved = Self::default();
        moved.take_in(&self.to_save(old), new);
        moved
    }
}

impl<'a> IntoIterator for &'a NamedSets {
    type Item = &'a NamedSet;
    type IntoIter = std::slice::Iter<'a, NamedSet>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Where words stand in a vocabulary, by side.
struct WordPlaces<'a>([HashMap<&'a str, usize>; 2]);

impl<'a> WordPlaces<'a> {
    fn of(dataset: &'a Dataset) -> Self {
        let places = |range: std::ops::Range<usize>| range.map(|word| (dataset.words[word].as_str(), word)).collect();
        Self([places(dataset.source_words..dataset.words.len()), places(0..dataset.source_words)])
    }

    fn find(&self, word: &str, source: bool) -> Option<usize> {
        self.0[usize::from(source)].get(word).copied()
    }
}

/// Where documents stand in a corpus.
struct DocumentPlaces<'a> {
    titles: &'a [String],
    by_title: HashMap<&'a str, Option<usize>>,
}

impl<'a> DocumentPlaces<'a> {
    fn of(corpus: &'a Corpus) -> Self {
        let mut by_title = HashMap::new();
        for (place, title) in corpus.titles.iter().enumerate() {
            // A title two documents have tells neither.
            by_title.entry(title.as_str()).and_modify(|place| *place = None).or_insert(Some(place));
        }
        Self { titles: &corpus.titles, by_title }
    }

    fn find(&self, document: &SavedDocument) -> Option<usize> {
        let there = self.titles.get(document.place).is_some_and(|title| *title == document.title);
        if there { Some(document.place) } else { self.by_title.get(document.title.as_str()).copied().flatten() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Builtin, SplitOptions, VocabularyOptions, Weighting, builtin};

    fn dataset(which: Builtin, vocabulary: &VocabularyOptions) -> Dataset {
        let corpus = Arc::new(builtin(which));
        Dataset::build(corpus, &SplitOptions::default(), vocabulary, Weighting::default()).expect("a dataset")
    }

    #[test]
    fn sets_have_names_of_their_own_and_never_are_of_nothing() {
        let mut sets = NamedSets::default();
        let (one, two) = (Chosen::words(9, [1]), Chosen::words(9, [2]));
        sets.keep(" a ", &one);
        sets.keep("b", &two);
        sets.keep("c", &Chosen::Nothing);
        sets.keep("  ", &one);
        let names = |sets: &NamedSets| sets.iter().map(|kept| kept.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&sets), ["a", "b"]);
        sets.rename(0, "b");
        sets.rename(1, "set 1");
        assert_eq!((names(&sets), sets.free_name()), (vec!["a".to_owned(), "set 1".to_owned()], "set 2".to_owned()));
        sets.keep("a", &two);
        assert_eq!(sets.get(0).map(|kept| &kept.set), Some(&two));
        sets.remove(7);
        sets.remove(0);
        assert_eq!(names(&sets), ["set 1"]);
    }

    #[test]
    fn sets_are_known_again_in_another_order_and_in_a_smaller_vocabulary() {
        for which in Builtin::ALL {
            let data = dataset(which, &VocabularyOptions::default());
            let mut sets = NamedSets::default();
            sets.keep("words", &Chosen::words(data.words.len(), [0, 3, data.words.len() - 1]));
            sets.keep("documents", &Chosen::documents(data.corpus.len(), [1, 5]));
            let saved = sets.to_save(&data);
            let mut again = NamedSets::default();
            assert_eq!(again.take_in(&saved, &data), 2, "{which:?}");
            assert_eq!(again, sets);
            let mut corpus = (*data.corpus).clone();
            corpus.titles = (0..corpus.len()).map(|place| format!("document {place}")).collect();
            let data = Dataset { corpus: Arc::new(corpus.clone()), ..data };
            let saved = sets.to_save(&data);
            corpus.titles.swap(1, 7);
            let other = Dataset { corpus: Arc::new(corpus), ..data.clone() };
            let mut moved = NamedSets::default();
            moved.take_in(&saved, &other);
            assert_eq!(moved.get(1).map(|kept| kept.set.clone()), Some(Chosen::documents(other.corpus.len(), [5, 7])));
        }
        let data = dataset(Builtin::Topics, &VocabularyOptions::default());
        let mut sets = NamedSets::default();
        sets.keep("all", &Chosen::words(data.words.len(), 0..data.words.len()));
        let few = dataset(Builtin::Topics, &VocabularyOptions { max_words: Some(50), ..VocabularyOptions::default() });
        let moved = sets.over(&data, &few);
        assert!(few.words.len() < data.words.len());
        assert_eq!(moved.get(0).map(|kept| kept.set.count()), Some(few.words.len()));
    }

    #[test]
    fn a_set_of_another_content_does_not_replace_one_of_the_same_name() {
        let data = dataset(Builtin::Topics, &VocabularyOptions::default());
        let mut sets = NamedSets::default();
        sets.keep("a", &Chosen::words(data.words.len(), [0]));
        let saved = sets.to_save(&data);
        sets.keep("a", &Chosen::words(data.words.len(), [1]));
        sets.take_in(&saved, &data);
        assert_eq!(sets.iter().map(|kept| kept.name.as_str()).collect::<Vec<_>>(), ["a", "a (saved)"]);
    }
}
