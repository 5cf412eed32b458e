//! Values derived from a snapshot (counts, curves, lists), each computed once on first use.
//!
//! Derived values belong to one snapshot and one rating; values of an evaluation are passed on to the next snapshot's.
//! Cost of construction: a few reference counts. Memory: the computed values, at most one prediction per document.

use std::sync::{Arc, OnceLock};

use ndarray::{Array2, s};

use crate::{
    Members,
    core::memo::Same,
    inspect::decision_shares::DecisionShares,
    inspect::explain::{self, Part},
    inspect::precision::{Evaluation, Precision},
    inspect::rated::{Quality, RatedDocument, calibration, quality, rated_documents},
};
use wordfield_core::{
    corpus::{Dataset, Filter},
    experiment::{ClassMetrics, ClassView},
    metric::ClassCalibration,
    model::Snapshot,
    stats::wilson95,
};

/// Values derived from one snapshot.
#[derive(Debug)]
pub struct Derived {
    pub(crate) dataset: Arc<Dataset>,
    pub(crate) snapshot: Arc<Snapshot>,
    rating: usize,
    evaluation: Option<Arc<Evaluation>>,
    lists: Lists,
    pub(crate) warning: OnceLock<Option<RunWarning>>,
    pub(crate) baseline: OnceLock<Option<f64>>,
}

/// Derived values, by part of the split.
#[derive(Debug, Default)]
struct Lists {
    confusion: [OnceLock<Array2<usize>>; 3],
    class_metrics: [OnceLock<Option<ClassMetrics>>; 3],
    class_calibration: OnceLock<Option<ClassCalibration>>,
    rated_documents: [OnceLock<Vec<(usize, RatedDocument)>>; 3],
    quality: [OnceLock<Option<Quality>>; 3],
    calibration: [OnceLock<Vec<[f64; 2]>>; 3],
    levels: [OnceLock<Vec<Level>>; 3],
    decisions: OnceLock<Option<DecisionShares>>,
    groups: [OnceLock<Vec<GroupScore>>; 3],
}

/// Standing of a class on a document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassStanding {
    /// Index of the class.
    pub class: usize,
    /// Number of pairs that the class won.
    pub votes: usize,
    /// Sum of the decisions of the class's pairs, positive for the class, which resolves equal votes.
    pub sum: f64,
    /// Probability of the class, calibrated on the development part; `None` without development documents.
    pub probability: Option<f64>,
}

/// Score of a group's documents in a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupScore {
    /// Index of the group.
    pub group: usize,
    /// Number of the group's documents in the part that have a label.
    pub documents: usize,
    /// Accuracy, or the root mean squared error of the chosen rating.
    pub score: f64,
    /// 95 % interval of an accuracy on documents that the model has not seen (Wilson).
    pub interval: Option<[f64; 2]>,
}

/// Quality of predictions for the documents of one rating level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// Number of documents on the rating level.
    pub documents: usize,
    /// Mean prediction for the documents of the rating level.
    pub mean: f64,
    /// Root mean squared error for the documents of the rating level.
    pub rmse: f64,
}

/// Warning about a problem of the run, with its remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunWarning {
    /// Problem of the run with its remedy, in one line.
    pub brief: String,
    /// Problem of the run with its remedy and the numbers from which it follows.
    pub whole: String,
}

/// Key of a [`Derived`]: a snapshot over a dataset, and the selected rating.
pub(crate) type DerivedKey = (Same<Dataset>, Same<Snapshot>, usize);

impl Derived {
    pub(crate) fn new(
        dataset: &Arc<Dataset>,
        snapshot: &Arc<Snapshot>,
        rating: usize,
        evaluation: Option<Arc<Evaluation>>,
    ) -> Self {
        Self {
            dataset: Arc::clone(dataset),
            snapshot: Arc::clone(snapshot),
            rating,
            evaluation,
            lists: Lists::default(),
            warning: OnceLock::new(),
            baseline: OnceLock::new(),
        }
    }

    /// Number of documents of each class (rows) with each predicted class (columns); `None` if documents have no classes.
    pub fn confusion(&self, part: Part) -> &Array2<usize> {
        self.lists.confusion[part as usize].get_or_init(|| {
            let predictions = self.snapshot.classified();
            predictions.map_or_else(|| Array2::zeros((0, 0)), |predictions| explain::confusion(&self.dataset, predictions, part))
        })
    }

    /// Scores of predicted classes over a part, with probabilities calibrated on the development part. `None` without classes.
    pub fn class_metrics(&self, part: Part) -> Option<&ClassMetrics> {
        let metrics = || {
            let labels = &self.dataset.corpus.labels;
            let (found, rows) = (self.class_view()?, part.documents(&self.dataset));
            Some(ClassMetrics::of(labels, found, self.class_calibration(), rows, part != Part::Train))
        };
        self.lists.class_metrics[part as usize].get_or_init(metrics).as_ref()
    }

    fn class_view(&self) -> Option<ClassView<'_>> {
        Some(ClassView::of_snapshot(self.dataset.corpus.classes.len(), self.snapshot.classified()?))
    }

    fn class_calibration(&self) -> Option<ClassCalibration> {
        *self.lists.class_calibration.get_or_init(|| self.class_view()?.calibration(&self.dataset))
    }

    /// Standing of every class on a document, in the order of their votes; empty for models without pairwise decisions.
    pub fn standings(&self, document: usize) -> Vec<ClassStanding> {
        let classified = self.snapshot.classified().filter(|found| !found.pairs.is_empty());
        let (Some(found), Some(view)) = (classified, self.class_view()) else { return Vec::new() };
        let decisions = view.decisions.slice(s![document..=document, ..]);
        let calibrated = self.class_calibration();
        let probabilities = calibrated.map(|calibration| calibration.probabilities(view.pairs, view.classes, decisions));
        let standing = |(class, (votes, sum))| ClassStanding {
            class,
            votes,
            sum,
            probability: probabilities.as_ref().map(|all| all[[0, class]]),
        };
        let mut standings: Vec<ClassStanding> =
            found.votes(document, view.classes).into_iter().enumerate().map(standing).collect();
        standings.sort_by(|a, b| b.votes.cmp(&a.votes).then(b.sum.total_cmp(&a.sum)));
        standings
    }

    /// Documents of a part of the split, with predictions of the selected rating.
    pub fn rated_documents(&self, part: Part) -> &[(usize, RatedDocument)] {
        self.lists.rated_documents[part as usize].get_or_init(|| {
            let predictions = self.snapshot.rated();
            predictions.map(|predictions| rated_documents(&self.dataset, predictions, part, self.rating)).unwrap_or_default()
        })
    }

    /// Scores of groups of documents that have some in a part; none for pairs.
    pub fn groups(&self, part: Part, groups: &[(Filter, Members)]) -> &[GroupScore] {
        let classes = self.snapshot.classified().map(|found| {
            let labelled = || part.documents(&self.dataset).iter().filter_map(|&row| Some((row, self.dataset.label(row)?)));
            let right = labelled().filter(|&(row, class)| found.predicted[row] == class).map(|(row, _)| row);
            let all = self.dataset.corpus.len();
            (Members::of(all, labelled().map(|(row, _)| row)), Members::of(all, right))
        });
        let score = |(group, (_, members)): (usize, &(Filter, Members))| {
            let (documents, score, interval) = if let Some((labelled, right)) = &classes {
                let [documents, hits] = [labelled, right].map(|of| members.within(of).count());
                let accuracy = hits as f64 / documents as f64;
                (documents, accuracy, (part != Part::Train).then(|| wilson95(accuracy, documents)))
            } else {
                let rated = self.rated_documents(part).iter().filter(|(document, _)| members.contains(*document));
                let squares: Vec<f64> = rated.map(|(_, rated)| rated.residual().powi(2)).collect();
                (squares.len(), (squares.iter().sum::<f64>() / squares.len() as f64).sqrt(), None)
            };
            (documents > 0).then_some(GroupScore { group, documents, score, interval })
        };
        self.lists.groups[part as usize].get_or_init(|| groups.iter().enumerate().filter_map(score).collect())
    }

    /// Errors of the predicted ratings of a part; `None` without documents.
    pub fn quality(&self, part: Part) -> Option<Quality> {
        *self.lists.quality[part as usize].get_or_init(|| quality(self.rated_documents(part)))
    }

    /// Calibration: nominal against empirical coverage of central prediction intervals.
    pub fn calibration(&self, part: Part) -> &[[f64; 2]] {
        self.lists.calibration[part as usize].get_or_init(|| calibration(self.rated_documents(part)))
    }

    /// Quality of predictions for a rating level; `None` without documents of the level.
    pub fn level(&self, part: Part, level: usize) -> Option<Level> {
        let levels = self.lists.levels[part as usize].get_or_init(|| {
            let mut levels = vec![Level::default(); self.dataset.corpus.classes.len()];
            for (document, rated) in self.rated_documents(part) {
                let level = &mut levels[self.dataset.corpus.labels[*document]];
                level.documents += 1;
                level.mean += rated.mean;
                level.rmse += rated.residual().powi(2);
            }
            for level in &mut levels {
                let count = level.documents.max(1) as f64;
                (level.mean, level.rmse) = (level.mean / count, (level.rmse / count).sqrt());
            }
            levels
        });
        levels.get(level).copied().filter(|level| level.documents > 0)
    }

    /// Share of a word in the decisions for a class, or in the predictions of a rating, over all documents.
    /// The share is `None` for predictions that are not sums over words at their positions.
    pub fn decision_share(&self, word: usize, group: usize) -> Option<f64> {
        let shares = self.lists.decisions.get_or_init(|| DecisionShares::of(&self.dataset, &self.snapshot));
        shares.as_ref()?.share(&self.snapshot, word, group)
    }

    /// Precision@R of a part; `None` for a part without pairs.
    pub fn precision(&self, part: Part) -> Option<&Precision> {
        self.evaluation.as_ref()?.precision(&self.dataset, part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Action, Answer, Effect, Field, FieldOf, Focus, LoadedData, Look, Open, Run, Tab, TrainerUpdate, Workspace,
        inspect::rated::LoneWord, update,
    };
    use wordfield_core::{
        corpus::{Builtin, SplitOptions, VocabularyOptions, builtin},
        experiment::RatingErrors,
        model::{ModelKind, Params, Preset, RatingPrediction},
    };

    fn rated() -> Workspace {
        rated_with_jobs().0
    }

    /// A workspace with a trained Gaussian process, and the effects of its snapshot.
    fn rated_with_jobs() -> (Workspace, Vec<Effect>) {
        let params = Params::preset(ModelKind::Gp, Preset::Default, 2);
        let corpus = Arc::new(builtin(Builtin::Reviews));
        let dataset = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting());
        let mut workspace = Workspace::default();
        let ready = LoadedData::new(dataset.expect("a dataset"), crate::DataOptions::default());
        update(&mut workspace, Action::Open(Open::Answer(0, Answer::Corpus(Ok(ready)))));
        let data = workspace.corpus.dataset.clone().expect("a dataset");
        let mut model = workspace.choices.settings.params.clone().start(data).expect("a model");
        for _ in 0..6 {
            model.step().expect("a step");
        }
        model.restore_best();
        let run = workspace.run.id;
        let effects = update(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(model.snapshot()))));
        (workspace, effects)
    }

    #[test]
    fn the_outermost_words_come_from_a_query_with_intervals_and_documents() {
        let (mut workspace, effects) = rated_with_jobs();
        assert!(workspace.table("outermost-words").is_none(), "before the answer");
        let job = effects.into_iter().find_map(|effect| match effect {
            Effect::Run(job) if job.is("outermost") => Some(job),
            _ => None,
        });
        update(&mut workspace, job.expect("a query").answer());
        let [high, low] = workspace.outermost().expect("words").clone();
        let surest = |words: &[LoneWord], end: usize| words[0].interval.expect("a variance")[end];
        assert!(surest(&high, 0) > surest(&low, 0) && surest(&high, 1) > surest(&low, 1));
        let table = workspace.table("outermost-words").expect("a table");
        let titles: Vec<&str> = table.columns.iter().map(|column| &*column.title).collect();
        assert_eq!(titles, ["word", "predicted", "low", "high", "documents"]);
        let dataset = workspace.corpus.dataset.as_ref().expect("a dataset");
        for (row, word) in high.iter().chain(&low).enumerate() {
            let holders =
                dataset.split.train.iter().filter(|&&document| dataset.counts.row(document).0.contains(&(word.word as u32)));
            assert_eq!(table.drawn(row, 4).0, holders.count().to_string(), "{word:?}");
        }
        drop(table);
        update(&mut workspace, Action::Run(Run::Restart));
        assert!(workspace.outermost().is_none(), "those were of another run");
    }

    #[test]
    fn levels_together_are_the_part() {
        let workspace = rated();
        let (derived, dataset) = (workspace.derived().expect("one"), workspace.corpus.dataset.as_ref().expect("a dataset"));
        for part in Part::ALL {
            let levels: Vec<Level> = (0..dataset.corpus.classes.len()).filter_map(|level| derived.level(part, level)).collect();
            let documents: usize = levels.iter().map(|level| level.documents).sum();
            assert_eq!(documents, derived.rated_documents(part).len());
            let squares: f64 = levels.iter().map(|level| level.rmse.powi(2) * level.documents as f64).sum();
            let rmse = derived.quality(part).expect("documents").rmse;
            assert!(((squares / documents as f64).sqrt() - rmse).abs() < 1e-9);
        }
        assert_eq!(derived.precision(Part::Test), None);
    }

    #[test]
    fn derived_values_are_kept_until_snapshot_or_rating_change() {
        let mut workspace = rated();
        let before = workspace.inspect.derived.value().cloned().expect("one");
        let same = |workspace: &Workspace| workspace.inspect.derived.value().is_some_and(|now| Arc::ptr_eq(now, &before));
        update(&mut workspace, Action::Field(Field::Of(FieldOf::Deviation(0))));
        assert!(same(&workspace));
        update(&mut workspace, Action::Field(Field::Of(FieldOf::Rating(1))));
        assert!(!same(&workspace));
        update(&mut workspace, Action::Run(Run::Restart));
        assert!(workspace.derived().is_none());
    }

    #[test]
    fn the_values_of_a_word_under_a_rating_model_come_from_a_query() {
        let mut workspace = rated();
        let word = 5;
        let effects = update(&mut workspace, Action::Look(Look::Select(Focus::Word(word))));
        let [Effect::Run(job)] = &effects[..] else { panic!("{effects:?}") };
        assert_eq!(workspace.word_answer(), None);
        update(&mut workspace, job.clone().answer());
        let found = workspace.word_answer().expect("an answer").clone();
        let fitted =
            workspace.run.snapshot.as_ref().and_then(|snapshot| snapshot.rated()?.fitted.clone()).expect("a fitted model");
        let latent = workspace.run.snapshot.as_ref().and_then(|snapshot| snapshot.latent()).expect("positions");
        let deviations = fitted.deviation_at(latent).expect("deviations");
        assert!((found.deviation[0] - deviations[[word, 0]]).abs() < 1e-9);
        update(&mut workspace, Action::Look(Look::Select(Focus::Word(word + 1))));
        assert_eq!(workspace.word_answer(), None, "that was another word");
    }

    #[test]
    fn intervals_of_errors_come_from_a_query_and_are_those_of_the_report() {
        let mut workspace = rated();
        let evaluation_job = |effects: Vec<Effect>| {
            let of_intervals = |effect| match effect {
                Effect::Run(task) if task.is("intervals") => Some(task),
                _ => None,
            };
            effects.into_iter().find_map(of_intervals)
        };
        assert!(evaluation_job(update(&mut workspace, Action::Look(Look::Part(Part::Test)))).is_none(), "not shown");
        let task = evaluation_job(update(&mut workspace, Action::Look(Look::Tab(Tab::Evaluation)))).expect("a job");
        assert_eq!(workspace.rating_intervals(), None);
        update(&mut workspace, task.answer());
        let found = workspace.rating_intervals().expect("intervals");
        let (data, snapshot) = (workspace.corpus.dataset.as_ref(), workspace.run.snapshot.as_ref());
        let (data, predicted) = (data.expect("a dataset"), snapshot.and_then(|snapshot| snapshot.rated()).expect("ratings"));
        let rows = &data.split.test;
        let ratings = data.corpus.task.ratings().expect("ratings");
        let truth: Vec<f64> = rows.iter().map(|&row| ratings.values[[row, 0]]).collect();
        let means = predicted.mean.select(ndarray::Axis(0), rows);
        let (deviations, emphasis) = (None, vec![1.0; rows.len()]);
        let predicted = RatingPrediction { means, deviations, emphasis };
        let report = RatingErrors::of(&truth, &predicted, 0, 1.0).with_intervals(&truth, &predicted, 0);
        assert_eq!((Some(found.rmse), Some(found.mae)), (report.rmse_interval, report.mae_interval));
        assert_eq!(found.spearman, report.spearman_interval);
        let rmse = workspace.derived().and_then(|derived| derived.quality(Part::Test)).expect("documents").rmse;
        assert!(found.rmse[0] < rmse && rmse < found.rmse[1]);
        assert!(evaluation_job(update(&mut workspace, Action::Look(Look::Part(Part::Train)))).is_none());
        assert_eq!(workspace.rating_intervals(), None, "documents of the training part were seen");
    }
}
