//! Command `wordfield changes`: tells what changed between groups of documents, when, and by which words.
//!
//! Cost: see [`wordfield_core::experiment::find_changes`]. Memory: the documents and their words.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    Usage,
    choice::choice_of,
    corpus::{ReadArgs, TextArgs},
    finding, output, places,
};
use wordfield_core::{
    corpus::{Period, TaskKind, Threshold, read_unlabelled},
    experiment::{ChangeOptions, find_changes, threshold, unlabelled_corpus},
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
    /// Minimum number of documents of a word, or a share such as 1%
    #[arg(long, value_name = "N", value_parser = threshold, default_value = "2")]
    threshold: Threshold,
}

/// Runs `changes`: reads the documents, compares their groups, prints the result and writes it.
pub(super) fn run(args: &ChangesArgs) -> anyhow::Result<()> {
    let read: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    places::check(&[("--json", args.json.as_deref())], &read)?;
    finding::run(args.json.as_deref(), |flag, cancel| {
        let (documents, notes) = read_unlabelled(&args.files, &args.read.options(None), cancel)?;
        notes.iter().for_each(output::note);
        let text = args.text.choice().over(&TaskKind::Classes.text_options());
        let corpus = unlabelled_corpus(documents, &text, cancel)?;
        let options = ChangeOptions {
            by: args.by.clone(),
            period: args.period,
            splits: args.splits,
            seed: args.seed,
            threshold: args.threshold,
        };
        let found = find_changes(&corpus, &options, flag).map_err(|error| Usage(error.to_string()))?;
        Ok(found.finding(&args.by))
    })
}
