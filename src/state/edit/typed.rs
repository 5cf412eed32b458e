//! A document that is typed: what the model knows of it and says of it, worked out on a thread while it is typed.
//!
//! Cost: cutting the text, and one prediction. Memory: the words the model knows once more while the text is open.

use std::{collections::HashSet, sync::Arc};

use ndarray::Array2;

use crate::state::{core::memo::Same, inspect::explain::Share};
use crate::{
    corpus::{Body, CorpusError, Csr, Dataset, Lexicon, RawDocument, Side, Tokenizer},
    model::{
        Params, Predictions, Snapshot,
        gp::GpModel,
        matching::{self, MatchModel, MatchRow},
        smm::SmmModel,
    },
};

/// Partners listed.
const PARTNERS: usize = 12;
/// The most candidates looked at.
const CANDIDATES: usize = 4096;

/// The window for typing a document.
#[derive(Debug, Default)]
pub struct Typed {
    /// Whether it is open.
    pub open: bool,
    /// What is typed.
    pub text: String,
    /// Whether the text is of the target side, where there are sides.
    pub target: bool,
    /// What was last made of it.
    pub reading: Option<Arc<TypedAnalysis>>,
}

impl Typed {
    /// The side the text is of, where there are sides.
    pub fn side(&self) -> Side {
        if self.target { Side::Target } else { Side::Source }
    }
}

/// What an answer is made from.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedKey {
    text: String,
    side: Side,
    dataset: Same<Dataset>,
    fitted: MachineKey,
}

/// What is asked, as far as answers depend on it.
#[derive(Clone, Debug, PartialEq)]
enum MachineKey {
    Classes(Same<Snapshot>),
    Ratings(Same<GpModel>, usize),
    Pairs(Same<Vec<MatchRow>>),
}

/// A text to be judged.
#[derive(Clone, Debug)]
pub struct Asking {
    /// What the answer is made from.
    pub key: TypedKey,
    dataset: Arc<Dataset>,
    snapshot: Arc<Snapshot>,
    params: Params,
    rating: usize,
    kept: Kept,
}

/// What serves the next answer too.
#[derive(Clone, Debug, Default)]
struct Kept {
    lexicon: Option<(Same<Dataset>, Arc<Lexicon>)>,
    values: Option<(Same<GpModel>, Arc<Array2<f64>>)>,
}

/// What is made of a text.
#[derive(Clone, Debug)]
pub struct TypedAnalysis {
    /// The words the model knows with their weights, the heaviest first.
    pub words: Arc<Vec<(usize, f64)>>,
    /// Words it does not know, once each, as they were cut.
    pub unknown: Vec<String>,
    /// What it says.
    pub verdict: TypedPrediction,
    kept: Kept,
}

/// What is said of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum TypedPrediction {
    /// It holds no word the model knows: nothing.
    Wordless,
    /// It could not be read, and why.
    Unread(String),
    /// The model does not say anything yet.
    Nothing,
    /// A class.
    Class {
        /// The class.
        predicted: usize,
        /// How many pairs speak for each class.
        votes: Vec<usize>,
        /// The decision of each pair with its two classes; positive speaks for the first.
        decisions: Vec<((usize, usize), f64)>,
        /// The pair the shares are of.
        pair: usize,
        /// Each word's share of that pair's decision, the largest first; they sum to it.
        shares: Vec<Share>,
    },
    /// A rating.
    Rating {
        /// The mean of each rating (B).
        means: Vec<f64>,
        /// Their standard deviations (B).
        deviations: Vec<f64>,
        /// The rating the shares are of.
        rating: usize,
        /// Each word's share of it beyond the training mean, the largest first.
        shares: Vec<Share>,
    },
    /// The nearest documents of the other side.
    Partners {
        /// With their squared distances, nearest first.
        nearest: Vec<(usize, f64)>,
        /// How many were looked at, and how many there are.
        among: (usize, usize),
    },
}

impl Asking {
    /// What is to be asked of a text as things are.
    pub(in crate::state) fn of(
        typed: &Typed,
        dataset: &Arc<Dataset>,
        snapshot: &Arc<Snapshot>,
        params: &Params,
        rating: usize,
    ) -> Option<Self> {
        let fitted = match &snapshot.predictions {
            Predictions::Classes(_) => MachineKey::Classes(Same::of(snapshot)),
            Predictions::Ratings(said) => MachineKey::Ratings(Same::of(said.fitted.as_ref()?), rating),
            Predictions::Matches(said) => MachineKey::Pairs(Same::of(&said.rows)),
        };
        let key = TypedKey { text: typed.text.clone(), side: typed.side(), dataset: Same::of(dataset), fitted };
        let kept = typed.reading.as_ref().map(|reading| reading.kept.clone()).unwrap_or_default();
        let (dataset, snapshot, params) = (Arc::clone(dataset), Arc::clone(snapshot), params.clone());
        Some(Self { key, dataset, snapshot, params, rating, kept })
    }

    /// Judges the text.
    pub fn answer(&self) -> TypedAnalysis {
        let mut kept = self.kept.clone();
        let of = Same::of(&self.dataset);
        let lexicon = match &kept.lexicon {
            Some((dataset, lexicon)) if *dataset == of => Arc::clone(lexicon),
            _ => Arc::new(Lexicon::of(&self.dataset)),
        };
        kept.lexicon = Some((of, Arc::clone(&lexicon)));
        let nothing = |verdict, kept| TypedAnalysis { words: Arc::default(), unknown: Vec::new(), verdict, kept };
        let (weights, unknown) = match self.read(&lexicon) {
            Ok(read) => read,
            Err(error) => return nothing(TypedPrediction::Unread(error.to_string()), kept),
        };
        let mut words: Vec<(usize, f64)> = weights.entries(0).collect();
        words.sort_by(|a, b| b.1.total_cmp(&a.1));
        let verdict = if words.is_empty() { TypedPrediction::Wordless } else { self.judge(&weights, &mut kept) };
        TypedAnalysis { words: Arc::new(words), unknown, verdict, kept }
    }

    /// The text as a row of `M`, and its words that are not known.
    fn read(&self, lexicon: &Lexicon) -> Result<(Csr, Vec<String>), CorpusError> {
        let body = Body::Text(self.key.text.clone());
        let document = [RawDocument { title: String::new(), label: String::new(), body }];
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

    fn judge(&self, weights: &Csr, kept: &mut Kept) -> TypedPrediction {
        match &self.snapshot.predictions {
            Predictions::Classes(_) => self.classify(weights).unwrap_or(TypedPrediction::Nothing),
            Predictions::Ratings(said) => match &said.fitted {
                Some(fitted) => self.rate(fitted, weights, kept),
                None => TypedPrediction::Nothing,
            },
            Predictions::Matches(said) => self.partners(&said.fitted, weights),
        }
    }

    fn classify(&self, weights: &Csr) -> Option<TypedPrediction> {
        let Params::Smm(params) = &self.params else { return None };
        let snapshot = &self.snapshot;
        let fitted = SmmModel::of_snapshot(snapshot, params, &self.dataset.corpus.classes)?;
        let (said, emphasis) = fitted.judge(weights, &snapshot.word_values);
        let mut votes = vec![0; fitted.classes.len()];
        let decisions: Vec<((usize, usize), f64)> =
            said.pairs.iter().copied().zip(said.decisions.row(0).iter().copied()).collect();
        for &((first, second), decision) in &decisions {
            votes[if decision > 0.0 { first } else { second }] += 1;
        }
        let predicted = said.predicted[0];
        let with = |place: &usize| decisions[*place].0.0 == predicted || decisions[*place].0.1 == predicted;
        let margin = |place: usize| {
            let ((first, _), decision) = decisions[place];
            if first == predicted { decision } else { -decision }
        };
        let pair = (0..decisions.len()).filter(with).min_by(|&a, &b| margin(a).total_cmp(&margin(b)))?;
        let bias = snapshot.bias[pair];
        let total = weights.row_sum(0);
        let values = if let Some(function) = &snapshot.function {
            function.shares(weights, 0, pair)
        } else {
            let value = |word: usize| snapshot.word_values[[word, pair]];
            let share = |(word, weight)| weight * (emphasis[0] * (value(word) - bias) + bias / total);
            weights.entries(0).map(share).collect()
        };
        Some(TypedPrediction::Class { predicted, votes, decisions, pair, shares: shares(weights, values) })
    }

    fn rate(&self, fitted: &Arc<GpModel>, weights: &Csr, kept: &mut Kept) -> TypedPrediction {
        let of = Same::of(fitted);
        let values = match &kept.values {
            Some((fitted, values)) if *fitted == of => Arc::clone(values),
            _ => Arc::new(fitted.word_values()),
        };
        kept.values = Some((of, Arc::clone(&values)));
        let means = fitted.means_with(weights, &values).row(0).to_vec();
        let deviations = fitted.deviations(weights).row(0).to_vec();
        let rating = self.rating.min(means.len().saturating_sub(1));
        let mean = fitted.bias[rating];
        let loud = fitted.emphasis(weights)[0];
        let each: Vec<f64> = match fitted.function() {
            None => weights.entries(0).map(|(word, weight)| weight * loud * (values[[word, rating]] - mean)).collect(),
            Some(function) => {
                let total = weights.row_sum(0);
                let spoken = weights.clone().scale_rows(&[loud]);
                let along = function.shares(&spoken, 0, rating);
                weights.entries(0).zip(along).map(|((_, weight), share)| share - mean * weight / total).collect()
            }
        };
        TypedPrediction::Rating { means, deviations, rating, shares: shares(weights, each) }
    }

    fn partners(&self, fitted: &MatchModel, weights: &Csr) -> TypedPrediction {
        let Some(pairs) = self.dataset.corpus.task.pairs() else { return TypedPrediction::Nothing };
        if fitted.words.len() != self.dataset.words.len() {
            return TypedPrediction::Nothing;
        }
        let (side, border, all) = (self.key.side, pairs.source_documents, self.dataset.corpus.len());
        let others = match side {
            Side::Source => border..all,
            Side::Target => 0..border,
        };
        let (first, count) = (others.start, others.len());
        let some: Vec<usize> = (0..count.min(CANDIDATES)).map(|at| first + at * count / count.min(CANDIDATES)).collect();
        let part = matching::Part::of(&self.dataset, &some);
        let (documents, candidates) = match side {
            Side::Source => (part.targets, part.sides.target),
            Side::Target => (part.sources, part.sides.source),
        };
        let candidates = fitted.means(side.other(), candidates);
        let found = fitted.candidates(&fitted.means_of(side, weights), 0, &candidates, PARTNERS);
        let nearest = found.into_iter().map(|(at, distance)| (documents[at], distance)).collect();
        TypedPrediction::Partners { nearest, among: (some.len(), count) }
    }
}

/// Shares of a document's words, the largest first.
fn shares(weights: &Csr, values: Vec<f64>) -> Vec<Share> {
    let share = |((word, weight), share): ((usize, f64), f64)| Share { word, weight, share };
    let mut shares: Vec<Share> = weights.entries(0).zip(values).map(share).collect();
    shares.sort_by(|a, b| b.share.abs().total_cmp(&a.share.abs()));
    shares
}
