//! Command `wordfield match`: finds the partners of new documents with a saved matching.
//!
//! The output has one line a document and rank: the document, the rank, the candidate, their squared distance,
//! the margin to the next candidate, and the number of known words of document and candidate.
//! Cost: the distances of some documents to all candidates at a time.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::{
    corpus::{ReadArgs, SidesArgs, check_used},
    interrupt::{self, unless_cancelled},
    known, output, places,
    stop_words::{StopWordArgs, supply},
    table::TableArgs,
};
use wordfield_core::corpus::{Cancel, Csr, RawDocument, ReadOptions, Side, TaskKind, read, read_pairs, read_side};
use wordfield_core::experiment::{Precision, unused_vocabulary};
use wordfield_core::metric::{mean_reciprocal_rank, precision_at};
use wordfield_core::model::{
    FittedRef,
    pairs::{Matcher, Prepared},
};
use wordfield_core::project::load_model;
use wordfield_core::stats::wilson95;
use wordfield_output::Table;

/// Arguments of `match`.
#[derive(Args, Debug)]
pub(super) struct MatchArgs {
    /// A model saved by `train match --save`
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    sides: SidesArgs,
    /// The first source document belongs to the first target document and so on: says how often it is found
    #[arg(long, conflicts_with = "pairs")]
    aligned: bool,
    /// Candidates given for each document
    #[arg(long, value_name = "R", default_value_t = 5, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    top: usize,
    /// Look for the source documents of each target document
    #[arg(long)]
    reverse: bool,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    stop_words: StopWordArgs,
    /// The same for the target side
    #[arg(long, value_name = "FILE")]
    target_stop_words: Option<PathBuf>,
}

/// New documents of both sides, source and target, to be matched.
struct MatchInputs {
    source: Vec<RawDocument>,
    target: Vec<RawDocument>,
    /// Whether the sides are aligned: document i of the source belongs to document i of the target.
    aligned: bool,
}

/// Documents of one side, prepared for computing distances.
struct LoadedMatch<'a> {
    documents: &'a [RawDocument],
    weights: Csr,
    means: Prepared,
}

/// Runs `match`: loads the model, reads the documents, matches them, writes the table.
pub(super) fn run(args: &MatchArgs) -> anyhow::Result<()> {
    let options = args.read.options(Some(TaskKind::Pairs));
    let sides = [&args.sides.source, &args.sides.target, &args.sides.pairs].into_iter().filter_map(Option::as_deref);
    let stop_words = [args.stop_words.stop_words.as_deref(), args.target_stop_words.as_deref()];
    let words = [options.vocabulary.as_deref()].into_iter().chain(stop_words).flatten();
    let read: Vec<&Path> = [args.model.as_path()].into_iter().chain(sides).chain(words).collect();
    places::check(&[("--out", args.table.path())], &read)?;
    let mut saved = load_model(&args.model)?;
    supply(&mut saved.lexicon, Side::Source, stop_words[0])?;
    supply(&mut saved.lexicon, Side::Target, stop_words[1])?;
    let FittedRef::Matcher(fitted) = saved.fitted.fitted_ref() else {
        let file = args.model.display();
        bail!("{file}: holds {}: use `wordfield predict {file} --corpus FILE`", saved.kind().info().title);
    };
    let (cancel, _) = interrupt::listen()?;
    let given = unless_cancelled(&cancel, documents(args, &options, &cancel))?;
    let ready = |documents, side| -> anyhow::Result<LoadedMatch<'_>> {
        let weights = saved.lexicon.weights_of_side(documents, side)?;
        Ok(LoadedMatch { documents, means: fitted.prepare_stacked(side, &weights), weights })
    };
    let (source, target) = (ready(&given.source, Side::Source)?, ready(&given.target, Side::Target)?);
    let (from, to, names) =
        if args.reverse { (&target, &source, ["target", "source"]) } else { (&source, &target, ["source", "target"]) };
    let rows = candidates(fitted, &from.means, &to.means, args.top);
    args.table.write(&table(&rows, from, to, names))?;
    for (what, side) in [("source documents", &source), ("target documents", &target)] {
        known::tell_unknown(what, &side.weights, side.documents);
    }
    if given.aligned {
        say_precision(fitted, &from.means, &to.means);
    }
    Ok(())
}

/// Candidate partner of a document, with its rank.
struct Candidate {
    query: usize,
    rank: usize,
    found: usize,
    distance: f64,
    /// Margin: how much farther the next candidate is; NaN without a next candidate.
    margin: f64,
}

/// Nearest `top` candidate partners of every document.
fn candidates(fitted: &dyn Matcher, from: &Prepared, to: &Prepared, top: usize) -> Vec<Candidate> {
    // The search returns one candidate more than shown, for the margin of the last one.
    let found = fitted.nearest(from, to, top.saturating_add(1));
    let of_query = |(query, found): (usize, &Vec<(usize, f64)>)| {
        let candidate = |rank: usize| {
            let (candidate, distance) = found[rank];
            let margin = found.get(rank + 1).map_or(f64::NAN, |next| next.1 - distance);
            Candidate { query, rank: rank + 1, found: candidate, distance, margin }
        };
        (0..found.len().min(top)).map(candidate).collect::<Vec<_>>()
    };
    found.iter().enumerate().flat_map(of_query).collect()
}

/// Table of candidates, with a row per document and rank.
fn table<'a>(rows: &'a [Candidate], from: &'a LoadedMatch<'a>, to: &'a LoadedMatch<'a>, sides: [&str; 2]) -> Table<'a> {
    let (query, candidate) = (|row: usize| rows[row].query, |row: usize| rows[row].found);
    Table::new("matches", rows.len())
        .text(sides[0], move |row| from.documents[query(row)].title.as_str())
        .integer("rank", |row| Some(rows[row].rank))
        .text(sides[1], move |row| to.documents[candidate(row)].title.as_str())
        .number("distance", 4, |row| rows[row].distance)
        .number("margin", 4, |row| rows[row].margin)
        .integer(format!("{} {}", sides[0], known::COLUMN), move |row| Some(known::count(&from.weights, query(row))))
        .integer(format!("{} {}", sides[1], known::COLUMN), move |row| Some(known::count(&to.weights, candidate(row))))
}

fn documents(args: &MatchArgs, options: &ReadOptions, cancel: &Cancel) -> anyhow::Result<MatchInputs> {
    let raw = match (&args.sides.source, &args.sides.target, &args.sides.pairs) {
        (Some(source), Some(target), _) if !args.aligned => {
            let ((source, kept), (target, of_target)) =
                (read_side(source, options, cancel)?, read_side(target, options, cancel)?);
            kept.iter().chain(&of_target).for_each(output::note);
            return Ok(MatchInputs { source, target, aligned: false });
        }
        (Some(source), Some(target), _) => read_pairs(source, target, options, cancel)?,
        (_, _, pairs) => read(&pairs.iter().cloned().collect::<Vec<_>>(), options, cancel)?,
    };
    check_used(options, raw.format)?;
    for note in raw.notes.iter().chain(&unused_vocabulary(options, raw.format)) {
        output::note(note);
    }
    let mut source = raw.documents;
    let target = source.split_off(source.len() / 2);
    Ok(MatchInputs { source, target, aligned: true })
}

fn say_precision(fitted: &dyn Matcher, from: &Prepared, to: &Prepared) {
    let partner: Vec<Option<usize>> = (0..from.norms.len()).map(Some).collect();
    let found = fitted.find(from, to, &partner);
    let ranks = || found.iter().filter_map(|found| found.rank);
    let Precision { one, three, five, ten, twenty } = Precision::of(|r| precision_at(ranks(), r));
    let shares = [("1", one), ("3", three), ("5", five), ("10", ten), ("20", twenty)];
    let shares: Vec<String> =
        shares.iter().filter_map(|(r, share)| share.map(|share| format!("@{r} {:.1} %", 100.0 * share))).collect();
    let documents = if from.norms.len() == 1 { "1 document".to_owned() } else { format!("{} documents", from.norms.len()) };
    let [low, high] = wilson95(one.unwrap_or_default(), ranks().count()).map(|share| 100.0 * share);
    let mrr = mean_reciprocal_rank(ranks()).unwrap_or_default();
    output::say(format_args!(
        "{documents}, precision {}; 95 % interval of precision@1 {low:.1} to {high:.1} %, mean reciprocal rank {mrr:.3}",
        shares.join(", ")
    ));
}
