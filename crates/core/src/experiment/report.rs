//! Report of a run: everything needed to evaluate and to repeat it.

use std::{path::Path, sync::Arc};

use ndarray::Array2;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use super::{Experiment, FinishedSearch, Metrics, SplitSource};
use crate::{
    corpus::{Dataset, Split, SplitOptions, Task, TaskKind, VectorFile},
    metric::{self, ClassCalibration, Picture, TrainingPositions, mean_positions},
    model::{DecideBy, FittedModel, FittedRef, MapScores, ModelKind, Predictions, Preset, Scores, StopReason},
    train::{Curves, TrainOptions},
};

/// Maximum number of dimensions in which word positions are drawn without a projection.
const DRAWN: usize = 3;

/// Report of a run, with its input and result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Version of the program that made the report.
    pub version: String,
    /// Kind of the model, as on the command line.
    pub model: String,
    /// Name of the corpus.
    pub corpus: String,
    /// Number of documents in the corpus.
    pub documents: usize,
    /// Checksum of the corpus's texts ([`SplitSource::checksum`]); `None` in reports of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub texts: Option<u32>,
    /// Number of pairs of documents, if documents are paired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<usize>,
    /// Number of words in the vocabulary.
    pub vocabulary: usize,
    /// Number of words of the source side, if documents are paired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vocabulary_source: Option<usize>,
    /// Number of words of the target side, if documents are paired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vocabulary_target: Option<usize>,
    /// Names of the classes, if classes are learned, in the order of confusion matrices and predictions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
    /// Names of the ratings, if ratings are learned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<String>,
    /// Indices of the documents in each part, counted from 0 in the order of the files; if documents are paired, of the pairs.
    pub split: Split,
    /// Basis of the model's decisions; `None` for models without positions, and in reports of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decides_by: Option<DecideBy>,
    /// Metrics of the model on each part of the split.
    pub metrics: Metrics,
    /// Calibration of the class probabilities; `None` without one, and in reports of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<ClassCalibration>,
    /// Scores of the map alone and without the map, if further kernel components take part in decisions; missing in old reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<MapScores>,
    /// Indices of test documents with a wrongly predicted class, or of pairs whose target is not the nearest candidate
    /// of the source; `None` for ratings and in reports of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<Vec<usize>>,
    /// Robustness: accuracy after every word was moved at random by a hundredth of the picture;
    /// on the test or else development part.
    /// Only for models whose decisions are fields over the words' positions alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jittered: Option<f64>,
    /// Separation of the classes by the picture alone; `None` without classes,
    /// for models without word positions and with more than three dimensions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureMetrics>,
    /// Objective after each iteration; `null` in the file, NaN here, for models without one.
    #[serde(deserialize_with = "numbers_or_null")]
    pub objective: Vec<f64>,
    /// Scores of the model during the training (accuracy, RMSE or precision@1), with their iterations.
    pub scores: Vec<(usize, Scores)>,
    /// Number of iterations of the training.
    pub iterations: usize,
    /// First iteration with the best development score, which was restored; `None` without a patience.
    pub best_iteration: Option<usize>,
    /// Duration of the training in seconds, from the first iteration to the last.
    pub seconds: f64,
    /// Reason why the training stopped.
    pub stop_reason: StopReason,
    /// All parameters of the data and of the model, with the defaults filled in.
    pub parameters: Value,
    /// Experiment of the run; `None` in reports of earlier versions. A split read from a report is in `split`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experiment: Option<Experiment>,
    /// Grid search that chose the parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<FinishedSearch>,
    /// Notes on the data and on the model for the user.
    pub notes: Vec<String>,
}

/// Separation of the classes in the picture on one part, by the nearest training documents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PictureMetrics {
    /// Name of the evaluated part: test if there is one, otherwise development, otherwise training.
    pub part: String,
    /// Quality of the picture on the evaluated part.
    #[serde(flatten)]
    pub picture: Picture,
}

/// Finished training of a model.
#[derive(Clone, Debug)]
pub struct TrainedRun {
    /// Fitted model at the end of the training.
    pub fitted: FittedModel,
    /// Predictions of the model for every document of the dataset.
    pub predictions: Predictions,
    /// Positions of the words (V × q); `None` for models without positions.
    pub latent: Option<Arc<Array2<f64>>>,
    /// Basis of the model's decisions; `None` for models without positions.
    pub decides_by: Option<DecideBy>,
    /// Scores of the map alone and without the map, if other kernel components take part in decisions.
    pub map: Option<MapScores>,
    /// Iteration from which the fitted model was taken.
    pub taken_at: Option<usize>,
    /// Objective and scores during the training.
    pub curves: Curves,
    /// Reason why the training stopped.
    pub reason: StopReason,
    /// Duration of the training in seconds, from the first iteration to the last.
    pub seconds: f64,
}

/// Deserialises numbers; `null` in JSON stands for a number that is not finite.
fn numbers_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
    let numbers = Vec::<Option<f64>>::deserialize(deserializer)?;
    Ok(numbers.into_iter().map(|number| number.unwrap_or(f64::NAN)).collect())
}

impl Report {
    /// Kind of the report's model; of several kinds with its name the one for its task; `None` for names of other versions.
    pub fn kind(&self) -> Option<ModelKind> {
        let task = match (self.pairs, &self.ratings[..]) {
            (Some(_), _) => TaskKind::Pairs,
            (None, []) => TaskKind::Classes,
            (None, _) => TaskKind::Ratings,
        };
        let of_task = ModelKind::named(&self.model).find(|kind| kind.info().task == task);
        of_task.or_else(|| ModelKind::named(&self.model).next())
    }

    /// Creates the report of a finished training.
    pub fn new(
        experiment: &Experiment,
        preset: Preset,
        (data, vectors): (&Dataset, &[VectorFile]),
        run: &TrainedRun,
        (metrics, calibration): (&Metrics, Option<ClassCalibration>),
        search: Option<FinishedSearch>,
        notes: Vec<String>,
    ) -> Self {
        let info = experiment.params.kind().info();
        let pairs = data.corpus.task.pairs();
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            model: info.command.to_owned(),
            corpus: data.corpus.name.clone(),
            documents: data.corpus.len(),
            texts: Some(SplitSource::checksum(&data.corpus)),
            pairs: pairs.map(|pairs| pairs.matched().count()),
            vocabulary: data.words.len(),
            vocabulary_source: pairs.map(|_| data.source_words),
            vocabulary_target: pairs.map(|_| data.words.len() - data.source_words),
            classes: if info.task == TaskKind::Classes { data.corpus.classes.clone() } else { Vec::new() },
            ratings: data.corpus.task.ratings().map_or_else(Vec::new, |ratings| ratings.names.clone()),
            split: Self::split_of(data),
            decides_by: run.decides_by,
            metrics: metrics.clone(),
            calibration,
            map: run.map,
            wrong: wrong(data, &run.predictions),
            jittered: jittered(data, &run.fitted),
            picture: PictureMetrics::of(data, run),
            iterations: run.curves.objective.len(),
            objective: run.curves.objective.clone(),
            scores: run.curves.scores.clone(),
            best_iteration: experiment.train.patience.and_then(|_| best_iteration(experiment, &run.curves)),
            seconds: run.seconds,
            stop_reason: run.reason,
            parameters: parameters(experiment, preset, data, vectors),
            experiment: Some(reported(experiment)),
            search,
            notes,
        }
    }

    /// Choice made on the development part, setting or iteration, which makes its score optimistic; `None` without a choice.
    pub fn chose(&self) -> Option<&'static str> {
        let iteration = self.best_iteration.map(|_| "iteration");
        self.search.as_ref().map(|_| "setting").or(iteration)
    }

    /// Document indices of a split as in reports; for pairs, the indices of the source documents,
    /// which are also those of the pairs.
    pub fn split_of(data: &Dataset) -> Split {
        let Some(pairs) = data.corpus.task.pairs() else { return data.split.clone() };
        data.split.map(|part| pairs.within(part).map(|(source, _)| source).collect())
    }
}

impl PictureMetrics {
    /// Separation of the classes in the picture of a model whose positions can be drawn without a projection.
    fn of(data: &Dataset, run: &TrainedRun) -> Option<Self> {
        let latent = run.latent.as_ref().filter(|latent| data.corpus.task == Task::Classes && latent.ncols() <= DRAWN)?;
        let at = mean_positions(latent, &data.in_weighting(run.fitted.weighting()).weights);
        let places = TrainingPositions::new(&at, &data.corpus.labels, &data.split.train)?;
        let parts = [("test", &data.split.test), ("development", &data.split.dev), ("train", &data.split.train)];
        parts.into_iter().find_map(|(part, documents)| Some(Self { part: part.to_owned(), picture: places.picture(documents)? }))
    }
}

/// Experiment as stored in reports: without the indices of a given split, which are in the report itself.
/// Its only training options are the stopping rules.
fn reported(experiment: &Experiment) -> Experiment {
    let mut experiment = experiment.clone();
    experiment.data.split.given = None;
    let TrainOptions { max_iterations, patience, .. } = experiment.train;
    experiment.train = TrainOptions { max_iterations, patience, ..TrainOptions::default() };
    experiment
}

/// Indices of the test documents that are predicted wrongly, in ascending order; `None` for ratings.
fn wrong(data: &Dataset, predictions: &Predictions) -> Option<Vec<usize>> {
    let mut wrong = Report::split_of(data).test;
    match predictions {
        Predictions::Classes(found) => wrong.retain(|&row| found.predicted[row] != data.corpus.labels[row]),
        Predictions::Matches(found) => {
            wrong.retain(|&row| found.row(row).and_then(|row| row.rank).is_some_and(|rank| rank > 1));
        }
        Predictions::Ratings(_) => return None,
    }
    wrong.sort_unstable();
    Some(wrong)
}

/// Accuracy of the model after every word was moved at random by a hundredth of the picture.
fn jittered(data: &Dataset, fitted: &FittedModel) -> Option<f64> {
    let FittedRef::Classifier(classifier) = fitted.fitted_ref() else { return None };
    let judged = [&data.split.test, &data.split.dev].into_iter().find(|part| !part.is_empty())?;
    let predicted = classifier.classify_jittered(&data.weights.select(judged))?.predicted;
    metric::accuracy(judged.iter().map(|&i| data.corpus.labels[i]).zip(predicted))
}

/// First iteration that reached the best development score.
fn best_iteration(experiment: &Experiment, curves: &Curves) -> Option<usize> {
    let metric = experiment.params.kind().info().metric;
    let mut top: Option<(usize, f64)> = None;
    for (iteration, scores) in &curves.scores {
        if let Some(score) = scores.selection().filter(|&score| top.is_none_or(|(_, top)| metric.better(score, top))) {
            top = Some((*iteration, score));
        }
    }
    top.map(|(iteration, _)| iteration)
}

/// File path as text for a report, since reports are for people and not every path is Unicode.
fn text(path: &Path) -> String {
    path.display().to_string()
}

/// Word-vector file as JSON, with its size, which distinguishes it from another file of the same name.
fn vector_file(file: &VectorFile) -> Value {
    json!({
        "file": text(&file.file),
        "words_file": file.words_file.as_deref().map(text),
        "form": file.form,
        "bytes": file.bytes,
        "words": file.words,
    })
}

/// Experiment with every default filled in, as JSON in the layout that reports have had from the first version on.
fn parameters(experiment: &Experiment, preset: Preset, data: &Dataset, vectors: &[VectorFile]) -> Value {
    let Experiment { data: recipe, params, train, .. } = experiment;
    let (task, read) = (params.kind().info().task, recipe.read_options());
    let [source, target] = recipe.text_options(task);
    let mut parameters = json!({
        "preset": preset,
        "model": params,
        "split": SplitOptions { given: None, ..recipe.split.clone() },
        "split_from": recipe.split_source.as_ref().map(|source| &source.path),
        "vocabulary": {
            "threshold": recipe.vocabulary.threshold(task),
            "class_threshold": recipe.vocabulary.class_threshold(task),
            "max_words": recipe.vocabulary.max_words,
        },
        "text": source,
        "target_text": (task == TaskKind::Pairs).then_some(target),
        "files": recipe.paths().iter().map(|file| text(file)).collect::<Vec<_>>(),
        "read": {
            "format": read.format.map(|format| format!("{format:?}")),
            "label_column": read.label_column,
            "target_columns": read.target_columns,
            "text_columns": read.text_columns,
            "vocabulary": read.vocabulary.as_deref().map(text),
            "encoding": read.encoding,
        },
        "iterations": train.max_iterations,
        "patience": train.patience,
    });
    if let Some(known) = &data.vectors {
        parameters["vectors"] = json!({
            "files": vectors.iter().map(vector_file).collect::<Vec<_>>(),
            "dimension": known.dimension(),
            "words_known": known.words_known(),
        });
    }
    parameters
}
