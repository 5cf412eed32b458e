//! Command `wordfield agree`: agreement of two reviewers on the same pairs.
//!
//! Cost and memory: one entry a verdict.

use std::{
    fmt::{self, Display, Formatter, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;
use serde_json::json;

use super::{
    Ending,
    check::StaleArgs,
    finding::{self, Found},
    places,
    table::TableArgs,
};
use wordfield_output::{
    Agreement, FittedVerdicts, KnownPair, KnownPairs, PairVerdict, Stale, Table, VerdictError, VerdictRow, VerdictTable,
    read_verdicts,
};

/// Arguments of `agree`.
#[derive(Args, Debug)]
pub(super) struct AgreeArgs {
    /// Verdicts of the first reviewer: reviewed pairs as the window exports them, or a report of `check`, as TSV or CSV
    #[arg(value_name = "A")]
    first: PathBuf,
    /// Verdicts of the second reviewer on the same pairs
    #[arg(value_name = "B")]
    second: PathBuf,
    #[command(flatten)]
    stale: StaleArgs,
    /// Write the pairs on which the verdicts differ, as a table
    #[arg(long, value_name = "OUT")]
    differences: Option<PathBuf>,
    /// Write the result
    #[arg(long, value_name = "OUT")]
    json: Option<PathBuf>,
}

/// Names of the three kinds of verdicts on pairs.
const KINDS: [&str; 3] = ["accepted", "rejected", "other target"];

/// Verdict of a table, comparable with that of another one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Accepted,
    Rejected,
    /// Another target, by its text or else its number.
    Other(String),
}

impl Verdict {
    fn of(row: &VerdictRow) -> Option<Self> {
        Some(match row.review.verdict? {
            PairVerdict::Accepted => Self::Accepted,
            PairVerdict::Rejected => Self::Rejected,
            PairVerdict::Partner(_) => {
                let target = row.key.target.as_ref();
                Self::Other(
                    target.map_or_else(String::new, |target| target.text.clone().unwrap_or_else(|| target.number.to_string())),
                )
            }
        })
    }

    fn kind(&self) -> usize {
        match self {
            Self::Accepted => 0,
            Self::Rejected => 1,
            Self::Other(_) => 2,
        }
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other(target) => write!(f, "other target: {target}"),
            known => f.write_str(KINDS[known.kind()]),
        }
    }
}

/// Verdicts of two reviewers on the same pairs.
struct Compared {
    tables: [VerdictTable; 2],
    /// Rows of both tables on a pair that both reviewers judged, with their verdicts.
    both: Vec<([usize; 2], [Verdict; 2])>,
}

impl Compared {
    /// Joins the rows of two tables by their pairs.
    fn new(tables: [VerdictTable; 2], stale: StaleArgs) -> Result<Self, VerdictError> {
        let pairs = KnownPairs(tables[0].rows.iter().map(known).collect());
        let rows = tables[1].fit(&pairs)?;
        // A pair that the first reviewer has not judged is no error, unless its number has other texts there.
        let other_texts = rows.iter().filter_map(|row| row.clone().err()).filter(|stale| stale.has_other_texts).collect();
        let unfit = FittedVerdicts { stale: other_texts, ..FittedVerdicts::default() };
        match stale.stale() {
            Stale::Refuse => tables[1].refuse(&unfit.stale)?,
            Stale::Ignore | Stale::Report => stale.tell(&unfit),
        }
        let both = rows.iter().enumerate().filter_map(|(second, row)| {
            let rows = [*row.as_ref().ok()?, second];
            Some((rows, [Verdict::of(&tables[0].rows[rows[0]])?, Verdict::of(&tables[1].rows[second])?]))
        });
        let mut both: Vec<_> = both.collect();
        both.sort_by_key(|(rows, _)| rows[0]);
        Ok(Self { tables, both })
    }

    /// Number of pairs that only the given reviewer judged.
    fn alone(&self, reviewer: usize) -> usize {
        self.tables[reviewer].rows.iter().filter(|row| row.review.verdict.is_some()).count() - self.both.len()
    }

    /// Number of pairs by kinds of verdicts: the first reviewer's (rows), the second's (columns).
    fn counts(&self) -> [[usize; 3]; 3] {
        let mut counts = [[0; 3]; 3];
        self.both.iter().for_each(|(_, [a, b])| counts[a.kind()][b.kind()] += 1);
        counts
    }

    /// Table of the pairs on which the two verdicts differ.
    fn differences(&self) -> Table<'_> {
        let differ: Arc<[([usize; 2], [Verdict; 2])]> = self.both.iter().filter(|(_, [a, b])| a != b).cloned().collect();
        let rows = || Arc::clone(&differ);
        let key = |differ: &Arc<[([usize; 2], [Verdict; 2])]>, row: usize| &self.tables[0].rows[differ[row].0[0]].key;
        let (units, lines, ids) = (rows(), rows(), rows());
        let table = Table::new("differences", differ.len())
            .integer("unit", move |row| key(&units, row).unit)
            .text("id", move |row| key(&ids, row).id.as_deref().unwrap_or_default())
            .integer("line", move |row| key(&lines, row).line);
        let table = ["A", "B"].into_iter().enumerate().fold(table, |table, (reviewer, name)| {
            let (verdicts, notes, categories) = (rows(), rows(), rows());
            let review = move |differ: &Arc<[([usize; 2], [Verdict; 2])]>, row: usize| {
                &self.tables[reviewer].rows[differ[row].0[reviewer]].review
            };
            table
                .text(format!("verdict {name}"), move |row| verdicts[row].1[reviewer].to_string())
                .text(format!("note {name}"), move |row| review(&notes, row).note.as_str())
                .text(format!("category {name}"), move |row| review(&categories, row).category.as_str())
        });
        ["source text", "target text"].into_iter().enumerate().fold(table, |table, (side, name)| {
            let at = rows();
            table.text(name, move |row| key(&at, row).texts.as_ref().map_or("", |texts| texts[side].as_str()))
        })
    }
}

/// Pair that a row of the first table is about.
fn known(row: &VerdictRow) -> KnownPair<'_> {
    let key = &row.key;
    let number = key.unit.or(key.line).unwrap_or_default();
    let target = key.target.as_ref().and_then(|target| target.text.as_deref());
    let texts = key
        .texts
        .as_ref()
        .map_or([""; 2], |[source, own]| [source.as_str(), if own.is_empty() { target.unwrap_or_default() } else { own }]);
    // A line names a pair among the rows of a table, whatever it is in the file.
    let line = if key.unit.is_some() { key.line.unwrap_or(number) } else { number };
    KnownPair { unit: number, line, id: key.id.as_deref().unwrap_or_default(), texts }
}

/// Runs `agree`: reads both files of verdicts, compares them, writes the result.
pub(super) fn run(args: &AgreeArgs) -> anyhow::Result<Ending> {
    finding::run(args.json.as_deref(), |_, _| compare(args).map(Some))
}

fn compare(args: &AgreeArgs) -> anyhow::Result<Found> {
    let read: [&Path; 2] = [&args.first, &args.second];
    places::check(&[("--json", args.json.as_deref()), ("--differences", args.differences.as_deref())], &read)?;
    let compared = Compared::new([read_verdicts(&args.first)?, read_verdicts(&args.second)?], args.stale)?;
    let agreement = Agreement::of(compared.both.iter().map(|(_, verdicts)| verdicts.each_ref()));
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
