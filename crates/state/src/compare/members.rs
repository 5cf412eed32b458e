//! Members of two compared sets that belong to only one of them.

use super::sets::{SetOf, SetsInput};
use crate::{Members, SelectionSet};

impl SetsInput {
    /// Members of each compared set that the opposite set lacks, and the number of common members.
    pub(super) fn members(&self, words: bool) -> Result<([Vec<usize>; 2], usize), String> {
        let [first, second] = &self.key.sets;
        let all = if words { self.dataset.words.len() } else { self.dataset.corpus.len() };
        let (one, other) = match (first, second) {
            (SetOf::Others, SetOf::Others) => return Err("Choose one set: all others than which?".to_owned()),
            (SetOf::Others, _) => {
                let set = self.set(1, words, all)?;
                (set.inverted(), set)
            }
            (_, SetOf::Others) => {
                let set = self.set(0, words, all)?;
                let others = set.inverted();
                (set, others)
            }
            _ => (self.set(0, words, all)?, self.set(1, words, all)?),
        };
        let common = one.within(&other).count();
        Ok(([one.without(&other), other.without(&one)].map(|set| set.iter().collect()), common))
    }

    /// Members of one of the two compared sets.
    fn set(&self, side: usize, words: bool, all: usize) -> Result<Members, String> {
        let dataset = &self.dataset;
        let known = |nothing: &dyn Fn() -> String| match (&self.key.members[side], words) {
            (SelectionSet::Words(members), true) | (SelectionSet::Documents(members), false) => Ok((**members).clone()),
            (SelectionSet::Empty, _) => Err(nothing()),
            _ => Err("Choose two sets of words or two sets of documents.".to_owned()),
        };
        match &self.key.sets[side] {
            SetOf::Class(class) => {
                let of: &[usize] = if words { &self.word_class } else { &dataset.corpus.labels };
                let read = |place: &usize| words || !dataset.split.is_unlabelled(*place);
                Ok(Members::of(all, (0..all).filter(|place| of.get(*place) == Some(class)).filter(read)))
            }
            SetOf::Part(part) if !words => Ok(Members::of(all, part.documents(dataset).iter().copied())),
            SetOf::Document(document) if !words => Ok(Members::of(all, [*document])),
            SetOf::Meets(filter) if !words => Members::meeting(filter, &dataset.corpus)
                .map_err(|error| format!("{filter}: {}; {}", error.problem, error.remedy)),
            SetOf::Part(_) | SetOf::Document(_) | SetOf::Meets(_) => {
                Err("words are compared with words: choose a class, or all others".to_owned())
            }
            SetOf::Selected => known(&|| "No selection: select words or documents first.".to_owned()),
            SetOf::Named(name) => {
                known(&|| format!("{name}: no set of this name, or none of its words is in the vocabulary: choose another set"))
            }
            SetOf::Others => Ok(Members::none(all)),
        }
    }
}
