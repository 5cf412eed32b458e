//! Command `wordfield deliver`: writes reviewed pairs as a clean file and a table of the rejected ones.
//!
//! The clean file has the form of the original where its name has the same extension: pairs that nobody changed leave with the
//! bytes they came with. Under another extension, or by `--as`, they are TMX, Moses or a table. Corrected texts of the verdicts
//! replace those of the original.
//!
//! Cost: two passes over the files, one for the texts and one for the units. Memory: the files and the texts.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use clap::{Args, builder::PossibleValuesParser};

use super::{
    Ending, Usage,
    check::rules::RuleArgs,
    corpus::{ReadArgs, SidesArgs},
    output, places,
    table::TableArgs,
};
use wordfield_core::{
    corpus::{Body, Cancel, RawCorpus, TaskKind, read},
    project::Inputs,
};
use wordfield_output::{
    Correction, DeliveredPair, Delivery, ExportKind, Exporter, Keep, LineReview, LineVerdict, OmissionCause, PairTexts,
    PairUnits, Reasons, ReviewedPair, ReviewedPairs, Sink, Table, read_verdicts,
};

/// Arguments of `deliver`.
#[derive(Args, Debug)]
pub(super) struct DeliverArgs {
    #[command(flatten)]
    sides: SidesArgs,
    /// Verdicts by line: reviewed pairs as the window exports them, or a report of `check`, as TSV or CSV
    #[arg(long, value_name = "FILE")]
    verdicts: PathBuf,
    /// Pairs that are kept: not-rejected, accepted, or a doubt below a number, as in doubt<4 (needs a report of `check`)
    #[arg(long, value_name = "RULE", default_value = "not-rejected")]
    keep: Keep,
    /// Write the kept pairs here: in the form of the original under its extension (for two files the beginning of both names),
    /// or as a table, such as .tsv, .csv or .xlsx
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Form of the kept pairs: of the original, TMX, Moses, or a table [default: the one the extension of --out names]
    #[arg(long = "as", value_name = "FORMAT", value_parser = PossibleValuesParser::new(Delivery::formats().into_iter().map(|row| row.name)))]
    form: Option<String>,
    /// Write the rejected pairs with their reasons here, as a table
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// Line of a kept pair's target, or the reason why the pair is omitted.
fn target(keep: Keep, line: usize, review: Option<&LineReview>) -> Result<Result<usize, OmissionCause>, Usage> {
    let doubt = review.and_then(|review| review.doubt);
    Ok(match (review.and_then(|review| review.verdict), keep) {
        (Some(LineVerdict::Rejected), _) => Err(OmissionCause::Rejected),
        (Some(LineVerdict::Accepted), _) => Ok(line),
        (Some(LineVerdict::Line(target)), _) => Ok(target),
        (None, Keep::Below(most)) if doubt.is_none() => {
            let remedy = "give the report of `check` by --verdicts, or another --keep";
            return Err(Usage(format!("--keep doubt<{most}: the verdicts tell no doubt about line {line}: {remedy}")));
        }
        (None, keep) => keep.omits(doubt).map_or(Ok(line), Err),
    })
}

/// Corpus of pairs as read, addressed by line.
struct Read {
    corpus: RawCorpus,
    /// Index of the source document of each line.
    places: BTreeMap<usize, usize>,
}

impl Read {
    fn new(corpus: RawCorpus) -> Self {
        let pairs = corpus.task.pairs();
        let lines = pairs.map_or(&[][..], |pairs| &pairs.lines[..pairs.source_documents.min(pairs.lines.len())]);
        Self { places: lines.iter().copied().zip(0..).collect(), corpus }
    }

    /// Names of both sides of the pairs, source and target.
    fn sides(&self) -> [&str; 2] {
        let first = self.corpus.task.pairs().map_or(0, |pairs| pairs.source_documents);
        [0, first].map(|document| self.corpus.documents.get(document).map_or("", |document| document.label.as_str()))
    }

    /// Index of the document on a side of the pair in a line.
    fn document(&self, line: usize, side: usize) -> Option<usize> {
        let source = *self.places.get(&line)?;
        if side == 0 { Some(source) } else { self.corpus.task.pairs()?.partner[source] }
    }

    fn text(&self, line: usize, side: usize) -> &str {
        match self.document(line, side).map(|document| &self.corpus.documents[document].body) {
            Some(Body::Text(text) | Body::Tokens(text)) => text,
            _ => "",
        }
    }

    /// Kept pair of a line, repeated for each of its corrected texts.
    fn units<'a>(&'a self, line: usize, target: usize, corrected: Option<&'a [[String; 2]]>) -> Vec<DeliveredPair<'a>> {
        let own = [self.text(line, 0), self.text(target, 1)];
        let changed = |texts: [&'a str; 2]| [0, 1].map(|side| Some(texts[side]).filter(|text| *text != own[side]));
        let rows = Correction::rows(corrected).into_iter();
        rows.map(|row| DeliveredPair { line, target, texts: row.texts().map_or([None; 2], changed) }).collect()
    }

    fn title(&self, line: usize, side: usize) -> &str {
        self.document(line, side).map_or("", |document| &self.corpus.documents[document].title)
    }
}

/// Runs `deliver`: reads the pairs and verdicts, decides which pairs are kept, writes the files.
pub(super) fn run(args: &DeliverArgs) -> anyhow::Result<Ending> {
    let paths = args.sides.paths()?;
    let inputs: Vec<&Path> =
        paths.iter().map(PathBuf::as_path).chain([args.verdicts.as_path()]).chain(args.rules.paths()).collect();
    places::check(&[("--out", Some(&args.out)), ("--rejects", args.rejects.as_deref())], &inputs)?;
    let reviews = read_verdicts(&args.verdicts)?;
    let (rules, dismissed) = args.rules.read()?;
    let options = args.read.options(Some(TaskKind::Pairs));
    let form = match args.form.as_deref() {
        Some("original") => None,
        Some(name) => Delivery::formats().into_iter().find(|format| format.name == name),
        None => form(&args.out, &paths)?,
    };
    let read = Read::new(read(&paths, &options, &Cancel::default())?);
    // Units are needed for lines without a pair; a table needs no units.
    let units = if form.is_none() { Some(PairUnits::read(&paths, &options)?) } else { PairUnits::read(&paths, &options).ok() };
    let mut lines: Vec<usize> = read.places.keys().copied().collect();
    lines.extend(units.iter().flat_map(PairUnits::lines));
    lines.sort_unstable();
    lines.dedup();
    let (mut kept, mut rejected, mut before_is_kept) = (Vec::new(), Vec::new(), false);
    for line in lines {
        if !read.places.contains_key(&line) {
            rejected.push((line, OmissionCause::NoPair));
            continue;
        }
        let correction = reviews.get(&line).and_then(|review| review.correction.as_deref());
        if correction.is_some_and(<[_]>::is_empty) {
            if !before_is_kept {
                rejected.push((line, OmissionCause::Merged));
            }
            continue;
        }
        let target = target(args.keep, line, reviews.get(&line))?;
        if let Ok(target) = target
            && !read.places.contains_key(&target)
        {
            let place = args.verdicts.display();
            return Err(Usage(format!("{place}: line {line} takes the target of line {target}, which is no pair")).into());
        }
        before_is_kept = target.is_ok();
        match target {
            Ok(target) => kept.extend(read.units(line, target, correction)),
            Err(reason) => rejected.push((line, reason)),
        }
    }
    let inputs = Inputs::new(inputs);
    let sink = Sink::new(&args.out, &inputs, <_>::default())?;
    let delivery = Delivery { pairs: reviewed(&read, &kept, &reviews), original: units.as_ref(), kept };
    Delivery::write(&delivery, form.unwrap_or(Delivery::own_formats()[0]), sink)?;
    if let Some(path) = &args.rejects {
        let pair =
            |(&line, &source): (&usize, &usize)| PairTexts { source, line, texts: [0, 1].map(|side| read.text(line, side)) };
        let pairs: Vec<PairTexts<'_>> = read.places.iter().map(pair).collect();
        let reasons = Reasons::of(&pairs, read.corpus.documents.len(), &rules, &dismissed);
        TableArgs::file(path.clone()).write(&rejects(&read, &rejected, &reviews, &reasons))?;
    }
    say(&delivery.kept, &rejected, &reviews, &read);
    Ok(Ending::Done)
}

/// Format of a table with the kept pairs; `None` for the form of the original.
fn form(out: &Path, paths: &[PathBuf]) -> Result<Option<&'static Exporter>, Usage> {
    let extension = |path: &Path| path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let plain = |file: &PathBuf| if extension(file).as_deref() == Some("gz") { file.with_extension("") } else { file.clone() };
    let named = extension(out);
    let table = Delivery::formats().into_iter().find(|format| Some(format.extension) == named.as_deref());
    match paths {
        [file] if named == extension(&plain(file)) => Ok(None),
        [_, _] if table.is_none() => Ok(None),
        _ if table.is_some() => Ok(table),
        _ => {
            let remedy = "name one with the extension of the original, or a table such as clean.tsv";
            Err(Usage(format!("--out {}: this is no format of pairs: {remedy}", out.display())))
        }
    }
}

/// Kept pairs with their texts and reviews.
fn reviewed<'a>(read: &'a Read, kept: &[DeliveredPair<'a>], reviews: &'a BTreeMap<usize, LineReview>) -> ReviewedPairs<'a> {
    let pair = |pair: &DeliveredPair<'a>| {
        let review = reviews.get(&pair.line);
        ReviewedPair {
            titles: [read.title(pair.line, 0), read.title(pair.target, 1)],
            texts: Some([0, 1].map(|side| pair.texts[side].unwrap_or(read.text([pair.line, pair.target][side], side)))),
            lines: Some([pair.line, pair.target]),
            accepted: review.and_then(|review| review.verdict).map(|_| true),
            note: review.map_or("", |review| &review.note),
            category: review.map_or("", |review| &review.category),
            ..ReviewedPair::default()
        }
    };
    ReviewedPairs { sides: read.sides(), pairs: kept.iter().map(pair).collect(), accept_below: Some(f64::INFINITY) }
}

/// Table of the rejected pairs with their reasons.
fn rejects<'a>(
    read: &'a Read,
    rejected: &'a [(usize, OmissionCause)],
    reviews: &'a BTreeMap<usize, LineReview>,
    reasons: &'a Reasons,
) -> Table<'a> {
    let found = |row: usize, wanted: bool| {
        read.document(rejected[row].0, 0).map_or_else(String::new, |source| reasons.text(source, wanted))
    };
    let line = |row: usize| rejected[row].0;
    let review = move |row: usize| reviews.get(&line(row));
    let sides = read.sides();
    Table::new("rejected pairs", rejected.len())
        .integer("line", move |row| Some(line(row)))
        .text("cause", |row| rejected[row].1.to_string())
        .text("reasons", move |row| found(row, true))
        .text("hints", move |row| found(row, false))
        .text("note", move |row| review(row).map_or("", |review| review.note.as_str()))
        .text(format!("{} text", sides[0]), move |row| read.text(line(row), 0))
        .text(format!("{} text", sides[1]), move |row| read.text(line(row), 1))
        .text("category", move |row| review(row).map_or("", |review| review.category.as_str()))
}

/// Prints the number of kept pairs, and which verdicts had no effect.
fn say(kept: &[DeliveredPair<'_>], rejected: &[(usize, OmissionCause)], reviews: &BTreeMap<usize, LineReview>, read: &Read) {
    let targets: BTreeMap<usize, usize> = kept.iter().map(|pair| (pair.line, pair.target)).collect();
    let left: BTreeSet<usize> = rejected.iter().map(|(line, _)| *line).collect();
    let corrected = |wanted: fn(usize) -> bool| {
        let texts =
            |(line, review): (&usize, &LineReview)| review.correction.as_ref().filter(|_| !left.contains(line)).map(Vec::len);
        reviews.iter().filter(|(line, _)| read.places.contains_key(line)).filter_map(texts).filter(|&texts| wanted(texts)).count()
    };
    let [merged, edited, split] = [corrected(|texts| texts == 0), corrected(|texts| texts == 1), corrected(|texts| texts > 1)];
    let all = targets.len() + merged + rejected.len();
    output::say(format_args!("{} of {all} pairs kept; {} not", all - rejected.len(), rejected.len()));
    if edited + split + merged > 0 {
        output::note(format_args!("Corrected pairs: {edited} edited, {split} split, {merged} merged into the pair before."));
    }
    let mut taken = BTreeSet::new();
    let twice: BTreeSet<usize> = targets.values().copied().filter(|target| !taken.insert(*target)).collect();
    if let Some(first) = twice.first() {
        output::note(format_args!(
            "{} targets are delivered twice, the first that of line {first}: reject one of the pairs.",
            twice.len()
        ));
    }
    let unknown = reviews.keys().filter(|line| !read.places.contains_key(line)).count();
    if unknown > 0 {
        output::note(format_args!("{unknown} of the verdicts are about lines without a pair."));
    }
}
