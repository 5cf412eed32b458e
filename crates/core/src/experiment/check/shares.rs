//! Word shares of the distances by which pairs are judged, from the models that were not trained on them.
//!
//! They explain a doubt when the models are gone: the positions of every fold would take a hundred times the memory.
//! A pair has the shares of its own distance first, then those of its source document and each of the nearest candidates.
//!
//! Cost: an explanation for each of these distances.
//! Memory: 12 bytes for each word of the two documents; all shares take about 200 MB at most.
//! With many words the candidates are left out, then the pairs.
//! The parts of the components of a kernel are not kept.

use rayon::prelude::*;

use super::standing::NEAREST;
use crate::{
    cancel,
    ldk::Source,
    model::pairs::{Matcher, PairShares, Part, Prepared, WordShare},
};

/// Maximum number of word shares of distances that are kept in memory.
const MOST: usize = 1 << 24;

/// Word shares of the distances in a check of pairs. Words are those of the dataset that was checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckShares(Vec<DistanceShares>);

/// Each word's share of one squared distance between documents.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DistanceShares {
    /// Source and target document of the distance.
    documents: (usize, usize),
    exact: bool,
    /// Words of both documents with their weights and shares of the distance, largest share first.
    words: Box<[(u32, f32, f32)]>,
}

impl CheckShares {
    pub(super) fn new(mut all: Vec<DistanceShares>) -> Self {
        all.sort_unstable_by_key(|one| one.documents);
        Self(all)
    }

    /// Each word's share of the squared distance of two documents, largest first; `None` if it is not kept.
    pub fn get(&self, source: usize, target: usize) -> Option<PairShares> {
        let place = self.0.binary_search_by_key(&(source, target), |one| one.documents).ok()?;
        let DistanceShares { exact, words, .. } = &self.0[place];
        let share = |&(word, weight, share): &(u32, f32, f32)| WordShare {
            word: word as usize,
            weight: f64::from(weight),
            share: f64::from(share),
            parts: [None; Source::COUNT],
        };
        Some(PairShares { shares: words.iter().map(share).collect(), exact: *exact })
    }
}

impl DistanceShares {
    fn new(documents: (usize, usize), found: &PairShares) -> Self {
        let mut words: Vec<(u32, f32, f32)> =
            found.shares.iter().map(|one| (one.word as u32, one.weight as f32, one.share as f32)).collect();
        words.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
        Self { documents, exact: found.exact, words: words.into_boxed_slice() }
    }
}

/// Number of distances of each pair whose shares are kept, from the sum of different words over documents.
pub(super) fn distances_kept(words: usize) -> usize {
    (MOST / words.max(1)).min(1 + NEAREST)
}

/// Explains distances between rows of both sides by word shares. Empty for models without shares; a cancelled run ends early.
pub(super) fn explain(
    fitted: &dyn Matcher,
    all: &Part,
    (source, target): (&Prepared, &Prepared),
    rows: &[(usize, usize)],
) -> Vec<DistanceShares> {
    let cancellation = cancel::inherited();
    let one = |&(query, candidate): &(usize, usize)| {
        if cancellation.requested() {
            return None;
        }
        let found = fitted.explain((source, query), (target, candidate))?;
        Some(DistanceShares::new((all.sources[query], all.targets[candidate]), &found))
    };
    rows.par_iter().filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_left_out_before_pairs_where_there_are_many_words() {
        let kept = [0, 1000, MOST / 6, MOST / 3, MOST, MOST + 1].map(distances_kept);
        assert_eq!(kept, [6, 6, 6, 3, 1, 0]);
    }
}
