//! Selection set: selected words or selected documents.
//!
//! [`Focus`](crate::Focus) is the subject of the inspector; gestures, searches and comparisons use the set.
//! Memory: one bit per word or document.

use std::sync::Arc;

use wordfield_core::corpus::{Corpus, Filter, FilterError};

/// Subset of `all` items, as a bit set of their indices.
#[must_use]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members {
    bits: Vec<u64>,
    /// Number of items of which this is a subset.
    pub all: usize,
}

impl Members {
    /// Empty subset of no items.
    pub const NONE: Self = Self { bits: Vec::new(), all: 0 };

    /// Documents of a corpus that meet a filter, or belong to a pair that does.
    ///
    /// # Errors
    /// If the filter does not fit the corpus.
    pub fn meeting(filter: &Filter, corpus: &Corpus) -> Result<Self, FilterError> {
        let mask = filter.mask(corpus)?;
        Ok(Self::of(mask.len(), (0..mask.len()).filter(|&document| mask[document])))
    }

    /// Empty subset of `all` items.
    pub fn none(all: usize) -> Self {
        Self { bits: vec![0; all.div_ceil(64)], all }
    }

    /// Subset of `all` items with the given indices; indices out of range are ignored.
    pub fn of(all: usize, places: impl IntoIterator<Item = usize>) -> Self {
        let mut members = Self::none(all);
        for place in places {
            members.set(place, true);
        }
        members
    }

    /// Number of members of the subset.
    pub fn count(&self) -> usize {
        self.bits.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Whether the subset has no members.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&bits| bits == 0)
    }

    /// Whether an item is a member of the subset.
    pub fn contains(&self, place: usize) -> bool {
        self.bits.get(place / 64).is_some_and(|bits| bits >> (place % 64) & 1 == 1)
    }

    /// Adds an item to the subset, or removes it.
    pub fn set(&mut self, place: usize, member: bool) {
        if place < self.all {
            let bit = 1 << (place % 64);
            if member { self.bits[place / 64] |= bit } else { self.bits[place / 64] &= !bit }
        }
    }

    /// Indices of the subset's members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.all).filter(|&place| self.contains(place))
    }

    /// Union with another subset.
    pub fn with(&self, other: &Self) -> Self {
        self.joined(other, |a, b| a | b)
    }

    /// Difference of two subsets: members that `other` lacks.
    pub fn without(&self, other: &Self) -> Self {
        self.joined(other, |a, b| a & !b)
    }

    /// Intersection with another subset.
    pub fn within(&self, other: &Self) -> Self {
        self.joined(other, |a, b| a & b)
    }

    /// Complement of the subset.
    pub fn inverted(&self) -> Self {
        Self::of(self.all, (0..self.all).filter(|&place| !self.contains(place)))
    }

    fn joined(&self, other: &Self, join: impl Fn(u64, u64) -> u64) -> Self {
        let others = other.bits.iter().copied().chain(std::iter::repeat(0));
        Self { bits: self.bits.iter().zip(others).map(|(&a, b)| join(a, b)).collect(), all: self.all }
    }
}

/// Selection set: selected words or selected documents.
#[must_use]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SelectionSet {
    /// Empty selection set, neither of words nor of documents.
    #[default]
    Empty,
    /// Selected words of the vocabulary.
    Words(Arc<Members>),
    /// Selected documents of the corpus.
    Documents(Arc<Members>),
}

/// Operation that combines the selection set with other words or documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetOperation {
    /// Replace the selection set by the given set.
    #[default]
    Replace,
    /// Add the given members to the selection set.
    Add,
    /// Remove the given members from the selection set.
    Remove,
    /// Keep only the members that the selection set and the given set have in common.
    Within,
    /// Toggle the membership of the given words or documents in the selection set.
    Toggle,
}

impl SetOperation {
    /// Operations on the selection set with their names in the menu.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Replace, "take"), (Self::Add, "add"), (Self::Remove, "remove"), (Self::Within, "keep only")];
}

impl SelectionSet {
    /// Selection set of the given words, out of `all`; empty if none is a member.
    pub fn words(all: usize, places: impl IntoIterator<Item = usize>) -> Self {
        Self::Words(Arc::new(Members::of(all, places))).or_nothing()
    }

    /// Selection set of the given documents, out of `all`; empty if none is a member.
    pub fn documents(all: usize, places: impl IntoIterator<Item = usize>) -> Self {
        Self::Documents(Arc::new(Members::of(all, places))).or_nothing()
    }

    /// Members of the selection set, words or documents; `None` for an empty set.
    pub fn members(&self) -> Option<&Arc<Members>> {
        match self {
            Self::Empty => None,
            Self::Words(members) | Self::Documents(members) => Some(members),
        }
    }

    /// Number of members of the selection set.
    pub fn count(&self) -> usize {
        self.members().map_or(0, |members| members.count())
    }

    /// Whether the selection set has no member.
    pub fn is_empty(&self) -> bool {
        self.members().is_none_or(|members| members.is_empty())
    }

    /// Text of the selection set's size, as in "12 words".
    pub fn description(&self) -> String {
        let (count, one, many) = match self {
            Self::Empty => return "nothing".to_owned(),
            Self::Words(members) => (members.count(), "word", "words"),
            Self::Documents(members) => (members.count(), "document", "documents"),
        };
        format!("{count} {}", if count == 1 { one } else { many })
    }

    /// Combines the selection set with the set `others`.
    /// Words and documents do not mix: a set of the opposite kind replaces the selection set or leaves it unchanged.
    pub fn taken(&self, how: SetOperation, others: &Self) -> Self {
        let joined = |a: &Members, b: &Members| {
            Arc::new(match how {
                SetOperation::Replace => b.clone(),
                SetOperation::Add => a.with(b),
                SetOperation::Remove => a.without(b),
                SetOperation::Within => a.within(b),
                SetOperation::Toggle => a.without(b).with(&b.without(a)),
            })
        };
        match (self, others) {
            (Self::Words(a), Self::Words(b)) => Self::Words(joined(a, b)),
            (Self::Documents(a), Self::Documents(b)) => Self::Documents(joined(a, b)),
            _ if matches!(how, SetOperation::Replace | SetOperation::Add | SetOperation::Toggle) => others.clone(),
            _ => self.clone(),
        }
        .or_nothing()
    }

    /// Complement of the selection set among the words or documents; empty for an empty set.
    pub fn inverted(&self) -> Self {
        match self {
            Self::Empty => Self::Empty,
            Self::Words(members) => Self::Words(Arc::new(members.inverted())),
            Self::Documents(members) => Self::Documents(Arc::new(members.inverted())),
        }
        .or_nothing()
    }

    fn or_nothing(self) -> Self {
        if self.is_empty() { Self::Empty } else { self }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn places() -> impl Strategy<Value = BTreeSet<usize>> {
        prop::collection::btree_set(0usize..150, 0..60)
    }

    proptest! {
        #[test]
        fn members_are_a_set(a in places(), b in places()) {
            let [one, other] = [&a, &b].map(|places| Members::of(150, places.iter().copied()));
            let found = |members: Members| members.iter().collect::<BTreeSet<_>>();
            prop_assert_eq!(found(one.with(&other)), &a | &b);
            prop_assert_eq!(found(one.without(&other)), &a - &b);
            prop_assert_eq!(found(one.within(&other)), &a & &b);
            prop_assert_eq!(found(one.inverted()), (0..150).filter(|place| !a.contains(place)).collect());
            prop_assert_eq!((one.count(), one.is_empty()), (a.len(), a.is_empty()));
        }
    }

    #[test]
    fn every_operation_combines_sets() {
        let set = |places: &[usize]| SelectionSet::words(5, places.iter().copied());
        let (now, others) = (set(&[0, 1, 2]), set(&[2, 3]));
        for (how, after) in [
            (SetOperation::Replace, set(&[2, 3])),
            (SetOperation::Add, set(&[0, 1, 2, 3])),
            (SetOperation::Remove, set(&[0, 1])),
            (SetOperation::Within, set(&[2])),
            (SetOperation::Toggle, set(&[0, 1, 3])),
        ] {
            assert_eq!(now.taken(how, &others), after, "{how:?}");
        }
        assert_eq!((now.taken(SetOperation::Remove, &now), set(&[])), (SelectionSet::Empty, SelectionSet::Empty));
        assert_eq!((now.inverted(), set(&[0, 1, 2, 3, 4]).inverted()), (set(&[3, 4]), SelectionSet::Empty));
        assert_eq!(now.description(), "3 words");
    }

    #[test]
    fn words_and_documents_do_not_mix() {
        let (words, documents) = (SelectionSet::words(5, [1]), SelectionSet::documents(9, [1]));
        assert_eq!(words.taken(SetOperation::Add, &documents), documents);
        assert_eq!(words.taken(SetOperation::Within, &documents), words);
        assert_eq!(SelectionSet::Empty.taken(SetOperation::Add, &words), words);
        assert_eq!(SelectionSet::Empty.taken(SetOperation::Remove, &words), SelectionSet::Empty);
    }

    #[test]
    fn an_index_out_of_range_is_not_a_member() {
        let members = Members::of(3, [1, 7]);
        assert_eq!((members.count(), members.contains(7), members.contains(1), members.all), (1, false, true, 3));
    }
}
