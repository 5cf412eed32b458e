//! `wordfield train`: from files to a report and a saved model, without a window. The three models differ in the files
//! they are given; the rest is one way for all.

mod args;
mod files;
mod report;
mod watch;

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::channel;

use anyhow::{Context, bail};

pub(super) use self::args::{GpArgs, MatchArgs, SmmArgs};
use self::{
    args::RunArgs,
    files::{Files, Input},
    report::Choices,
    watch::{Wake, name, watch},
};
use super::progress::{Bar, scores_of};
use super::{Ending, interrupt};
use crate::corpus::{Dataset, Task};
use crate::model::{Kind, StopReason, Trained};
use crate::project::{SavedModel, save_model, write_report};
use crate::train::Trainer;

/// Trains a latent SMM.
pub(super) fn smm(args: &SmmArgs) -> anyhow::Result<Ending> {
    let mut input = Input::new(Kind::Smm, Files::One(args.corpus.clone()), &args.run);
    input.read.label_column.clone_from(&args.label.label_column);
    run(Kind::Smm, &input, &args.run)
}

/// Trains a GP-LVSM.
pub(super) fn gp(args: &GpArgs) -> anyhow::Result<Ending> {
    let mut input = Input::new(Kind::Gp, Files::One(args.corpus.clone()), &args.run);
    input.read.target_columns.clone_from(&args.rating.target);
    run(Kind::Gp, &input, &args.run)
}

/// Trains a matching.
pub(super) fn matching(args: &MatchArgs) -> anyhow::Result<Ending> {
    let files = match (&args.sides.source, &args.sides.target, &args.sides.pairs) {
        (Some(source), Some(target), _) => Files::Sides(source.clone(), target.clone()),
        (_, _, pairs) => Files::One(pairs.iter().cloned().collect()),
    };
    let mut input = Input::new(Kind::Matching, files, &args.run);
    input.target_text = args.target_text.options(&input.text);
    run(Kind::Matching, &input, &args.run)
}

/// Reads, trains, reports, saves.
fn run(kind: Kind, input: &Input, args: &RunArgs) -> anyhow::Result<Ending> {
    let (params, merit) = (args.model.params(kind)?, kind.merit());
    for path in [&args.output.json, &args.output.save].into_iter().flatten() {
        check_place(path)?;
    }
    let (wake, woken) = channel();
    let interrupted = wake.clone();
    let cancel = interrupt::listen(move || {
        // Nobody listens any more only when the program is about to end.
        let _ = interrupted.send(Wake::Interrupt);
    })?;

    let (split, vocabulary) = (args.split.options(args.model.seed)?, args.vocabulary.options());
    let dataset = match input.dataset(&params, &split, &vocabulary, &cancel) {
        Err(error) if cancel.is_cancelled() => {
            eprintln!("interrupted before training ({error:#}): nothing was saved");
            return Ok(Ending::Interrupted);
        }
        outcome => Arc::new(outcome?),
    };
    let mut notes = dataset.notes.clone();
    for note in &notes {
        eprintln!("note: {note}");
    }
    eprintln!("training on {}; Ctrl-C stops and saves", extent(&dataset));

    let training = args.training.options(&params, &dataset);
    let (data, start) = (Arc::clone(&dataset), params.clone());
    let trainer = Trainer::spawn(
        0,
        move || start.start(data),
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
    drop(trainer);
    if let Some(note) = jitter(&machine) {
        eprintln!("note: {note}");
        notes.push(note);
    }

    let saved = SavedModel::of(&dataset, machine, curves.objective.len());
    let (iterations, seconds, scores) = (saved.iterations, run.seconds, scores_of(merit, &saved.metrics.scores()));
    let plural = if iterations == 1 { "" } else { "s" };
    println!("{} after {iterations} iteration{plural} in {seconds:.1} s: {scores}", name(run.reason, merit));
    if let Some(path) = &args.output.json {
        let choices = Choices { args, input, params: &params, split: &split, vocabulary: &vocabulary, training: &training };
        write_report(path, &choices.report(&dataset, &saved.metrics, curves, &run, notes))?;
    }
    if let Some(path) = &args.output.save {
        save_model(path, &saved)?;
    }
    Ok(if run.reason == StopReason::User { Ending::Interrupted } else { Ending::Done })
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

/// A covariance that had to be changed is told of, never passed over.
fn jitter(machine: &Trained) -> Option<String> {
    let Trained::Gp(machine) = machine else { return None };
    (machine.jitter > 0.0).then(|| {
        format!(
            "{:e} was added to the diagonal of the documents' covariance, which has no Cholesky factor otherwise: documents \
             are nearly alike and noise nearly none.",
            machine.jitter
        )
    })
}

/// Refuses a place that cannot be written to before hours are spent on what goes there.
fn check_place(path: &Path) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if path.is_dir() {
        bail!("{}: is a folder: name a file in it", path.display());
    }
    if !folder.is_dir() {
        bail!("{}: there is no folder {}: make it first or choose another place", path.display(), folder.display());
    }
    Ok(())
}
