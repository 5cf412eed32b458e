//! `wordfield train`: from files to a report and a saved model, without a window. Tasks differ in the files they are
//! given; the rest is one way for all models.

mod args;
mod command;
mod files;
mod report;
mod verdict;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;

use anyhow::{Context, bail};

pub(super) use self::command::TrainCommand;
use self::{
    args::{OutputArgs, RunArgs},
    command::TaskArgs,
    files::{Files, Input},
    report::Choices,
    watch::{Run, Wake, name, watch},
};
use super::model::Vectors;
use super::progress::{Bar, scores_of};
use super::{Ending, interrupt, output, places};
use crate::corpus::{Dataset, Task, VectorFiles};
use crate::model::{Kind, StopReason};
use crate::project::{ProjectError, SavedModel, save_model, write_report};
use crate::train::Trainer;

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
fn run(kind: Kind, input: &Input, args: &RunArgs) -> anyhow::Result<Ending> {
    let (params, merit) =
        (args.model.params(kind, if input.vectors.is_some() { Vectors::Unread } else { Vectors::None })?, kind.spec().merit);
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
    let params = match &dataset.vectors {
        Some(vectors) => args.model.params(kind, Vectors::Of(vectors.dimension()))?,
        None => params,
    };
    let mut notes = dataset.notes.clone();
    for note in &notes {
        output::note(note);
    }
    output::say(format_args!("training on {}; Ctrl-C stops and saves", extent(&dataset)));

    let training = args.training.options(&params, &dataset);
    let (data, start, memory) = (Arc::clone(&dataset), params.clone(), args.model.memory());
    let trainer = Trainer::spawn(
        0,
        move || start.start_within(data, memory),
        training.clone(),
        move || {
            let _ = wake.send(Wake::News);
        },
    )
    .context("no thread to train on: close other programs and try again")?;
    let bar = Bar::new(training.max_iterations.unwrap_or_default(), merit);
    let run = watch(&trainer, &woken, &bar)?;
    let curves = trainer.history().curves();
    let Some(machine) = trainer.trained().as_deref().cloned() else {
        bail!("the trained model could not be evaluated: lower the step size or raise rho, then train again");
    };
    let taken_at = trainer.trained_at();
    drop(trainer);
    if let Some(note) = machine.note() {
        output::note(&note);
        notes.push(note);
    }

    let saved = SavedModel::of(&dataset, machine, curves.objective.len()).taken_at(taken_at.map(|[_, of]| of));
    let mut summary = vec![summary(kind, &saved, &run)];
    let verdict = verdict::no_better(&dataset, &saved.metrics);
    summary.extend(verdict.iter().cloned());
    notes.extend(verdict);

    // Saved first, each by itself: neither the other's failure nor a reader that is gone shall cost what was learned.
    let choices =
        Choices { args, input, vectors: &vectors, params: &params, split: &split, vocabulary: &vocabulary, training: &training };
    let OutputArgs { json, save } = &args.output;
    let model = save.as_deref().map(|path| save_model(path, &saved));
    let report = json.as_deref().map(|path| write_report(path, &choices.report(&dataset, &saved.metrics, curves, &run, notes)));
    let told = tell(&args.output, &summary.join("\n"));
    // The terminal may have gone with whoever interrupted.
    let interrupted = run.reason == StopReason::User;
    let outcomes = [model, report, Some(told).filter(|_| !interrupted)].into_iter().flatten();
    let failed: Vec<String> = outcomes.filter_map(Result::err).map(|error| error.to_string()).collect();
    if !failed.is_empty() {
        bail!(failed.join("; and "));
    }
    Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
}

/// What became of a run, in a line.
fn summary(kind: Kind, saved: &SavedModel, run: &Run) -> String {
    let (iterations, merit) = (saved.iterations, kind.spec().merit);
    let plural = if iterations == 1 { "" } else { "s" };
    let scores = scores_of(merit, &saved.metrics.scores());
    format!("{} after {iterations} iteration{plural} in {:.1} s: {scores}", name(run.reason, merit), run.seconds)
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
