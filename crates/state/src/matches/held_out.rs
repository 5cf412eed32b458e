//! Comparison of a checked pair by its held-out model, which was not trained on the pair.
//!
//! Ranks, candidates, distance and word shares of a pair all come from one held-out model.
//! The model in training may know the pair, and then ranks it first. Only the word field draws that model's positions.
//! A check restored from a file has ranks and candidates, but no word shares.
//!
//! Cost: one look-up.
//! Memory: the word shares ([`CheckShares`]), and the dataset of the check, which has a larger vocabulary than the window's.

use std::sync::Arc;

use crate::{inspect::explain::word_index, matches::compared::Compared};
use wordfield_core::{
    corpus::Dataset,
    experiment::{CheckShares, CheckedPair, PairCheck},
};

/// Complete check of pairs, with word shares that explain its doubts.
#[derive(Debug)]
pub struct CheckFound {
    /// Result of the check of pairs.
    pub check: Arc<PairCheck>,
    /// Shares of words with the dataset they belong to; `None` for a check restored from a file.
    pub(crate) shares: Option<(CheckShares, Arc<Dataset>)>,
    /// Description of the held-out models, for a check from an earlier session.
    pub(crate) earlier: Option<String>,
}

/// Held-out model of a comparison: the one not trained on the source document's pair.
#[derive(Clone, Debug)]
pub struct HeldOutPair {
    /// Pair with its score by the held-out model.
    pub pair: CheckedPair,
    /// Dataset of the check, to which the words of the shares belong; `None` without shares, in a check restored from a file.
    pub dataset: Option<Arc<Dataset>>,
}

impl CheckFound {
    /// Check of pairs restored from a file.
    pub(crate) fn restored(judged: &Arc<PairCheck>) -> Self {
        Self { check: Arc::clone(judged), shares: None, earlier: None }
    }

    /// Comparison by the held-out model of the source document's pair, among all target documents.
    /// The comparison is `None` if the target is neither the pair's nor a candidate.
    pub(crate) fn compared(&self, source: usize, target: usize, targets: usize) -> Option<Compared> {
        let pair = self.check.pair(source)?;
        let distance = pair.distance_to(target)?;
        let shares = self.shares.as_ref().and_then(|(shares, _)| shares.get(source, target));
        let dataset = self.shares.as_ref().map(|(_, dataset)| Arc::clone(dataset));
        Some(Compared {
            source,
            target,
            distance,
            candidates: pair.candidates.clone(),
            among: (targets, targets),
            shares: shares.unwrap_or_default(),
            between: None,
            held_out: Some(HeldOutPair { pair: pair.clone(), dataset }),
        })
    }
}

impl Compared {
    /// Dataset of the words in the shares: that of the check, or the window's.
    pub fn dataset<'a>(&'a self, window: &'a Arc<Dataset>) -> &'a Arc<Dataset> {
        self.held_out.as_ref().and_then(|held_out| held_out.dataset.as_ref()).unwrap_or(window)
    }

    /// Index in the window's vocabulary of a word in the shares, if it contains the word.
    pub fn word_in(&self, window: &Arc<Dataset>, word: usize) -> Option<usize> {
        let own = self.dataset(window);
        if Arc::ptr_eq(own, window) {
            return Some(word);
        }
        let document = if word < own.source_words { self.source } else { self.target };
        word_index(window, own.words.get(word)?, document)
    }
}
