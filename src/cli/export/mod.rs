//! `wordfield export`: writes what a saved model has learned in a format of other programs.
//!
//! The format decides what is written, but for the formats of tables: those hold any contents, chosen with `--what`.

mod words;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::{
    Args, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

use super::{Ending, Usage, interrupt, output, places, progress::Bytes};
use crate::{
    cancel::{self, CancelFlag},
    output::{Contents, EXPORTERS, ExportError, Exporter, Kind, Sink, Table, exporter},
    project::{Inputs, load_model},
};

/// Arguments of `export`.
#[derive(Args, Debug)]
#[command(after_help = "Formats of tables (csv, tsv, json) hold any contents: choose them with --what.")]
pub(super) struct ExportArgs {
    /// A model saved by `train --save` or by the window
    #[arg(value_name = "MODEL", required_unless_present = "list")]
    model: Option<PathBuf>,
    /// Format of the file
    #[arg(long = "as", value_name = "FORMAT", required_unless_present = "list", value_parser = formats())]
    format: Option<&'static str>,
    /// File to write; a format of several files names the others after it
    #[arg(long, value_name = "PATH", required_unless_present = "list")]
    out: Option<PathBuf>,
    /// Contents of a table [default: words]
    #[arg(long, value_enum)]
    what: Option<What>,
    #[command(flatten)]
    words: words::WordArgs,
    /// List the formats, what they hold and who reads them
    #[arg(long, conflicts_with_all = ["model", "format", "out", "what"])]
    list: bool,
}

/// Contents of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Words with their positions
    Words,
}

impl What {
    /// The contents that a kind of format holds; `None` for formats of any contents.
    fn of(kind: Kind) -> Option<Self> {
        match kind {
            Kind::Table => None,
            Kind::Vectors => Some(Self::Words),
        }
    }

    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// The formats of this subcommand.
fn exportable() -> impl Iterator<Item = &'static Exporter> {
    EXPORTERS.iter()
}

/// Parser of the name of a format; its help tells who reads it.
fn formats() -> impl TypedValueParser<Value = &'static str> {
    let value = |row: &'static Exporter| PossibleValue::new(row.name).help(format!("{}: {}", row.title, row.readers));
    PossibleValuesParser::new(exportable().map(value)).map(|name| exporter(&name).map_or("", |row| row.name))
}

/// Writes one file or group of files.
pub(super) fn run(args: &ExportArgs) -> anyhow::Result<Ending> {
    let (Some(model), Some(out), Some(exporter)) = (&args.model, &args.out, args.format.and_then(exporter)) else {
        return list();
    };
    let what = contents(args, exporter)?;
    let read: Vec<&Path> = [Some(model.as_path()), args.words.file()].into_iter().flatten().collect();
    places::check(&[("--out", Some(out))], &read)?;
    let flag = CancelFlag::new();
    let cancel = interrupt::listen({
        let flag = flag.clone();
        move || flag.raise()
    })?;
    let outcome = cancel::with(&flag, || {
        let saved = load_model(model)?;
        let inputs = Inputs::new(read.iter().copied());
        let written = Arc::default();
        let sink = Sink::new(out, &inputs, Arc::clone(&written))?;
        let _progress = Bytes::new(written);
        match what {
            What::Words => {
                let vectors = words::vectors(&saved, &args.words, model, exporter.kind() == Kind::Vectors)?;
                words::tell_renamed(&vectors, exporter);
                let contents = match exporter.kind() {
                    Kind::Table => Contents::Table(vectors.into_table()),
                    Kind::Vectors => Contents::Vectors(vectors),
                };
                contents.write(exporter, sink)?;
            }
        }
        anyhow::Ok(())
    });
    match outcome {
        Err(_) if cancel.is_cancelled() => {
            output::say(ExportError::Cancelled);
            Ok(Ending::Interrupted)
        }
        outcome => outcome.map(|()| Ending::Done),
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

/// Prints the formats.
fn list() -> anyhow::Result<Ending> {
    let rows: Vec<&Exporter> = exportable().collect();
    let holds = |row: &Exporter| What::of(row.kind()).map_or("any table".to_owned(), What::name);
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
