//! Check of aligned pairs: every pair is judged by a model that was not trained on it.
//!
//! The pairs are drawn into folds.
//! For each fold a matcher is trained on the pairs of all other folds.
//! The matcher then compares the fold's documents with all documents of the opposite side.
//! A pair's doubt is the negative log probability, in nats, that its two documents choose each other.
//! Candidates are all documents except copies of its own ([`Standing`]).
//! Words and their weights are those of all documents: they do not depend on which documents are paired.
//!
//! Cost: one training a fold, and distances of each document to all of the opposite side.
//! Memory: one fitted model and one block of distances.
//! No model outlives its fold; [`check_with_shares`] keeps what explains the doubts ([`CheckShares`], about 200 MB at most).

mod learned;
mod shares;
mod standing;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use self::learned::{JudgedPairs, LearnedErrors, LearningError, learn_errors};
pub use self::shares::CheckShares;
use self::shares::DistanceShares;
pub use self::standing::Standing;
use super::{DataRecipe, folds::pair_folds, training::run};
use crate::{
    cancel::{self, CancelFlag},
    corpus::{Corpus, Dataset, Side, Size, Split, SplitOptions, Threshold, numbered},
    memory::Budget,
    model::{
        Matched, ModelError, ModelKind, Params, Predictions, Preset,
        pairs::{Matcher, Part},
    },
    train::canonical_note,
};

/// Default number of latent dimensions, see [`CheckOptions::params`].
pub const CHECK_DIMENSIONS: usize = 300;
/// Number of pairs from which doubts tell wrong pairs about as well as in a large file, measured on sentences.
const RELIABLE_PAIRS: usize = 500;

/// Options of a check of pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckOptions {
    /// Number of cross-validation folds, 2 or more.
    pub folds: usize,
    /// Seed of the random draw of the folds.
    pub seed: u64,
    /// Parameters of the models that judge the pairs.
    pub params: Params,
    /// Memory budget of training.
    pub memory: Budget,
}

/// Progress of a check of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckProgress {
    /// Number of cross-validation folds that are complete.
    pub done: usize,
    /// Total number of cross-validation folds.
    pub folds: usize,
    /// Number of iterations of the current training.
    pub iteration: usize,
}

/// Pair as judged by a model that was not trained on it. Indices are those of the corpus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckedPair {
    /// Index of the pair's source document.
    pub source: usize,
    /// Index of the pair's target document.
    pub target: usize,
    /// Index of the fold that contains the pair.
    pub fold: usize,
    /// Doubt that the two documents of a pair belong together, in nats, in both directions together: larger is more doubtful.
    pub doubt: f64,
    /// Rank of the target: number of target documents at most as far from the source, itself included.
    /// Copies do not count; rank 1 is best.
    pub rank: usize,
    /// Rank of the source: number of source documents at most as far from the target, itself included.
    pub reverse_rank: usize,
    /// Squared distance between source and target document.
    pub distance: f64,
    /// Nearest target documents, without copies of the target, with their squared distances, nearest first.
    pub candidates: Vec<(usize, f64)>,
}

/// Check of all pairs of a corpus, each judged by a model that was not trained on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PairCheck {
    /// Number of cross-validation folds.
    pub folds: usize,
    /// Judged pairs in the order of their source documents.
    pub pairs: Vec<CheckedPair>,
    /// Note for the user that the models of the folds follow from a part of the pairs or words, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Error of a check of pairs.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// Error: the corpus has no pairs.
    #[error("the documents are not pairs: give two files whose lines belong together, or one file of pairs")]
    NotPairs,
    /// Error: there are too few pairs for the number of folds.
    #[error(
        "{pairs} different pairs cannot be checked in {folds} folds: give {most} folds or fewer, but 2 at least, and 4 pairs at least"
    )]
    Folds {
        /// Number of distinct pairs in the corpus.
        pairs: usize,
        /// Requested number of cross-validation folds.
        folds: usize,
        /// Largest possible number of cross-validation folds.
        most: usize,
    },
    /// Error: a model of the check cannot be trained.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// Error: the check of pairs was cancelled.
    #[error("the check was cancelled: start it again")]
    Cancelled {
        /// Pairs of the folds that were complete.
        judged: Box<PairCheck>,
    },
}

impl CheckOptions {
    /// Default options of a check: five folds, and matching with positions from the training pairs in closed form.
    /// Its 300 dimensions, and the words spelled alike on both sides, find partners best.
    pub fn new(seed: u64) -> Self {
        let params = Params::preset(ModelKind::Matching, Preset::Default, CHECK_DIMENSIONS).with_seed(seed);
        Self { folds: 5, seed, params, memory: Budget::default() }
    }

    /// Description of the models that judge the pairs.
    pub fn description(&self) -> String {
        let (label, dimensions) = (self.params.kind().info().label, self.params.q());
        format!("{label} in {dimensions} dimensions, {} folds, seed {}", self.folds, self.seed)
    }
}

/// Data recipe for a check: every pair is in the training part, and words of a single document are kept unless a threshold is
/// given, since a name that only one pair has shows best that the pair is right.
#[must_use]
pub fn check_recipe(mut recipe: DataRecipe) -> DataRecipe {
    recipe.split = SplitOptions {
        train: Size::Share(1.0),
        dev: Size::Count(0),
        test: Some(Size::Count(0)),
        seed: recipe.split.seed,
        ..SplitOptions::default()
    };
    recipe.split_source = None;
    recipe.vocabulary.threshold.get_or_insert(Threshold::Documents(1));
    recipe
}

/// Judges every pair of a dataset by a model trained on the pairs of the other folds.
/// The dataset must be built from [`check_recipe`]; its split is not used.
///
/// # Errors
/// Returns an error if there are no pairs, or too few for the folds, a model cannot be trained, or `flag` is raised.
pub fn check_pairs(
    data: &Dataset,
    options: &CheckOptions,
    flag: &CancelFlag,
    observer: &mut dyn FnMut(CheckProgress),
) -> Result<PairCheck, CheckError> {
    check(data, options, flag, observer, 0).map(|(check, _)| check)
}

/// Judges every pair as [`check_pairs`], and adds the word shares of the distances, by the models that judged.
///
/// # Errors
/// Returns the errors of [`check_pairs`].
pub fn check_with_shares(
    data: &Dataset,
    options: &CheckOptions,
    flag: &CancelFlag,
    observer: &mut dyn FnMut(CheckProgress),
) -> Result<(PairCheck, CheckShares), CheckError> {
    check(data, options, flag, observer, shares::distances_kept(data.counts.nnz()))
}

/// Judges every pair of a dataset, and explains some of its distances.
fn check(
    data: &Dataset,
    options: &CheckOptions,
    flag: &CancelFlag,
    observer: &mut dyn FnMut(CheckProgress),
    explained: usize,
) -> Result<(PairCheck, CheckShares), CheckError> {
    let folds = pair_folds(&data.corpus, options.folds, options.seed)?;
    let data = data.in_weighting(options.params.weighting());
    let all: Vec<usize> = (0..data.corpus.len()).collect();
    let all = Part::of(&data, &all);
    let number = |documents: &Vec<usize>| numbered(documents.iter().map(|&document| [data.corpus.content(document)]));
    let texts = [&all.sources, &all.targets].map(number);
    let training = folds.iter().skip(1).map(Vec::len).sum();
    let words = [data.source_words, data.words.len() - data.source_words];
    let count: usize = folds.iter().map(Vec::len).sum();
    let few = (count < RELIABLE_PAIRS).then(|| {
        format!("{count} pairs are few to learn from: go by the reasons first; doubts and ranks are reliable from about {RELIABLE_PAIRS} pairs.")
    });
    let note = canonical_note((training, words), &options.params, options.memory).or(few);
    let (mut judged, mut shares) = (PairCheck { folds: folds.len(), pairs: Vec::new(), note }, Vec::new());
    for (fold, held) in folds.iter().enumerate() {
        let observe = |iteration| observer(CheckProgress { done: fold, folds: folds.len(), iteration });
        let of_fold = cancel::with(flag, || {
            let training = folds.iter().enumerate().filter(|(other, _)| *other != fold).flat_map(|(_, part)| part);
            let fitted = train(&data, training.copied().collect(), held, options, observe)?;
            Ok::<_, CheckError>(judge(&*fitted, &all, [&texts[0], &texts[1]], held, explained))
        });
        if flag.is_raised() {
            return Err(CheckError::Cancelled { judged: Box::new(judged) });
        }
        let (of_fold, explained) = of_fold?;
        judged.pairs.extend(of_fold.into_iter().map(|pair| CheckedPair { fold, ..pair }));
        judged.pairs.sort_unstable_by_key(|pair| pair.source);
        shares.extend(explained);
        observer(CheckProgress { done: fold + 1, folds: folds.len(), iteration: 0 });
    }
    Ok((judged, CheckShares::new(shares)))
}

/// Pairs of document indices: source and target.
pub(super) type PairList = Vec<(usize, usize)>;

/// Trains a model on some pairs of documents, until it stops or reaches its default number of iterations.
/// The model is taken from its snapshot, which needs no evaluation of the training pairs.
fn train(
    data: &Dataset,
    mut training: PairList,
    held: &PairList,
    options: &CheckOptions,
    observe: impl FnMut(usize),
) -> Result<Arc<dyn Matcher>, CheckError> {
    training.sort_unstable();
    let both = |pairs: &PairList| pairs.iter().map(|pair| pair.0).chain(pairs.iter().map(|pair| pair.1)).collect();
    let split = Split { train: both(&training), test: both(held), ..Split::default() };
    let data = Arc::new(Dataset { split, ..data.clone() });
    let iterations = if options.params.nothing_moves() { 0 } else { options.params.run().0 };
    match run(&options.params, data, options.memory, iterations, observe)?.snapshot().predictions {
        Predictions::Matches(Matched { fitted, .. }) => Ok(fitted),
        _ => Err(CheckError::NotPairs),
    }
}

/// Judges pairs among all documents of a corpus, with numbers for equal texts on either side,
/// and explains `explained` distances of each: its own, then those of the nearest candidates.
/// A pair of documents that are not among them is left out.
fn judge(
    fitted: &dyn Matcher,
    all: &Part,
    texts: [&[usize]; 2],
    held: &PairList,
    explained: usize,
) -> (Vec<CheckedPair>, Vec<DistanceShares>) {
    let place = |documents: &[usize], document: usize| documents.binary_search(&document).ok();
    let placed = |&(source, target): &(usize, usize)| {
        Some(((source, target), (place(&all.sources, source)?, place(&all.targets, target)?)))
    };
    let (held, places): (PairList, Vec<(usize, usize)>) = held.iter().filter_map(placed).unzip();
    let (sources, targets): (Vec<usize>, Vec<usize>) = places.into_iter().unzip();
    let source = fitted.prepare(Side::Source, all.sides.source.clone());
    let target = fitted.prepare(Side::Target, all.sides.target.clone());
    let there = Standing::of_all(fitted, &source.select(&sources), (&target, texts[1]), &targets);
    let back = Standing::of_all(fitted, &target.select(&targets), (&source, texts[0]), &sources);
    let distances = |((&query, &own), there): ((&usize, &usize), &Standing)| {
        let near = there.nearest.iter().map(|near| near.0).filter(|&near| near != own);
        let targets: Vec<usize> = std::iter::once(own).chain(near).take(explained).collect();
        targets.into_iter().map(move |target| (query, target))
    };
    let rows: PairList = sources.iter().zip(&targets).zip(&there).flat_map(distances).collect();
    let explained = shares::explain(fitted, all, (&source, &target), &rows);
    let pair = |(((source, target), there), back): (((usize, usize), Standing), Standing)| CheckedPair {
        source,
        target,
        fold: 0,
        doubt: there.surprise + back.surprise,
        rank: there.rank,
        reverse_rank: back.rank,
        distance: there.distance,
        candidates: there.nearest.into_iter().map(|(near, distance)| (all.targets[near], distance)).collect(),
    };
    (held.into_iter().zip(there).zip(back).map(pair).collect(), explained)
}

impl PairCheck {
    /// Whether this can be a check of the given corpus: it must have every pair once in the order of the source documents,
    /// indices in range, and finite numbers.
    pub fn fits(&self, corpus: &Corpus) -> bool {
        let Some(pairs) = corpus.task.pairs() else { return false };
        let (sources, documents) = (pairs.source_documents, corpus.len());
        let target = |&(target, distance): &(usize, f64)| (sources..documents).contains(&target) && distance.is_finite();
        let sound = |pair: &CheckedPair| {
            pair.fold < self.folds
                && [pair.doubt, pair.distance].iter().all(|number| number.is_finite())
                && (1..=documents - sources).contains(&pair.rank)
                && (1..=sources).contains(&pair.reverse_rank)
                && pair.candidates.iter().all(target)
                && pair.candidates.is_sorted_by(|near, far| near.1 <= far.1)
        };
        self.pairs.iter().map(|pair| (pair.source, pair.target)).eq(pairs.matched()) && self.pairs.iter().all(sound)
    }

    /// Judged pair of the given source document.
    pub fn pair(&self, source: usize) -> Option<&CheckedPair> {
        self.pairs.binary_search_by_key(&source, |pair| pair.source).ok().map(|place| &self.pairs[place])
    }

    /// Indices of the judged pairs, most doubtful first.
    pub fn most_doubtful(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.pairs.len()).collect();
        order.sort_by(|&a, &b| self.pairs[b].doubt.total_cmp(&self.pairs[a].doubt));
        order
    }
}

impl CheckedPair {
    /// Nearest target document of the pair's source.
    pub fn suggestion(&self) -> usize {
        self.candidates.first().map_or(self.target, |nearest| nearest.0)
    }

    /// Squared distance of the source document to its target or a candidate; `None` for other documents.
    pub fn distance_to(&self, target: usize) -> Option<f64> {
        if target == self.target {
            return Some(self.distance);
        }
        self.candidates.iter().find(|candidate| candidate.0 == target).map(|candidate| candidate.1)
    }

    /// Difference between the distances of the second and the first candidate; `None` with a single candidate.
    pub fn margin(&self) -> Option<f64> {
        if let [first, second, ..] = &self.candidates[..] { Some(second.1 - first.1) } else { None }
    }
}
