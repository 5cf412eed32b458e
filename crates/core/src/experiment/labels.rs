//! Check of labels: the class or rating of every document is judged by models that were not trained on the document.
//!
//! The labelled documents are drawn into folds by [`stratified_folds`], so that copies of a text are in one fold.
//! For each fold a model is trained on the remaining folds, over their words, and predicts the fold.
//! A class's score is the mean of its decisions against the others; the classes of a document share a softmax of their scores,
//! which of logistic regression is the model's own. The doubt of a class is the negative log of its share, in nats.
//! Its probability is a softmax whose temperature minimises the cross entropy of all folds: calibrated, while
//! the flatter shares order the doubts better where there are many classes.
//! Classes are judged twice: the second time without training documents whose label is improbable (`improbable`),
//! since wrong labels that are learned from hide others of their kind.
//! The doubt of a rating is its distance from the predicted rating in predictive standard deviations.
//! Deviations are scaled so that the median distance is that of a normal distribution, which few wrong ratings do not change.
//!
//! Cost: a training for each fold and pass, and shares of words for documents that are predicted otherwise.
//! Memory: one dataset and one model at a time; scores and probabilities (n × C).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ndarray::{Array1, Array2, ArrayView1};

use super::{CheckProgress, DataError, DataRecipe, folds::stratified_folds, training::run};
use crate::{
    cancel::{self, CancelFlag},
    corpus::{Cancel, Corpus, Csr, Dataset, Ratings, Split, SplitOptions, Task, TaskKind, Threshold, numbered},
    memory::Budget,
    model::{Classifier, FittedRef, ModelError, ModelKind, Params, Preset, Regressor, WordValues},
    stats::{median, within_normal},
};

/// Logarithms of the smallest and the largest inverse temperature, and steps of their search.
const TEMPERATURES: (f64, f64) = (-7.0, 7.0);
const STEPS: usize = 30;
/// Number of words named for either side of a doubt.
const WORDS: usize = 4;
/// Median of the absolute value of a standard normal variable.
const NORMAL_MEDIAN: f64 = 0.674_489_750_196_081_7;

/// Options of a check of labels.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelOptions {
    /// Number of cross-validation folds, 2 or more.
    pub folds: usize,
    /// Seed of the random draw of the folds.
    pub seed: u64,
    /// Parameters of the models that judge the documents.
    pub params: Params,
    /// Memory budget of training.
    pub memory: Budget,
}

/// Label predicted by a model that was not trained on the document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PredictedLabel {
    /// Index of the predicted class.
    Class(usize),
    /// Predicted rating: its index, and its value.
    Rating(usize, f64),
}

/// Label of a document as judged by a model that was not trained on it.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedLabel {
    /// Index of the document.
    pub document: usize,
    /// Index of the fold that contains the document.
    pub fold: usize,
    /// Predicted class or rating.
    pub predicted: PredictedLabel,
    /// Doubt about the label: negative log of the class's share, in nats, or distance of the rating in deviations.
    pub doubt: f64,
    /// Probability of the document's own class, or of a rating at least as far from the prediction.
    pub probability: f64,
    /// Words that speak for the prediction and for the label, strongest first; empty where both agree.
    pub words: [Vec<String>; 2],
    /// Whether the document has a word of the model.
    pub worded: bool,
    /// First document with the same text and another label.
    pub contradicted_by: Option<usize>,
}

/// Check of the labels of a corpus.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabelCheck {
    /// Judged labels in the order of documents and ratings.
    pub labels: Vec<CheckedLabel>,
}

/// Error of a check of labels.
#[derive(Debug, thiserror::Error)]
pub enum LabelCheckError {
    /// Error: the corpus has pairs instead of labels.
    #[error("the documents are pairs, which have no labels: check them as --source and --target, or as --pairs")]
    Pairs,
    /// Error: a fold would have no document, or none of a class would be left to train on.
    #[error(
        "the labels cannot be checked in {folds} folds: {class} has no two different texts in different folds; give more documents \
         of it, or leave them out with --where"
    )]
    Folds {
        /// Requested number of cross-validation folds.
        folds: usize,
        /// Name of the class with too few documents.
        class: String,
    },
    /// Error: the model gives no decisions between classes, so that there are no doubts.
    #[error("the {0} decides without degrees, so that it has no doubts: name another model")]
    NoDecisions(&'static str),
    /// Error: the documents outside a fold give no dataset.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Error: the model of a fold cannot be trained.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// Error: the check of labels was cancelled.
    #[error("the check was cancelled: start it again")]
    Cancelled,
}

/// Predictions of all folds.
#[derive(Default)]
struct Judged {
    /// Documents in the order of the folds.
    documents: Vec<usize>,
    /// Whether each document has a word of its model.
    worded: Vec<bool>,
    /// Predictions of each fold.
    folds: Vec<Prediction>,
}

/// Predictions of one fold, with the words of documents that are predicted otherwise.
enum Prediction {
    /// Scores (n × C), and words for and against each other class that wins against the label.
    Classes { scores: Array2<f64>, words: Vec<BTreeMap<usize, Words>> },
    /// Means and deviations (n × B), and words for a larger and a smaller rating.
    Ratings { means: Array2<f64>, deviations: Option<Array2<f64>>, words: Vec<Vec<Words>> },
}

/// Words that speak for a prediction and for the label.
type Words = [Vec<String>; 2];

impl LabelOptions {
    /// Default options of a check of classes or ratings: quick models whose probabilities find wrong labels well.
    pub fn new(task: TaskKind, seed: u64) -> Self {
        let kind = if task == TaskKind::Ratings { ModelKind::Ridge } else { ModelKind::Logistic };
        let mut params = Params::preset(kind, Preset::Default, kind.usual_q()).with_seed(seed);
        if kind == ModelKind::Logistic {
            // A cost chosen by wrong labels would follow them. The name is one of the table's, so that it is accepted.
            let _ = params.set_all(&[("c", "4")]);
        }
        Self { folds: 5, seed, params, memory: Budget::default() }
    }
}

/// Data recipe for a check of labels: a word of two documents is kept unless a threshold is given.
#[must_use]
pub fn label_recipe(mut recipe: DataRecipe) -> DataRecipe {
    recipe.vocabulary.threshold.get_or_insert(Threshold::Documents(2));
    recipe
}

/// Judges the label of every labelled document of a corpus by models trained on the other folds.
/// The split of `recipe` is not used.
///
/// # Errors
/// Returns an error if there are no labels, or too few for the folds, a model cannot be trained, or `flag` is raised.
pub fn check_labels(
    corpus: &Arc<Corpus>,
    recipe: &DataRecipe,
    options: &LabelOptions,
    flag: &CancelFlag,
    observer: &mut dyn FnMut(CheckProgress),
) -> Result<LabelCheck, LabelCheckError> {
    if corpus.task.pairs().is_some() {
        return Err(LabelCheckError::Pairs);
    }
    let labelled: Vec<usize> = (0..corpus.labelled()).collect();
    let folds = stratified_folds(corpus, &labelled, options.folds, options.seed);
    let passes = if corpus.task == Task::Classes { 2 } else { 1 };
    let (mut done, all) = (0, passes * folds.len());
    let mut judge_all = |dropped: &[bool]| {
        let mut judged = Judged::default();
        for fold in &folds {
            let data = dataset(corpus, recipe, split(corpus, fold, options.folds, dropped)?, &options.params)?;
            let observe = |iteration| observer(CheckProgress { done, folds: all, iteration });
            let one = cancel::with(flag, || judge(&Arc::new(data), fold, options, observe));
            if flag.is_raised() {
                return Err(LabelCheckError::Cancelled);
            }
            let (prediction, worded) = one?;
            judged.documents.extend(fold);
            judged.worded.extend(worded);
            judged.folds.push(prediction);
            done += 1;
            observer(CheckProgress { done, folds: all, iteration: 0 });
        }
        Ok(judged)
    };
    let mut dropped = vec![false; corpus.len()];
    let judged = judge_all(&dropped)?;
    let mut labels = if let Task::Ratings(truth) = &corpus.task {
        ratings(truth, judged)
    } else {
        improbable(corpus, &softmax(&scores(corpus, &judged), 1.0), &mut dropped);
        let judged = judge_all(&dropped)?;
        classes(corpus, &scores(corpus, &judged), judged)
    };
    labels.sort_by_key(|label| label.document);
    contradictions(corpus, &mut labels);
    Ok(LabelCheck { labels })
}

/// Split whose test part is a fold; the training part is every other labelled document that is not dropped.
fn split(corpus: &Corpus, fold: &[usize], folds: usize, dropped: &[bool]) -> Result<Split, LabelCheckError> {
    let others = (0..corpus.labelled()).filter(|document| fold.binary_search(document).is_err());
    let (unused, train): (Vec<usize>, Vec<usize>) = others.partition(|&document| dropped[document]);
    let trained: BTreeSet<usize> = train.iter().map(|&document| corpus.labels[document]).collect();
    let missing = corpus.labels[..corpus.labelled()].iter().copied().find(|class| !trained.contains(class));
    if let Some(class) = missing.filter(|_| corpus.task == Task::Classes) {
        return Err(LabelCheckError::Folds { folds, class: corpus.classes[class].clone() });
    }
    let unlabelled = unused.into_iter().chain(corpus.labelled()..corpus.len()).collect();
    Ok(Split { train, test: fold.to_vec(), unlabelled, ..Split::default() })
}

fn dataset(corpus: &Arc<Corpus>, recipe: &DataRecipe, split: Split, params: &Params) -> Result<Dataset, LabelCheckError> {
    let split = SplitOptions { given: Some(split), ..SplitOptions::default() };
    let recipe = DataRecipe { split, split_source: None, ..recipe.clone() };
    Ok(recipe.dataset(Arc::clone(corpus), params.weighting(), None, &Cancel::default())?.dataset)
}

/// Marks documents to leave out of a second training, at most half of a class: another class is more probable than their label,
/// and than it is on average for the documents labelled so (confident learning, Northcutt et al. 2021).
fn improbable(corpus: &Corpus, shares: &Array2<f64>, dropped: &mut [bool]) {
    let sizes = corpus.class_sizes();
    let mut usual = vec![0.0; sizes.len()];
    for (row, &label) in shares.rows().into_iter().zip(&corpus.labels) {
        usual[label] += row[label] / sizes[label] as f64;
    }
    let doubted = |document: &usize| {
        let (row, label) = (shares.row(*document), corpus.labels[*document]);
        (0..row.len()).any(|class| row[class] > row[label] && row[class] >= usual[class])
    };
    let mut candidates: Vec<usize> = (0..corpus.labelled()).filter(doubted).collect();
    let own = |document: usize| shares[[document, corpus.labels[document]]];
    candidates.sort_by(|&a, &b| own(a).total_cmp(&own(b)));
    let mut left: Vec<usize> = sizes.iter().map(|size| size / 2).collect();
    for document in candidates {
        let left = &mut left[corpus.labels[document]];
        if *left > 0 {
            (*left, dropped[document]) = (*left - 1, true);
        }
    }
}

/// Trains a model on the training part, and predicts the documents of a fold; whether each has a word of the model.
fn judge(
    data: &Arc<Dataset>,
    documents: &[usize],
    LabelOptions { params, memory, .. }: &LabelOptions,
    observe: impl FnMut(usize),
) -> Result<(Prediction, Vec<bool>), LabelCheckError> {
    let fitted = run(params, Arc::clone(data), *memory, params.run().0, observe)?.trained();
    let data = data.in_weighting(fitted.weighting());
    let weights = data.weights.select(documents);
    let prediction = match fitted.fitted_ref() {
        FittedRef::Classifier(fitted) => judge_classes(fitted, (&data, &weights), documents, params.kind())?,
        FittedRef::Regressor(fitted) => judge_ratings(fitted, (&data, &weights)),
        FittedRef::Matcher(_) => return Err(LabelCheckError::Pairs),
    };
    Ok((prediction, (0..documents.len()).map(|row| !weights.row(row).0.is_empty()).collect()))
}

fn judge_classes(
    fitted: &dyn Classifier,
    (data, weights): (&Dataset, &Csr),
    documents: &[usize],
    kind: ModelKind,
) -> Result<Prediction, LabelCheckError> {
    let values = fitted.word_values();
    let found = fitted.classify_with(weights, values.as_ref());
    if found.pairs.is_empty() {
        return Err(LabelCheckError::NoDecisions(kind.info().label));
    }
    let words = |(row, &document): (usize, &usize)| {
        let label = data.corpus.labels[document];
        let against = found.pairs.iter().enumerate().filter_map(|(pair, &(first, second))| {
            let decision = found.decisions[[row, pair]];
            match (first == label, second == label) {
                (true, _) if decision < 0.0 => Some((pair, second, -1.0)),
                (_, true) if decision > 0.0 => Some((pair, first, 1.0)),
                _ => None,
            }
        });
        let named = against.map(|(pair, other, sign)| {
            (other, strongest(values.as_ref(), data, (weights, row, found.emphasis[row]), pair, sign))
        });
        named.collect()
    };
    let words = documents.iter().enumerate().map(words).collect();
    let classes = data.corpus.classes.len() as f64;
    let mut scores = Array2::zeros((documents.len(), data.corpus.classes.len()));
    for (&(first, second), decisions) in found.pairs.iter().zip(found.decisions.columns()) {
        scores.column_mut(first).scaled_add(1.0 / classes, &decisions);
        scores.column_mut(second).scaled_add(-1.0 / classes, &decisions);
    }
    Ok(Prediction::Classes { scores, words })
}

fn judge_ratings(fitted: &dyn Regressor, (data, weights): (&Dataset, &Csr)) -> Prediction {
    let values = fitted.word_values();
    let found = fitted.predict_with(weights, values.as_ref());
    let of = |row: usize, rating: usize| strongest(values.as_ref(), data, (weights, row, found.emphasis[row]), rating, 1.0);
    let words = (0..weights.rows()).map(|row| (0..found.means.ncols()).map(|rating| of(row, rating)).collect()).collect();
    Prediction::Ratings { means: found.means, deviations: found.deviations, words }
}

/// Words of a document with the largest shares of `sign` in a decision function, and those against it.
fn strongest(
    values: Option<&WordValues>,
    data: &Dataset,
    (weights, row, emphasis): (&Csr, usize, f64),
    function: usize,
    sign: f64,
) -> Words {
    let Some(values) = values else { return [Vec::new(), Vec::new()] };
    let shares = values.shares_beyond_bias(weights, row, emphasis, function).total;
    let mut words: Vec<(usize, f64)> =
        weights.row(row).0.iter().zip(shares).map(|(&word, share)| (word as usize, sign * share)).collect();
    words.sort_by(|a, b| b.1.total_cmp(&a.1));
    let name = |&(word, _): &(usize, f64)| data.words[word].clone();
    let most = words.iter().take_while(|(_, share)| *share > 0.0).take(WORDS).map(name).collect();
    let least = words.iter().rev().take_while(|(_, share)| *share < 0.0).take(WORDS).map(name).collect();
    [most, least]
}

/// Scores of the classes of each labelled document (n × C).
fn scores(corpus: &Corpus, judged: &Judged) -> Array2<f64> {
    let mut all = Array2::zeros((corpus.labelled(), corpus.classes.len()));
    let rows = judged.folds.iter().flat_map(|fold| match fold {
        Prediction::Classes { scores, .. } => scores.rows().into_iter(),
        Prediction::Ratings { means, .. } => means.rows().into_iter(),
    });
    for (&document, row) in judged.documents.iter().zip(rows) {
        all.row_mut(document).assign(&row);
    }
    all
}

/// Log shares of the scores of a document's classes at an inverse temperature.
fn log_softmax(scores: &ArrayView1<'_, f64>, factor: f64) -> Array1<f64> {
    let largest = scores.fold(f64::NEG_INFINITY, |most, &score| most.max(score));
    let norm = scores.iter().map(|score| (factor * (score - largest)).exp()).sum::<f64>().ln();
    scores.mapv(|score| factor * (score - largest) - norm)
}

/// Shares of the scores of each document's classes at an inverse temperature (n × C).
fn softmax(scores: &Array2<f64>, factor: f64) -> Array2<f64> {
    let mut shares = scores.clone();
    for mut row in shares.rows_mut() {
        let found = log_softmax(&row.view(), factor).mapv(f64::exp);
        row.assign(&found);
    }
    shares
}

/// Inverse temperature at which the labels are most probable.
fn best_temperature(scores: &Array2<f64>, labels: &[usize]) -> f64 {
    let entropy = |factor: f64| {
        let own = scores.rows().into_iter().zip(labels).map(|(row, &label)| -log_softmax(&row, factor)[label]);
        own.sum::<f64>()
    };
    // The cross entropy is convex in the inverse temperature: ternary search, on a scale of logarithms.
    let (mut low, mut high) = TEMPERATURES;
    for _ in 0..STEPS {
        let third = (high - low) / 3.0;
        let (one, other) = (low + third, high - third);
        if entropy(one.exp()) < entropy(other.exp()) { high = other } else { low = one }
    }
    low.midpoint(high).exp()
}

/// Judged classes.
fn classes(corpus: &Corpus, scores: &Array2<f64>, Judged { documents, worded, folds }: Judged) -> Vec<CheckedLabel> {
    let probabilities = softmax(scores, best_temperature(scores, &corpus.labels));
    let words = folds.into_iter().enumerate().flat_map(|(number, fold)| {
        let words = if let Prediction::Classes { words, .. } = fold { words } else { Vec::new() };
        words.into_iter().map(move |words| (number, words))
    });
    let judged = documents.into_iter().zip(worded).zip(words);
    let label = |((document, worded), (fold, mut words)): ((usize, bool), (usize, BTreeMap<usize, Words>))| {
        let (row, label) = (probabilities.row(document), corpus.labels[document]);
        let predicted = (0..row.len()).fold(label, |best, class| if row[class] > row[best] { class } else { best });
        CheckedLabel {
            document,
            fold,
            predicted: PredictedLabel::Class(predicted),
            doubt: -log_softmax(&scores.row(document), 1.0)[label],
            probability: row[label],
            words: words.remove(&predicted).unwrap_or_default(),
            worded,
            contradicted_by: None,
        }
    };
    judged.map(label).collect()
}

/// Judged ratings, with distances in scaled deviations.
fn ratings(truth: &Ratings, Judged { documents, worded, folds }: Judged) -> Vec<CheckedLabel> {
    let mut labels = Vec::new();
    let mut judged = documents.into_iter().zip(worded);
    for (fold, prediction) in folds.into_iter().enumerate() {
        let Prediction::Ratings { means, deviations, words } = prediction else { continue };
        for (place, (words, (document, worded))) in words.into_iter().zip(&mut judged).enumerate() {
            for (rating, [larger, smaller]) in words.into_iter().enumerate() {
                let (Some(own), mean) = (truth.of(document, rating), means[[place, rating]]) else { continue };
                let deviation = deviations.as_ref().map_or(1.0, |deviations| deviations[[place, rating]]);
                labels.push(CheckedLabel {
                    document,
                    fold,
                    predicted: PredictedLabel::Rating(rating, mean),
                    doubt: (own - mean).abs() / deviation.max(f64::MIN_POSITIVE),
                    probability: 1.0,
                    words: if mean > own { [larger, smaller] } else { [smaller, larger] },
                    worded,
                    contradicted_by: None,
                });
            }
        }
    }
    for rating in 0..truth.names.len() {
        let of_rating = |label: &&mut CheckedLabel| matches!(label.predicted, PredictedLabel::Rating(own, _) if own == rating);
        let distances = labels.iter_mut().filter(of_rating).map(|label| label.doubt).collect();
        let scale = median(distances).filter(|&middle| middle > 0.0).map_or(1.0, |middle| middle / NORMAL_MEDIAN);
        for label in labels.iter_mut().filter(of_rating) {
            label.doubt /= scale;
            label.probability = 1.0 - within_normal(label.doubt);
        }
    }
    labels
}

/// Marks documents whose text stands elsewhere under another label.
fn contradictions(corpus: &Corpus, labels: &mut [CheckedLabel]) {
    let own = |document: usize| match &corpus.task {
        Task::Ratings(ratings) => format!("{:?}", ratings.values.row(document)),
        _ => corpus.labels[document].to_string(),
    };
    let numbers = numbered((0..corpus.labelled()).map(|document| [corpus.content(document)]));
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (document, number) in numbers.into_iter().enumerate() {
        groups.entry(number).or_default().push(document);
    }
    let mut contradicted = vec![None; corpus.labelled()];
    for group in groups.values().filter(|group| group.len() > 1 && !corpus.content(group[0]).trim().is_empty()) {
        for &document in group {
            contradicted[document] = group.iter().copied().find(|&other| own(other) != own(document));
        }
    }
    for label in labels {
        label.contradicted_by = contradicted[label.document];
    }
}

impl LabelCheck {
    /// Judged labels of a document, one for each of its ratings.
    pub fn of(&self, document: usize) -> &[CheckedLabel] {
        let first = self.labels.partition_point(|label| label.document < document);
        let count = self.labels[first..].partition_point(|label| label.document == document);
        &self.labels[first..first + count]
    }

    /// Places of the judged labels, the most doubtful first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.labels.len()).collect();
        order.sort_by(|&a, &b| self.labels[b].doubt.total_cmp(&self.labels[a].doubt));
        order
    }
}

#[cfg(test)]
mod tests;
