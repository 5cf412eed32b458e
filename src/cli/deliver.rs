//! Command `wordfield deliver`: writes reviewed pairs as a clean file and a table of the omitted ones.
//!
//! The clean file has the format of the original if its name has the same extension; unchanged pairs keep their bytes.
//! Under another extension, or by `--as`, pairs are written as TMX, Moses or a table.
//! Corrected texts of the verdicts replace those of the original. The written file is verified by reading before it is renamed.
//!
//! Cost: two passes over the files, one for the texts and one for the units. Memory: the files and the texts.

use std::path::{Path, PathBuf};

use clap::{Args, builder::PossibleValuesParser};
use serde_json::{Value, json};

use super::{
    Usage,
    check::{RuleArgs, StaleArgs},
    corpus::{ReadArgs, SidesArgs},
    output, places,
    table::write_to,
};
use wordfield_core::{
    corpus::{Side, TaskKind},
    project::{Inputs, write_atomically},
};
use wordfield_output::{
    Delivery, ExportKind, Exporter, FittedVerdicts, Keep, KnownPairs, OmittedUnits, PairTexts, PairUnits, Reasons, Sink,
    read_verdicts,
};

/// Arguments of `deliver`.
#[derive(Args, Debug)]
pub(super) struct DeliverArgs {
    #[command(flatten)]
    sides: SidesArgs,
    /// Verdicts: reviewed pairs as the window exports them, or a report of `check`, as TSV or CSV
    #[arg(long, value_name = "FILE")]
    verdicts: PathBuf,
    #[command(flatten)]
    stale: StaleArgs,
    /// Pairs that are kept: not-rejected, accepted, or a score above a number, as in score>.5 (needs a report of `check`)
    #[arg(long, value_name = "RULE", default_value = "not-rejected")]
    keep: Keep,
    /// Write the kept pairs here: in the form of the original under its extension (for two files the beginning of both names),
    /// or as a table, such as .tsv, .csv or .xlsx
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Form of the kept pairs: of the original, TMX, Moses, or a table [default: the one the extension of --out names]
    #[arg(long = "as", value_name = "FORMAT", value_parser = PossibleValuesParser::new(Delivery::formats().into_iter().map(|row| row.name)))]
    form: Option<String>,
    /// Write the omitted units with their reasons here, as a table
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// Write the account here: numbers of units, and every omitted one
    #[arg(long, value_name = "OUT")]
    json: Option<PathBuf>,
    /// Remove the units of omitted pairs from an XLIFF file, instead of marking them as to be reviewed
    #[arg(long)]
    remove: bool,
    /// Let invalid bytes become U+FFFD in another form than that of the original
    #[arg(long)]
    lossy: bool,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs `deliver`: reads the pairs and verdicts, selects the delivered pairs, writes the files.
pub(super) fn run(args: &DeliverArgs) -> anyhow::Result<()> {
    let paths = args.sides.paths()?;
    let inputs: Vec<&Path> =
        paths.iter().map(PathBuf::as_path).chain([args.verdicts.as_path()]).chain(args.rules.paths()).collect();
    let outputs = [("--out", Some(args.out.as_path())), ("--rejects", args.rejects.as_deref()), ("--json", args.json.as_deref())];
    places::check(&outputs, &inputs)?;
    let table = read_verdicts(&args.verdicts)?;
    let (rules, dismissed) = args.rules.read()?;
    let form = match args.form.as_deref() {
        Some("original") => None,
        Some(name) => Delivery::formats().into_iter().find(|format| format.name == name),
        None => form(&args.out, &paths)?,
    };
    let units = PairUnits::read(&paths, &args.read.options(Some(TaskKind::Pairs)))?;
    let files = &units.files;
    files.corpus.notes.iter().for_each(output::note);
    let fitted = table.fitted(&KnownPairs::of_files(files), args.stale.stale())?;
    args.stale.tell(&fitted);
    require_scores(args, &units, &fitted)?;
    let pair = |pair: usize| PairTexts {
        source: pair,
        unit: files.units[pair].number,
        line: files.units[pair].line,
        texts: [Side::Source, Side::Target].map(|side| files.text(pair, side)),
    };
    let pairs: Vec<PairTexts<'_>> = (0..files.pairs()).map(pair).collect();
    let reasons = Reasons::of(&pairs, files.pairs(), &rules, &dismissed);
    let treatment = if args.remove { OmittedUnits::Remove } else { OmittedUnits::Mark };
    let delivery = Delivery { treatment, is_lossy: args.lossy, ..Delivery::new(&units, &fitted.reviews, args.keep, &reasons)? };
    let inputs = Inputs::new(inputs);
    let sink = Sink::new(&args.out, &inputs, <_>::default())?;
    Delivery::write(&delivery, form.unwrap_or(Delivery::own_formats()[0]), sink)?;
    write_to(args.rejects.as_deref(), &delivery.omitted_table())?;
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(&account(&delivery)?)?;
        write_atomically(path, format!("{text}\n").as_bytes())?;
    }
    delivery.account.sentences().iter().for_each(output::say);
    Ok(())
}

/// Refuses a rule about scores if a pair without a verdict has none.
fn require_scores(args: &DeliverArgs, units: &PairUnits, fitted: &FittedVerdicts) -> Result<(), Usage> {
    let Keep::Above(least) = args.keep else { return Ok(()) };
    let lacks = |pair: &usize| fitted.reviews.get(pair).is_none_or(|review| review.verdict.is_none() && review.score.is_none());
    let Some(pair) = (0..units.files.pairs()).find(lacks) else { return Ok(()) };
    let name = units.name(&units.files.units[pair]);
    let remedy = "give the report of `check` by --verdicts, or another --keep";
    Err(Usage(format!("--keep score>{least}: the verdicts tell no score of {name}: {remedy}")))
}

/// Format of a table with the kept pairs; `None` if the format of the original is kept.
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

/// Account of a delivery: read = kept + rejected + left out, with every omitted unit.
fn account(delivery: &Delivery<'_>) -> serde_json::Result<Value> {
    let mut account = serde_json::to_value(&delivery.account)?;
    account["omitted"] = serde_json::to_value(&delivery.omitted)?;
    account["notes"] = json!(delivery.units.files.corpus.notes);
    Ok(account)
}
