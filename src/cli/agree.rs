//! Command `wordfield agree`: agreement of two reviewers on the same pairs.
//!
//! Cost and memory: one entry a verdict.

use std::{
    fmt::{self, Display, Formatter},
    path::{Path, PathBuf},
};

use clap::Args;
use serde_json::{Map, Value, json};

use super::{check::StaleArgs, finding, places, table::write_to};
use wordfield_core::finding::Finding;
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

/// Verdict of a row, comparable between two tables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Accepted,
    Rejected,
    /// Verdict that assigns another target, by its text or its number.
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

/// Rows of both tables on a pair that both reviewers judged, with their verdicts.
type JudgedTwice = ([usize; 2], [Verdict; 2]);

/// Verdicts of two reviewers on the same pairs.
struct Compared {
    tables: [VerdictTable; 2],
    /// Pairs on which the reviewers agree, and those on which they differ.
    both: [Vec<JudgedTwice>; 2],
}

impl Compared {
    /// Joins the rows of two tables by their pairs of documents.
    fn new(tables: [VerdictTable; 2], stale: StaleArgs) -> Result<Self, VerdictError> {
        let pairs = KnownPairs(tables[0].rows.iter().map(known).collect());
        let rows = tables[1].fit(&pairs)?;
        // A pair without a verdict of the first reviewer is no error, unless its number has other texts in the first table.
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
        let mut both: Vec<JudgedTwice> = both.collect();
        both.sort_by_key(|(rows, _)| rows[0]);
        let both = both.into_iter().partition(|(_, [a, b])| a == b);
        Ok(Self { tables, both: both.into() })
    }

    /// Verdicts on the pairs that both reviewers judged.
    fn verdicts(&self) -> impl Iterator<Item = &[Verdict; 2]> {
        self.both.iter().flatten().map(|(_, verdicts)| verdicts)
    }

    /// Number of pairs that only the given reviewer judged.
    fn alone(&self, reviewer: usize) -> usize {
        self.tables[reviewer].rows.iter().filter(|row| row.review.verdict.is_some()).count() - self.verdicts().count()
    }

    /// Number of pairs by kinds of verdicts: the first reviewer's (rows), the second's (columns).
    fn counts(&self) -> [[usize; 3]; 3] {
        let mut counts = [[0; 3]; 3];
        self.verdicts().for_each(|[a, b]| counts[a.kind()][b.kind()] += 1);
        counts
    }

    /// Table of the pairs on which the two verdicts differ.
    fn differences(&self) -> Table<'_> {
        let differ = &self.both[1][..];
        let key = |row: usize| &self.tables[0].rows[differ[row].0[0]].key;
        let table = Table::new("differences", differ.len())
            .integer("unit", move |row| key(row).unit)
            .text("id", move |row| key(row).id.as_deref().unwrap_or_default())
            .integer("line", move |row| key(row).line);
        let table = ["A", "B"].into_iter().enumerate().fold(table, |table, (reviewer, name)| {
            let review = move |row: usize| &self.tables[reviewer].rows[differ[row].0[reviewer]].review;
            table
                .text(format!("verdict {name}"), move |row| differ[row].1[reviewer].to_string())
                .text(format!("note {name}"), move |row| review(row).note.as_str())
                .text(format!("category {name}"), move |row| review(row).category.as_str())
        });
        ["source text", "target text"].into_iter().enumerate().fold(table, |table, (side, name)| {
            table.text(name, move |row| key(row).texts.as_ref().map_or("", |texts| texts[side].as_str()))
        })
    }
}

/// Pair of a row in the first reviewer's table.
fn known(row: &VerdictRow) -> KnownPair<'_> {
    let key = &row.key;
    let number = key.unit.or(key.line).unwrap_or_default();
    let target = key.target.as_ref().and_then(|target| target.text.as_deref());
    let texts = key
        .texts
        .as_ref()
        .map_or([""; 2], |[source, own]| [source.as_str(), if own.is_empty() { target.unwrap_or_default() } else { own }]);
    // A line number identifies a pair only among the rows of a table.
    let line = if key.unit.is_some() { key.line.unwrap_or(number) } else { number };
    KnownPair { unit: number, line, id: key.id.as_deref().unwrap_or_default(), texts }
}

/// Runs `agree`: reads both files of verdicts, compares them, writes the result.
pub(super) fn run(args: &AgreeArgs) -> anyhow::Result<()> {
    finding::run(args.json.as_deref(), |_, _| compare(args))
}

fn compare(args: &AgreeArgs) -> anyhow::Result<Finding> {
    let read: [&Path; 2] = [&args.first, &args.second];
    places::check(&[("--json", args.json.as_deref()), ("--differences", args.differences.as_deref())], &read)?;
    let compared = Compared::new([read_verdicts(&args.first)?, read_verdicts(&args.second)?], args.stale)?;
    write_to(args.differences.as_deref(), &compared.differences())?;
    Ok(found(&compared))
}

/// Agreement of the reviewers, with the numbers of pairs by their verdicts.
fn found(compared: &Compared) -> Finding {
    let agreement = Agreement::of(compared.verdicts().map(<[Verdict; 2]>::each_ref));
    let (alone, counts) = ([compared.alone(0), compared.alone(1)], compared.counts());
    let head = KINDS.map(|kind| format!("  B {kind:>11}")).concat();
    let mut sentences = vec![
        format!("{} pairs judged by both, {} by A alone, {} by B alone", agreement.pairs, alone[0], alone[1]),
        format!("{:>16}{head}", ""),
    ];
    let line = |counts: [usize; 3]| counts.map(|count| format!("  {count:>13}")).concat();
    sentences.extend(KINDS.iter().zip(counts).map(|(kind, counts)| format!("A {kind:<14}{}", line(counts))));
    let mut finding = agreement.finding();
    sentences.append(&mut finding.sentences);
    let named = |counts: [Value; 3]| Value::Object(KINDS.map(str::to_owned).into_iter().zip(counts).collect::<Map<_, _>>());
    finding.value["alone"] = json!(alone);
    finding.value["counts"] = named(counts.map(|counts| named(counts.map(Value::from))));
    Finding { sentences, ..finding }
}
