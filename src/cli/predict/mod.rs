//! Command `wordfield predict`: classifies or rates new documents with a saved model.
//!
//! The output has one line per document, on standard output or in a file; messages go to standard error.

mod classes;
mod ratings;

pub(super) use ratings::with_interval;

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, ensure};
use clap::Args;

use super::{
    corpus::{LabelArgs, RatingArgs, ReadArgs, check_used},
    interrupt::{self, unless_cancelled},
    known, output, places,
    stop_words::{StopWordArgs, supply},
    table::TableArgs,
};
use wordfield_core::corpus::{Cancel, Columns, ErrorKind, RawDocument, Side, Task, TaskKind, read, read_unlabelled};
use wordfield_core::experiment::unused_vocabulary;
use wordfield_core::model::FittedRef;
use wordfield_core::project::load_model;

/// Arguments of `predict`.
#[derive(Args, Debug)]
pub(super) struct PredictArgs {
    /// A model saved by `train smm --save` or `train gp --save`
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Files of documents to classify or rate
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    corpus: Vec<PathBuf>,
    /// The files hold documents alone, in a text file one a line: nothing is compared with the prediction
    #[arg(long, conflicts_with_all = ["label_column", "target"])]
    no_labels: bool,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    label: LabelArgs,
    #[command(flatten)]
    rating: RatingArgs,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    stop_words: StopWordArgs,
}

/// Documents to predict, with classes or ratings if their files contain them.
struct PredictInputs {
    /// Documents to predict, with those without a class or rating last.
    documents: Vec<RawDocument>,
    /// Number of documents with a class or rating; `None` if the files are read without labels.
    labelled: Option<usize>,
    task: Task,
    /// Columns of the files besides text and label.
    columns: Columns,
}

/// Runs `predict`: loads the model, reads the documents, predicts, and writes the table.
pub(super) fn run(args: &PredictArgs) -> anyhow::Result<()> {
    let files = [&args.model].into_iter().chain(&args.corpus).map(PathBuf::as_path);
    let vocabulary = args.read.options(None).vocabulary;
    let stop_words = args.stop_words.stop_words.as_deref();
    let read: Vec<&Path> = files.chain(vocabulary.as_deref()).chain(stop_words).collect();
    places::check(&[("--out", args.table.path())], &read)?;
    let mut saved = load_model(&args.model)?;
    let task = saved.kind().info().task;
    if task == TaskKind::Pairs {
        bail!(
            "{file}: holds {}: use `wordfield match {file} --source FILE --target FILE`",
            saved.kind().info().title,
            file = args.model.display()
        );
    }
    supply(&mut saved.lexicon, Side::Source, stop_words)?;
    let (cancel, _) = interrupt::listen()?;
    let given = unless_cancelled(&cancel, documents(args, task, &cancel))?;
    let weights = saved.lexicon.weights_of(&given.documents)?;
    match saved.fitted.fitted_ref() {
        FittedRef::Regressor(fitted) => ratings::write(fitted, &given, &weights, &args.table)?,
        FittedRef::Classifier(fitted) => classes::write(fitted, saved.calibration, &given, &weights, &args.table)?,
        FittedRef::Matcher(_) => {}
    }
    known::tell_unknown("documents", &weights, &given.documents);
    Ok(())
}

/// Refuses predictions that are not finite, which models of earlier versions may make.
fn check_finite(are_finite: bool) -> anyhow::Result<()> {
    ensure!(
        are_finite,
        "the model's predictions are not finite numbers: its offsets or degrees are too large; train one with smaller values"
    );
    Ok(())
}

fn documents(args: &PredictArgs, task: TaskKind, cancel: &Cancel) -> anyhow::Result<PredictInputs> {
    let options = args.read.labelled(&args.label, &args.rating, Some(task));
    if args.no_labels {
        let (documents, notes) = read_unlabelled(&args.corpus, &options, cancel)?;
        notes.iter().for_each(output::note);
        let columns = RawDocument::columns(&documents, false);
        return Ok(PredictInputs { documents, labelled: None, task: Task::Classes, columns });
    }
    let raw = read(&args.corpus, &options, cancel).map_err(|error| match error.kind {
        ErrorKind::Format | ErrorKind::Choice | ErrorKind::Column => {
            anyhow!("{error}; where the files hold documents alone, give --no-labels")
        }
        _ => error.into(),
    })?;
    check_used(&options, raw.format)?;
    for note in raw.notes.iter().chain(&unused_vocabulary(&options, raw.format)) {
        output::note(note);
    }
    let labelled = raw.documents.len() - raw.unlabelled;
    let columns = RawDocument::columns(&raw.documents, raw.task.pairs().is_some());
    Ok(PredictInputs { documents: raw.documents, labelled: Some(labelled), task: raw.task, columns })
}
