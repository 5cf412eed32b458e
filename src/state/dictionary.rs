//! The learned dictionary: every source word with the target word nearest to it, ordered by what the two tell.
//!
//! What an entry tells is read off the training pairs: how much oftener the two words stand in paired documents than by
//! chance, `ln(n c / (s t))` for `n` pairs of which `c` hold both, `s` and `t` either, times `c / (c + 3)`, so that words
//! met once or twice do not lead. Words of grammar stand nearly everywhere and tell little, words brought together by
//! chance tell nothing. Made on a thread. Cost: the distances of all source words from all target words, once.

use std::sync::Arc;

use rayon::prelude::*;

use super::memo::Same;
use crate::{
    corpus::{Dataset, Side},
    model::matching::{MatchModel, MatchRow},
};

/// Joint occurrences at which half of what an entry tells is believed, and a little more.
const FEW: f64 = 3.0;

/// A source word and the target word nearest to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The source word.
    pub word: usize,
    /// The target word nearest to it.
    pub other: usize,
    /// Whether the source word is also the nearest to the target word.
    pub mutual: bool,
    /// Training pairs that hold both.
    pub together: u32,
    /// What it tells, in nats; 0 where the two never stand in paired documents.
    pub tells: f64,
}

/// Every entry, the most telling first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dictionary {
    /// The iteration it was read at.
    pub iteration: usize,
    /// One for each source word.
    pub entries: Vec<Entry>,
    /// How many of them are mutual.
    pub mutual: usize,
}

/// What a dictionary is made from: a corpus and an evaluation of the model.
pub type DictionaryKey = (Same<Dataset>, Same<Vec<MatchRow>>);

/// What is shown of a dictionary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DictionaryView {
    /// Only entries with a word that holds these letters.
    pub text: String,
    /// Only mutual ones.
    pub mutual_only: bool,
}

impl Dictionary {
    /// Distances beyond which it waits until the training rests: about a second of one processor.
    pub const LARGE: usize = 1_000_000_000;

    /// Of a machine over its dataset; empty where the machine does not know the dataset's words.
    pub fn of(dataset: &Dataset, machine: &MatchModel, iteration: usize) -> Self {
        let entries = if machine.words.len() == dataset.words.len() { entries(dataset, machine) } else { Vec::new() };
        let mutual = entries.iter().filter(|entry| entry.mutual).count();
        Self { iteration, entries, mutual }
    }

    /// The distances it takes to make one.
    pub fn cost(dataset: &Dataset, machine: &MatchModel) -> usize {
        let (source, q) = (dataset.source_words, machine.latent.ncols());
        source.saturating_mul(dataset.words.len().saturating_sub(source)).saturating_mul(q)
    }

    /// The places of the entries a view shows.
    pub fn shown(&self, words: &[String], view: &DictionaryView) -> Vec<usize> {
        let text = view.text.trim().to_lowercase();
        let holds = |entry: &Entry| {
            (entry.mutual || !view.mutual_only) && [entry.word, entry.other].iter().any(|&word| words[word].contains(&text))
        };
        (0..self.entries.len()).filter(|&place| holds(&self.entries[place])).collect()
    }
}

fn entries(dataset: &Dataset, machine: &MatchModel) -> Vec<Entry> {
    let (source, target) = (columns(machine, Side::Source), columns(machine, Side::Target));
    let (there, back) = (nearest(&source, &target), nearest(&target, &source));
    let offset = dataset.source_words;
    let together = together(dataset, &there);
    let mut entries: Vec<Entry> = there
        .iter()
        .enumerate()
        .filter_map(|(word, &near)| {
            let near = near?;
            let (other, mutual) = (offset + near, back[near] == Some(word));
            let tells = together.tells(word, other);
            Some(Entry { word, other, mutual, together: together.both[word], tells })
        })
        .collect();
    entries.sort_by(|a, b| b.tells.total_cmp(&a.tells).then(a.word.cmp(&b.word)));
    entries
}

/// The positions of a side, one vector a dimension: neighbouring words lie beside each other.
fn columns(machine: &MatchModel, side: Side) -> Vec<Vec<f64>> {
    machine.positions(side).columns().into_iter().map(|column| column.to_vec()).collect()
}

/// The point of `others` nearest to each of `points`; none where there is none.
fn nearest(points: &[Vec<f64>], others: &[Vec<f64>]) -> Vec<Option<usize>> {
    let (count, all) = (points.first().map_or(0, Vec::len), others.first().map_or(0, Vec::len));
    let one = |squares: &mut Vec<f64>, point: usize| {
        squares.clear();
        squares.resize(all, 0.0);
        for (own, other) in points.iter().zip(others) {
            let at = own[point];
            for (square, x) in squares.iter_mut().zip(other) {
                *square += (x - at) * (x - at);
            }
        }
        squares.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).map(|(place, _)| place)
    };
    (0..count).into_par_iter().map_init(Vec::new, one).collect()
}

/// In how many training pairs words stand, and source words together with their nearest.
struct Together {
    pairs: f64,
    single: Vec<u32>,
    both: Vec<u32>,
}

impl Together {
    fn tells(&self, word: usize, other: usize) -> f64 {
        let [both, word, other] = [self.both[word], self.single[word], self.single[other]].map(f64::from);
        if both > 0.0 { (self.pairs * both / (word * other)).ln() * both / (both + FEW) } else { 0.0 }
    }
}

fn together(dataset: &Dataset, there: &[Option<usize>]) -> Together {
    let (words, offset) = (dataset.words.len(), dataset.source_words);
    let (mut single, mut both, mut pairs) = (vec![0; words], vec![0; offset], 0);
    // The last pair each word was met in.
    let mut met = vec![usize::MAX; words];
    let partners = dataset.corpus.task.pairs();
    let partner =
        |document: usize| partners.filter(|pairs| pairs.side(document) == Side::Source)?.partner.get(document).copied()?;
    for &document in &dataset.split.train {
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
    Together { pairs: f64::from(pairs), single, both }
}

/// A dictionary asked for.
#[derive(Clone, Debug)]
pub struct DictionaryQuestion {
    pub(super) key: DictionaryKey,
    pub(super) dataset: Arc<Dataset>,
    pub(super) machine: Arc<MatchModel>,
    pub(super) iteration: usize,
}

impl DictionaryQuestion {
    /// Makes it.
    pub fn answer(&self) -> Arc<Dictionary> {
        Arc::new(Dictionary::of(&self.dataset, &self.machine, self.iteration))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        corpus::{Builtin, SplitOptions, VocabularyOptions, builtin},
        model::{Kind, Params, Preset},
    };

    fn trained() -> (Arc<Dataset>, Arc<MatchModel>) {
        let params = Params::preset(Kind::Matching, Preset::Default, 2);
        let corpus = Arc::new(builtin(Builtin::Pairs));
        let dataset = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting());
        let dataset = Arc::new(dataset.expect("a dataset"));
        let mut model = params.start(Arc::clone(&dataset)).expect("a model");
        for _ in 0..60 {
            model.step().expect("a step");
        }
        model.take_best();
        let machine = model.snapshot().matched().expect("matches").machine.clone();
        (dataset, machine)
    }

    #[test]
    fn entries_are_nearest_words_and_mutual_where_both_say_so() {
        let (dataset, machine) = trained();
        let dictionary = Dictionary::of(&dataset, &machine, 60);
        assert_eq!((dictionary.iteration, dictionary.entries.len()), (60, dataset.source_words));
        for entry in &dictionary.entries {
            let nearest = |word, side| machine.nearest_words(word, side, 1)[0].1;
            let distance = |a: usize, b: usize| {
                let (a, b) = (machine.latent.row(a), machine.latent.row(b));
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
    fn the_most_telling_entries_are_borne_out_by_the_pairs() {
        let (dataset, machine) = trained();
        let entries = Dictionary::of(&dataset, &machine, 0).entries;
        for entry in entries.iter().take(20) {
            let holds = |document: usize, word: usize| dataset.counts.entries(document).any(|(known, _)| known == word);
            let pairs = dataset.corpus.task.pairs().expect("pairs");
            let train = dataset.split.train.iter().copied().filter(|&document| pairs.side(document) == Side::Source);
            let both = train.filter(|&source| {
                holds(source, entry.word) && pairs.partner[source].is_some_and(|target| holds(target, entry.other))
            });
            assert_eq!(both.count(), entry.together as usize);
            assert!(entry.together > 1 && entry.tells > 0.5, "{entry:?}");
        }
    }

    #[test]
    fn letters_and_the_mark_choose_what_is_shown() {
        let entry = |word, other, mutual| Entry { word, other, mutual, together: 1, tells: 0.0 };
        let dictionary = Dictionary { iteration: 0, entries: vec![entry(0, 2, true), entry(1, 3, false)], mutual: 1 };
        let words = ["haus", "baum", "house", "tree"].map(str::to_owned);
        let shown = |text: &str, mutual_only| dictionary.shown(&words, &DictionaryView { text: text.to_owned(), mutual_only });
        assert_eq!((shown("", false), shown("", true)), (vec![0, 1], vec![0]));
        assert_eq!((shown(" AU", false), shown("tre", false), shown("tre", true)), (vec![0, 1], vec![1], vec![]));
    }
}
