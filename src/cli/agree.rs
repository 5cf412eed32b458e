//! Command `wordfield agree`: agreement of two reviewers on the same pairs.
//!
//! Cost and memory: one entry a verdict.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;
use serde_json::json;

use super::{
    Ending,
    finding::{self, Found},
    places,
    table::TableArgs,
};
use wordfield_output::{Agreement, LineReview, LineVerdict, Table, read_verdicts};

/// Arguments of `agree`.
#[derive(Args, Debug)]
pub(super) struct AgreeArgs {
    /// Verdicts of the first reviewer, by line: reviewed pairs as the window exports them, or a report of `check`, as TSV or CSV
    #[arg(value_name = "A")]
    first: PathBuf,
    /// Verdicts of the second reviewer on the same pairs
    #[arg(value_name = "B")]
    second: PathBuf,
    /// Write the lines on which the verdicts differ, as a table
    #[arg(long, value_name = "OUT")]
    differences: Option<PathBuf>,
    /// Write the result
    #[arg(long, value_name = "OUT")]
    json: Option<PathBuf>,
}

/// Names of the three kinds of verdicts on pairs.
const KINDS: [&str; 3] = ["accepted", "rejected", "other line"];

fn kind(verdict: LineVerdict) -> usize {
    match verdict {
        LineVerdict::Accepted => 0,
        LineVerdict::Rejected => 1,
        LineVerdict::Line(_) => 2,
    }
}

/// Verdicts of two reviewers on the same pairs.
struct Compared {
    reviews: [BTreeMap<usize, LineReview>; 2],
    /// Lines that both reviewers judged, with their verdicts.
    both: Vec<(usize, [LineVerdict; 2])>,
}

impl Compared {
    fn new(reviews: [BTreeMap<usize, LineReview>; 2]) -> Self {
        let verdict = |reviewer: usize, line: &usize| reviews[reviewer].get(line).and_then(|review: &LineReview| review.verdict);
        let both = reviews[0].keys().filter_map(|line| Some((*line, [verdict(0, line)?, verdict(1, line)?]))).collect();
        Self { reviews, both }
    }

    /// Number of lines that only the given reviewer judged.
    fn alone(&self, reviewer: usize) -> usize {
        self.reviews[reviewer].values().filter(|review| review.verdict.is_some()).count() - self.both.len()
    }

    /// Number of lines by kinds of verdicts: the first reviewer's (rows), the second's (columns).
    fn counts(&self) -> [[usize; 3]; 3] {
        let mut counts = [[0; 3]; 3];
        self.both.iter().for_each(|(_, [a, b])| counts[kind(*a)][kind(*b)] += 1);
        counts
    }

    /// Table of the lines on which the two verdicts differ.
    fn differences(&self) -> Table<'_> {
        let differ: Arc<[(usize, [LineVerdict; 2])]> = self.both.iter().filter(|(_, [a, b])| a != b).copied().collect();
        let table = Table::new("differences", differ.len());
        let rows = || Arc::clone(&differ);
        let at = rows();
        let table = table.integer("line", move |row| Some(at[row].0));
        ["A", "B"].into_iter().enumerate().fold(table, |table, (reviewer, name)| {
            let (verdicts, notes, categories) = (rows(), rows(), rows());
            let review = move |line: usize| self.reviews[reviewer].get(&line);
            table
                .text(format!("verdict {name}"), move |row| verdicts[row].1[reviewer].to_string())
                .text(format!("note {name}"), move |row| review(notes[row].0).map_or("", |review| review.note.as_str()))
                .text(format!("category {name}"), move |row| {
                    review(categories[row].0).map_or("", |review| review.category.as_str())
                })
        })
    }
}

/// Runs `agree`: reads both files of verdicts, compares them, writes the result.
pub(super) fn run(args: &AgreeArgs) -> anyhow::Result<Ending> {
    finding::run(args.json.as_deref(), |_, _| compare(args).map(Some))
}

fn compare(args: &AgreeArgs) -> anyhow::Result<Found> {
    let read: [&Path; 2] = [&args.first, &args.second];
    places::check(&[("--json", args.json.as_deref()), ("--differences", args.differences.as_deref())], &read)?;
    let compared = Compared::new([read_verdicts(&args.first)?, read_verdicts(&args.second)?]);
    let agreement = Agreement::of(compared.both.iter().map(|(_, verdicts)| *verdicts));
    if let Some(path) = &args.differences {
        TableArgs::file(path.clone()).write(&compared.differences())?;
    }
    let alone = [compared.alone(0), compared.alone(1)];
    Ok(Found { text: text(&compared, &agreement, alone), value: value(&compared, &agreement, alone) })
}

fn text(compared: &Compared, agreement: &Agreement, [a, b]: [usize; 2]) -> String {
    let mut text = format!("{} pairs judged by both, {a} by A alone, {b} by B alone\n", agreement.pairs);
    let _ = write!(text, "{:>16}", "");
    for kind in KINDS {
        let _ = write!(text, "  B {kind:>11}");
    }
    for (kind, counts) in KINDS.iter().zip(compared.counts()) {
        let _ = write!(text, "\nA {kind:<14}");
        for count in counts {
            let _ = write!(text, "  {count:>13}");
        }
    }
    if agreement.pairs > 0 {
        let differ = agreement.pairs - agreement.equal;
        let _ = write!(text, "\nagreement {:.1} %, {differ} differ", 100.0 * agreement.share());
    }
    match agreement.kappa {
        Some(kappa) => {
            let [low, high] = kappa.interval();
            let _ = write!(text, "\nCohen's kappa {:.3}, 95 % interval {low:.3} to {high:.3}", kappa.value);
        }
        None => text.push_str("\nCohen's kappa needs pairs that both judged, with at least two different verdicts"),
    }
    text
}

fn value(compared: &Compared, agreement: &Agreement, alone: [usize; 2]) -> serde_json::Value {
    let counts: serde_json::Map<_, _> = KINDS
        .iter()
        .zip(compared.counts())
        .map(|(kind, counts)| {
            let row: serde_json::Map<_, _> =
                KINDS.iter().zip(counts).map(|(kind, count)| ((*kind).to_owned(), json!(count))).collect();
            ((*kind).to_owned(), json!(row))
        })
        .collect();
    json!({
        "pairs": agreement.pairs,
        "alone": alone,
        "counts": counts,
        "equal": agreement.equal,
        "agreement": (agreement.pairs > 0).then(|| agreement.share()),
        "kappa": agreement.kappa.map(|kappa| kappa.value),
        "kappa_standard_error": agreement.kappa.map(|kappa| kappa.error),
        "kappa_95": agreement.kappa.map(|kappa| kappa.interval()),
    })
}
