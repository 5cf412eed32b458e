//! Command `wordfield changes`: tells what changed between groups of documents, when, and by which words.
//!
//! Cost: see [`wordfield_core::experiment::find_changes`]. Memory: the documents and their words.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    Usage,
    choice::choice_of,
    corpus::{ReadArgs, TextArgs},
    data::VocabularyArgs,
    finding, output, places,
};
use wordfield_core::{
    corpus::{Period, TaskKind, read_unlabelled},
    experiment::{ChangeOptions, ChangesError, find_changes},
};

/// Arguments of `changes`.
#[derive(Args, Debug)]
pub(super) struct ChangesArgs {
    /// Files of documents with columns: a table, or JSON Lines
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Column whose values are the groups: a date, a number, or a name
    #[arg(long, value_name = "COLUMN")]
    by: String,
    /// Period into which dates are grouped [default: by their span, up to two months by day, up to five years by month]
    #[arg(long, value_parser = choice_of(Period::ALL.map(|(name, period)| (name, "", period)).to_vec()))]
    period: Option<Period>,
    /// Number of random arrangements of each test [default: 999, more for many groups]
    #[arg(long, value_name = "N", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    splits: Option<usize>,
    /// Seed of the tests
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Write the result with all words
    #[arg(long, value_name = "OUT")]
    json: Option<PathBuf>,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    vocabulary: VocabularyArgs,
}

/// Runs `changes`: reads the documents, compares their groups, prints the result and writes it.
pub(super) fn run(args: &ChangesArgs) -> anyhow::Result<()> {
    let read: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    places::check(&[("--json", args.json.as_deref())], &read)?;
    finding::run(args.json.as_deref(), |_, cancel| {
        let (documents, notes) = read_unlabelled(&args.files, &args.read.options(None), cancel)?;
        notes.iter().for_each(output::note);
        let options = ChangeOptions {
            by: args.by.clone(),
            period: args.period,
            splits: args.splits,
            seed: args.seed,
            vocabulary: args.vocabulary.options(None),
        };
        let text = args.text.choice().over(&TaskKind::Classes.text_options());
        let found = find_changes(documents, &text, &options, cancel).map_err(|error| match error {
            ChangesError::Column { .. } | ChangesError::Period { .. } | ChangesError::Groups { .. } => {
                anyhow::Error::from(Usage(error.to_string()))
            }
            error => error.into(),
        })?;
        Ok(found.finding(&args.by))
    })
}
