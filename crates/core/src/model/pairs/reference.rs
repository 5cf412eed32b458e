//! Precision of a learned dictionary against a reference dictionary, computed as MUSE does.
//! It is the share of source words, among those with a known pair, with a correct translation among the nearest target words.
//!
//! Cost: the distances of those source words from all target words. Memory: one row of distances a thread.

use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;

use super::Matcher;
use crate::{cancel, corpus::Side};

/// Precision of a learned dictionary against a reference dictionary.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReferencePrecision {
    /// Number of word pairs in the reference dictionary.
    pub pairs: usize,
    /// Number of reference pairs with both words known to the model.
    pub known: usize,
    /// Number of distinct source words in the reference pairs known to the model.
    pub words: usize,
    /// Share of the source words with a correct nearest target word.
    pub one: Option<f64>,
    /// Share of the source words with a correct target word among the nearest five.
    pub five: Option<f64>,
}

impl ReferencePrecision {
    /// Computes the precision against pairs of source and target words, each as spelled, else in lower case.
    /// Undefined if cancelled.
    pub fn of(fitted: &dyn Matcher, reference: &[[String; 2]]) -> Self {
        let places = |side| fitted.range(side).map(|word| (fitted.words()[word].as_str(), word)).collect::<HashMap<_, _>>();
        let (source, target) = (places(Side::Source), places(Side::Target));
        let find = |places: &HashMap<&str, usize>, word: &str| {
            places.get(word).or_else(|| places.get(word.to_lowercase().as_str())).copied()
        };
        let mut correct: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut known = 0;
        for [from, to] in reference {
            if let Some((from, to)) = find(&source, from).zip(find(&target, to)) {
                known += 1;
                correct.entry(from).or_default().push(to);
            }
        }
        let cancellation = cancel::inherited();
        // Index of the first correct word among the nearest five.
        let place = |(&word, correct): (&usize, &Vec<usize>)| {
            let nearest = if cancellation.requested() { Vec::new() } else { fitted.nearest_words(word, Side::Target, 5) };
            nearest.iter().position(|(near, _)| correct.contains(near))
        };
        let places: Vec<Option<usize>> = correct.par_iter().map(place).collect();
        let share = |most: usize| {
            let found = places.iter().filter(|place| place.is_some_and(|place| place < most)).count();
            (!places.is_empty()).then(|| found as f64 / places.len() as f64)
        };
        Self { pairs: reference.len(), known, words: places.len(), one: share(1), five: share(5) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, builtin},
        model::{ModelKind, Params, Preset},
    };

    #[test]
    fn precision_counts_source_words_with_a_correct_translation() {
        let params = Params::preset(ModelKind::Matching, Preset::Default, 2);
        let corpus = Arc::new(builtin(Builtin::Pairs));
        let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting());
        let mut model = params.start(Arc::new(data.expect("a dataset"))).expect("a model");
        model.step().expect("a step");
        let snapshot = model.snapshot();
        let fitted = &snapshot.matched().expect("matches").fitted;
        let words = fitted.words();
        let near = |word: usize, rank: usize| words[fitted.nearest_words(word, Side::Target, 9)[rank].0].clone();
        let pair = |from: &str, to: &str| [from.to_owned(), to.to_owned()];
        let reference = [
            pair(&words[0].to_uppercase(), &near(0, 0)),
            pair(&words[0], &near(0, 8)),
            pair(&words[1], &near(1, 4)),
            pair(&words[2], &near(2, 5)),
            pair(&words[3], "no such word"),
            pair("no such word", &near(3, 0)),
        ];
        let found = ReferencePrecision::of(&**fitted, &reference);
        let third = Some(1.0 / 3.0);
        assert_eq!(found, ReferencePrecision { pairs: 6, known: 4, words: 3, one: third, five: Some(2.0 / 3.0) });
        assert_eq!(ReferencePrecision::of(&**fitted, &[]), ReferencePrecision::default());
    }
}
