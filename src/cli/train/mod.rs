//! `wordfield train smm`: from files to a report and a saved model, without a window.

mod args;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::corpus::{ReadArgs, TextArgs};
use super::progress::{Bar, accuracies};
use super::{Ending, interrupt, sizes};
use crate::corpus::{Cancel, Corpus, CorpusError, Dataset, Lexicon, Size, SplitOptions, Threshold, VocabularyOptions, read};
use crate::model::smm::{CheckedSmm, Smm};
use crate::model::{Machine, Model, Scores, StopReason};
use crate::project::{Metrics, Report, SavedModel, save_model, write_report};
use crate::train::{Command, Curves, Event, RunState, Trainer};

/// Arguments of `train smm`.
#[derive(Args, Debug)]
pub(super) struct SmmArgs {
    /// Files to train on, or one folder with a folder for each class
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    corpus: Vec<PathBuf>,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    text: TextArgs,
    /// Training documents: a number, or a share such as 60%
    #[arg(long, value_name = "N", value_parser = sizes::size, help_heading = "Split")]
    train: Option<Size>,
    /// Development documents
    #[arg(long, value_name = "N", value_parser = sizes::size, help_heading = "Split")]
    dev: Option<Size>,
    /// Test documents; all the others where not given
    #[arg(long, value_name = "N", value_parser = sizes::size, help_heading = "Split")]
    test: Option<Size>,
    /// Draw without keeping each class's share in every part
    #[arg(long, help_heading = "Split")]
    no_stratify: bool,
    /// Take the split of a report written by --json instead of drawing one
    #[arg(long, value_name = "JSON", conflicts_with_all = ["train", "dev", "test", "no_stratify"], help_heading = "Split")]
    split: Option<PathBuf>,
    /// Keep words in at least so many training documents, or in a share such as 1%
    #[arg(long, value_name = "N", value_parser = sizes::threshold, help_heading = "Words")]
    threshold: Option<Threshold>,
    /// Keep at most so many words, those in most documents first
    #[arg(long, value_name = "N", help_heading = "Words")]
    max_words: Option<usize>,
    /// Seed of the split, the start and word dropout
    #[arg(long, value_name = "S", default_value_t = 0, help_heading = "Model")]
    seed: u64,
    /// Latent dimensions
    #[arg(long, value_name = "Q", default_value_t = 2, help_heading = "Model")]
    q: usize,
    /// The set of parameters to start from
    #[arg(long, value_enum, default_value = "default", help_heading = "Model")]
    preset: PresetArg,
    /// Set a parameter, as in --set gamma=0.5
    #[arg(long, value_name = "KEY=VALUE", help_heading = "Model")]
    set: Vec<String>,
    /// Iterations at most [default: 500, or 100 for optimisers that make several steps in each]
    #[arg(long, value_name = "K", help_heading = "Training")]
    iterations: Option<usize>,
    /// Stop after so many evaluations without a better development accuracy and take the best back; 0 never
    /// [default: 20 for the default preset with a development part, 0 otherwise]
    #[arg(long, value_name = "N", help_heading = "Training")]
    patience: Option<usize>,
    /// Write a report
    #[arg(long, value_name = "OUT", help_heading = "Output")]
    json: Option<PathBuf>,
    /// Save the model; gzipped where the name ends in .gz
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    save: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PresetArg {
    /// What was best on development parts
    Default,
    /// As printed in the papers
    Paper,
}

/// What woke the main thread.
enum Wake {
    News,
    Interrupt,
}

/// Reads, trains, reports, saves.
pub(super) fn run(args: &SmmArgs) -> anyhow::Result<Ending> {
    let params = args.params()?;
    for path in [&args.json, &args.save].into_iter().flatten() {
        check_place(path)?;
    }
    let (wake, woken) = channel();
    let interrupted = wake.clone();
    let cancel = interrupt::listen(move || {
        // Nobody listens any more only when the program is about to end.
        let _ = interrupted.send(Wake::Interrupt);
    })?;

    let split = args.split()?;
    let vocabulary = args.vocabulary();
    let dataset = match dataset(args, &params, &split, &vocabulary, &cancel) {
        Err(error) if cancel.is_cancelled() => {
            eprintln!("interrupted before training ({error:#}): nothing was saved");
            return Ok(Ending::Interrupted);
        }
        outcome => Arc::new(outcome?),
    };
    for note in &dataset.notes {
        eprintln!("note: {note}");
    }
    let (training, documents, words) = (dataset.split.train.len(), dataset.corpus.len(), dataset.words.len());
    eprintln!("training on {training} of {documents} documents with {words} words; Ctrl-C stops and saves");

    let options = args.training(&params, &dataset);
    let (data, machine) = (Arc::clone(&dataset), params.clone());
    let best = options.patience.is_some();
    let make = move || Ok(Box::new(Smm::new(data, machine)?) as Box<dyn Model>);
    let trainer = Trainer::spawn(0, make, options.clone(), move || {
        let _ = wake.send(Wake::News);
    })
    .context("no thread to train on: close other programs and try again")?;
    let run = watch(&trainer, &woken, options.max_iterations.unwrap_or_default())?;
    let curves = trainer.history().curves();
    let Some(Machine::Smm(machine)) = trainer.machine().as_deref().cloned() else {
        bail!("the trained model could not be evaluated: lower the step size or raise rho, then train again");
    };

    let metrics = Metrics::of(&dataset, &machine.predict(&dataset.weights).predicted);
    let parts = Scores { train: metrics.train.accuracy, dev: metrics.dev.accuracy, test: metrics.test.accuracy };
    println!("{} after {} iterations in {:.1} s: {}", name(run.reason), curves.objective.len(), run.seconds, accuracies(&parts));
    if let Some(path) = &args.json {
        let parameters = args.parameters(&params, &split, &vocabulary, &options);
        write_report(path, &report(&dataset, &metrics, curves.clone(), &run, best, parameters))?;
    }
    if let Some(path) = &args.save {
        let lexicon = Lexicon::of(&dataset);
        let (corpus, iterations) = (dataset.corpus.name.clone(), curves.objective.len());
        save_model(path, &SavedModel { corpus, iterations, metrics, lexicon, machine })?;
    }
    Ok(if run.reason == StopReason::User { Ending::Interrupted } else { Ending::Done })
}

fn dataset(
    args: &SmmArgs,
    params: &CheckedSmm,
    split: &SplitOptions,
    vocabulary: &VocabularyOptions,
    cancel: &Cancel,
) -> anyhow::Result<Dataset> {
    let named = |error: CorpusError| {
        // Errors of reading name their file themselves.
        anyhow::Error::new(error).context(list(&args.corpus))
    };
    let raw = read(&args.corpus, &args.read.options(), cancel)?;
    let corpus = Corpus::build(raw, &args.text.options()).map_err(named)?;
    Dataset::build(Arc::new(corpus), split, vocabulary, params.get().weighting).map_err(named)
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
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

/// How a run went.
struct Run {
    reason: StopReason,
    seconds: f64,
}

/// Shows the run until it ends; an interrupt stops it.
fn watch(trainer: &Trainer, woken: &Receiver<Wake>, iterations: usize) -> anyhow::Result<Run> {
    let bar = Bar::new(iterations);
    let mut started = Instant::now();
    loop {
        match woken.recv() {
            Ok(Wake::News) => {}
            Ok(Wake::Interrupt) => trainer.send(Command::Stop),
            Err(_) => bail!("training ended without a word: train again, and report this message if it stays"),
        }
        for event in trainer.events() {
            match event {
                Event::State(RunState::Running) => started = Instant::now(),
                Event::Progress(progress) => bar.show(&progress),
                Event::Failed(message) => bail!(message),
                Event::State(RunState::Stopped(reason)) => {
                    bar.finish();
                    return Ok(Run { reason, seconds: started.elapsed().as_secs_f64() });
                }
                Event::State(_) | Event::Kept | Event::Changed(_) | Event::Rejected(_) => {}
            }
        }
    }
}

fn name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::IterationLimit => "reached its limit",
        StopReason::Converged => "converged",
        StopReason::EarlyStop => "stopped early at the best development accuracy",
        StopReason::User => "interrupted",
    }
}

fn report(data: &Dataset, metrics: &Metrics, curves: Curves, run: &Run, best: bool, parameters: serde_json::Value) -> Report {
    let mut top: Option<(usize, f64)> = None;
    for (iteration, scores) in &curves.scores {
        if let Some(dev) = scores.dev.filter(|&dev| best && top.is_none_or(|(_, top)| dev > top)) {
            top = Some((*iteration, dev));
        }
    }
    Report {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        model: "smm".to_owned(),
        corpus: data.corpus.name.clone(),
        documents: data.corpus.len(),
        vocabulary: data.words.len(),
        classes: data.corpus.classes.clone(),
        split: data.split.clone(),
        metrics: metrics.clone(),
        iterations: curves.objective.len(),
        objective: curves.objective,
        scores: curves.scores,
        best_iteration: top.map(|(iteration, _)| iteration),
        seconds: run.seconds,
        stop_reason: run.reason,
        parameters,
        notes: data.notes.clone(),
    }
}
