//! Learned dictionary: every source word with the nearest target word, ordered by relevance.
//!
//! The relevance of an entry comes from the training pairs: `ln(n c / (s t))` for `n` pairs,
//! of which `c` contain both words and `s` and `t` contain each, times `c / (c + 3)`, so that rare words do not rank first.
//! Frequent words occur nearly everywhere and have low relevance; words without common pairs have none.
//! Cost: the distances of all source words from all target words, once.

use ndarray::{Array2, ArrayView2, s};
use rayon::prelude::*;

use super::Matcher;
use crate::{
    cancel,
    corpus::{Dataset, Side},
};

/// Number of joint occurrences of two words at which an entry has half of its full relevance.
const FEW: f64 = 3.0;
/// Number of source words whose products with all target words are in memory at once.
const BLOCK: usize = 64;

/// Entry of the learned dictionary: a source word with its nearest target word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Index of the source word.
    pub word: usize,
    /// Index of the target word nearest to the source word.
    pub other: usize,
    /// Whether the source word is also the nearest to the target word.
    pub mutual: bool,
    /// Numbers of training pairs with the source word, and with the target word.
    pub pairs: [u32; 2],
    /// Number of training pairs that contain both words.
    pub together: u32,
    /// Relevance of the entry in nats; 0 if the words never occur in paired documents.
    pub tells: f64,
}

/// Learned dictionary: its entries, most relevant first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dictionary {
    /// Iteration of the positions from which the dictionary was computed.
    pub iteration: usize,
    /// Entries of the dictionary, one per source word.
    pub entries: Vec<Entry>,
    /// Number of entries in which both words are nearest to each other.
    pub mutual: usize,
}

impl Dictionary {
    /// Number of distances above which the query waits until training pauses: about a second of one core.
    pub const LARGE: usize = 1_000_000_000;

    /// Creates the dictionary of a fitted model; empty if the model has another vocabulary.
    pub fn of(dataset: &Dataset, fitted: &dyn Matcher, iteration: usize) -> Self {
        let entries = if fitted.words().len() == dataset.words.len() { entries(dataset, fitted) } else { Vec::new() };
        let mutual = entries.iter().filter(|entry| entry.mutual).count();
        Self { iteration, entries, mutual }
    }

    /// Number of distances computed for a dictionary.
    pub fn cost(dataset: &Dataset, latent: &Array2<f64>) -> usize {
        let (source, q) = (dataset.source_words, latent.ncols());
        source.saturating_mul(dataset.words.len().saturating_sub(source)).saturating_mul(q)
    }
}

fn entries(dataset: &Dataset, fitted: &dyn Matcher) -> Vec<Entry> {
    let positions = fitted.positions_of(Side::Source).zip(fitted.positions_of(Side::Target));
    let Some((source, target)) = positions else { return Vec::new() };
    let [there, back] = nearest(&source, &target);
    let offset = dataset.source_words;
    let together = together(dataset, &there);
    let mut entries: Vec<Entry> = there
        .iter()
        .enumerate()
        .filter_map(|(word, &near)| {
            let near = near?;
            let (other, mutual) = (offset + near, back[near] == Some(word));
            let tells = together.tells(word, other);
            let pairs = [word, other].map(|word| together.single[word]);
            Some(Entry { word, other, mutual, pairs, together: together.both[word], tells })
        })
        .collect();
    entries.sort_by(|a, b| b.tells.total_cmp(&a.tells).then(a.word.cmp(&b.word)));
    entries
}

/// Nearest word of the opposite side with its squared distance; out of range if the opposite side is empty.
type Nearest = (f64, usize);
/// Placeholder for a missing nearest word: a distance larger than any other.
const NONE: Nearest = (f64::INFINITY, usize::MAX);

/// Nearest target word of each source word, and nearest source word of each target word (points: `n_s` × q, `n_t` × q).
///
/// Both directions come from the same products, computed for a block of sources at a time;
/// a cancelled search finds no words in the remaining blocks.
fn nearest(sources: &ArrayView2<'_, f64>, targets: &ArrayView2<'_, f64>) -> [Vec<Option<usize>>; 2] {
    let squares = |points: &ArrayView2<'_, f64>| points.outer_iter().map(|x| x.dot(&x)).collect::<Vec<f64>>();
    let (own, other) = (squares(sources), squares(targets));
    let cancellation = cancel::inherited();
    let block = |from: usize| {
        let to = (from + BLOCK).min(own.len());
        if cancellation.requested() {
            return (vec![NONE; to - from], vec![NONE; other.len()]);
        }
        let products = sources.slice(s![from..to, ..]).dot(&targets.t());
        let (mut there, mut back) = (vec![NONE; to - from], vec![NONE; other.len()]);
        for ((source, best), products) in (from..to).zip(&mut there).zip(products.outer_iter()) {
            for ((target, product), back) in products.iter().enumerate().zip(&mut back) {
                let squared = own[source] + other[target] - 2.0 * product;
                nearer(best, (squared, target));
                nearer(back, (squared, source));
            }
        }
        (there, back)
    };
    let both = |(mut there, mut back): (Vec<_>, Vec<_>), (others, backs): (Vec<_>, Vec<_>)| {
        there.extend(others);
        back.iter_mut().zip(backs).for_each(|(best, other)| nearer(best, other));
        (there, back)
    };
    let nothing = || (Vec::new(), vec![NONE; other.len()]);
    let blocks: Vec<usize> = (0..own.len()).step_by(BLOCK).collect();
    let (there, back) = blocks.into_par_iter().map(block).reduce(nothing, both);
    [there, back].map(|found| found.into_iter().map(|(_, place)| (place != usize::MAX).then_some(place)).collect())
}

/// Replaces the nearest word by another word if that is nearer; of equal distances the first is kept.
fn nearer(best: &mut Nearest, other: Nearest) {
    if other.0 < best.0 || (other.0.total_cmp(&best.0).is_eq() && other.1 < best.1) {
        *best = other;
    }
}

/// Number of training pairs with each word, and with each source word and its nearest target word.
struct CoOccurrences {
    pairs: f64,
    single: Vec<u32>,
    both: Vec<u32>,
}

impl CoOccurrences {
    fn tells(&self, word: usize, other: usize) -> f64 {
        let [both, word, other] = [self.both[word], self.single[word], self.single[other]].map(f64::from);
        if both > 0.0 { (self.pairs * both / (word * other)).ln() * both / (both + FEW) } else { 0.0 }
    }
}

fn together(dataset: &Dataset, there: &[Option<usize>]) -> CoOccurrences {
    let (words, offset) = (dataset.words.len(), dataset.source_words);
    let (mut single, mut both, mut pairs) = (vec![0; words], vec![0; offset], 0);
    // Index of the last counted pair of each word.
    let mut met = vec![usize::MAX; words];
    let partners = dataset.corpus.task.pairs();
    let partner =
        |document: usize| partners.filter(|pairs| pairs.side(document) == Side::Source)?.partner.get(document).copied()?;
    for &document in dataset.split.train.iter().take_while(|_| !cancel::requested()) {
        let Some(partner) = partner(document) else { continue };
        pairs += 1;
        for (word, _) in dataset.counts.entries(partner) {
            met[word] = document;
            single[word] += 1;
        }
        for (word, _) in dataset.counts.entries(document) {
            single[word] += 1;
            both[word] += u32::from(there[word].is_some_and(|near| met[offset + near] == document));
        }
    }
    CoOccurrences { pairs: f64::from(pairs), single, both }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ndarray::ArrayView1;

    use super::*;
    use crate::{
        cancel::CancelFlag,
        corpus::{Builtin, SplitOptions, VocabularyOptions, builtin},
        model::{ModelKind, Params, Preset},
    };

    fn trained() -> (Arc<Dataset>, Arc<dyn Matcher>) {
        let params = Params::preset(ModelKind::Matching, Preset::Default, 2);
        let corpus = Arc::new(builtin(Builtin::Pairs));
        let dataset = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting());
        let dataset = Arc::new(dataset.expect("a dataset"));
        let mut model = params.start(Arc::clone(&dataset)).expect("a model");
        for _ in 0..60 {
            model.step().expect("a step");
        }
        model.restore_best();
        let fitted = model.snapshot().matched().expect("matches").fitted.clone();
        (dataset, fitted)
    }

    #[test]
    fn entries_are_nearest_words_and_marked_if_mutual() {
        let (dataset, fitted) = trained();
        let dictionary = Dictionary::of(&dataset, &*fitted, 60);
        assert_eq!((dictionary.iteration, dictionary.entries.len()), (60, dataset.source_words));
        for entry in &dictionary.entries {
            let nearest = |word, side| fitted.nearest_words(word, side, 1)[0].1;
            let distance = |a: usize, b: usize| {
                let latent = fitted.positions().expect("positions");
                let (a, b) = (latent.row(a), latent.row(b));
                a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt()
            };
            let apart = distance(entry.word, entry.other);
            assert!((apart - nearest(entry.word, Side::Target)).abs() < 1e-9);
            if entry.mutual {
                assert!((apart - nearest(entry.other, Side::Source)).abs() < 1e-9);
            }
        }
        assert!(dictionary.entries.windows(2).all(|pair| pair[0].tells >= pair[1].tells));
        let mutual = dictionary.entries.iter().filter(|entry| entry.mutual).count();
        assert_eq!(dictionary.mutual, mutual);
        assert!(0 < mutual && mutual < dictionary.entries.len(), "{mutual}");
    }

    #[test]
    fn the_nearest_are_the_same_over_several_blocks_both_ways() {
        let place = |salt: usize| move |(row, axis): (usize, usize)| ((row * 7919 + axis * 31 + salt) % 1009) as f64;
        let (a, b) = (Array2::from_shape_fn((3 * BLOCK + 5, 3), place(1)), Array2::from_shape_fn((70, 3), place(17)));
        let by_hand = |points: &Array2<f64>, others: &Array2<f64>| {
            let one = |x: ArrayView1<'_, f64>| {
                let squared = |y: ArrayView1<'_, f64>| (&x - &y).mapv(|d| d * d).sum();
                let all = others.outer_iter().map(squared).enumerate();
                all.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(place, _)| place)
            };
            points.outer_iter().map(one).collect::<Vec<_>>()
        };
        assert_eq!(nearest(&a.view(), &b.view()), [by_hand(&a, &b), by_hand(&b, &a)]);
        let empty = Array2::zeros((0, 3));
        assert_eq!(nearest(&a.view(), &empty.view()), [vec![None; a.nrows()], Vec::new()]);
    }

    #[test]
    fn a_cancelled_search_finds_nothing() {
        let points = Array2::from_shape_fn((2 * BLOCK, 3), |(row, axis)| (row * 3 + axis) as f64);
        let flag = CancelFlag::new();
        flag.raise();
        let none = vec![None; 2 * BLOCK];
        assert_eq!(cancel::with(&flag, || nearest(&points.view(), &points.view())), [none.clone(), none]);
    }

    #[test]
    fn the_most_relevant_entries_occur_in_pairs() {
        let (dataset, fitted) = trained();
        let entries = Dictionary::of(&dataset, &*fitted, 0).entries;
        for entry in entries.iter().take(20) {
            let holds = |document: usize, word: usize| dataset.counts.entries(document).any(|(known, _)| known == word);
            let pairs = dataset.corpus.task.pairs().expect("pairs");
            let train = dataset.split.train.iter().copied().filter(|&document| pairs.side(document) == Side::Source);
            let found: Vec<[bool; 2]> = train
                .filter_map(|source| Some([holds(source, entry.word), holds(pairs.partner[source]?, entry.other)]))
                .collect();
            let count = |of: fn(&&[bool; 2]) -> bool| found.iter().filter(of).count() as u32;
            assert_eq!([count(|one| one[0]), count(|one| one[1])], entry.pairs);
            assert_eq!(count(|one| one[0] && one[1]), entry.together);
            assert!(entry.together > 1 && entry.tells > 0.5, "{entry:?}");
        }
    }
}
