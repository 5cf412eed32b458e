//! The set a person works with: some of the words, or some of the documents.
//!
//! [`Selection`](super::Selection) is the one thing the inspector is about; the set is what gestures, searches and
//! comparisons take and leave. Memory: a bit a word or document.

use std::sync::Arc;

/// Some of `all` things, told by their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members {
    bits: Vec<u64>,
    all: usize,
}

impl Members {
    /// None of nothing.
    pub const NONE: Self = Self { bits: Vec::new(), all: 0 };

    /// None of `all` things.
    pub fn none(all: usize) -> Self {
        Self { bits: vec![0; all.div_ceil(64)], all }
    }

    /// Those of `all` things at these places; a place beyond them is left out.
    pub fn of(all: usize, places: impl IntoIterator<Item = usize>) -> Self {
        let mut members = Self::none(all);
        for place in places {
            members.set(place, true);
        }
        members
    }

    /// How many things there are, members or not.
    pub fn all(&self) -> usize {
        self.all
    }

    /// How many are members.
    pub fn count(&self) -> usize {
        self.bits.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Whether none is a member.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&bits| bits == 0)
    }

    /// Whether the thing at a place is a member.
    pub fn contains(&self, place: usize) -> bool {
        self.bits.get(place / 64).is_some_and(|bits| bits >> (place % 64) & 1 == 1)
    }

    /// Takes the thing at a place in, or leaves it out.
    pub fn set(&mut self, place: usize, member: bool) {
        if place < self.all {
            let bit = 1 << (place % 64);
            if member { self.bits[place / 64] |= bit } else { self.bits[place / 64] &= !bit }
        }
    }

    /// The members' places, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.all).filter(|&place| self.contains(place))
    }

    /// Those in either.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        self.joined(other, |a, b| a | b)
    }

    /// Those not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        self.joined(other, |a, b| a & !b)
    }

    /// Those in both.
    #[must_use]
    pub fn within(&self, other: &Self) -> Self {
        self.joined(other, |a, b| a & b)
    }

    /// All the others.
    #[must_use]
    pub fn inverted(&self) -> Self {
        Self::of(self.all, (0..self.all).filter(|&place| !self.contains(place)))
    }

    fn joined(&self, other: &Self, join: impl Fn(u64, u64) -> u64) -> Self {
        let others = other.bits.iter().copied().chain(std::iter::repeat(0));
        Self { bits: self.bits.iter().zip(others).map(|(&a, b)| join(a, b)).collect(), all: self.all }
    }
}

/// The set a person works with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Chosen {
    /// None.
    #[default]
    Nothing,
    /// Of the vocabulary's words.
    Words(Arc<Members>),
    /// Of the corpus's documents.
    Documents(Arc<Members>),
}

impl Chosen {
    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Nothing => true,
            Self::Words(members) | Self::Documents(members) => members.is_empty(),
        }
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
    fn a_place_beyond_all_is_no_member() {
        let members = Members::of(3, [1, 7]);
        assert_eq!((members.count(), members.contains(7), members.contains(1), members.all()), (1, false, true, 3));
    }
}
