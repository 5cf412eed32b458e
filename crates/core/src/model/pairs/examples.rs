//! Examples for the entries of a dictionary: training pairs in which both words occur.
//!
//! The shortest pairs are chosen, because they show the words best.
//! A pair whose texts are those of an earlier example of the entry is skipped.
//! Cost: one pass over the counts of the training pairs.
//! Memory: the examples.

use super::Entry;
use crate::{cancel, corpus::Dataset};

/// Example texts: source and target document of up to `most` training pairs of each entry,
/// shortest first (by the bytes of both, then in the order of the part).
/// Each source word has one entry at most.
/// A cancelled search returns the pairs found so far.
pub fn examples(dataset: &Dataset, entries: &[Entry], most: usize) -> Vec<Vec<[usize; 2]>> {
    let mut found = vec![Vec::new(); entries.len()];
    let Some(pairs) = dataset.corpus.task.pairs().filter(|_| most > 0) else { return found };
    let texts = &dataset.corpus.texts;
    let length = |pair: &[usize; 2]| texts[pair[0]].len() + texts[pair[1]].len();
    let same = |a: &[usize; 2], b: &[usize; 2]| (0..2).all(|side| texts[a[side]] == texts[b[side]]);
    let mut entry_of = vec![None; dataset.words.len()];
    entries.iter().enumerate().for_each(|(place, entry)| entry_of[entry.word] = Some(place));
    // Index of the last pair of each target word.
    let mut met = vec![usize::MAX; dataset.words.len()];
    for (source, target) in pairs.within(&dataset.split.train).take_while(|_| !cancel::requested()) {
        dataset.counts.entries(target).for_each(|(word, _)| met[word] = source);
        for place in dataset.counts.entries(source).filter_map(|(word, _)| entry_of[word]) {
            let (of, pair): (&mut Vec<[usize; 2]>, _) = (&mut found[place], [source, target]);
            let at = of.partition_point(|other| length(other) <= length(&pair));
            if met[entries[place].other] == source && at < most && !of.iter().any(|other| same(other, &pair)) {
                of.insert(at, pair);
                of.truncate(most);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, sync::Arc};

    use super::*;
    use crate::{
        cancel::CancelFlag,
        corpus::{Builtin, Side, SplitOptions, VocabularyOptions, Weighting, builtin},
    };

    fn dataset() -> Dataset {
        let corpus = Arc::new(builtin(Builtin::Pairs));
        Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), Weighting::default()).expect("a dataset")
    }

    /// An entry for every source word, with some target word.
    fn entries(data: &Dataset) -> Vec<Entry> {
        let targets = data.words.len() - data.source_words;
        let other = |word: usize| data.source_words + word * 7 % targets;
        let entry = |word| Entry { word, other: other(word), mutual: false, pairs: [0; 2], together: 0, tells: 0.0 };
        (0..data.source_words).map(entry).collect()
    }

    #[test]
    fn examples_are_the_shortest_pairs_with_both_words() {
        let data = dataset();
        let pairs = data.corpus.task.pairs().expect("pairs");
        let text = |document: usize| data.corpus.texts[document].as_str();
        let holds = |document: usize, word: usize| data.counts.entries(document).any(|(known, _)| known == word);
        let entries = entries(&data);
        let mut several = 0;
        for (entry, found) in entries.iter().zip(examples(&data, &entries, 3)) {
            let mut by_hand: Vec<[usize; 2]> = Vec::new();
            for &source in data.split.train.iter().filter(|&&document| pairs.side(document) == Side::Source) {
                let target = pairs.partner[source].expect("a partner");
                if holds(source, entry.word) && holds(target, entry.other) {
                    by_hand.push([source, target]);
                }
            }
            by_hand.sort_by_key(|pair| pair.iter().map(|&document| text(document).len()).sum::<usize>());
            let mut seen = HashSet::new();
            by_hand.retain(|pair| seen.insert(pair.map(text)));
            by_hand.truncate(3);
            assert_eq!(found, by_hand);
            several += usize::from(found.len() == 3);
        }
        assert!(several > 0, "no entry meets the limit");
    }

    #[test]
    fn none_are_found_where_none_are_wanted_or_the_search_is_cancelled() {
        let data = dataset();
        let entries = entries(&data);
        assert!(examples(&data, &entries, 0).iter().all(Vec::is_empty));
        let flag = CancelFlag::new();
        flag.raise();
        assert!(cancel::with(&flag, || examples(&data, &entries, 3)).iter().all(Vec::is_empty));
    }
}
