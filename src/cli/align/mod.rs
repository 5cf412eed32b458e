//! Command `wordfield align`: aligns the lines of two texts, one a translation of the other, or of two shuffled files.
//!
//! The first pass compares lengths, numbers, words spelled alike, and a lexicon learned from the texts.
//! On request, its confident pairs train a matching, and a second pass adds the distances of its kernel means.
//!
//! Cost: linear in the lines, and one training with a model. Memory: the lines, or that of the training.

mod known;
mod model;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use anyhow::anyhow;
use clap::Args;

use self::{known::known, model::LineModel};
use super::{Usage, output, places, table::TableArgs};
use wordfield_align::{Bead, Vectors, assign, confident};
use wordfield_core::{corpus::Cancel, memory::Budget, project::Inputs};
use wordfield_output::{AlignedLines, ExportKind, Sink, Table};
use wordfield_state::{SideLines, TextsToAlign, anchor, cut_by};

/// Minimum posterior probability of a pair of lines that the model is trained on.
const CONFIDENT: f64 = 0.9;
/// Minimum number of pairs of lines on which a model is trained.
const FEWEST: usize = 20;
/// Number of candidate partners for a line of a shuffled file.
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

/// Runs `align`: reads the texts, aligns them, writes the pairs.
pub(super) fn run(args: &AlignArgs) -> anyhow::Result<()> {
    let inputs: Vec<&Path> = [Some(&args.source), Some(&args.target), args.srx.as_ref(), args.known.as_ref()]
        .into_iter()
        .flatten()
        .map(PathBuf::as_path)
        .collect();
    places::check(&[("--out", args.table.path())], &inputs)?;
    if !matches!(args.languages.len(), 0 | 2) {
        return Err(Usage("--languages: give two codes, as in en,de".to_owned()).into());
    }
    if args.unordered && memory_path(args).is_some() {
        return Err(Usage("--unordered writes partners as a table: give --out a .tsv file".to_owned()).into());
    }
    let texts = TextsToAlign {
        files: [args.source.clone(), args.target.clone()],
        cut: args.sentences.then(|| cut_by(args.srx.as_deref())).transpose().map_err(|problem| anyhow!(problem))?,
        languages: args.languages.clone(),
        anchors: args.anchors.clone(),
    };
    let (lines, notes) = texts.read(&Cancel::default())?;
    notes.iter().for_each(output::note);
    if let Some(known) = args.known.as_deref() {
        return unordered(args, known, &lines);
    }
    let beads = ordered(args, &texts, &lines)?;
    let aligned = AlignedLines::new(lines.each_ref().map(Vec::as_slice), &beads, &args.languages);
    write(args, &aligned)?;
    output::say(aligned.counts);
    Ok(())
}

/// Aligns lines that are in the same order on both sides.
fn ordered(args: &AlignArgs, texts: &TextsToAlign, lines: &SideLines) -> anyhow::Result<Vec<Bead>> {
    let [source, target] = borrowed(lines);
    let aligner = texts.aligner([&source, &target]).map_err(|problem| Usage(format!("--anchors {problem}")))?;
    let first = aligner.first_pass();
    let pairs = confident(&first, CONFIDENT);
    if !args.second_pass || pairs.len() < FEWEST {
        return Ok(first);
    }
    let model = LineModel::train([&source, &target], &pairs, args.memory.unwrap_or_default())?;
    let ([source, target], dimension) = model.means()?;
    Ok(aligner.second_pass(&first, &Vectors::new(&source, &target, dimension)))
}

/// Lines of both sides as borrowed texts.
fn borrowed(lines: &SideLines) -> [Vec<&str>; 2] {
    lines.each_ref().map(|lines| lines.iter().map(String::as_str).collect())
}

/// Aligns the lines of shuffled files, and writes their partners with margins.
fn unordered(args: &AlignArgs, file: &Path, lines: &SideLines) -> anyhow::Result<()> {
    let texts = borrowed(lines);
    let pairs = known(file, [texts[0].len(), texts[1].len()])?;
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
    Ok(())
}

/// Path of the translation memory to be written, if `--out` names one.
fn memory_path(args: &AlignArgs) -> Option<&Path> {
    args.table.path().filter(|out| out.extension().is_some_and(|name| name.eq_ignore_ascii_case("tmx")))
}

/// Writes the aligned lines as a table, or those that have a partner as a translation memory.
fn write(args: &AlignArgs, lines: &AlignedLines) -> anyhow::Result<()> {
    let Some(out) = memory_path(args) else { return args.table.write(&lines.table()) };
    let format = AlignedLines::own_formats().into_iter().next().ok_or_else(|| anyhow!("no TMX"))?;
    let inputs = Inputs::new([args.source.as_path(), args.target.as_path()]);
    Ok(AlignedLines::write(lines, format, Sink::new(out, &inputs, <_>::default())?)?)
}
