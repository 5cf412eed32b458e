//! What a run tells of itself: the report and every parameter the result depends on.

use std::path::Path;

use serde_json::{Value, json};

use super::{args::RunArgs, files::Input, watch::Run};
use crate::corpus::{Dataset, SplitOptions, TaskKind, VectorFile, VocabularyOptions};
use crate::model::Params;
use crate::project::{Metrics, Report};
use crate::train::{Curves, Searched, TrainOptions};

/// A run's choices, put together.
pub(super) struct Choices<'a> {
    /// The arguments.
    pub args: &'a RunArgs,
    /// What was read.
    pub input: &'a Input,
    /// The vectors of words that were read.
    pub vectors: &'a [VectorFile],
    /// The model's parameters.
    pub params: &'a Params,
    /// How documents were split.
    pub split: &'a SplitOptions,
    /// Which words were kept.
    pub vocabulary: &'a VocabularyOptions,
    /// How the run was driven.
    pub training: &'a TrainOptions,
    /// The search it is the best of.
    pub search: Option<&'a Searched>,
}

/// A path as people read it: the report is for them, and not every path is Unicode.
fn text(path: &Path) -> String {
    path.display().to_string()
}

/// A file of vectors: its size tells it from another of its name.
fn of_file(read: &VectorFile) -> Value {
    json!({
        "file": text(&read.file),
        "words_file": read.words_file.as_deref().map(text),
        "form": read.form,
        "bytes": read.bytes,
        "words": read.words,
    })
}

impl Choices<'_> {
    /// Everything the result depends on.
    fn parameters(&self, data: &Dataset) -> Value {
        let Self { args, input, vectors, params, split, vocabulary, training, search: _ } = *self;
        let read = &input.read;
        let mut parameters = json!({
            "preset": args.model.preset(),
            "model": params,
            "split": SplitOptions { given: None, ..split.clone() },
            "split_from": args.split.from().map(|file| text(file)),
            "vocabulary": { "threshold": vocabulary.threshold(params.kind().info().task), "max_words": vocabulary.max_words },
            "text": input.text,
            "target_text": (params.kind().info().task == TaskKind::Pairs).then_some(&input.target_text),
            "files": input.paths().iter().map(|file| text(file)).collect::<Vec<_>>(),
            "read": {
                "format": read.format.map(|format| format!("{format:?}")),
                "label_column": read.label_column,
                "target_columns": read.target_columns,
                "text_columns": read.text_columns,
                "vocabulary": read.vocabulary.as_deref().map(text),
                "encoding": read.encoding,
            },
            "iterations": training.max_iterations,
            "patience": training.patience,
        });
        if let Some(known) = &data.vectors {
            parameters["vectors"] = json!({
                "files": vectors.iter().map(of_file).collect::<Vec<_>>(),
                "dimension": known.dimension(),
                "words_known": known.words_known(),
            });
        }
        parameters
    }

    /// The report of a run.
    pub fn report(&self, data: &Dataset, metrics: &Metrics, curves: Curves, run: &Run, notes: Vec<String>) -> Report {
        let kind = self.params.kind();
        let metric = kind.info().metric;
        let mut top: Option<(usize, f64)> = None;
        for (iteration, scores) in &curves.scores {
            if let Some(dev) = scores.dev.filter(|&dev| top.is_none_or(|(_, top)| metric.better(dev, top))) {
                top = Some((*iteration, dev));
            }
        }
        let pairs = data.corpus.task.pairs();
        Report {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            model: kind.info().command.to_owned(),
            corpus: data.corpus.name.clone(),
            documents: data.corpus.len(),
            texts: Some(Report::texts_of(&data.corpus)),
            pairs: pairs.map(|pairs| pairs.matched().count()),
            vocabulary: data.words.len(),
            vocabulary_source: pairs.map(|_| data.source_words),
            vocabulary_target: pairs.map(|_| data.words.len() - data.source_words),
            classes: if kind.info().task == TaskKind::Classes { data.corpus.classes.clone() } else { Vec::new() },
            ratings: data.corpus.task.ratings().map_or_else(Vec::new, |ratings| ratings.names.clone()),
            split: Report::split_of(data),
            metrics: metrics.clone(),
            iterations: curves.objective.len(),
            objective: curves.objective,
            scores: curves.scores,
            best_iteration: top.filter(|_| self.training.patience.is_some()).map(|(iteration, _)| iteration),
            seconds: run.seconds,
            stop_reason: run.reason,
            parameters: self.parameters(data),
            search: self.search.cloned(),
            notes,
        }
    }
}
