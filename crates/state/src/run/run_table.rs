//! Table of runs: all runs of the corpus, of any model, with scores and test predictions.
//!
//! The table of runs needs no word positions, unlike [`Runs`](super::runs::Runs).
//! Memory: at most [`RunTable::MOST`] runs, each with two numbers for every test document.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use wordfield_core::{
    corpus::{Corpus, Dataset},
    metric::McNemar,
    model::{DecideBy, Params, Predictions, Scores, Snapshot},
    study::TestPredictions,
};

/// Record of a run, with its scores and test predictions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Number of the recorded run.
    pub run: u64,
    /// Hyper-parameters at the end of the run.
    #[serde(with = "wordfield_session::params")]
    pub params: Params,
    /// Random seed of the split.
    pub seed: u64,
    /// Number of training documents of the run.
    pub train: usize,
    /// Iteration of the recorded predictions.
    pub iteration: usize,
    /// Scores of the run on the parts of the split.
    pub scores: Scores,
    /// Basis of the predictions: map or components; `None` for models without positions.
    pub decides_by: Option<DecideBy>,
    /// Predictions of the test part by the run.
    pub test: Arc<TestAnswers>,
}

/// Predictions for a test part, by a run or by a study's cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestAnswers {
    /// Test documents in ascending order; for pairs the source documents.
    pub documents: Vec<usize>,
    /// Predictions for the test documents.
    pub answers: Answers,
}

/// Predictions of test documents, by task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answers {
    /// Predicted and true class of each test document.
    Classes(Vec<[usize; 2]>),
    /// Predicted and true value of the first rating of each test document.
    Ratings(Vec<[f64; 2]>),
    /// Rank of each test document's partner.
    Ranks(Vec<usize>),
}

/// A test document that two runs predict differently.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Differing {
    /// Index of the document that two runs predict differently.
    pub document: usize,
    /// Index of the document in each run's predictions.
    pub at: [usize; 2],
    /// Index of the only run whose prediction is right, or nearer to the true rating; `None` if neither is right.
    pub better: Option<usize>,
}

/// Table of the corpus's runs, oldest first, without the current one.
#[derive(Clone, Debug, Default)]
pub struct RunTable {
    kept: Vec<Arc<RunRecord>>,
}

impl RunRecord {
    /// Records a run from its newest snapshot.
    pub fn of(run: u64, params: &Params, seed: u64, data: &Dataset, snapshot: &Snapshot) -> Self {
        let test = Arc::new(TestAnswers::of(data, &snapshot.predictions));
        let (params, train) = (params.clone(), data.split.train.len());
        let (iteration, scores, decides_by) = (snapshot.shown(), snapshot.scores, snapshot.decides_by());
        Self { run, params, seed, train, iteration, scores, decides_by, test }
    }
}

impl TestAnswers {
    fn of(data: &Dataset, predictions: &Predictions) -> Self {
        Self::of_record(&data.corpus, &TestPredictions::of(data, predictions))
    }

    /// Predictions of a study's cell for this corpus.
    pub(crate) fn of_record(corpus: &Corpus, predictions: &TestPredictions) -> Self {
        fn sorted<T: Copy>(documents: &[usize], answer: impl Fn(usize, usize) -> Option<T>) -> (Vec<usize>, Vec<T>) {
            let of = |(place, &document): (usize, &usize)| Some((document, answer(place, document)?));
            let mut found: Vec<(usize, T)> = documents.iter().enumerate().filter_map(of).collect();
            found.sort_by_key(|(document, _)| *document);
            found.into_iter().unzip()
        }
        let (documents, answers) = match predictions {
            TestPredictions::Classes { documents, predicted } => {
                let class = |place: usize, document: usize| Some([*predicted.get(place)?, *corpus.labels.get(document)?]);
                let (documents, classes) = sorted(documents, class);
                (documents, Answers::Classes(classes))
            }
            TestPredictions::Ratings { documents, mean } => {
                let truth = corpus.task.ratings();
                let rating =
                    |place: usize, document: usize| Some([*mean.get(place)?.first()?, *truth?.values.get([document, 0])?]);
                let (documents, ratings) = sorted(documents, rating);
                (documents, Answers::Ratings(ratings))
            }
            TestPredictions::Matches { documents, rank } => {
                let (documents, ranks) = sorted(documents, |place, _| *rank.get(place)?);
                (documents, Answers::Ranks(ranks))
            }
        };
        Self { documents, answers }
    }

    /// Whether the predictions have valid indices of documents and classes, in ascending order. Those of a damaged file may not.
    pub(crate) fn fits(&self, documents: usize, classes: usize) -> bool {
        let of = &self.documents;
        let in_order = of.is_sorted_by(|a, b| a < b) && of.last().is_none_or(|&last| last < documents);
        in_order
            && match &self.answers {
                Answers::Classes(answers) => answers.len() == of.len() && answers.iter().flatten().all(|&class| class < classes),
                Answers::Ratings(answers) => answers.len() == of.len() && answers.iter().flatten().all(|value| value.is_finite()),
                Answers::Ranks(answers) => answers.len() == of.len() && answers.iter().all(|&rank| rank > 0),
            }
    }

    /// Number of test documents that both runs predict.
    pub fn common(&self, other: &Self) -> usize {
        self.documents.iter().filter(|document| other.documents.binary_search(document).is_ok()).count()
    }

    /// Test documents of both runs whose predictions differ: first those that only one run predicts correctly.
    /// Ratings are sorted by the difference of the predictions, descending. Empty for predictions of different tasks.
    pub fn differing(&self, other: &Self) -> Vec<Differing> {
        let mut found: Vec<(f64, Differing)> = Vec::new();
        for (one, document) in self.documents.iter().enumerate() {
            let Ok(two) = other.documents.binary_search(document) else { continue };
            // Distance of the two ratings or ranks, and the error of each run.
            let (apart, errors) = match (&self.answers, &other.answers) {
                (Answers::Classes(first), Answers::Classes(second)) => {
                    let wrong = [first[one], second[two]].map(|[predicted, truth]| f64::from(u8::from(predicted != truth)));
                    (if first[one][0] == second[two][0] { 0.0 } else { 1.0 + (wrong[0] - wrong[1]).abs() }, wrong)
                }
                (Answers::Ratings(first), Answers::Ratings(second)) => {
                    let errors = [first[one], second[two]].map(|[predicted, truth]| (predicted - truth).abs());
                    ((first[one][0] - second[two][0]).abs(), errors)
                }
                (Answers::Ranks(first), Answers::Ranks(second)) => {
                    let (ranks, first_place) = ([first[one], second[two]], |rank: usize| f64::from(u8::from(rank > 1)));
                    let wrong = ranks.map(first_place);
                    (if ranks[0] == ranks[1] { 0.0 } else { 1.0 + (wrong[0] - wrong[1]).abs() }, wrong)
                }
                _ => continue,
            };
            if apart > 0.0 {
                let better = [errors[0] < errors[1], errors[1] < errors[0]].iter().position(|better| *better);
                found.push((apart, Differing { document: *document, at: [one, two], better }));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.document.cmp(&b.1.document)));
        found.into_iter().map(|(_, differing)| differing).collect()
    }

    /// McNemar's test of two runs' predictions, from [`TestAnswers::differing`]; `None` for ratings.
    pub fn mcnemar(&self, differing: &[Differing]) -> Option<McNemar> {
        let alone = |run: usize| differing.iter().filter(|one| one.better == Some(run)).count();
        let rated = matches!(self.answers, Answers::Ratings(_));
        (!rated).then(|| McNemar { only_first: alone(0), only_second: alone(1) })
    }
}

impl RunTable {
    /// Maximum number of runs kept in the table.
    pub const MOST: usize = 50;

    /// Adds a run to the table, or replaces its record; drops the oldest one beyond the maximum.
    pub(crate) fn keep(&mut self, run: RunRecord) {
        self.forget(run.run);
        self.kept.push(Arc::new(run));
        let over = self.kept.len().saturating_sub(Self::MOST);
        self.kept.drain(..over);
    }

    /// Deletes a run from the table.
    pub(crate) fn forget(&mut self, run: u64) {
        self.kept.retain(|kept| kept.run != run);
    }

    /// All runs of the table, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Arc<RunRecord>> {
        self.kept.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::{
        corpus::{Builtin, SplitOptions, VocabularyOptions, builtin},
        model::{ModelKind, Preset},
    };

    fn record(which: Builtin, kind: ModelKind, run: u64) -> (RunRecord, Arc<Dataset>, Arc<Snapshot>) {
        record_of(which, &Params::preset(kind, Preset::Default, 2), run)
    }

    fn record_of(which: Builtin, params: &Params, run: u64) -> (RunRecord, Arc<Dataset>, Arc<Snapshot>) {
        let corpus = Arc::new(builtin(which));
        let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting());
        let data = Arc::new(data.expect("a dataset"));
        let mut model = params.clone().start(Arc::clone(&data)).expect("a model");
        model.step().expect("a step");
        model.ensure_evaluated();
        let snapshot = model.snapshot();
        (RunRecord::of(run, params, 0, &data, &snapshot), data, Arc::new(snapshot))
    }

    #[test]
    fn two_models_differ_on_the_documents_they_classify_differently() {
        let (smm, data, first) = record(Builtin::Topics, ModelKind::Smm, 1);
        let (knn, _, second) = record(Builtin::Topics, ModelKind::Knn, 2);
        let predicted = |snapshot: &Snapshot, i: usize| snapshot.classified().expect("classes").predicted[i];
        let differing = smm.test.differing(&knn.test);
        let mut documents: Vec<usize> = differing.iter().map(|one| one.document).collect();
        documents.sort_unstable();
        let mut expected = data.split.test.clone();
        expected.retain(|&i| predicted(&first, i) != predicted(&second, i));
        expected.sort_unstable();
        assert_eq!(documents, expected);
        let right = |snapshot: &Snapshot, i: usize| predicted(snapshot, i) == data.corpus.labels[i];
        let alone = |one: &Snapshot, other: &Snapshot| expected.iter().filter(|&&i| right(one, i) && !right(other, i)).count();
        let test = smm.test.mcnemar(&differing).expect("classes");
        assert_eq!((test.only_first, test.only_second), (alone(&first, &second), alone(&second, &first)));
        assert!(differing.is_sorted_by_key(|one| one.better.is_none()), "documents of one run alone come first");
        assert!(smm.test.differing(&smm.test).is_empty());
    }

    #[test]
    fn a_record_names_what_decides() {
        let smm = |preset, q| record_of(Builtin::Topics, &Params::preset(ModelKind::Smm, preset, q), 1).0.decides_by;
        assert_eq!(smm(Preset::Default, 2), Some(DecideBy::Map));
        assert_eq!(smm(Preset::Combined, 2), Some(DecideBy::Combined));
        assert_eq!(smm(Preset::Default, 10), Some(DecideBy::Combined), "each word has a dimension of its own");
        let knn = record(Builtin::Topics, ModelKind::Knn, 2).0.decides_by;
        let names = [Some(DecideBy::Map), Some(DecideBy::Combined), knn].map(DecideBy::in_column);
        assert_eq!(names, ["map", "combined", "–"], "words have no positions");
    }

    #[test]
    fn ratings_are_listed_by_the_difference_of_their_predictions() {
        let (gp, ..) = record(Builtin::Reviews, ModelKind::Gp, 1);
        let (ridge, ..) = record(Builtin::Reviews, ModelKind::Ridge, 2);
        let differing = gp.test.differing(&ridge.test);
        let (Answers::Ratings(first), Answers::Ratings(second)) = (&gp.test.answers, &ridge.test.answers) else {
            panic!("ratings")
        };
        let apart: Vec<f64> = differing.iter().map(|one| (first[one.at[0]][0] - second[one.at[1]][0]).abs()).collect();
        assert!(apart.len() > 100 && apart.is_sorted_by(|a, b| a >= b) && gp.test.mcnemar(&differing).is_none());
    }
}
