//! Cross-validation folds of pairs: copies of a pair are in one fold, so that no model is trained on a copy of a pair it judges.
//!
//! Cost: one pass over the texts; memory: one entry a pair.

use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};

use super::{CheckError, PairList};
use crate::{
    corpus::Corpus,
    experiment::folds::{deal, grouped},
};

/// Draws the pairs of a corpus into folds of nearly equal size, each ascending.
///
/// # Errors
/// If the corpus has no pairs, or a fold would leave fewer than two pairs to train on or hold none.
pub(super) fn folds(corpus: &Corpus, count: usize, seed: u64) -> Result<Vec<PairList>, CheckError> {
    let pairs = corpus.task.pairs().ok_or(CheckError::NotPairs)?;
    let texts = |(source, target): (usize, usize)| [source, target].map(|document| corpus.content(document));
    let mut copies: Vec<PairList> = grouped(pairs.matched().map(|pair| (texts(pair), pair)));
    let different = copies.len();
    if count < 2 || different < count.max(4) {
        return Err(CheckError::Folds { pairs: different, folds: count, most: different });
    }
    copies.shuffle(&mut StdRng::seed_from_u64(seed));
    let mut folds = vec![Vec::new(); count];
    deal(copies, &mut folds);
    Ok(folds)
}
