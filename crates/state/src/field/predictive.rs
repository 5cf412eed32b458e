//! Predictive words: words more frequent with one class or rating than elsewhere, with an interval.
//!
//! Classes: log odds of a word in the class against all others, with an informative Dirichlet prior.
//! Reference: Monroe, Colaresi and Quinn 2008, equations 16 and 18.
//! Ratings: correlation of a word's presence with the rating, with Fisher's interval.
//! Associations are measured on the training documents. Another column of the file is listed by choosing it as class or rating.
//!
//! Cost, once per dataset, on first use: four logarithms for each word and class,
//! or a pass over the training counts for each rating.
//! Memory: at most [`MAX_PREDICTIVE_WORDS`] words for each class or rating.

use wordfield_core::{
    corpus::{Dataset, Task},
    stats::{Z95, correlation95, log_odds},
};

/// Maximum number of predictive words listed for a class or rating.
pub(super) const MAX_PREDICTIVE_WORDS: usize = 300;
/// Minimum number of training documents in which a listed predictive word occurs.
const DOCUMENTS: u32 = 2;

/// Word with its association to a class or rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictiveWord {
    /// Index of the predictive word.
    pub word: usize,
    /// Index of the class or rating that the word predicts.
    pub group: usize,
    /// Association of the word: log odds against all other classes, or correlation with the rating.
    pub estimate: f64,
    /// 95 % interval of the word's association, which excludes 0.
    pub interval: [f64; 2],
}

/// Predictive words by class or rating, whose intervals exclude 0, clearest first; none for pairs.
pub(super) fn predictive_words(dataset: &Dataset) -> Vec<PredictiveWord> {
    match &dataset.corpus.task {
        Task::Classes => (0..dataset.corpus.classes.len()).flat_map(|class| of_class(dataset, class)).collect(),
        Task::Ratings(ratings) => (0..ratings.behaviours()).flat_map(|rating| of_rating(dataset, rating)).collect(),
        Task::Pairs(_) => Vec::new(),
    }
}

/// Words more frequent in a class than elsewhere, by the distance of the log odds from 0 in standard errors.
fn of_class(dataset: &Dataset, class: usize) -> Vec<PredictiveWord> {
    let counts = &dataset.class_counts;
    let (all, own) = (counts.sum(), counts.column(class).sum());
    let mut scored: Vec<(f64, PredictiveWord)> = Vec::new();
    for (word, row) in counts.outer_iter().enumerate() {
        let (here, total) = (row[class], row.sum());
        if here * all <= total * own || dataset.document_frequency[word] < DOCUMENTS {
            continue;
        }
        let (estimate, deviation) = log_odds([here, total - here], [own, all - own]);
        let interval = [estimate - Z95 * deviation, estimate + Z95 * deviation];
        if interval[0] > 0.0 {
            scored.push((estimate / deviation, PredictiveWord { word, group: class, estimate, interval }));
        }
    }
    clearest(scored)
}

/// Words whose presence correlates with a rating, by absolute correlation, largest first.
fn of_rating(dataset: &Dataset, rating: usize) -> Vec<PredictiveWord> {
    let Some(ratings) = dataset.corpus.task.ratings() else { return Vec::new() };
    let rated: Vec<(usize, f64)> =
        dataset.split.train.iter().filter_map(|&document| Some((document, ratings.of(document, rating)?))).collect();
    let count = rated.len() as f64;
    let mean = rated.iter().map(|(_, value)| value).sum::<f64>() / count.max(1.0);
    let spread = rated.iter().map(|(_, value)| (value - mean).powi(2)).sum::<f64>();
    let mut holders = vec![(0.0_f64, 0.0_f64); dataset.words.len()];
    for &(document, value) in &rated {
        for &word in dataset.counts.row(document).0 {
            let (documents, sum) = &mut holders[word as usize];
            (*documents, *sum) = (*documents + 1.0, *sum + value - mean);
        }
    }
    let mut scored: Vec<(f64, PredictiveWord)> = Vec::new();
    for (word, &(documents, sum)) in holders.iter().enumerate() {
        // The presence of a word has the sum of squares h (n - h) / n.
        let estimate = sum / (spread * documents * (count - documents) / count).sqrt();
        if documents < f64::from(DOCUMENTS) || !estimate.is_finite() {
            continue;
        }
        let interval = correlation95(estimate, rated.len());
        if interval[0] > 0.0 || interval[1] < 0.0 {
            scored.push((estimate.abs(), PredictiveWord { word, group: rating, estimate, interval }));
        }
    }
    clearest(scored)
}

/// Words with the largest scores, in descending order.
fn clearest(mut scored: Vec<(f64, PredictiveWord)>) -> Vec<PredictiveWord> {
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.word.cmp(&b.1.word)));
    scored.truncate(MAX_PREDICTIVE_WORDS);
    scored.into_iter().map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};

    use super::*;
    use wordfield_core::corpus::{Builtin, Corpus, SplitOptions, VocabularyOptions, Weighting, builtin};

    fn words_of(corpus: Corpus) -> (Vec<PredictiveWord>, Dataset) {
        let options = (SplitOptions::default(), VocabularyOptions::default());
        let dataset = Dataset::build(Arc::new(corpus), &options.0, &options.1, Weighting::default()).expect("a dataset");
        (predictive_words(&dataset), dataset)
    }

    #[test]
    fn words_of_a_class_are_more_frequent_in_it_and_random_labels_have_few() {
        let (found, dataset) = words_of(builtin(Builtin::Topics));
        for of in &found {
            let (row, sizes) = (dataset.class_counts.row(of.word), dataset.class_counts.sum_axis(ndarray::Axis(0)));
            assert!(row[of.group] / sizes[of.group] > (row.sum() - row[of.group]) / (sizes.sum() - sizes[of.group]));
            assert!(of.interval[0] > 0.0 && of.interval[0] < of.estimate && of.estimate < of.interval[1]);
        }
        let name = |group: usize| found.iter().find(|of| of.group == group).map(|of| dataset.words[of.word].as_str());
        assert_eq!((0..dataset.corpus.classes.len()).filter(|&class| name(class).is_none()).count(), 0);
        let mut corpus = builtin(Builtin::Topics);
        corpus.labels.shuffle(&mut StdRng::seed_from_u64(3));
        let (random, _) = words_of(corpus);
        assert!(3 * random.len() < found.len(), "{} of {}", random.len(), found.len());
    }

    #[test]
    fn words_of_a_rating_have_the_correlation_of_their_presence() {
        let (found, dataset) = words_of(builtin(Builtin::Reviews));
        let ratings = dataset.corpus.task.ratings().expect("ratings");
        let of = found.first().expect("a word");
        let pairs: Vec<(f64, f64)> = dataset
            .split
            .train
            .iter()
            .map(|&i| (f64::from(u8::from(dataset.counts.row(i).0.contains(&(of.word as u32)))), ratings.values[[i, of.group]]))
            .collect();
        let n = pairs.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
        let (x, y) = (mean(|p| p.0), mean(|p| p.1));
        let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
        let plain = sum(&|p| (p.0 - x) * (p.1 - y)) / (sum(&|p| (p.0 - x).powi(2)) * sum(&|p| (p.1 - y).powi(2))).sqrt();
        assert!((of.estimate - plain).abs() < 1e-9, "{} and {plain}", of.estimate);
        assert!(words_of(builtin(Builtin::Pairs)).0.is_empty());
    }
}
