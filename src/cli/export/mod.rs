//! `wordfield export`: writes what a saved model has learned in a format of other programs.
//!
//! The format decides the contents, except for formats of tables, whose contents `--what` chooses. Words come from the
//! model, their classes and counts from its corpus where that is found; everything else needs the corpus.

mod dictionary;
mod pairs;
mod words;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::{
    Args, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

use self::{dictionary::DictionaryArgs, pairs::PairArgs, words::WordArgs};
use super::{Ending, Usage, documents::DocumentArgs, interrupt, output, places, progress::Bytes};
use wordfield_core::{
    cancel::{self, CancelFlag},
    corpus::{Cancel, Dataset},
    project::{Inputs, SavedModel, load_model},
};
use wordfield_output::{
    Contents, EXPORTERS, ExportError, Exporter, Kind, ModelArrays, Sink, Table, documents as documents_table, exporter,
};

const TABLES: &str = "Formats of tables (csv, tsv, json, parquet, xlsx, latex) hold words, documents, pairs or a dictionary: choose with --what.\n\
                      The other formats hold one of them. `wordfield export --list` lists all.";

/// Arguments of `export`.
#[derive(Args, Debug)]
#[command(after_help = TABLES)]
pub(super) struct ExportArgs {
    /// A model saved by `train --save` or by the window
    #[arg(value_name = "MODEL", required_unless_present = "list")]
    model: Option<PathBuf>,
    /// Format of the file
    #[arg(long = "as", value_name = "FORMAT", required_unless_present = "list", value_parser = formats())]
    format: Option<&'static str>,
    /// File to write; the other files of a format are named after it
    #[arg(long, value_name = "PATH", required_unless_present = "list")]
    out: Option<PathBuf>,
    /// Contents of a table [default: words]
    #[arg(long, value_enum)]
    what: Option<What>,
    /// Add the kernel matrix of all documents to the arrays
    #[arg(long)]
    gram: bool,
    /// List the formats, what they hold and who reads them
    #[arg(long, conflicts_with_all = ["model", "format", "out", "what"])]
    list: bool,
    #[command(flatten)]
    words: WordArgs,
    #[command(flatten)]
    pairs: PairArgs,
    #[command(flatten)]
    dictionary: DictionaryArgs,
    #[command(flatten)]
    documents: DocumentArgs,
}

/// Contents of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Words with their positions
    Words,
    /// Reviewed pairs of documents
    Pairs,
    /// The learned dictionary of a model of pairs
    Dictionary,
    /// Documents of the corpus: text, part, label, prediction, every decision
    Documents,
    /// Arrays: positions, predictions, kernel matrix, split
    #[value(skip)]
    Arrays,
}

impl What {
    /// The contents of a kind of format; `None` for tables, and for kinds this subcommand does not write.
    fn of(kind: Kind) -> Option<Self> {
        match kind {
            Kind::Table | Kind::Frames | Kind::State => None,
            Kind::Vectors => Some(Self::Words),
            Kind::Arrays => Some(Self::Arrays),
            Kind::Pairs => Some(Self::Pairs),
            Kind::Dictionary => Some(Self::Dictionary),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Pairs => "pairs",
            Self::Dictionary => "dictionary",
            Self::Documents => "documents",
            Self::Arrays => "arrays",
        }
    }
}

/// The formats of this subcommand.
fn exportable() -> impl Iterator<Item = &'static Exporter> {
    EXPORTERS.iter().filter(|row| row.kind() == Kind::Table || What::of(row.kind()).is_some())
}

/// Parser of the name of a format; its help tells who reads it.
fn formats() -> impl TypedValueParser<Value = &'static str> {
    let value = |row: &'static Exporter| PossibleValue::new(row.name).help(format!("{}: {}", row.title, row.readers));
    PossibleValuesParser::new(exportable().map(value)).map(|name| exporter(&name).map_or("", |row| row.name))
}

/// Writes one file, or the files of one format.
pub(super) fn run(args: &ExportArgs) -> anyhow::Result<Ending> {
    let (Some(model), Some(out), Some(exporter)) = (&args.model, &args.out, args.format.and_then(exporter)) else {
        return list();
    };
    let what = contents(args, exporter)?;
    check_used(args, what, exporter)?;
    let flag = CancelFlag::new();
    let cancel = interrupt::listen({
        let flag = flag.clone();
        move || flag.raise()
    })?;
    match cancel::with(&flag, || write(args, model, out, (what, exporter), &cancel)) {
        Err(_) if cancel.is_cancelled() => {
            output::say(ExportError::Cancelled);
            Ok(Ending::Interrupted)
        }
        outcome => outcome.map(|()| Ending::Done),
    }
}

/// Makes the contents and writes them.
fn write(
    args: &ExportArgs,
    model: &Path,
    out: &Path,
    (what, exporter): (What, &Exporter),
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let saved = load_model(model)?;
    let corpus = args.documents.paths(&saved, model);
    let lists = [args.words.file(), args.dictionary.file()].into_iter().flatten();
    let read: Vec<&Path> = [model].into_iter().chain(lists).chain(corpus.iter().map(PathBuf::as_path)).collect();
    places::check(&[("--out", Some(out))], &read)?;
    let (inputs, written) = (Inputs::new(read.iter().copied()), Arc::default());
    let sink = Sink::new(out, &inputs, Arc::clone(&written))?;
    let _progress = Bytes::new(written);
    let table = exporter.kind() == Kind::Table;
    let send = |contents: Contents<'_>| contents.write(exporter, sink);
    match what {
        What::Words => {
            let corpus = || if words::has_columns(exporter) { counted(args, &saved, model, cancel) } else { Ok(None) };
            let vectors = words::vectors(&saved, &args.words, (model, exporter), corpus)?;
            words::tell_renamed(&vectors, exporter);
            send(if table { Contents::Table(vectors.into_table()) } else { Contents::Vectors(vectors) })?;
        }
        What::Arrays => {
            let data = args.documents.dataset(&saved, model, cancel)?;
            let memory = args.documents.memory();
            let snapshot = saved.fitted.resume_within(Arc::clone(&data), saved.iterations, memory)?.snapshot();
            let (arrays, left_out) = ModelArrays::of(data, Arc::new(snapshot), args.gram.then_some(memory));
            if let Some(reason) = left_out {
                output::note(format_args!("gram is left out: {reason}."));
            }
            send(Contents::Arrays(arrays.arrays()))?;
        }
        What::Documents => {
            let data = args.documents.dataset(&saved, model, cancel)?;
            let snapshot = saved.fitted.resume_within(Arc::clone(&data), saved.iterations, args.documents.memory())?.snapshot();
            send(Contents::Table(documents_table(&data, &snapshot.predictions)))?;
        }
        What::Pairs => {
            let data = args.documents.dataset(&saved, model, cancel);
            let found = pairs::Found::of(&saved, data, &args.pairs, (args.documents.memory(), model))?;
            let reviewed = found.reviewed(args.pairs.accept_below);
            send(if table { Contents::Table(reviewed.table()) } else { Contents::Pairs(reviewed.clone()) })?;
        }
        What::Dictionary => {
            let data = args.documents.dataset(&saved, model, cancel)?;
            let words = dictionary::entries(&saved, &data, model)?;
            args.dictionary.report(&saved, cancel)?;
            dictionary::tell_unwritable(&words, exporter);
            send(if table { Contents::Table(words.table()) } else { Contents::Dictionary(words.clone()) })?;
        }
    }
    Ok(())
}

/// The corpus that words are counted in. Where it is not named and cannot be read, a note tells what is missing and why.
fn counted(args: &ExportArgs, saved: &SavedModel, model: &Path, cancel: &Cancel) -> anyhow::Result<Option<Arc<Dataset>>> {
    match args.documents.dataset(saved, model, cancel) {
        Err(error) if !args.documents.is_given() && !cancel.is_cancelled() => {
            output::note(format_args!("Classes and counts of the words are left out: {error}."));
            Ok(None)
        }
        found => found.map(Some),
    }
}

/// The contents to export.
fn contents(args: &ExportArgs, exporter: &Exporter) -> Result<What, Usage> {
    match (What::of(exporter.kind()), args.what) {
        (Some(of), Some(what)) if of != what => {
            let (name, of, what) = (exporter.name, of.name(), what.name());
            Err(Usage(format!("--what {what}: the format {name} holds {of}: leave out --what, or choose another format")))
        }
        (of, what) => Ok(of.or(what).unwrap_or(What::Words)),
    }
}

/// Refuses options that belong to other contents.
fn check_used(args: &ExportArgs, what: What, exporter: &Exporter) -> Result<(), Usage> {
    let given = [
        ("--words", What::Words, args.words.file().is_some()),
        ("--side", What::Words, args.words.has_side()),
        ("--accept-below", What::Pairs, args.pairs.accept_below.is_some()),
        ("--precision-against", What::Dictionary, args.dictionary.file().is_some()),
        ("--gram", What::Arrays, args.gram),
    ];
    for (option, of, given) in given {
        if given && of != what {
            let (of, what) = (of.name(), what.name());
            return Err(Usage(format!("{option} belongs to an export of {of}, and this is one of {what}: leave it out")));
        }
    }
    if what == What::Words && args.documents.is_given() && !words::has_columns(exporter) {
        let reason = format!("the format {} holds words and positions, which come from the model alone", exporter.name);
        return Err(Usage(format!("--corpus: {reason}: leave it out, or choose a table format such as csv")));
    }
    if args.documents.reads_unnamed() {
        let reason = "the corpus is read as the model was trained on it, unless --corpus names files";
        return Err(Usage(format!("options of reading: no effect here: {reason}; leave them out")));
    }
    Ok(())
}

/// Prints the formats.
fn list() -> anyhow::Result<Ending> {
    let rows: Vec<&Exporter> = exportable().collect();
    let holds = |row: &Exporter| What::of(row.kind()).map_or("words, documents, pairs or dictionary", What::name);
    let table = Table::new("formats", rows.len())
        .text("format", |row| rows[row].name)
        .text("extension", |row| rows[row].extension)
        .text("holds", |row| holds(rows[row]))
        .text("title", |row| rows[row].title)
        .text("read by", |row| rows[row].readers);
    if let Some(tsv) = exporter("tsv") {
        output::results(&Contents::Table(table).bytes(tsv)?)?;
    }
    Ok(Ending::Done)
}
