//! Cross-validation folds of documents: stratified by class, with copies of a text and partners in one fold; and of pairs.
//!
//! A document is then predicted or tested by a model that was trained neither on it nor on a copy of it.
//! Cost: one pass over the texts; memory: one entry a document.

use std::borrow::Cow;

use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};

use super::check::{CheckError, PairList};
use crate::corpus::{Corpus, numbered};

/// Draws documents into `count` stratified folds, each ascending.
pub(super) fn stratified_folds(corpus: &Corpus, documents: &[usize], count: usize, seed: u64) -> Vec<Vec<usize>> {
    let units: Vec<Vec<usize>> = match corpus.task.pairs() {
        Some(pairs) => pairs.within(documents).map(|(source, target)| vec![source, target]).collect(),
        None => documents.iter().map(|&document| vec![document]).collect(),
    };
    let content = |document: usize| corpus.content(document);
    let texts = |unit: &Vec<usize>| [content(unit[0]), unit.get(1).map_or(Cow::default(), |&target| content(target))];
    let mut copies = grouped(units.into_iter().map(|unit| (texts(&unit), unit)));
    copies.shuffle(&mut StdRng::seed_from_u64(seed));
    // A stable sort keeps the order within a class random.
    copies.sort_by_key(|units| corpus.labels[units[0][0]]);
    let mut folds = vec![Vec::new(); count];
    distribute_groups(copies.into_iter().map(|units| units.concat()), &mut folds);
    folds
}

/// Draws the pairs of a corpus into folds of nearly equal size, each ascending.
///
/// # Errors
/// Returns an error if the corpus has no pairs, or a fold would leave fewer than two pairs to train on or hold none.
pub(super) fn pair_folds(corpus: &Corpus, count: usize, seed: u64) -> Result<Vec<PairList>, CheckError> {
    let pairs = corpus.task.pairs().ok_or(CheckError::NotPairs)?;
    let texts = |(source, target): (usize, usize)| [source, target].map(|document| corpus.content(document));
    let mut copies: Vec<PairList> = grouped(pairs.matched().map(|pair| (texts(pair), pair)));
    let different = copies.len();
    if count < 2 || different < count.max(4) {
        return Err(CheckError::Folds { pairs: different, folds: count, most: different });
    }
    copies.shuffle(&mut StdRng::seed_from_u64(seed));
    let mut folds = vec![Vec::new(); count];
    distribute_groups(copies, &mut folds);
    Ok(folds)
}

/// Groups units with equal texts, in the order of their first text.
fn grouped<'a, T>(units: impl IntoIterator<Item = ([Cow<'a, str>; 2], T)>) -> Vec<Vec<T>> {
    let (texts, units): (Vec<_>, Vec<_>) = units.into_iter().unzip();
    let mut groups: Vec<Vec<T>> = Vec::new();
    for (unit, number) in units.into_iter().zip(numbered(texts.into_iter())) {
        if number == groups.len() {
            groups.push(Vec::new());
        }
        groups[number].push(unit);
    }
    groups
}

/// Deals groups to the folds in turn; each fold is then sorted.
fn distribute_groups<T: Ord>(groups: impl IntoIterator<Item = Vec<T>>, folds: &mut [Vec<T>]) {
    for (place, group) in groups.into_iter().enumerate() {
        folds[place % folds.len()].extend(group);
    }
    for fold in folds {
        fold.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Builtin, builtin};

    #[test]
    fn folds_are_disjoint_hold_each_class_alike_and_copies_together() {
        let mut corpus = builtin(Builtin::Topics);
        corpus.texts[40] = corpus.texts[0].clone();
        let documents: Vec<usize> = (0..corpus.len()).filter(|document| document % 7 != 3).collect();
        let folds = stratified_folds(&corpus, &documents, 5, 0);
        let mut all = folds.concat();
        all.sort_unstable();
        assert_eq!(all, documents, "every document once");
        for class in 0..corpus.classes.len() {
            let size = |fold: &Vec<usize>| fold.iter().filter(|&&document| corpus.labels[document] == class).count();
            let sizes: Vec<usize> = folds.iter().map(size).collect();
            let (least, most) = (sizes.iter().min().expect("folds"), sizes.iter().max().expect("folds"));
            assert!(most - least <= 2 && *least > 2, "{class}: {sizes:?}");
        }
        assert!(folds.iter().all(|fold| fold.contains(&0) == fold.contains(&40)), "copies are in one fold");
        assert_ne!(stratified_folds(&corpus, &documents, 5, 1), folds, "drawn by the seed");
        assert_eq!(stratified_folds(&corpus, &documents, 5, 0), folds);
    }

    #[test]
    fn partners_are_in_one_fold() {
        let corpus = builtin(Builtin::Pairs);
        let pairs = corpus.task.pairs().expect("pairs");
        let documents: Vec<usize> = (0..corpus.len()).collect();
        for fold in stratified_folds(&corpus, &documents, 2, 0) {
            assert!(fold.iter().all(|&document| pairs.partner[document].is_some_and(|partner| fold.contains(&partner))));
        }
    }
}
