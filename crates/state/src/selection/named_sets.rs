//! Named sets: selection sets that can be restored, combined and compared.
//!
//! In a saved file, and outside the current vocabulary, words are stored by spelling, documents by index and title.
//! Members are thus recognised in another order of words or documents.
//! Memory: one bit per word or document and set, and the spelling of each unknown member.

use std::{collections::HashMap, sync::Arc};

use crate::SelectionSet;
use wordfield_core::{
    corpus::{Corpus, Dataset},
    project::{SavedDocument, SavedSet},
};

/// Named set of words or documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSet {
    /// Name of the set, unique among the named sets.
    pub name: String,
    /// Members of the set in the current vocabulary or corpus, possibly none.
    pub set: SelectionSet,
    /// Members of the set outside the current vocabulary or corpus.
    pub(crate) elsewhere: Arc<SavedSet>,
}

impl NamedSet {
    /// Number of the set's members that the current corpus lacks.
    pub fn missing(&self) -> usize {
        let SavedSet { words, source_words, documents, .. } = &*self.elsewhere;
        words.len() + source_words.len() + documents.len()
    }

    /// Text of the named set's size, as in "12 words" or "9 of 12 words".
    pub fn description(&self) -> String {
        let (here, missing) = (self.set.count(), self.missing());
        if missing == 0 {
            return self.set.description();
        }
        let what = if self.elsewhere.documents.is_empty() { "words" } else { "documents" };
        format!("{here} of {} {what}", here + missing)
    }

    /// The named set in the form of a saved file.
    fn to_save(&self, dataset: &Dataset) -> SavedSet {
        let mut saved = SavedSet { name: self.name.clone(), ..(*self.elsewhere).clone() };
        match &self.set {
            SelectionSet::Empty => {}
            SelectionSet::Words(members) => {
                for word in members.iter().filter(|&word| word < dataset.words.len()) {
                    let side = if word < dataset.source_words { &mut saved.source_words } else { &mut saved.words };
                    side.push(dataset.words[word].clone());
                }
            }
            SelectionSet::Documents(members) => {
                let titles = &dataset.corpus.titles;
                let document = |place: usize| Some(SavedDocument { place, title: titles.get(place)?.clone() });
                saved.documents.extend(members.iter().filter_map(document));
            }
        }
        saved
    }
}

/// Named sets in the order of creation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedSets(Arc<Vec<NamedSet>>);

impl NamedSets {
    /// Iterates over the named sets.
    pub fn iter(&self) -> std::slice::Iter<'_, NamedSet> {
        self.0.iter()
    }

    /// Named set at an index.
    pub fn get(&self, place: usize) -> Option<&NamedSet> {
        self.0.get(place)
    }

    /// Number of named sets.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no named sets.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Named set with the given name, if there is one.
    pub fn under(&self, name: &str) -> Option<&SelectionSet> {
        self.iter().find(|kept| kept.name == name).map(|kept| &kept.set)
    }

    /// Name for a new set that is not in use, as in "set 3".
    pub fn free_name(&self) -> String {
        let names = (1..).map(|number| format!("set {number}"));
        names.into_iter().find(|name| self.0.iter().all(|kept| kept.name != *name)).unwrap_or_default()
    }

    /// Stores a set under a name and replaces one of the same name; empty sets and empty names are ignored.
    pub(crate) fn keep(&mut self, name: &str, set: &SelectionSet) {
        let name = name.trim();
        if set.is_empty() || name.is_empty() {
            return;
        }
        let sets = Arc::make_mut(&mut self.0);
        match sets.iter_mut().find(|kept| kept.name == name) {
            Some(kept) => (kept.set, kept.elsewhere) = (set.clone(), Arc::default()),
            None => sets.push(NamedSet { name: name.to_owned(), set: set.clone(), elsewhere: Arc::default() }),
        }
    }

    /// Renames a set if it exists and the new name is unused; returns the old and the new name.
    pub(crate) fn rename(&mut self, place: usize, name: &str) -> Option<[String; 2]> {
        let name = name.trim();
        if name.is_empty() || self.0.iter().any(|kept| kept.name == name) {
            return None;
        }
        let kept = Arc::make_mut(&mut self.0).get_mut(place)?;
        Some([std::mem::replace(&mut kept.name, name.to_owned()), name.to_owned()])
    }

    /// Deletes a named set.
    pub(crate) fn remove(&mut self, place: usize) {
        if place < self.0.len() {
            Arc::make_mut(&mut self.0).remove(place);
        }
    }

    /// The named sets in the form of a saved file.
    pub fn to_save(&self, dataset: &Dataset) -> Vec<SavedSet> {
        self.iter().map(|kept| kept.to_save(dataset)).collect()
    }

    /// Restores saved sets over a dataset, and keeps unknown members for another dataset.
    pub(crate) fn restored(saved: &[SavedSet], dataset: &Dataset) -> Self {
        let places = Places::of(dataset);
        Self(Arc::new(saved.iter().map(|saved| places.find(saved)).collect()))
    }

    /// Adds the sets of a saved file as far as their members belong to the given dataset; returns their number.
    /// A set with the name of a different current set is renamed.
    pub(crate) fn take_in(&mut self, saved: &[SavedSet], dataset: &Dataset) -> usize {
        let places = Places::of(dataset);
        let mut taken = 0;
        for saved in saved {
            let mut found = places.find(saved);
            if found.set.is_empty() || found.name.is_empty() {
                continue;
            }
            taken += 1;
            let numbered = (2..).map(|number| format!("{} (saved {number})", saved.name));
            for name in [saved.name.clone(), format!("{} (saved)", saved.name)].into_iter().chain(numbered) {
                match self.under(&name) {
                    Some(set) if *set == found.set => break,
                    Some(_) => {}
                    None => {
                        found.name = name;
                        Arc::make_mut(&mut self.0).push(found);
                        break;
                    }
                }
            }
        }
        taken
    }
}

impl<'a> IntoIterator for &'a NamedSets {
    type Item = &'a NamedSet;
    type IntoIter = std::slice::Iter<'a, NamedSet>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Indices of the words and documents of a dataset.
struct Places<'a> {
    dataset: &'a Dataset,
    words: WordIndices<'a>,
    documents: DocumentPlaces<'a>,
}

impl<'a> Places<'a> {
    fn of(dataset: &'a Dataset) -> Self {
        Self { dataset, words: WordIndices::of(dataset), documents: DocumentPlaces::of(&dataset.corpus) }
    }

    /// Splits a saved set into known members of this dataset and unknown ones.
    fn find(&self, saved: &SavedSet) -> NamedSet {
        let mut elsewhere = SavedSet::default();
        let mut words = Vec::new();
        let sides = [(&saved.source_words, true, &mut elsewhere.source_words), (&saved.words, false, &mut elsewhere.words)];
        for (list, source, others) in sides {
            for word in list {
                match self.words.find(word, source) {
                    Some(place) => words.push(place),
                    None => others.push(word.clone()),
                }
            }
        }
        let mut documents = Vec::new();
        for document in &saved.documents {
            match self.documents.find(document) {
                Some(place) => documents.push(place),
                None => elsewhere.documents.push(document.clone()),
            }
        }
        let set = match SelectionSet::words(self.dataset.words.len(), words) {
            SelectionSet::Empty => SelectionSet::documents(self.dataset.corpus.len(), documents),
            words => words,
        };
        NamedSet { name: saved.name.trim().to_owned(), set, elsewhere: Arc::new(elsewhere) }
    }
}

/// Indices of a vocabulary's words by their spelling, for each side.
struct WordIndices<'a>([HashMap<&'a str, usize>; 2]);

impl<'a> WordIndices<'a> {
    fn of(dataset: &'a Dataset) -> Self {
        let places = |range: std::ops::Range<usize>| range.map(|word| (dataset.words[word].as_str(), word)).collect();
        Self([places(dataset.source_words..dataset.words.len()), places(0..dataset.source_words)])
    }

    fn find(&self, word: &str, source: bool) -> Option<usize> {
        self.0[usize::from(source)].get(word).copied()
    }
}

/// Indices of the documents of a corpus by title.
struct DocumentPlaces<'a> {
    titles: &'a [String],
    by_title: HashMap<&'a str, Option<usize>>,
}

impl<'a> DocumentPlaces<'a> {
    fn of(corpus: &'a Corpus) -> Self {
        let mut by_title = HashMap::new();
        for (place, title) in corpus.titles.iter().enumerate() {
            // A title that several documents have identifies none of them.
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
    use wordfield_core::corpus::{Builtin, SplitOptions, VocabularyOptions, Weighting, builtin};

    fn dataset(which: Builtin, vocabulary: &VocabularyOptions) -> Dataset {
        let corpus = Arc::new(builtin(which));
        Dataset::build(corpus, &SplitOptions::default(), vocabulary, Weighting::default()).expect("a dataset")
    }

    #[test]
    fn sets_have_unique_names_and_members() {
        let mut sets = NamedSets::default();
        let (one, two) = (SelectionSet::words(9, [1]), SelectionSet::words(9, [2]));
        sets.keep(" a ", &one);
        sets.keep("b", &two);
        sets.keep("c", &SelectionSet::Empty);
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
    fn sets_are_restored_in_another_order_and_a_smaller_vocabulary() {
        for which in Builtin::ALL {
            let data = dataset(which, &VocabularyOptions::default());
            let mut sets = NamedSets::default();
            sets.keep("words", &SelectionSet::words(data.words.len(), [0, 3, data.words.len() - 1]));
            sets.keep("documents", &SelectionSet::documents(data.corpus.len(), [1, 5]));
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
            assert_eq!(moved.get(1).map(|kept| kept.set.clone()), Some(SelectionSet::documents(other.corpus.len(), [5, 7])));
        }
        let data = dataset(Builtin::Topics, &VocabularyOptions::default());
        let mut sets = NamedSets::default();
        sets.keep("all", &SelectionSet::words(data.words.len(), 0..data.words.len()));
        let few = dataset(Builtin::Topics, &VocabularyOptions { max_words: Some(50), ..VocabularyOptions::default() });
        let moved = NamedSets::restored(&sets.to_save(&data), &few);
        assert!(few.words.len() < data.words.len());
        let kept = moved.get(0).expect("the set");
        assert_eq!((kept.set.count(), kept.missing()), (few.words.len(), data.words.len() - few.words.len()));
        assert_eq!(kept.description(), format!("{} of {} words", few.words.len(), data.words.len()));
        assert_eq!(NamedSets::restored(&moved.to_save(&few), &data), sets, "a smaller vocabulary in between loses nothing");
    }

    #[test]
    fn a_set_of_another_content_does_not_replace_one_of_the_same_name() {
        let data = dataset(Builtin::Topics, &VocabularyOptions::default());
        let mut sets = NamedSets::default();
        sets.keep("a", &SelectionSet::words(data.words.len(), [0]));
        let saved = sets.to_save(&data);
        sets.keep("a", &SelectionSet::words(data.words.len(), [1]));
        for _ in 0..2 {
            assert_eq!(sets.take_in(&saved, &data), 1);
            assert_eq!(sets.iter().map(|kept| kept.name.as_str()).collect::<Vec<_>>(), ["a", "a (saved)"], "once");
        }
        let mut third = NamedSets::default();
        third.keep("a", &SelectionSet::words(data.words.len(), [2]));
        sets.take_in(&third.to_save(&data), &data);
        assert_eq!(sets.iter().map(|kept| kept.name.as_str()).collect::<Vec<_>>(), ["a", "a (saved)", "a (saved 2)"]);
        assert_eq!(sets.under("a (saved)"), Some(&SelectionSet::words(data.words.len(), [0])), "nothing kept is written over");
    }
}
