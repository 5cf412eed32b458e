//! Basis of a dataset: values shared by all of its scenes, computed once.
//!
//! Cost of the basis: one pass over the counts and one over the training documents.
//! Memory: V × classes numbers, copies of the words and the counts, and a bit for each document and group.

use std::sync::{Arc, OnceLock};

use ndarray::{Array2, ArrayView1};
use rayon::prelude::*;

use crate::{
    ColourBy, Colouring, ColumnColouring, ColumnColours, Layers, Members, PredictiveWord, Scale, WordRatings,
    field::{column_colours::column_colourings, predictive::predictive_words},
    inspect::explain::Part,
};
use wordfield_core::{
    corpus::{
        Columns, Corpus, Csr, Dataset, Filter, Polarity, SentimentLexicon, TaskKind, WordSpread, groups, is_english,
        word_classes, word_spreads,
    },
    model::{Snapshot, topic_coordinates},
    stats::chi_squared,
};

/// Basis of a dataset: values shared by all of its scenes.
#[derive(Clone, Debug, Default)]
pub struct Basis {
    /// Words of the vocabulary (V).
    pub words: Arc<Vec<String>>,
    /// Class of each word by the training documents that hold it, each counted once ([`word_classes`]) (V).
    pub word_class: Arc<Vec<usize>>,
    /// Distribution of each word over the classes (V); empty for other tasks.
    pub spreads: Arc<Vec<Option<WordSpread>>>,
    /// Strength of each word's association with its class, by which words are labelled first (V).
    pub priority: Arc<Vec<f32>>,
    /// Indices of words by decreasing priority (V).
    pub by_priority: Arc<Vec<usize>>,
    /// Names of the document classes.
    pub class_names: Arc<Vec<String>>,
    /// Meaning of the classes: document classes, levels of a rating, or sides of pairs.
    pub task: TaskKind,
    /// Number of documents in each class; unlabelled documents are not counted.
    pub class_sizes: Arc<Vec<usize>>,
    /// Mean row of `M` over each class's training documents (V × classes).
    pub class_weights: Arc<Array2<f64>>,
    /// Most characteristic words of each class, in descending order.
    pub characteristic: Arc<Vec<Vec<usize>>>,
    /// Documents that contain each word, with the word's counts (V × n).
    pub holders: Arc<Csr>,
    /// Part of the split of each document, if any (n).
    pub parts: Arc<Vec<Option<Part>>>,
    /// Mean ratings of words, for rated documents.
    pub ratings: Option<Arc<WordRatings>>,
    /// Colouring of words by the mean of each rating over the documents that contain them (B).
    pub rating_colours: Vec<Colouring>,
    /// Polarity of each word in the sentiment lexicon (V), for rated documents.
    pub polarity: Arc<Vec<Option<Polarity>>>,
    /// Colouring of words by polarity in the sentiment lexicon.
    pub polarity_colours: Colouring,
    /// Names of the ratings (B); empty for unrated documents.
    pub rating_names: Arc<Vec<String>>,
    /// Smallest and largest value of each rating of documents (B).
    pub rating_ranges: Arc<Vec<(f64, f64)>>,
    /// Distinct values of each rating; empty for a rating with many (B).
    pub rating_levels: Arc<Vec<Vec<f32>>>,
    /// Base-ten logarithm of each word's document frequency in the training part (V).
    pub log_frequency: Arc<Vec<f32>>,
    /// Colouring of words by document frequency.
    pub frequency_colours: Colouring,
    /// Columns of the corpus's file.
    pub columns: Columns,
    /// Colourings of words and documents by the columns of the file.
    pub column_colourings: Arc<Vec<ColumnColouring>>,
    /// Groups of documents by the columns of the file.
    pub groups: Arc<Vec<(Filter, Members)>>,
    /// Coordinate of each word along the leading topic direction; only for rated documents (V).
    pub topic: Arc<Vec<f32>>,
    /// Whether the built-in English word vectors cover most words.
    pub english: bool,
    /// Predictive words of classes or ratings, computed when first listed.
    pub predictive: Arc<OnceLock<Vec<PredictiveWord>>>,
}

impl Basis {
    /// Computes the basis of a dataset: a few passes over the training rows.
    pub fn new(dataset: &Dataset) -> Self {
        let (documents, sizes) = dataset.class_documents();
        let (word_class, mut priority) = characteristic(&documents, &sizes);
        let ratings = WordRatings::of(dataset);
        if let Some(ratings) = &ratings {
            // Ratings are ordered: a word at one end is more informative than one of a middle level.
            let telling = |row: ArrayView1<'_, f64>| row.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
            priority = ratings.telling.outer_iter().map(|row| telling(row) as f32).collect();
        }
        let names = dataset.corpus.task.ratings().map(|ratings| ratings.names.clone()).unwrap_or_default();
        let ranges = dataset.corpus.task.ratings().map(|ratings| (0..ratings.behaviours()).map(|b| ratings.range(b)).collect());
        let ranges: Vec<(f64, f64)> = ranges.unwrap_or_default();
        let logs = dataset.document_frequency.iter().map(|&count| f64::from(count.max(1)).log10() as f32);
        let log_frequency: Arc<Vec<f32>> = Arc::new(logs.collect());
        let polarity = if ratings.is_some() {
            SentimentLexicon::builtin().polarity(&dataset.words, &dataset.corpus.text_options)
        } else {
            Vec::new()
        };
        let holders = dataset.counts.transpose();
        let of_classes = dataset.corpus.task.kind() == TaskKind::Classes;
        Self {
            column_colourings: Arc::new(column_colourings(&dataset.corpus.columns, dataset.corpus.len())),
            columns: dataset.corpus.columns.clone(),
            groups: Arc::new(document_groups(&dataset.corpus)),
            by_priority: Arc::new(by_priority(&priority)),
            words: Arc::new(dataset.words.clone()),
            characteristic: Arc::new(best_words(&word_class, &priority, dataset.corpus.classes.len())),
            word_class: Arc::new(word_class),
            spreads: Arc::new(if of_classes { word_spreads(&documents, &sizes) } else { Vec::new() }),
            priority: Arc::new(priority),
            class_names: Arc::new(dataset.corpus.classes.clone()),
            task: dataset.corpus.task.kind(),
            class_sizes: Arc::new(dataset.corpus.class_sizes()),
            class_weights: Arc::new(class_weights(dataset)),
            holders: Arc::new(holders),
            parts: Arc::new(parts(dataset)),
            rating_colours: ratings.as_ref().map(|ratings| ratings.colourings(&names, &ranges)).unwrap_or_default(),
            ratings: ratings.map(Arc::new),
            polarity_colours: polarities(&polarity),
            polarity: Arc::new(polarity),
            english: is_english(&dataset.words),
            topic: Arc::new(if names.is_empty() { Vec::new() } else { topic_coordinates(dataset) }),
            rating_ranges: Arc::new(ranges),
            rating_names: Arc::new(names),
            rating_levels: Arc::new(rating_levels(dataset)),
            frequency_colours: frequencies(&log_frequency),
            log_frequency,
            predictive: Arc::default(),
        }
    }

    /// Predictive words of classes or ratings, computed on the first call.
    pub fn predictive_words(&self, dataset: &Dataset) -> &[PredictiveWord] {
        self.predictive.get_or_init(|| predictive_words(dataset))
    }

    /// Documents with known words in one part of the split or in all, ascending.
    pub fn worded(&self, dataset: &Dataset, part: Option<Part>) -> Vec<usize> {
        let own = |i: usize| self.parts.get(i).copied().flatten();
        dataset.worded().filter(|&i| part.is_none_or(|part| own(i) == Some(part))).collect()
    }

    /// Position of a value on the scale of a rating, from -1 at the lowest value to 1; 0 for an unknown rating.
    pub fn rating_place(&self, rating: usize, value: f64) -> f64 {
        self.rating_ranges.get(rating).map_or(0.0, |(low, high)| 2.0 * (value - low) / (high - low).max(1e-12) - 1.0)
    }

    /// Colours of words and documents by the chosen column; `None` if colours do not show a column.
    pub fn column_colours(&self, layers: &Layers) -> Option<&ColumnColours> {
        let ColourBy::Column(column) = layers.colour_by else { return None };
        self.column_colourings.get(column).map(|column| column.colours(&self.columns, &self.holders))
    }

    /// Polarity of a word in the sentiment lexicon.
    pub fn polarity_of(&self, word: usize) -> Option<&'static str> {
        match self.polarity.get(word).copied().flatten()? {
            Polarity::Positive => Some("positive"),
            Polarity::Negative => Some("negative"),
        }
    }

    /// Basis with polarities by another sentiment lexicon.
    #[must_use]
    pub fn with_lexicon(&self, dataset: &Dataset, lexicon: &SentimentLexicon) -> Self {
        let polarity = lexicon.polarity(&self.words, &dataset.corpus.text_options);
        Self { polarity_colours: polarities(&polarity), polarity: Arc::new(polarity), ..self.clone() }
    }

    /// Colouring of words that the layers select.
    pub fn colouring(&self, layers: &Layers, snapshot: &Snapshot) -> Colouring {
        let rating = layers.rating();
        let name = self.rating_names.get(rating);
        match (layers.colour_by, name, &self.ratings) {
            (ColourBy::MeanRating, Some(_), _) => self.rating_colours.get(rating).cloned().unwrap_or_default(),
            (ColourBy::Field, Some(name), Some(ratings)) => {
                let words = snapshot.words.as_ref().filter(|words| rating < words.values.ncols());
                let Some(words) = words else { return Colouring::Classes };
                let values: Vec<f32> = words.values.column(rating).iter().map(|&value| value as f32).collect();
                let scale = Scale::around(format!("{name} a word alone would get"), ratings.middle[rating] as f32, &values);
                let scale = self.rating_ranges.get(rating).map_or(scale.clone(), |&range| scale.within(range));
                Colouring::Values { values: Arc::new(values), scale: Arc::new(scale) }
            }
            (ColourBy::Class, ..) => {
                let decided = |(classes, margins)| Colouring::Decided { classes: Arc::new(classes), margins: Arc::new(margins) };
                snapshot.decided_words().map(decided).unwrap_or_default()
            }
            (ColourBy::Polarity, Some(_), _) => self.polarity_colours.clone(),
            (ColourBy::Frequency, ..) => self.frequency_colours.clone(),
            (ColourBy::Column(_), ..) => self.column_colours(layers).map(|colours| colours.words.clone()).unwrap_or_default(),
            _ => Colouring::Classes,
        }
    }
}

/// Groups of the documents by the columns of their file.
fn document_groups(corpus: &Corpus) -> Vec<(Filter, Members)> {
    let members = |filter: Filter| Some((filter.clone(), Members::meeting(&filter, corpus).ok()?));
    groups(&corpus.columns).into_par_iter().filter_map(members).collect()
}

/// Colouring by logarithm of document frequency, from the rarest to the commonest word.
fn frequencies(logs: &Arc<Vec<f32>>) -> Colouring {
    let (low, high) = logs.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), &log| (low.min(log), high.max(log)));
    let name = "log10 of the number of training documents".to_owned();
    let scale = if low < high { Scale { name, low, middle: 0.5 * (low + high), high } } else { Scale::around(name, 0.0, logs) };
    Colouring::Values { values: Arc::clone(logs), scale: Arc::new(scale) }
}

/// Colouring of the positive and negative words of the lexicon, in the colours of the two ends.
fn polarities(polarity: &[Option<Polarity>]) -> Colouring {
    let value = |polarity: &Option<Polarity>| match polarity {
        Some(Polarity::Positive) => 1.0,
        Some(Polarity::Negative) => -1.0,
        None => f32::NAN,
    };
    let scale = Scale { name: "negative (-1) or positive (1), by the lexicon".to_owned(), low: -1.0, middle: 0.0, high: 1.0 };
    Colouring::Values { values: Arc::new(polarity.iter().map(value).collect()), scale: Arc::new(scale) }
}

/// Class of each word, and how characteristic the word is of it: the χ² of its documents against the class.
fn characteristic(documents: &Array2<f64>, sizes: &[f64]) -> (Vec<usize>, Vec<f32>) {
    let classes = word_classes(documents, sizes);
    let all: f64 = sizes.iter().sum();
    let against = |(row, &class): (ArrayView1<'_, f64>, &usize)| {
        sizes.get(class).map_or(0.0, |&size| chi_squared(row[class], row.sum(), size, all) as f32)
    };
    let priority = documents.rows().into_iter().zip(&classes).map(against).collect();
    (classes, priority)
}

/// Thirty most characteristic words of each class.
fn best_words(word_class: &[usize], priority: &[f32], classes: usize) -> Vec<Vec<usize>> {
    let mut best = vec![Vec::new(); classes];
    for (word, &class) in word_class.iter().enumerate() {
        best[class].push(word);
    }
    for words in &mut best {
        words.sort_by(|&a, &b| priority[b].total_cmp(&priority[a]));
        words.truncate(30);
    }
    best
}

/// Distinct values of each rating, unless there are more than ten.
fn rating_levels(dataset: &Dataset) -> Vec<Vec<f32>> {
    let Some(ratings) = dataset.corpus.task.ratings() else { return Vec::new() };
    let levels = |values: ArrayView1<'_, f64>| {
        let mut levels: Vec<f32> = values.iter().take(dataset.corpus.labelled()).map(|&value| value as f32).collect();
        levels.sort_by(f32::total_cmp);
        levels.dedup();
        if levels.len() > 10 { Vec::new() } else { levels }
    };
    ratings.values.columns().into_iter().map(levels).collect()
}

fn parts(dataset: &Dataset) -> Vec<Option<Part>> {
    let mut parts = vec![None; dataset.corpus.len()];
    for part in Part::ALL {
        for &document in part.documents(dataset) {
            parts[document] = Some(part);
        }
    }
    parts
}

fn class_weights(dataset: &Dataset) -> Array2<f64> {
    let classes = dataset.corpus.classes.len();
    let mut sums = Array2::zeros((dataset.words.len(), classes));
    let mut documents = vec![0.0_f64; classes];
    for &document in &dataset.split.train {
        let class = dataset.corpus.labels[document];
        documents[class] += 1.0;
        for (word, weight) in dataset.weights.entries(document) {
            sums[[word, class]] += weight;
        }
    }
    for (class, count) in documents.into_iter().enumerate() {
        sums.column_mut(class).mapv_inplace(|sum| sum / count.max(1.0));
    }
    sums
}

/// Indices of words in descending order of priority.
fn by_priority(priority: &[f32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..priority.len()).collect();
    order.sort_by(|&a, &b| priority[b].total_cmp(&priority[a]).then(a.cmp(&b)));
    order
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn the_scale_of_frequencies_spans_all_words() {
        let Colouring::Values { values, scale } = frequencies(&Arc::new(vec![2.0, 0.0, 1.0])) else { panic!("values") };
        assert_eq!(values.iter().map(|&log| scale.place(log)).collect::<Vec<_>>(), [1.0, -1.0, 0.0]);
        let Colouring::Values { scale, .. } = frequencies(&Arc::new(Vec::new())) else { panic!("values") };
        assert!(scale.low < scale.high, "without words too");
    }

    #[test]
    fn a_word_belongs_to_the_class_with_most_documents_beyond_its_size() {
        let (class, priority) = characteristic(&array![[5.0, 10.0], [1.0, 90.0], [4.0, 0.0]], &[10.0, 100.0]);
        assert_eq!(class, [0, 1, 0]);
        assert!(priority.iter().all(|&value| value > 0.0));
    }

    #[test]
    fn a_word_spread_evenly_is_not_characteristic() {
        let (_, priority) = characteristic(&array![[10.0, 10.0], [20.0, 0.0], [0.0, 20.0]], &[30.0, 30.0]);
        assert!(priority[0] < 1e-6 && priority[1] > 10.0 && priority[2] > 10.0, "{priority:?}");
    }

    #[test]
    fn a_class_without_training_documents_does_not_divide_by_zero() {
        let (class, priority) = characteristic(&array![[3.0, 0.0], [1.0, 0.0]], &[4.0, 0.0]);
        assert_eq!(class, [0, 0]);
        assert!(priority.iter().all(|value| value.is_finite()));
    }
}
