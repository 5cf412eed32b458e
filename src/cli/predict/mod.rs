//! `wordfield predict`: classifies new documents with a saved model.
//!
//! One line a document: where it stands, its class where the file names one, the predicted class, and the decision of
//! each pair of classes (positive speaks for the first). Lines go to standard output or a file; what is to be said
//! about them goes to standard error.

mod unlabelled;

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use clap::Args;

use super::{Ending, corpus::ReadArgs, interrupt};
use crate::corpus::{RawDocument, read};
use crate::metric;
use crate::model::smm::Prediction;
use crate::project::{ProjectError, SavedModel, load_model, write_atomically};

/// Arguments of `predict`.
#[derive(Args, Debug)]
pub(super) struct PredictArgs {
    /// A model saved by `train smm --save`
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Files to classify
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    corpus: Vec<PathBuf>,
    #[command(flatten)]
    read: ReadArgs,
    /// The files hold no classes: each line of a text file is a document, and nothing is compared with the prediction
    #[arg(long)]
    no_labels: bool,
    /// Write the table here instead of to standard output
    #[arg(long, value_name = "TSV")]
    out: Option<PathBuf>,
}

/// Loads, reads, classifies, writes.
pub(super) fn run(args: &PredictArgs) -> anyhow::Result<Ending> {
    let saved = load_model(&args.model)?;
    let cancel = interrupt::listen(|| {})?;
    let options = args.read.options();
    let documents = if args.no_labels && unlabelled::are_lines(&args.corpus, &options) {
        unlabelled::read(&args.corpus, &options)?
    } else {
        match read(&args.corpus, &options, &cancel) {
            Err(_) if cancel.is_cancelled() => return Ok(Ending::Interrupted),
            outcome => {
                let raw = outcome?;
                raw.notes.iter().for_each(|note| eprintln!("note: {note}"));
                raw.documents
            }
        }
    };
    let prediction = saved.predict(&documents)?;
    let labels = !args.no_labels;
    let table = table(&saved, &documents, &prediction, labels)?;
    match &args.out {
        Some(path) => write_atomically(path, &table)?,
        None => match io::stdout().write_all(&table) {
            // Whoever reads has seen enough.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
            outcome => outcome.map_err(|source| ProjectError::Write { path: "standard output".into(), source })?,
        },
    }
    if labels {
        say_accuracy(&saved, &documents, &prediction);
    }
    Ok(Ending::Done)
}

fn table(saved: &SavedModel, documents: &[RawDocument], prediction: &Prediction, labels: bool) -> anyhow::Result<Vec<u8>> {
    let classes = &saved.machine.classes;
    let mut table = csv::WriterBuilder::new().delimiter(b'\t').from_writer(Vec::new());
    let mut header = vec!["document".to_owned()];
    header.extend(labels.then(|| "class".to_owned()));
    header.push("predicted".to_owned());
    header.extend(saved.machine.pairs.iter().map(|&(a, b)| format!("{} | {}", classes[a], classes[b])));
    table.write_record(&header)?;
    for (row, document) in documents.iter().enumerate() {
        let mut record = vec![document.title.clone()];
        record.extend(labels.then(|| document.label.clone()));
        record.push(classes[prediction.predicted[row]].clone());
        record.extend(prediction.decisions.row(row).iter().map(ToString::to_string));
        table.write_record(&record)?;
    }
    Ok(table.into_inner()?)
}

fn say_accuracy(saved: &SavedModel, documents: &[RawDocument], prediction: &Prediction) {
    let (mut truth, mut said) = (Vec::new(), Vec::new());
    for (document, &predicted) in documents.iter().zip(&prediction.predicted) {
        if let Some(class) = saved.machine.classes.iter().position(|class| *class == document.label) {
            truth.push(class);
            said.push(predicted);
        }
    }
    let unknown = documents.len() - truth.len();
    if unknown > 0 {
        eprintln!("note: {unknown} documents are of a class the model does not know and are not counted.");
    }
    if let Some(accuracy) = metric::accuracy(&truth, &said) {
        eprintln!("{} documents, {:.2} % right", truth.len(), 100.0 * accuracy);
    }
}
