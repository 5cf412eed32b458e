//! Counterparts of a hovered word in the partner's text of a pair: words spelled alike, and the nearest by position.
//!
//! Cost: one kernel value for each word of the partner's text. If the positions are not stored, only spellings are compared.

use wordfield_core::{corpus::Dataset, model::pairs::Matcher};

/// Maximum number of counterparts of a word by position.
const MOST: usize = 3;
/// Minimum cosine of two word positions, in units of the text's largest cosine.
const CLOSE: f64 = 0.7;

/// Words of a document that correspond to a word in the opposite language, the most likely first.
pub(super) fn counterparts(dataset: &Dataset, fitted: &dyn Matcher, word: usize, document: usize) -> Vec<usize> {
    let alike = fitted.spelled_alike().and_then(|(alike, _)| alike.counterpart(word));
    let occurs = |word: &usize| dataset.counts.entries(document).any(|(other, _)| other == *word);
    let mut found: Vec<usize> = alike.filter(occurs).into_iter().collect();
    let Some(latent) = fitted.positions().filter(|latent| latent.nrows() == dataset.words.len()) else { return found };
    let own = latent.row(word);
    let near = |other: usize| {
        let at = latent.row(other);
        let apart = at.iter().zip(own).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        // In many dimensions lengths differ by frequency, so directions are compared.
        if latent.ncols() > 3 {
            at.dot(&own) / (at.dot(&at) * own.dot(&own)).sqrt().max(1e-300)
        } else {
            1.0 / (1.0 + apart.sqrt())
        }
    };
    let mut words: Vec<(usize, f64)> = dataset.counts.entries(document).map(|(other, _)| (other, near(other))).collect();
    words.sort_by(|a, b| b.1.total_cmp(&a.1));
    let best = words.first().map_or(0.0, |best| best.1);
    let close = words.into_iter().take(MOST).filter(|(_, near)| *near > 0.0 && *near >= CLOSE * best).map(|(other, _)| other);
    for other in close {
        if !found.contains(&other) {
            found.push(other);
        }
    }
    found
}

/// Words of a document with the same spelling as the given word in the opposite language.
pub(super) fn alike(dataset: &Dataset, word: usize, document: usize) -> Vec<usize> {
    let Some(spelling) = dataset.words.get(word).map(|word| word.to_lowercase()) else { return Vec::new() };
    let same = |other: &usize| dataset.words[*other].to_lowercase() == spelling;
    dataset.counts.entries(document).map(|(other, _)| other).filter(same).collect()
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, sync::Arc};

    use super::*;
    use wordfield_core::{
        corpus::{Builtin, SplitOptions, VocabularyOptions},
        model::{ModelKind, Params, Preset},
    };
    use wordfield_testing::planted;

    #[test]
    fn a_word_has_the_nearest_words_of_the_other_text_as_counterparts() {
        let params = Params::preset(ModelKind::Matching, Preset::Default, 20);
        let corpus = Arc::new(planted(Builtin::Pairs));
        let dataset = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting());
        let dataset = Arc::new(dataset.expect("a dataset"));
        let snapshot = params.start(Arc::clone(&dataset)).expect("a model").snapshot();
        let fitted = &snapshot.matched().expect("matches").fitted;
        let latent = fitted.positions().expect("positions");
        let cosine = |a: usize, b: usize| {
            let (a, b) = (latent.row(a), latent.row(b));
            a.dot(&b) / (a.dot(&a) * b.dot(&b)).sqrt()
        };
        let pairs = dataset.corpus.task.pairs().expect("pairs");
        let mut some = 0;
        for (source, target) in pairs.matched().take(40) {
            let there: Vec<usize> = dataset.counts.entries(target).map(|(word, _)| word).collect();
            for (word, _) in dataset.counts.entries(source) {
                let found = counterparts(&dataset, &**fitted, word, target);
                let once: BTreeSet<usize> = found.iter().copied().collect();
                assert!(once.len() == found.len() && found.len() <= MOST + 1 && found.iter().all(|word| there.contains(word)));
                let nearest = there.iter().copied().max_by(|&a, &b| cosine(word, a).total_cmp(&cosine(word, b)));
                if let Some(nearest) = nearest.filter(|&nearest| cosine(word, nearest) > 1e-9) {
                    assert!(found.contains(&nearest), "word {word} of document {source}: {found:?} without {nearest}");
                    some += 1;
                }
            }
        }
        assert!(some > 100, "{some} words have counterparts");
    }
}
