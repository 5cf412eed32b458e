//! Colouring of words: by class, or by a value on a scale.
//!
//! Cost of mean ratings: one pass over the counts, once per corpus; memory: one number per word and rating.

use std::sync::Arc;

use ndarray::Array2;

use crate::inspect::one_more::TypicalDocuments;
use wordfield_core::{corpus::Dataset, stats::z_score};

/// Colouring of words: by class or by a value.
#[derive(Clone, Debug, Default)]
pub enum Colouring {
    /// Words are coloured by the class of the documents that hold each ([`Basis::word_class`](crate::Basis)).
    #[default]
    Classes,
    /// Words are coloured by the class that the model decides for a document of each alone.
    Decided {
        /// Decided class of each word (V).
        classes: Arc<Vec<usize>>,
        /// Margin of each word's class, by which its colour is strong (V).
        margins: Arc<Vec<f32>>,
    },
    /// Words are coloured by a value each; words with a non-finite value have no colour.
    Values {
        /// Value of each word that its colour shows (V).
        values: Arc<Vec<f32>>,
        /// Scale of the colours, with its unit.
        scale: Arc<Scale>,
    },
}

/// Scale of a colouring: the values at its ends and in its middle.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// Name of the value that colours show.
    pub name: String,
    /// Value of the strongest colour on the low side.
    pub low: f32,
    /// Value at the middle of the scale, without colour.
    pub middle: f32,
    /// Value of the strongest colour on the high side.
    pub high: f32,
}

impl Colouring {
    /// Whether two colourings of words are equal, by identity of their values.
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Classes, Self::Classes) => true,
            (Self::Decided { margins, .. }, Self::Decided { margins: others, .. }) => Arc::ptr_eq(margins, others),
            (Self::Values { values, .. }, Self::Values { values: others, .. }) => Arc::ptr_eq(values, others),
            _ => false,
        }
    }

    /// Whether colours show classes, and not values.
    pub fn is_by_class(&self) -> bool {
        !matches!(self, Self::Values { .. })
    }
}

impl Scale {
    /// Position of a value on the colour scale, from -1 (low) over 0 (middle) to 1 (high).
    pub fn place(&self, value: f32) -> f32 {
        let side = if value < self.middle { self.middle - self.low } else { self.high - self.middle };
        ((value - self.middle) / side.max(1e-12)).clamp(-1.0, 1.0)
    }

    /// Colour scale around `middle`, whose ends exclude one in forty values.
    pub fn around(name: String, middle: f32, values: &[f32]) -> Self {
        let mut off: Vec<f32> = values.iter().filter(|value| value.is_finite()).map(|value| (value - middle).abs()).collect();
        let reach = if off.is_empty() {
            1.0
        } else {
            let rank = (off.len() - 1) * 39 / 40;
            *off.select_nth_unstable_by(rank, f32::total_cmp).1
        };
        let reach = reach.max(1e-6);
        Self { name, low: middle - reach, middle, high: middle + reach }
    }

    /// Colour scale limited to the range of the data.
    #[must_use]
    pub fn within(self, range: (f64, f64)) -> Self {
        let [low, high] = rating_limits(range);
        Self { low: self.low.max(low).min(self.middle), high: self.high.min(high).max(self.middle), ..self }
    }
}

/// Ends of the colour scale of a rating: the values of the data with a margin of a tenth of their range.
pub fn rating_limits((low, high): (f64, f64)) -> [f32; 2] {
    let margin = 0.1 * (high - low).max(1e-6);
    [(low - margin) as f32, (high + margin) as f32]
}

/// Mean rating of each word, over the documents that contain it.
#[derive(Clone, Debug)]
pub struct WordRatings {
    /// Mean of each rating over the training documents that contain a word; NaN if none does (V × B).
    pub means: Array2<f64>,
    /// Mean of each rating over all training documents (B).
    pub middle: Vec<f64>,
    /// Distance of a word's mean from the middle, in standard errors (V × B).
    pub telling: Array2<f64>,
    /// Documents of typical length, in which one more occurrence is counted.
    pub typical: TypicalDocuments,
}

impl WordRatings {
    /// Computes the mean ratings of words from the training part; `None` without ratings.
    pub fn of(dataset: &Dataset) -> Option<Self> {
        let ratings = dataset.corpus.task.ratings()?;
        let (words, behaviours, train) = (dataset.words.len(), ratings.behaviours(), &dataset.split.train);
        let count = train.len().max(1) as f64;
        let middle: Vec<f64> =
            (0..behaviours).map(|b| train.iter().map(|&i| ratings.values[[i, b]]).sum::<f64>() / count).collect();
        let mut sums = Array2::<f64>::zeros((words, behaviours));
        for &document in train {
            for (word, _) in dataset.counts.entries(document) {
                for b in 0..behaviours {
                    sums[[word, b]] += ratings.values[[document, b]];
                }
            }
        }
        let holders = |word: usize| f64::from(dataset.document_frequency[word]);
        let means = Array2::from_shape_fn((words, behaviours), |(word, b)| sums[[word, b]] / holders(word));
        let spread: Vec<f64> = (0..behaviours)
            .map(|b| (train.iter().map(|&i| (ratings.values[[i, b]] - middle[b]).powi(2)).sum::<f64>() / count).sqrt())
            .collect();
        let telling = Array2::from_shape_fn((words, behaviours), |(word, b)| {
            z_score(means[[word, b]], holders(word), middle[b], spread[b])
        });
        Some(Self { means, middle, telling, typical: TypicalDocuments::of(dataset) })
    }

    /// Words with the highest or lowest mean of a rating, most significant first.
    pub fn most(&self, b: usize, high: bool, count: usize) -> Vec<usize> {
        let sign = if high { 1.0 } else { -1.0 };
        let mut words: Vec<usize> = (0..self.telling.nrows()).filter(|&word| sign * self.telling[[word, b]] > 0.0).collect();
        words.sort_by(|&x, &y| (sign * self.telling[[y, b]]).total_cmp(&(sign * self.telling[[x, b]])));
        words.truncate(count);
        words
    }

    /// Colourings of words by the mean of each rating.
    pub fn colourings(&self, names: &[String], ranges: &[(f64, f64)]) -> Vec<Colouring> {
        let one = |(b, name): (usize, &String)| {
            let values: Vec<f32> = self.means.column(b).iter().map(|&mean| mean as f32).collect();
            let scale = Scale::around(format!("mean {name} of a word's documents"), self.middle[b] as f32, &values);
            let scale = ranges.get(b).map_or(scale.clone(), |&range| scale.within(range));
            Colouring::Values { values: Arc::new(values), scale: Arc::new(scale) }
        };
        names.iter().enumerate().map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::corpus::{Builtin, SplitOptions, VocabularyOptions, Weighting, builtin};

    fn dataset(which: Builtin) -> Dataset {
        let corpus = Arc::new(builtin(which));
        Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), Weighting::Sqrt).expect("a dataset")
    }

    #[test]
    fn a_word_s_mean_is_that_of_its_training_documents() {
        let dataset = dataset(Builtin::Reviews);
        let found = WordRatings::of(&dataset).expect("ratings");
        let values = &dataset.corpus.task.ratings().expect("ratings").values;
        for word in 0..dataset.words.len() {
            let holds = |&&document: &&usize| dataset.counts.row(document).0.contains(&(word as u32));
            let own: Vec<f64> = dataset.split.train.iter().filter(holds).map(|&document| values[[document, 0]]).collect();
            assert!((found.means[[word, 0]] - own.iter().sum::<f64>() / own.len() as f64).abs() < 1e-12);
        }
        assert!(WordRatings::of(&self::dataset(Builtin::Topics)).is_none());
    }

    #[test]
    fn the_most_significant_words_of_reviews_are_polar() {
        let dataset = dataset(Builtin::Reviews);
        let found = WordRatings::of(&dataset).expect("ratings");
        let words = |high| found.most(0, high, 40).into_iter().map(|word| dataset.words[word].as_str()).collect::<Vec<_>>();
        let (good, bad) = (words(true), words(false));
        assert!(good.contains(&"perfect") && bad.contains(&"disappointed"), "{good:?} {bad:?}");
        assert!(good.iter().all(|word| !bad.contains(word)));
    }

    #[test]
    fn a_scale_s_ends_are_its_strongest_colours() {
        let scale = Scale::around(String::new(), 3.0, &[1.0, 2.0, 3.0, 3.5, f32::NAN]);
        assert!((scale.low, scale.high) == (1.0, 5.0) || scale.high < 5.0);
        assert!((scale.place(scale.high) - 1.0).abs() < 1e-6 && (scale.place(scale.low) + 1.0).abs() < 1e-6);
        assert!(scale.place(3.0).abs() < 1e-6 && (scale.place(99.0) - 1.0).abs() < 1e-6);
        assert!(Scale::around(String::new(), 0.0, &[]).high > 0.0);
    }

    #[test]
    fn a_scale_of_ratings_ends_near_the_ratings_of_the_data() {
        let wide: Vec<f32> = (-60..=150).map(|value| value as f32 / 10.0).collect();
        let scale = Scale::around(String::new(), 4.2, &wide).within((1.0, 5.0));
        assert!((scale.low - 0.6).abs() < 1e-6 && (scale.high - 5.4).abs() < 1e-6, "{scale:?}");
        assert!((scale.place(scale.high) - 1.0).abs() < 1e-6 && (scale.place(0.0) + 1.0).abs() < 1e-6);
        let narrow = Scale::around(String::new(), 3.0, &[2.5, 3.5]);
        assert_eq!(narrow.clone().within((1.0, 5.0)), narrow);
        let dataset = dataset(Builtin::Reviews);
        let colourings = WordRatings::of(&dataset).expect("ratings").colourings(&["rating".to_owned()], &[(1.0, 5.0)]);
        let [Colouring::Values { scale, .. }] = &colourings[..] else { panic!("values") };
        assert!(scale.low >= 0.6 && scale.high <= 5.4, "{scale:?}");
    }
}
