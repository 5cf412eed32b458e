//! `wordfield align`: joins the lines of two texts, one a translation of the other, or of two shuffled files.
//!
//! The first pass compares lengths, numbers, words spelled alike, and a lexicon learned from the texts. If asked, its confident
//! pairs train a matching, and a second pass adds the distances of its kernel means.
//!
//! Cost: linear in the lines, and one training with a model. Memory: the lines, or that of the training.

mod model;
mod texts;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use anyhow::anyhow;
use clap::Args;

use self::{model::LineModel, texts::Lines};
use super::{Ending, Usage, output, places, table::TableArgs};
use wordfield_align::{AlignOptions, Aligner, AnchorError, Bead, Vectors, assign, confident};
use wordfield_core::{memory::Budget, project::Inputs};
use wordfield_output::{ExportKind, ReviewedPair, ReviewedPairs, Sink, Table};

/// Posterior probability from which a pair of lines trains the model.
const CONFIDENT: f64 = 0.9;
/// Fewest pairs that train a model.
const FEWEST: usize = 20;
/// Candidates of a line of a shuffled file.
const CANDIDATES: usize = 50;

/// Arguments of `align`.
#[derive(Args, Debug)]
pub(super) struct AlignArgs {
    /// Source text: a line is a sentence or a paragraph
    source: PathBuf,
    /// Target text
    target: PathBuf,
    /// A name in .tmx is written as a translation memory
    #[command(flatten)]
    table: TableArgs,
    /// Cut the texts into sentences first
    #[arg(long)]
    sentences: bool,
    /// Cut sentences by the rules of an SRX file instead of Unicode's
    #[arg(long, value_name = "FILE", requires = "sentences")]
    srx: Option<PathBuf>,
    /// Languages of both texts, as in en,de, by which sentences are cut and a TMX file names its sides
    #[arg(long, value_name = "CODE,CODE", value_delimiter = ',', num_args = 1)]
    languages: Vec<String>,
    /// Lines that belong together, from 1, as in --anchors 1:1,120:118
    #[arg(long, value_name = "N:M", value_delimiter = ',', conflicts_with = "unordered", value_parser = anchor)]
    anchors: Vec<(usize, usize)>,
    /// Add a second pass: distances of a matching that is trained on the confident pairs of the first
    #[arg(long, conflicts_with = "unordered")]
    second_pass: bool,
    /// The lines are in no order: find partners one to one by a model of the pairs of --known
    #[arg(long, requires = "known")]
    unordered: bool,
    /// Known pairs of lines: a table with the columns `source line` and `target line`, or two columns of numbers
    #[arg(long, value_name = "TSV", requires = "unordered")]
    known: Option<PathBuf>,
    /// Memory that training may take, as in 6G [default: half of what there is]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Budget>,
}

/// A line of each side, from 1, as in 120:118.
fn anchor(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str| text.trim().parse().ok().filter(|&line: &usize| line > 0);
    let lines = text.split_once(':').and_then(|(source, target)| number(source).zip(number(target)));
    lines.ok_or_else(|| "give two lines from 1, as in 120:118".to_owned())
}

/// Reads, aligns, writes.
pub(super) fn run(args: &AlignArgs) -> anyhow::Result<Ending> {
    let inputs: Vec<&Path> = [Some(&args.source), Some(&args.target), args.srx.as_ref(), args.known.as_ref()]
        .into_iter()
        .flatten()
        .map(PathBuf::as_path)
        .collect();
    places::check(&[("--out", args.table.path())], &inputs)?;
    if !matches!(args.languages.len(), 0 | 2) {
        return Err(Usage("--languages: give two codes, as in en,de".to_owned()).into());
    }
    let language = |side: usize| args.languages.get(side).map(String::as_str);
    let cut = args.sentences.then(|| texts::Cut::new(args.srx.as_deref())).transpose()?;
    let read = |path: &Path, side: usize| Lines::read(path, cut.as_ref(), language(side));
    let lines = [read(&args.source, 0)?, read(&args.target, 1)?];
    if let Some(known) = args.known.as_deref() {
        return unordered(args, known, &lines);
    }
    let beads = ordered(args, &lines)?;
    let one = beads.iter().filter(|bead| bead.is_one_to_one()).count();
    let alone = beads.iter().filter(|bead| bead.source.is_empty() || bead.target.is_empty()).count();
    output::say(format_args!(
        "{} pairs of lines, {one} of them one to one; {alone} lines without a partner",
        beads.len() - alone
    ));
    write(args, &lines, &beads)?;
    Ok(Ending::Done)
}

/// Joins lines in order.
fn ordered(args: &AlignArgs, lines: &[Lines; 2]) -> anyhow::Result<Vec<Bead>> {
    let texts = [lines[0].texts(), lines[1].texts()];
    let anchors: Vec<(usize, usize)> = args.anchors.iter().map(|&(source, target)| (source - 1, target - 1)).collect();
    let options = AlignOptions::default();
    let aligner = Aligner::new(&texts[0], &texts[1], &anchors, &options).map_err(|error| anchors_refused(&error))?;
    let first = aligner.first_pass();
    let pairs = confident(&first, CONFIDENT);
    if !args.second_pass || pairs.len() < FEWEST {
        return Ok(first);
    }
    let model = LineModel::train([&texts[0], &texts[1]], &pairs, args.memory.unwrap_or_default())?;
    let ([source, target], dimension) = model.means()?;
    Ok(aligner.second_pass(&first, &Vectors::new(&source, &target, dimension)))
}

/// The error of a wrong anchor, with lines from 1.
fn anchors_refused(error: &AnchorError) -> Usage {
    let lines = format!("{}:{}", error.source_line + 1, error.target_line + 1);
    Usage(format!("--anchors {lines}: it is {}: give lines of both texts, both ascending", error.problem))
}

/// Joins lines of shuffled files, and writes their partners with margins.
fn unordered(args: &AlignArgs, known: &Path, lines: &[Lines; 2]) -> anyhow::Result<Ending> {
    let texts = [lines[0].texts(), lines[1].texts()];
    let pairs = texts::known(known, [texts[0].len(), texts[1].len()])?;
    let model = LineModel::train([&texts[0], &texts[1]], &pairs, args.memory.unwrap_or_default())?;
    let left = |side: usize, taken: fn(&(usize, usize)) -> usize| -> Vec<usize> {
        let taken: BTreeSet<usize> = pairs.iter().map(taken).collect();
        (0..texts[side].len()).filter(|line| !taken.contains(line) && !texts[side][*line].trim().is_empty()).collect()
    };
    let open = [left(0, |pair| pair.0), left(1, |pair| pair.1)];
    let found = assign(&model.candidates([&open[0], &open[1]], CANDIDATES)?);
    output::say(format_args!("{} of {} lines have a partner, by {} known pairs", found.len(), open[0].len(), pairs.len()));
    let table = Table::new("partners", found.len())
        .integer("source line", |row| Some(found[row].source + 1))
        .integer("target line", |row| Some(found[row].target + 1))
        .number("distance", 4, |row| found[row].distance)
        .number("margin", 4, |row| found[row].margin)
        .text("source text", |row| texts[0][found[row].source])
        .text("target text", |row| texts[1][found[row].target]);
    args.table.write(&table)?;
    Ok(Ending::Done)
}

/// Writes the aligned lines as a table, or those with a partner as a translation memory.
fn write(args: &AlignArgs, lines: &[Lines; 2], beads: &[Bead]) -> anyhow::Result<()> {
    let range = |bead: &Bead, side: usize| if side == 0 { bead.source.clone() } else { bead.target.clone() };
    let numbers = |bead: &Bead, side: usize| {
        let range = range(bead, side);
        match range.len() {
            0 => String::new(),
            1 => (range.start + 1).to_string(),
            _ => format!("{}-{}", range.start + 1, range.end),
        }
    };
    let joined: Vec<[String; 2]> = beads.iter().map(|bead| [0, 1].map(|side| lines[side].joined(range(bead, side)))).collect();
    let tmx = args.table.path().filter(|out| out.extension().is_some_and(|name| name.eq_ignore_ascii_case("tmx")));
    let Some(out) = tmx else {
        let table = Table::new("aligned lines", beads.len())
            .text("source lines", |row| numbers(&beads[row], 0))
            .text("target lines", |row| numbers(&beads[row], 1))
            .number("score", 4, |row| (1e4 * beads[row].score).round() / 1e4)
            .text("source text", |row| joined[row][0].as_str())
            .text("target text", |row| joined[row][1].as_str());
        return args.table.write(&table);
    };
    let titles: Vec<[String; 2]> = beads.iter().map(|bead| [0, 1].map(|side| numbers(bead, side))).collect();
    let pairs = (0..beads.len()).filter(|&row| joined[row].iter().all(|text| !text.is_empty()));
    let pair = |row: usize| ReviewedPair {
        titles: [&titles[row][0], &titles[row][1]],
        texts: Some([&joined[row][0], &joined[row][1]]),
        // No distance, and below every threshold: the pair is written though nobody has reviewed it.
        distance: f64::NEG_INFINITY,
        ..ReviewedPair::default()
    };
    let sides = [0, 1].map(|side| args.languages.get(side).map_or(["source", "target"][side], String::as_str));
    let pairs = ReviewedPairs { sides, pairs: pairs.map(pair).collect(), accept_below: Some(f64::INFINITY) };
    let exporter = ReviewedPairs::formats().into_iter().find(|format| format.name == "tmx").ok_or_else(|| anyhow!("no TMX"))?;
    let inputs = Inputs::new([args.source.as_path(), args.target.as_path()]);
    Ok(ReviewedPairs::write(&pairs, exporter, Sink::new(out, &inputs, <_>::default())?)?)
}
