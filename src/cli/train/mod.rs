//! `wordfield train`: from files to a report and a saved model, without a window. Tasks differ in the files they are
//! given; the rest is one way for all models.

mod args;
mod command;
mod files;
mod report;
mod search;
mod verdict;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;

use anyhow::bail;

pub(super) use self::command::TrainCommand;
use self::{
    args::{OutputArgs, RunArgs},
    command::TaskArgs,
    files::{Files, Input},
    report::Choices,
    search::{Found, Ground, Left},
    watch::{Run, Wake, name},
};
use super::model::Vectors;
use super::progress::scores_of;
use super::{Ending, interrupt, output, places};
use crate::corpus::{Dataset, Task, VectorFiles};
use crate::model::ModelKind;
use crate::project::{ProjectError, SavedModel, save_model, write_report};
use crate::train::{Searched, text_only};

/// Trains a model on the files of its task.
pub(super) fn start(command: &TrainCommand) -> anyhow::Result<Ending> {
    let kind = command.kind;
    match &command.args {
        TaskArgs::Classes(args) => {
            let mut input = Input::new(kind, Files::One(args.corpus.clone()), &args.run);
            input.read.label_column.clone_from(&args.label.label_column);
            run(kind, &input, &args.run)
        }
        TaskArgs::Ratings(args) => {
            let mut input = Input::new(kind, Files::One(args.corpus.clone()), &args.run);
            input.read.target_columns.clone_from(&args.rating.target);
            run(kind, &input, &args.run)
        }
        TaskArgs::Pairs(args) => {
            let files = match (&args.sides.source, &args.sides.target, &args.sides.pairs) {
                (Some(source), Some(target), _) => Files::Sides(source.clone(), target.clone()),
                (_, _, pairs) => Files::One(pairs.iter().cloned().collect()),
            };
            let mut input = Input::new(kind, files, &args.run);
            input.target_text = args.target_text.options(&input.text);
            input.vectors = args.run.vectors.files(&args.target_vectors);
            run(kind, &input, &args.run)
        }
    }
}

/// Reads, trains, reports, saves.
fn run(kind: ModelKind, input: &Input, args: &RunArgs) -> anyhow::Result<Ending> {
    let given_vectors = if input.vectors.is_some() { Vectors::Unread } else { Vectors::None };
    let grid = args.model.grid(kind, &args.grid, given_vectors)?;
    let Some(params) = grid.params(0).cloned() else { bail!("there is nothing to train") };
    check_places(input, args)?;
    let (wake, woken) = channel();
    let interrupted = wake.clone();
    let cancel = interrupt::listen(move || {
        // Nobody listens any more only when the program is about to end.
        let _ = interrupted.send(Wake::Interrupt);
    })?;

    let given = args.split.given()?;
    let (split, vocabulary) = (args.split.options(args.model.seed, given.as_ref()), args.vocabulary.options());
    let (dataset, vectors) = match input.dataset(&params, &split, given.as_ref(), &vocabulary, &cancel) {
        Err(error) if cancel.is_cancelled() => {
            output::say(format_args!("interrupted before training ({error:#}): nothing was saved"));
            return Ok(Ending::Interrupted);
        }
        outcome => outcome?,
    };
    let dataset = Arc::new(dataset);
    let grid = match &dataset.vectors {
        Some(vectors) => args.model.grid(kind, &args.grid, Vectors::Of(vectors.dimension()))?,
        None => grid,
    };
    let mut notes = dataset.notes.clone();
    notes.extend(text_only(&dataset, grid.params(0).unwrap_or(&params)));
    for note in &notes {
        output::note(note);
    }
    output::say(format_args!("training on {}; Ctrl-C stops and saves", extent(&dataset)));

    let ground = Ground { data: &dataset, memory: args.model.memory(), args: &args.training, wake: &wake, woken: &woken };
    let Found { left, searched, interrupted } = ground.search(grid)?;
    let Left { params, training, fitted, taken_at, curves, run, .. } = left;
    if let Some(note) = fitted.note() {
        output::note(&note);
        notes.push(note);
    }

    let saved = SavedModel::of(&dataset, fitted, curves.objective.len()).taken_at(taken_at);
    let mut summary: Vec<String> = searched.iter().map(|searched| told(kind, searched)).collect();
    notes.extend(summary.iter().cloned());
    summary.push(self::summary(kind, &saved, &run));
    let verdict = verdict::no_better(&dataset, &saved.metrics);
    summary.extend(verdict.iter().cloned());
    notes.extend(verdict);

    // Saved first, each by itself: neither the other's failure nor a reader that is gone shall cost what was learned.
    let choices = Choices {
        args,
        input,
        vectors: &vectors,
        params: &params,
        split: &split,
        vocabulary: &vocabulary,
        training: &training,
        search: searched.as_ref(),
    };
    let OutputArgs { json, save } = &args.output;
    let model = save.as_deref().map(|path| save_model(path, &saved));
    let report = json.as_deref().map(|path| write_report(path, &choices.report(&dataset, &saved.metrics, curves, &run, notes)));
    let told = tell(&args.output, &summary.join("\n"));
    // The terminal may have gone with whoever interrupted.
    let outcomes = [model, report, Some(told).filter(|_| !interrupted)].into_iter().flatten();
    let failed: Vec<String> = outcomes.filter_map(Result::err).map(|error| error.to_string()).collect();
    if !failed.is_empty() {
        bail!(failed.join("; and "));
    }
    Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
}

/// What became of a search, in a line.
fn told(kind: ModelKind, searched: &Searched) -> String {
    let (tried, of) = (searched.tried.len(), searched.points);
    let count = if tried == of { format!("{of} settings") } else { format!("{tried} of {of} settings, then interrupted") };
    let best = searched.best.and_then(|best| searched.tried.get(best)).map(|best| {
        let setting: Vec<String> = best.setting.iter().map(|(key, value)| format!("{key} {value}")).collect();
        let dev = best.dev.map_or_else(|| "not measured".to_owned(), |dev| kind.info().metric.show(dev));
        format!("best on the development part: {} ({} {dev})", setting.join(", "), kind.info().metric.name())
    });
    format!("Tried {count}; {}.", best.unwrap_or_default())
}

/// What became of a run, in a line.
fn summary(kind: ModelKind, saved: &SavedModel, run: &Run) -> String {
    let (iterations, metric) = (saved.iterations, kind.info().metric);
    let plural = if iterations == 1 { "" } else { "s" };
    let scores = scores_of(metric, &saved.metrics.scores());
    format!("{} after {iterations} iteration{plural} in {:.1} s: {scores}", name(run.reason, metric), run.seconds)
}

/// Puts the summary on standard output, unless the report or the model goes there: its reader shall find nothing else.
fn tell(output: &OutputArgs, summary: &str) -> Result<(), ProjectError> {
    if [&output.json, &output.save].into_iter().flatten().any(|path| places::is_stdout(path)) {
        output::say(summary);
        return Ok(());
    }
    output::results(format!("{summary}\n").as_bytes())
}

/// Checks the places of report and model against each other and against everything that is read.
fn check_places(input: &Input, args: &RunArgs) -> anyhow::Result<()> {
    let files = input.paths();
    let lists = [&input.text, &input.target_text].into_iter().filter_map(places::stop_words);
    let others = [input.read.vocabulary.as_deref(), args.split.from().map(PathBuf::as_path)];
    let vectors = input.vectors.iter().flat_map(VectorFiles::paths);
    let others = others.into_iter().flatten().chain(lists).chain(vectors);
    let read: Vec<&Path> = files.iter().map(PathBuf::as_path).chain(others).collect();
    places::check(&[("--json", args.output.json.as_deref()), ("--save", args.output.save.as_deref())], &read)
}

/// What is trained on, as it is told before training.
fn extent(data: &Dataset) -> String {
    let (training, words) = (data.split.train.len(), data.words.len());
    match &data.corpus.task {
        Task::Pairs(pairs) => {
            let (all, source) = (pairs.matched().count(), data.source_words);
            format!("{} of {all} pairs with {source} source and {} target words", training / 2, words - source)
        }
        _ => format!("{training} of {} documents with {words} words", data.corpus.len()),
    }
}
