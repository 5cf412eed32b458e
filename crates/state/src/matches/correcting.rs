//! Corrections of the file's pairs: texts being edited, blocks of rows that fit when shifted, and targets that two sources take.
//!
//! Cost: of the proposals a sort of the pairs, of the conflicts a pass over the verdicts, both after a change of one. Memory: an
//! entry a block and a conflict.

use std::collections::{BTreeMap, BTreeSet};

use crate::reviews::verdicts::{PairVerdict, Reviews};
use wordfield_core::{
    corpus::{Corpus, Pairs},
    experiment::PairCheck,
};

/// Number of candidates that have a key.
pub const KEYS: usize = 5;
/// Fewest rows of a proposed block that agree.
const FEWEST: usize = 3;
/// Rows of a block for each of its exceptions, at least.
const EACH: usize = 5;

/// Actions on the texts and partners of the file's pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Correct {
    /// Open the texts of the current pair in fields.
    Edit,
    /// Change the open text of a side (0 or 1) of a part.
    Type {
        /// Part of the pair, from 0.
        part: usize,
        /// Source or target.
        side: usize,
        /// The text.
        text: String,
    },
    /// Split an open part where its two cursors stand: numbers of characters before them.
    Split {
        /// Part of the pair, from 0.
        part: usize,
        /// Characters before the cursors in source and target.
        at: [usize; 2],
    },
    /// Give the pair the open texts, and accept it.
    Apply,
    /// Close the fields.
    Cancel,
    /// Merge the current pair with the next one.
    MergeNext,
    /// Exchange the targets of the current pair and the next one.
    SwapNext,
    /// Give the current pair and what is merged into it their own texts.
    Restore,
    /// Texts of the fields for a shift: first line, last line, number of pairs; `None` closes them.
    ShiftFields(Option<[String; 3]>),
    /// Shift the rows of the fields.
    ShiftRows,
    /// Shift a proposed block.
    Shift(Block),
    /// Take the candidate of this place, from 0, as the partner of the current pair's source.
    TakeCandidate(usize),
}

/// Texts of a pair in fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEditor {
    /// Source document of the pair.
    pub source: usize,
    /// Texts of source and target, several if the pair is split.
    pub parts: Vec<[String; 2]>,
}

/// Consecutive pairs of the file whose sources belong to the targets some pairs further on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Source document of the first pair.
    pub first: usize,
    /// Source document of the last pair.
    pub last: usize,
    /// Number of pairs to the pair whose target a source takes; negative: before it.
    pub by: isize,
}

/// What follows from the verdicts: proposals and conflicts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Blocks that fit when shifted, the longest first.
    pub blocks: Vec<Block>,
    /// Source documents that keep a target which another one keeps too.
    pub conflicts: BTreeSet<usize>,
    /// Number of pairs with corrected texts.
    pub corrected: usize,
}

impl Standing {
    pub(crate) fn of(corpus: &Corpus, reviews: &Reviews, check: Option<&PairCheck>) -> Self {
        let corrected = reviews.iter().filter(|(_, review)| review.correction.is_some()).count();
        Self { blocks: blocks(corpus, reviews, check), conflicts: conflicts(corpus, reviews), corrected }
    }
}

/// Source documents that keep a target which another one keeps too; only a verdict brings a source to another target.
fn conflicts(corpus: &Corpus, reviews: &Reviews) -> BTreeSet<usize> {
    let verdict = |source: usize| reviews.get(source).and_then(|review| PairVerdict::of(review, corpus.partner(source)));
    let mut takers = BTreeMap::<usize, Vec<usize>>::new();
    for (source, _) in reviews.iter() {
        if let Some(PairVerdict::Partner(target)) = verdict(source) {
            takers.entry(target).or_default().push(source);
        }
    }
    let keeps_own = |source: &usize| matches!(verdict(*source), None | Some(PairVerdict::Accepted));
    for (&target, sources) in &mut takers {
        sources.extend(corpus.partner(target).filter(keeps_own));
    }
    takers.into_values().filter(|sources| sources.len() > 1).flatten().collect()
}

/// Runs of pairs whose nearest targets are their own shifted by the same number of pairs, with few exceptions, and of which the
/// user has accepted none.
fn blocks(corpus: &Corpus, reviews: &Reviews, check: Option<&PairCheck>) -> Vec<Block> {
    let (Some(pairs), Some(check)) = (corpus.task.pairs(), check) else { return Vec::new() };
    let matched: Vec<(usize, usize)> = pairs.matched().collect();
    let place = |source: usize| matched.binary_search_by_key(&source, |pair| pair.0).ok();
    let is_open = |(source, own): (usize, usize)| {
        let verdict = reviews.get(source).and_then(|review| PairVerdict::of(review, Some(own)));
        matches!(verdict, None | Some(PairVerdict::Rejected))
    };
    // Pairs before each one that are accepted: a run over any of them ends.
    let closed: Vec<usize> = matched
        .iter()
        .scan(0, |count, pair| {
            *count += usize::from(!is_open(*pair));
            Some(*count)
        })
        .collect();
    let mut shifted = BTreeMap::<isize, Vec<usize>>::new();
    for pair in &check.pairs {
        let nearest = corpus.partner(pair.suggestion()).and_then(place);
        if let Some((at, to)) = place(pair.source).zip(nearest).filter(|(at, to)| at != to && is_open(matched[*at])) {
            shifted.entry(to.cast_signed() - at.cast_signed()).or_default().push(at);
        }
    }
    let mut runs = Vec::new();
    for (by, places) in shifted {
        let mut run = None::<(usize, usize, usize)>;
        for at in places {
            run = Some(match run {
                Some((first, last, count)) if joins(first, at, count + 1) && closed[at] == closed[last] => (first, at, count + 1),
                _ => {
                    runs.extend(run.map(|run| (run, by)));
                    (at, at, 1)
                }
            });
        }
        runs.extend(run.map(|run| (run, by)));
    }
    runs.retain(|((_, _, count), _)| *count >= FEWEST);
    runs.sort_by_key(|((first, _, count), _)| (std::cmp::Reverse(*count), *first));
    let mut taken: Vec<(usize, usize)> = Vec::new();
    runs.retain(|&((first, last, _), _)| {
        let free = taken.iter().all(|&(begin, end)| last < begin || first > end);
        taken.extend(free.then_some((first, last)));
        free
    });
    runs.into_iter().map(|((first, last, _), by)| Block { first: matched[first].0, last: matched[last].0, by }).collect()
}

/// Whether a run from `first` to `at` of which `count` rows agree has few exceptions.
fn joins(first: usize, at: usize, count: usize) -> bool {
    let rows = at - first + 1;
    (rows - count) * EACH <= rows
}

/// Source and new target of each row of a block; a row beyond whose reach the file ends is left out.
pub(crate) fn shifted(pairs: &Pairs, block: Block) -> Vec<(usize, usize)> {
    let matched: Vec<(usize, usize)> = pairs.matched().collect();
    let row = |(at, &(source, _)): (usize, &(usize, usize))| {
        let target = matched.get(at.checked_add_signed(block.by)?)?.1;
        (block.first..=block.last).contains(&source).then_some((source, target))
    };
    matched.iter().enumerate().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Verdict;
    use wordfield_core::{
        corpus::{Builtin, builtin},
        experiment::CheckedPair,
    };

    /// A check of the built-in pairs in which the nearest targets are shifted by so many pairs.
    fn check(corpus: &Corpus, by: impl Fn(usize) -> isize) -> PairCheck {
        let matched: Vec<(usize, usize)> = corpus.task.pairs().expect("pairs").matched().collect();
        let pair = |(at, &(source, target)): (usize, &(usize, usize))| {
            let near = at.checked_add_signed(by(at)).and_then(|to| matched.get(to)).map_or(target, |pair| pair.1);
            CheckedPair {
                source,
                target,
                fold: 0,
                doubt: 0.0,
                rank: 1,
                reverse_rank: 1,
                distance: 0.0,
                candidates: vec![(near, 0.0)],
            }
        };
        PairCheck { folds: 2, pairs: matched.iter().enumerate().map(pair).collect() }
    }

    fn rows(corpus: &Corpus, blocks: &[Block]) -> Vec<(usize, usize, isize)> {
        let pairs = corpus.task.pairs().expect("pairs");
        let place = |source: usize| pairs.matched().position(|pair| pair.0 == source).expect("a row");
        blocks.iter().map(|block| (place(block.first), place(block.last), block.by)).collect()
    }

    #[test]
    fn rows_that_fit_when_shifted_are_proposed_with_few_exceptions() {
        let (corpus, mut reviews) = (builtin(Builtin::Pairs), Reviews::default());
        let by = |at: usize| match at {
            20..40 if at != 30 => 1,
            60..63 => -2,
            80..82 => 3,
            100 | 102 | 104 => 5,
            _ => 0,
        };
        let check = check(&corpus, by);
        assert_eq!(rows(&corpus, &blocks(&corpus, &reviews, Some(&check))), [(20, 39, 1), (60, 62, -2)]);
        let matched: Vec<(usize, usize)> = corpus.task.pairs().expect("pairs").matched().collect();
        reviews.put_verdict(matched[25].0, matched[25].1, Verdict::Accepted);
        reviews.put_verdict(matched[61].0, matched[61].1, Verdict::Rejected);
        let found = rows(&corpus, &blocks(&corpus, &reviews, Some(&check)));
        assert_eq!(found, [(26, 39, 1), (20, 24, 1), (60, 62, -2)], "what is accepted stays, what is rejected is open");
        assert!(blocks(&corpus, &reviews, None).is_empty());
    }

    #[test]
    fn a_shift_keeps_within_the_file() {
        let pairs = Pairs::aligned(5);
        let block = |first, last, by| shifted(&pairs, Block { first, last, by });
        assert_eq!(block(1, 2, 1), [(1, 7), (2, 8)]);
        assert_eq!(block(3, 4, 1), [(3, 9)]);
        assert_eq!(block(0, 1, -1), [(1, 5)]);
        assert!(block(0, 4, isize::MAX).is_empty() && block(0, 4, isize::MIN).is_empty() && block(3, 1, 1).is_empty());
    }

    proptest! {
        #[test]
        fn conflicts_are_the_sources_that_share_a_kept_target(verdicts in prop::collection::vec((0..6_usize, 0..6_usize, any::<bool>()), 0..12)) {
            let corpus = Corpus { task: wordfield_core::corpus::Task::Pairs(Pairs::aligned(6)), ..builtin(Builtin::Pairs) };
            let mut reviews = Reviews::default();
            for (source, target, yes) in verdicts {
                reviews.put_verdict(source, 6 + target, if yes { Verdict::Accepted } else { Verdict::Rejected });
            }
            let kept = |source: usize| match reviews.get(source).and_then(|review| PairVerdict::of(review, Some(6 + source))) {
                Some(PairVerdict::Rejected) => None,
                Some(PairVerdict::Partner(target)) => Some(target),
                _ => Some(6 + source),
            };
            let shares = |&source: &usize| kept(source).is_some() && (0..6).any(|other| other != source && kept(other) == kept(source));
            prop_assert_eq!(conflicts(&corpus, &reviews).into_iter().collect::<Vec<_>>(), (0..6).filter(shares).collect::<Vec<_>>());
        }
    }
}
