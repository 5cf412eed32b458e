//! Command `wordfield export`: writes the content of a saved model in a format of other programs.
//!
//! The format determines the contents, except for formats of tables, whose contents are set by `--what`.
//! Words come from the model, their classes and counts from its corpus if it is found; all other contents need the corpus.

mod dictionary;
mod pairs;
mod words;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

use self::{dictionary::DictionaryArgs, pairs::PairArgs, words::WordArgs};
use super::{
    Usage,
    corpus::WhereArgs,
    documents::DocumentArgs,
    interrupt::{self, unless_cancelled},
    output, places,
    progress::Bytes,
    table::for_spreadsheets,
};
use wordfield_core::{
    cancel,
    corpus::{Cancel, Dataset},
    model::Snapshot,
    project::{Inputs, SavedModel, load_model},
};
use wordfield_output::{Arrays, ExportError, ExportKind, Exporter, ModelArrays, Sink, Table, documents, exporter, exporters};

/// Arguments of `export`.
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(super) struct ExportArgs {
    /// A model saved by `train --save` or by the window
    #[arg(value_name = "MODEL", required_unless_present = "list")]
    model: Option<PathBuf>,
    /// Format of the file
    #[arg(long = "as", id = "as", value_name = "FORMAT", required_unless_present = "list", value_parser = formats())]
    format: Option<&'static str>,
    /// File to write; the other files of a format are named after it
    #[arg(long, value_name = "PATH", required_unless_present = "list")]
    out: Option<PathBuf>,
    /// Contents of a table [default: words]
    #[arg(long, value_parser = contents_of_tables())]
    what: Option<&'static ExportContents>,
    /// Add the kernel matrix of all documents to the arrays
    #[arg(long)]
    gram: bool,
    /// In csv and tsv, write an apostrophe before texts that spreadsheets take for formulas: those that begin with =, +, - or @
    #[arg(long)]
    safe_cells: bool,
    /// List the formats, what they hold and who reads them
    #[arg(long, conflicts_with_all = ["model", "as", "out", "what"])]
    list: bool,
    #[command(flatten)]
    words: WordArgs,
    #[command(flatten)]
    pairs: PairArgs,
    #[command(flatten)]
    dictionary: DictionaryArgs,
    #[command(flatten)]
    documents: DocumentArgs,
    #[command(flatten)]
    kept: WhereArgs,
}

/// Contents of an export. To add new ones, add a file with their row, and the row to [`CONTENTS`].
#[derive(Debug)]
struct ExportContents {
    /// Name of the contents in `--what`.
    name: &'static str,
    /// Help on the contents in `--what`; empty if they are no table.
    help: &'static str,
    /// Whether an export format is for these contents only.
    is_own: fn(&Exporter) -> bool,
    /// Name of the first option in use that belongs to these contents.
    given: fn(&ExportArgs) -> Option<&'static str>,
    /// Function that makes the contents of the export and writes them.
    write: fn(&Job<'_>, Sink<'_>) -> anyhow::Result<()>,
}

/// All kinds of export contents, of which the first is the default table.
static CONTENTS: &[ExportContents] = &[words::WORDS, DOCUMENTS, pairs::PAIRS, dictionary::DICTIONARY, ARRAYS];

/// Export of the corpus's documents with their predictions.
const DOCUMENTS: ExportContents = ExportContents {
    name: "documents",
    help: "Documents of the corpus: text, part, label, prediction, every decision",
    is_own: |_| false,
    given: |args| args.kept.filter.as_ref().map(|_| "--where"),
    write: write_documents,
};

/// Export of a model's arrays: positions, predictions, kernel matrix, split.
const ARRAYS: ExportContents = ExportContents {
    name: "arrays",
    help: "",
    is_own: Exporter::is_of::<Arrays>,
    given: |args| args.gram.then_some("--gram"),
    write: write_arrays,
};

fn write_documents(job: &Job<'_>, sink: Sink<'_>) -> anyhow::Result<()> {
    let data = job.dataset()?;
    let kept = job.args.kept.kept(&data.corpus)?;
    let snapshot = job.snapshot(&data)?;
    let rows = (0..data.corpus.len()).filter(|&document| kept[document]).collect();
    job.write_table(&documents(&data, &snapshot.predictions).in_order(Arc::new(rows)), sink)
}

fn write_arrays(job: &Job<'_>, sink: Sink<'_>) -> anyhow::Result<()> {
    let data = job.dataset()?;
    let snapshot = job.snapshot(&data)?;
    let (arrays, left_out) = ModelArrays::of(data, Arc::new(snapshot), job.args.gram.then(|| job.args.documents.memory()));
    if let Some(reason) = left_out {
        output::note(format_args!("gram is left out: {reason}."));
    }
    Ok(Arrays::write(&arrays.arrays(), job.exporter, sink)?)
}

/// Export of a saved model: arguments, model and format.
struct Job<'a> {
    args: &'a ExportArgs,
    /// Path of the saved model.
    model: &'a Path,
    saved: &'a SavedModel,
    exporter: &'a Exporter,
    cancel: &'a Cancel,
}

impl Job<'_> {
    /// Writes contents in the format of the export.
    fn write<K: ExportKind>(&self, contents: &K::Contents<'_>, sink: Sink<'_>) -> anyhow::Result<()> {
        match K::as_table(contents).filter(|_| self.exporter.is_of::<Table>()) {
            Some(table) => self.write_table(&table, sink),
            None => Ok(K::write(contents, self.exporter, sink)?),
        }
    }

    fn write_table(&self, table: &Table<'_>, sink: Sink<'_>) -> anyhow::Result<()> {
        let table = for_spreadsheets(table, self.exporter, self.args.safe_cells)?;
        Ok(Table::write(&table, self.exporter, sink)?)
    }

    /// Reads the dataset of the model's corpus.
    fn dataset(&self) -> anyhow::Result<Arc<Dataset>> {
        self.args.documents.dataset(self.saved, self.model, self.cancel)
    }

    /// Snapshot of the model on a corpus.
    fn snapshot(&self, data: &Arc<Dataset>) -> anyhow::Result<Snapshot> {
        let memory = self.args.documents.memory();
        Ok(self.saved.fitted.resume_within(Arc::clone(data), self.saved.iterations, memory)?.snapshot())
    }
}

/// Contents that only the given format can hold; `None` for table formats.
fn alone_in(exporter: &Exporter) -> Option<&'static ExportContents> {
    CONTENTS.iter().find(|what| (what.is_own)(exporter))
}

/// Contents that can be exported as tables.
fn of_tables() -> impl Iterator<Item = &'static ExportContents> {
    CONTENTS.iter().filter(|what| !what.help.is_empty())
}

/// Formats that `export` can write.
fn exportable() -> impl Iterator<Item = &'static Exporter> {
    exporters().filter(|row| row.is_of::<Table>() || alone_in(row).is_some())
}

/// Parser for the name of an export format, whose help states which programs read it.
fn formats() -> impl TypedValueParser<Value = &'static str> {
    let value = |row: &'static Exporter| PossibleValue::new(row.name).help(format!("{}: {}", row.title, row.readers));
    PossibleValuesParser::new(exportable().map(value)).map(|name| exporter(&name).map_or("", |row| row.name))
}

/// Parser for the name of table contents.
fn contents_of_tables() -> impl TypedValueParser<Value = &'static ExportContents> {
    let value = |what: &'static ExportContents| PossibleValue::new(what.name).help(what.help);
    let of = |name: String| of_tables().find(|what| what.name == name).unwrap_or(&CONTENTS[0]);
    PossibleValuesParser::new(of_tables().map(value)).map(of)
}

/// Names of the contents that are tables, as in "words, documents or pairs".
fn names_of_tables() -> String {
    let names: Vec<&str> = of_tables().map(|what| what.name).collect();
    names.split_last().map_or_else(String::new, |(last, rest)| format!("{} or {last}", rest.join(", ")))
}

fn after_help() -> String {
    let tables: Vec<&str> = Table::formats().iter().map(|row| row.name).collect();
    format!(
        "Formats of tables ({}) hold {}: choose with --what.\n\
         The other formats hold one of them. `wordfield export --list` lists all.",
        tables.join(", "),
        names_of_tables()
    )
}

/// Runs `export`: writes one file, or all files of one format.
pub(super) fn run(args: &ExportArgs) -> anyhow::Result<()> {
    let (Some(model), Some(out), Some(exporter)) = (&args.model, &args.out, args.format.and_then(exporter)) else {
        return list();
    };
    let what = contents(args, exporter)?;
    check_used(args, what, exporter)?;
    let (cancel, flag) = interrupt::listen()?;
    let written = cancel::with(&flag, || write(args, model, out, (what, exporter), &cancel));
    if written.is_err() && cancel.is_cancelled() {
        output::say(ExportError::Cancelled);
    }
    unless_cancelled(&cancel, written)
}

/// Makes the contents of an export and writes them to their file.
fn write(
    args: &ExportArgs,
    model: &Path,
    out: &Path,
    (what, exporter): (&ExportContents, &Exporter),
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let saved = load_model(model)?;
    let corpus = args.documents.paths(&saved, model);
    let lists = [args.words.words.as_deref(), args.dictionary.precision_against.as_deref()].into_iter().flatten();
    let read: Vec<&Path> = [model].into_iter().chain(lists).chain(corpus.iter().map(PathBuf::as_path)).collect();
    places::check(&[("--out", Some(out))], &read)?;
    let (inputs, written) = (Inputs::new(read.iter().copied()), Arc::default());
    let sink = Sink::new(out, &inputs, Arc::clone(&written))?;
    let _progress = Bytes::new(written);
    (what.write)(&Job { args, model, saved: &saved, exporter, cancel }, sink)
}

/// Contents that the arguments choose for an export.
fn contents(args: &ExportArgs, exporter: &Exporter) -> Result<&'static ExportContents, Usage> {
    match (alone_in(exporter), args.what) {
        (Some(of), Some(what)) if of.name != what.name => {
            let (name, of, what) = (exporter.name, of.name, what.name);
            Err(Usage(format!("--what {what}: the format {name} holds {of}: leave out --what, or choose another format")))
        }
        (of, what) => Ok(of.or(what).unwrap_or(&CONTENTS[0])),
    }
}

/// Refuses options that belong to other contents than the exported ones.
fn check_used(args: &ExportArgs, what: &ExportContents, exporter: &Exporter) -> Result<(), Usage> {
    for of in CONTENTS.iter().filter(|of| of.name != what.name) {
        if let Some(option) = (of.given)(args) {
            let (of, what) = (of.name, what.name);
            return Err(Usage(format!("{option} belongs to an export of {of}, and this is one of {what}: leave it out")));
        }
    }
    if args.safe_cells && !exporter.is_of::<Table>() {
        return Err(Usage("--safe-cells: is for csv and tsv: leave it out".to_owned()));
    }
    words::check_corpus(args, what, exporter)?;
    if args.documents.reads_unnamed() {
        let reason = "the corpus is read as the model was trained on it, unless --corpus names files";
        return Err(Usage(format!("options of reading: no effect here: {reason}; leave them out")));
    }
    Ok(())
}

/// Prints the list of export formats.
fn list() -> anyhow::Result<()> {
    let rows: Vec<&Exporter> = exportable().collect();
    let tables = names_of_tables();
    let holds = |row: &Exporter| alone_in(row).map_or(tables.as_str(), |what| what.name);
    let table = Table::new("formats", rows.len())
        .text("format", |row| rows[row].name)
        .text("extension", |row| rows[row].extension)
        .text("holds", |row| holds(rows[row]))
        .text("title", |row| rows[row].title)
        .text("read by", |row| rows[row].readers);
    if let Some(tsv) = exporter("tsv") {
        output::results(&Table::bytes(&table, tsv)?)?;
    }
    Ok(())
}
