//! Corrections of the pairs: texts being edited, blocks of rows that fit when shifted, and targets that two sources take.
//!
//! Cost after a verdict: for proposals, a sort of the pairs whose nearest target belongs to another pair
//! (some milliseconds for 180,000 pairs); for conflicts, a pass over the verdicts.
//! Memory: two entries a pair while the proposals are found.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use crate::reviews::{
    PairVerdict,
    verdicts::{Reviews, pair_verdict},
};
use wordfield_core::{
    corpus::{Corpus, Pairs},
    experiment::{CheckedPair, PairCheck},
};

/// Number of candidate targets with a shortcut key.
pub const KEYS: usize = 5;
/// Rank up to which a partner counts as near.
/// A pair within this rank may be right, as when a text repeats itself some rows later.
const NEAR: usize = 5;
/// Minimum number of agreeing rows in a proposed block of shifted pairs.
const FEWEST: usize = 3;
/// Minimum number of rows in a block for each row that disagrees.
const ROWS_PER_EXCEPTION: usize = 5;

/// Actions that correct the texts and partners of the file's pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Correct {
    /// Open the texts of the current pair for editing.
    Edit,
    /// Change the edited text of a side, source (0) or target (1), of a part of the pair.
    Type {
        /// Index of the part in the split pair, from 0.
        part: usize,
        /// Side of the edited text: 0 for source, 1 for target.
        side: usize,
        /// Edited text of the side.
        text: String,
    },
    /// Split a part of the edited pair at the cursors in its two texts.
    Split {
        /// Index of the part to split, from 0.
        part: usize,
        /// Number of characters before the cursor, in source and target.
        at: [usize; 2],
    },
    /// Apply the edited texts to the pair and accept it.
    Apply,
    /// Close the fields of the edited texts without applying them.
    Cancel,
    /// Merge the current pair with the next one.
    MergeNext,
    /// Exchange the targets of the current pair and the next one.
    SwapNext,
    /// Restore the original texts of the current pair and of those merged into it.
    Restore,
    /// Set the fields for a shift of rows: first line, last line, number of pairs; `None` closes them.
    ShiftFields(Option<[String; 3]>),
    /// Shift the rows given in the fields of the dialog.
    ShiftRows,
    /// Shift the targets of a proposed block of rows.
    Shift(Block),
    /// Accept the candidate at this index as the partner of the current pair's source.
    TakeCandidate(usize),
}

/// Editor of the texts of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEditor {
    /// Source document of the edited pair.
    pub source: usize,
    /// Edited texts of source and target, several parts if the pair is split.
    pub parts: Vec<[String; 2]>,
}

/// Block of consecutive pairs whose sources fit the targets of pairs further on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Source document of the first pair in the block.
    pub first: usize,
    /// Source document of the last pair in the block.
    pub last: usize,
    /// Number of rows by which targets are shifted: positive values assign later targets to the sources.
    pub by: isize,
}

/// Proposals and conflicts that follow from the verdicts on pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Proposed blocks of pairs that fit when shifted, longest first.
    pub blocks: Vec<Block>,
    /// Source documents whose target is also the target of another source document.
    pub conflicts: BTreeSet<usize>,
    /// Number of pairs with corrected texts.
    pub corrected: usize,
    /// Checksum of the corrected texts.
    pub(crate) corrections: u64,
}

impl Standing {
    pub(crate) fn of(corpus: &Corpus, reviews: &Reviews, check: Option<&PairCheck>) -> Self {
        let (mut corrected, mut hasher) = (0, DefaultHasher::new());
        for (source, review) in reviews.iter().filter(|(_, review)| review.correction.is_some()) {
            corrected += 1;
            (source, &review.correction).hash(&mut hasher);
        }
        let (blocks, conflicts) = (blocks(corpus, reviews, check), conflicts(corpus, reviews));
        Self { blocks, conflicts, corrected, corrections: hasher.finish() }
    }
}

/// Source documents whose target another source keeps as well; only verdicts assign new targets to sources.
fn conflicts(corpus: &Corpus, reviews: &Reviews) -> BTreeSet<usize> {
    let verdict = |source: usize| reviews.get(source).and_then(|review| pair_verdict(review, corpus.partner(source)));
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

/// Blocks of pairs whose nearest targets are their own shifted by the same number of pairs, with few exceptions.
/// The own targets in a block are not near, and the user has accepted none of its pairs.
fn blocks(corpus: &Corpus, reviews: &Reviews, check: Option<&PairCheck>) -> Vec<Block> {
    let (Some(pairs), Some(check)) = (corpus.task.pairs(), check) else { return Vec::new() };
    let matched: Vec<(usize, usize)> = pairs.matched().collect();
    let mut places = vec![None; matched.last().map_or(0, |pair| pair.0 + 1)];
    for (at, pair) in matched.iter().enumerate() {
        places[pair.0] = Some(at);
    }
    let place = |source: usize| places.get(source).copied().flatten();
    let mut accepted = vec![false; matched.len()];
    for (source, review) in reviews.iter() {
        let verdict = pair_verdict(review, corpus.partner(source));
        if let Some(at) = place(source).filter(|_| !matches!(verdict, None | Some(PairVerdict::Rejected))) {
            accepted[at] = true;
        }
    }
    // Prefix sums of accepted pairs: a run of rows must contain none.
    let count = |count: &mut usize, accepted: &bool| {
        *count += usize::from(*accepted);
        Some(*count)
    };
    let closed: Vec<usize> = accepted.iter().scan(0, count).collect();
    let shift = |pair: &CheckedPair| {
        let (at, to) = place(pair.source).zip(corpus.partner(pair.suggestion()).and_then(place))?;
        let is_far = pair.rank > NEAR && pair.reverse_rank > NEAR;
        (at != to && is_far && !accepted[at]).then(|| (to.cast_signed() - at.cast_signed(), at))
    };
    let mut shifted: Vec<(isize, usize)> = check.pairs.iter().filter_map(shift).collect();
    shifted.sort_unstable();
    let joins = |run: &Run, at: usize| run.has_few_exceptions(at) && closed[at] == closed[run.last];
    let mut runs: Vec<Run> = Vec::new();
    for (by, at) in shifted {
        match runs.last_mut().filter(|run| run.by == by && joins(run, at)) {
            Some(run) => (run.last, run.count) = (at, run.count + 1),
            None => runs.push(Run { by, first: at, last: at, count: 1 }),
        }
    }
    runs.retain(|run| run.count >= FEWEST);
    runs.sort_by_key(|run| (Reverse(run.count), run.first));
    let mut taken: Vec<Run> = Vec::new();
    for run in runs {
        if taken.iter().all(|longer| run.last < longer.first || run.first > longer.last) {
            taken.push(run);
        }
    }
    taken.iter().map(|run| Block { first: matched[run.first].0, last: matched[run.last].0, by: run.by }).collect()
}

/// Run of rows whose nearest targets are shifted by the same number of pairs.
struct Run {
    by: isize,
    first: usize,
    last: usize,
    /// Number of agreeing rows in the run.
    count: usize,
}

impl Run {
    /// Whether the run still has few exceptions if it is extended to an agreeing row.
    fn has_few_exceptions(&self, at: usize) -> bool {
        let rows = at - self.first + 1;
        (rows - self.count - 1) * ROWS_PER_EXCEPTION <= rows
    }
}

/// Source and new target of each row of a shifted block; rows whose new target is beyond the file are left out.
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
    use wordfield_core::corpus::{Builtin, builtin};

    /// Check of the built-in pairs in which the nearest targets are shifted by `by` pairs.
    fn check(corpus: &Corpus, by: impl Fn(usize) -> isize) -> PairCheck {
        let matched: Vec<(usize, usize)> = corpus.task.pairs().expect("pairs").matched().collect();
        let pair = |(at, &(source, target)): (usize, &(usize, usize))| {
            let near = at.checked_add_signed(by(at)).and_then(|to| matched.get(to)).map_or(target, |pair| pair.1);
            CheckedPair {
                source,
                target,
                fold: 0,
                doubt: 0.0,
                rank: if by(at) == 0 { 1 } else { 40 },
                reverse_rank: 30,
                distance: 0.0,
                candidates: vec![(near, 0.0)],
            }
        };
        PairCheck { folds: 2, pairs: matched.iter().enumerate().map(pair).collect(), note: None }
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
            let kept = |source: usize| match reviews.get(source).and_then(|review| pair_verdict(review, Some(6 + source))) {
                Some(PairVerdict::Rejected) => None,
                Some(PairVerdict::Partner(target)) => Some(target),
                _ => Some(6 + source),
            };
            let shares = |&source: &usize| kept(source).is_some() && (0..6).any(|other| other != source && kept(other) == kept(source));
            prop_assert_eq!(conflicts(&corpus, &reviews).into_iter().collect::<Vec<_>>(), (0..6).filter(shares).collect::<Vec<_>>());
        }
    }
}
