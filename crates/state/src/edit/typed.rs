//! Typed document: its known words and its prediction, computed on a thread while the user types.
//!
//! Cost of typed documents: tokenising the text, and one prediction. Memory: a copy of the model's words while the text is open.

use std::{collections::HashSet, sync::Arc};

use crate::{
    core::memo::Same,
    inspect::explain::{Share, largest_first},
};
use wordfield_core::{
    corpus::{Body, CorpusError, Csr, Dataset, Fields, Lexicon, RawDocument, Side, Tokenizer},
    model::{
        Classifier, Predictions, RatingPrediction, Regressor, Snapshot, WordValues,
        pairs::{self, MatchRow, Matcher},
    },
};

/// Maximum number of partners listed for a typed document.
const PARTNERS: usize = 12;
/// Maximum number of candidate partners of a typed document.
const CANDIDATES: usize = 4096;

/// State of the typed document: its text, its side and its analysis.
#[derive(Debug, Default)]
pub struct Typed {
    /// Whether the window of the typed document is open.
    pub open: bool,
    /// Text of the typed document.
    pub text: String,
    /// Whether the typed text is of the target side, if documents are paired.
    pub target: bool,
    /// Result of the last analysis of the typed document.
    pub analysis: Option<Arc<TypedAnalysis>>,
}

impl Typed {
    /// Side of the typed text, source or target, if documents are paired.
    pub fn side(&self) -> Side {
        if self.target { Side::Target } else { Side::Source }
    }
}

/// Key of an analysis of a typed document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TypedDocumentKey {
    text: String,
    side: Side,
    dataset: Same<Dataset>,
    fitted: ModelKey,
}

impl TypedDocumentKey {
    /// Whether two keys are of the same text and corpus, whatever the model.
    pub(crate) fn is_of_same_text(&self, other: &Self) -> bool {
        (&self.text, self.side, &self.dataset) == (&other.text, other.side, &other.dataset)
    }
}

/// Inputs from the model that determine the analysis of a typed document.
#[derive(Clone, Debug, PartialEq)]
enum ModelKey {
    Classes(Same<Snapshot>),
    Ratings(Same<dyn Regressor>, usize),
    Pairs(Same<Vec<MatchRow>>),
}

/// Typed text with the inputs of its analysis.
#[derive(Clone, Debug)]
pub(crate) struct TypedInput {
    /// Key of the analysis of a typed document.
    pub key: TypedDocumentKey,
    dataset: Arc<Dataset>,
    snapshot: Arc<Snapshot>,
    rating: usize,
    cache: TypedCache,
}

/// Intermediate results that later analyses of the typed text reuse.
#[derive(Clone, Debug, Default)]
struct TypedCache {
    lexicon: Option<(Same<Dataset>, Arc<Lexicon>)>,
    values: Option<(Same<dyn Regressor>, Option<WordValues>)>,
}

/// Analysis of a typed document: its words and its prediction.
#[derive(Clone, Debug)]
pub struct TypedAnalysis {
    /// Known words of the typed text with their weights, largest first.
    pub words: Arc<Vec<(usize, f64)>>,
    /// Unknown words of the typed text, each once, as tokenised.
    pub unknown: Vec<String>,
    /// Prediction of the model for the typed text.
    pub verdict: TypedPrediction,
    cache: TypedCache,
}

/// Prediction for a typed document.
#[derive(Clone, Debug, PartialEq)]
pub enum TypedPrediction {
    /// The typed text has no known word.
    Wordless,
    /// The typed text could not be tokenised, for the given reason.
    Unread(String),
    /// The model makes no prediction yet.
    Nothing,
    /// Predicted class of a typed text, with votes and word shares.
    Class {
        /// Index of the predicted class.
        predicted: usize,
        /// Number of votes for each class in the pairwise decisions.
        votes: Vec<usize>,
        /// Pairs of classes with their decision values; a positive value is a vote for the first class.
        decisions: Vec<((usize, usize), f64)>,
        /// Pair of classes that the shares belong to; `None` for models without pairwise decisions.
        pair: Option<usize>,
        /// Share of each word in that pair's decision, largest first; they sum to the decision.
        /// The shares are empty if decisions have none.
        shares: Vec<Share>,
    },
    /// Predicted ratings of a typed text, with deviations and word shares.
    Rating {
        /// Predicted mean of each rating (B).
        means: Vec<f64>,
        /// Predictive standard deviations of the ratings (B); `None` for models without predictive variance.
        deviations: Option<Vec<f64>>,
        /// Index of the rating that the shares belong to.
        rating: usize,
        /// Share of each word in the prediction beyond the training mean, largest first.
        shares: Vec<Share>,
    },
    /// Nearest documents in the opposite language, as partners of a typed text.
    Partners {
        /// Nearest documents in the opposite language with their squared distances to the typed text, ascending.
        nearest: Vec<(usize, f64)>,
        /// Number of candidate partners compared, and total number of candidates.
        among: (usize, usize),
    },
}

/// Pair of the predicted class and the class with the second most votes; among equal votes the closer decision.
fn decided_between(predicted: usize, votes: &[usize], decisions: &[((usize, usize), f64)]) -> Option<usize> {
    let other = |place: usize| {
        let ((first, second), decision) = decisions[place];
        if first == predicted { Some((second, decision)) } else { (second == predicted).then_some((first, -decision)) }
    };
    let with = (0..decisions.len()).filter_map(|place| other(place).map(|(class, margin)| (place, votes[class], margin)));
    with.min_by(|a, b| b.1.cmp(&a.1).then(a.2.total_cmp(&b.2))).map(|(place, ..)| place)
}

impl TypedInput {
    /// Creates the input for the typed text and the current model.
    pub(crate) fn of(typed: &Typed, dataset: &Arc<Dataset>, snapshot: &Arc<Snapshot>, rating: usize) -> Option<Self> {
        let fitted = match &snapshot.predictions {
            Predictions::Classes(_) => ModelKey::Classes(Same::of(snapshot)),
            Predictions::Ratings(predictions) => ModelKey::Ratings(Same::of(predictions.fitted.as_ref()?), rating),
            Predictions::Matches(predictions) => ModelKey::Pairs(Same::of(&predictions.rows)),
        };
        let key = TypedDocumentKey { text: typed.text.clone(), side: typed.side(), dataset: Same::of(dataset), fitted };
        let cache = typed.analysis.as_ref().map(|analysis| analysis.cache.clone()).unwrap_or_default();
        let (dataset, snapshot) = (Arc::clone(dataset), Arc::clone(snapshot));
        Some(Self { key, dataset, snapshot, rating, cache })
    }

    /// Tokenises the typed text and predicts its label or partners.
    pub(crate) fn analyse(&self) -> TypedAnalysis {
        let mut cache = self.cache.clone();
        let of = Same::of(&self.dataset);
        let lexicon = match &cache.lexicon {
            Some((dataset, lexicon)) if *dataset == of => Arc::clone(lexicon),
            _ => Arc::new(Lexicon::of(&self.dataset)),
        };
        cache.lexicon = Some((of, Arc::clone(&lexicon)));
        let nothing = |verdict, cache| TypedAnalysis { words: Arc::default(), unknown: Vec::new(), verdict, cache };
        let (weights, unknown) = match self.read(&lexicon) {
            Ok(read) => read,
            Err(error) => return nothing(TypedPrediction::Unread(error.to_string()), cache),
        };
        let mut words: Vec<(usize, f64)> = weights.entries(0).collect();
        words.sort_by(|a, b| b.1.total_cmp(&a.1));
        let verdict = if words.is_empty() { TypedPrediction::Wordless } else { self.judge(&weights, &mut cache) };
        TypedAnalysis { words: Arc::new(words), unknown, verdict, cache }
    }

    /// Converts the typed text to a row of `M`; also returns its unknown words.
    fn read(&self, lexicon: &Lexicon) -> Result<(Csr, Vec<String>), CorpusError> {
        let body = Body::Text(self.key.text.clone());
        let document = [RawDocument { title: String::new(), label: String::new(), body, fields: Fields::default() }];
        let (source, target) = lexicon.words.split_at(lexicon.source_words.min(lexicon.words.len()));
        let sides = self.dataset.corpus.task.pairs().is_some();
        let (weights, options, known) = match self.key.side {
            _ if !sides => (lexicon.weights_of(&document)?, &lexicon.text_options, &lexicon.words[..]),
            Side::Source => (lexicon.weights_of_side(&document, Side::Source)?, &lexicon.text_options, source),
            Side::Target => {
                let options = lexicon.target_options.as_ref().unwrap_or(&lexicon.text_options);
                (lexicon.weights_of_side(&document, Side::Target)?, options, target)
            }
        };
        let mut seen = HashSet::new();
        let mut cut = Tokenizer::new(options)?.words(&self.key.text);
        cut.retain(|word| known.binary_search(word).is_err() && seen.insert(word.clone()));
        Ok((weights, cut))
    }

    fn judge(&self, weights: &Csr, cache: &mut TypedCache) -> TypedPrediction {
        match &self.snapshot.predictions {
            Predictions::Classes(predictions) => {
                predictions.fitted.as_ref().map_or(TypedPrediction::Nothing, |fitted| self.classify(&**fitted, weights))
            }
            Predictions::Ratings(predictions) => match &predictions.fitted {
                Some(fitted) => self.rate(fitted, weights, cache),
                None => TypedPrediction::Nothing,
            },
            Predictions::Matches(predictions) => self.partners(&*predictions.fitted, weights),
        }
    }

    fn classify(&self, fitted: &dyn Classifier, weights: &Csr) -> TypedPrediction {
        let words = self.snapshot.words.as_ref();
        let prediction = fitted.classify_with(weights, words);
        let predicted = prediction.predicted[0];
        let mut votes = vec![0; fitted.classes().len()];
        let decisions: Vec<((usize, usize), f64)> =
            prediction.pairs.iter().copied().zip(prediction.decisions.row(0).iter().copied()).collect();
        for &((first, second), decision) in &decisions {
            votes[if decision > 0.0 { first } else { second }] += 1;
        }
        let pair = decided_between(predicted, &votes, &decisions);
        let of_pair = |pair| {
            let emphasis = prediction.emphasis[0];
            words.map_or_else(Vec::new, |words| largest_first(weights, 0, &words.decision_shares(weights, 0, emphasis, pair)))
        };
        let shares = pair.map_or_else(Vec::new, of_pair);
        TypedPrediction::Class { predicted, votes, decisions, pair, shares }
    }

    fn rate(&self, fitted: &Arc<dyn Regressor>, weights: &Csr, cache: &mut TypedCache) -> TypedPrediction {
        let of = Same::of(fitted);
        let words = match &cache.values {
            Some((fitted, words)) if *fitted == of => words.clone(),
            _ => fitted.word_values(),
        };
        cache.values = Some((of, words.clone()));
        let RatingPrediction { means, deviations, emphasis } = fitted.predict_with(weights, words.as_ref());
        let (means, deviations) = (means.row(0).to_vec(), deviations.map(|deviations| deviations.row(0).to_vec()));
        let rating = self.rating.min(means.len().saturating_sub(1));
        let shares = words
            .map_or_else(Vec::new, |words| largest_first(weights, 0, &words.shares_beyond_bias(weights, 0, emphasis[0], rating)));
        TypedPrediction::Rating { means, deviations, rating, shares }
    }

    fn partners(&self, fitted: &dyn Matcher, weights: &Csr) -> TypedPrediction {
        let Some(pairs) = self.dataset.corpus.task.pairs() else { return TypedPrediction::Nothing };
        if fitted.words().len() != self.dataset.words.len() {
            return TypedPrediction::Nothing;
        }
        let (side, border, all) = (self.key.side, pairs.source_documents, self.dataset.corpus.len());
        let others = match side {
            Side::Source => border..all,
            Side::Target => 0..border,
        };
        let (first, count) = (others.start, others.len());
        let some: Vec<usize> = (0..count.min(CANDIDATES)).map(|at| first + at * count / count.min(CANDIDATES)).collect();
        let part = pairs::Part::of(&self.dataset, &some);
        let (documents, candidates) = match side {
            Side::Source => (part.targets, part.sides.target),
            Side::Target => (part.sources, part.sides.source),
        };
        let candidates = fitted.prepare(side.other(), candidates);
        let found = fitted.candidates(&fitted.prepare_stacked(side, weights), 0, &candidates, PARTNERS);
        let nearest = found.into_iter().map(|(at, distance)| (documents[at], distance)).collect();
        TypedPrediction::Partners { nearest, among: (some.len(), count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_the_two_classes_with_the_most_votes() {
        // Class 2 wins all its votes, class 0 two; class 1 lost to class 2 by less than class 0 did.
        let decisions = [((0, 1), 0.5), ((0, 2), -0.9), ((1, 2), -0.1), ((0, 3), 0.2), ((1, 3), 0.3), ((2, 3), 0.05)];
        assert_eq!(decided_between(2, &[2, 1, 3, 0], &decisions), Some(1));
        assert_eq!(decided_between(2, &[1, 1, 3, 0], &decisions), Some(2), "equal votes: the closer decision");
        assert_eq!(decided_between(0, &[1, 0], &[((0, 1), 0.4)]), Some(0));
        assert_eq!(decided_between(0, &[0], &[]), None);
    }
}
