//! Command `wordfield tabulate`: builds a table or figure of the finished cells of a study that `evaluate` runs.
//!
//! Cost: each record is read once. Memory: one record, and some kilobytes a cell.

use std::path::{Path, PathBuf};

use clap::{Args, builder::PossibleValuesParser};

use super::{Usage, output, places};
use wordfield_core::{
    project::write_atomically,
    study::{BriefStudy, Row},
};
use wordfield_output::StudyFormat;

/// Name of the axis for the number of nearest candidates.
const RANK: &str = "R";

/// Arguments of `tabulate`.
#[derive(Args, Debug)]
pub(super) struct TabulateArgs {
    /// Folder of a study, as `evaluate --out` writes it, or its compact file
    #[arg(value_name = "DIR")]
    study: PathBuf,
    /// Write what the tables need of the study as one compact file, which is tabulated like its folder
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "metric", "across", "down", "out"])]
    pack: Option<PathBuf>,
    /// Format of the table
    #[arg(long, value_name = "FORMAT", default_value = "md", value_parser = PossibleValuesParser::new(StudyFormat::ALL.map(|(name, _)| name)))]
    format: String,
    /// Score by its path in a report, as in dev.accuracy [default: the main score of the task on the test part]
    #[arg(long, value_name = "SCORE")]
    metric: Option<String>,
    /// Axis of the columns, and of a chart's horizontal axis: train, a reported axis of the grid, or, for pairs, R of precision@R
    #[arg(long, value_name = "AXIS", default_value = "train")]
    across: String,
    /// Second axis of a chart, which then is a heat map of both
    #[arg(long, value_name = "AXIS")]
    down: Option<String>,
    /// Write the table here instead of to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs `tabulate`: builds the table or figure of a study.
pub(super) fn run(args: &TabulateArgs) -> anyhow::Result<()> {
    let study = BriefStudy::open(&args.study)?;
    places::check(&[("--out", args.out.as_deref()), ("--pack", args.pack.as_deref())], &[Path::new(&args.study)])?;
    let (done, all) = (study.finished(), study.plan.cells.len());
    if let Some(path) = &args.pack {
        study.pack(path)?;
        output::note(format_args!("{done} of {all} cells, trained in {:.0} s together", study.seconds()));
        return Ok(());
    }
    let BriefStudy { plan, briefs } = study;
    let rows = match &args.metric {
        Some(metric) if args.across == RANK => {
            return Err(Usage(format!("--metric {metric}: --across {RANK} is of precision@R: leave one of the two out")).into());
        }
        None if args.across == RANK => briefs.precision_rows(&plan)?,
        metric => briefs.rows(&plan, metric.as_deref())?,
    };
    check_axis(&rows, "--across", &args.across)?;
    let format =
        StudyFormat::ALL.iter().find(|(name, _)| *name == args.format).map_or(StudyFormat::Markdown, |(_, format)| *format);
    if let Some(down) = &args.down {
        check_axis(&rows, "--down", down)?;
        if format != StudyFormat::Svg || *down == args.across {
            return Err(Usage(format!("--down {down}: is of charts, with another axis than --across: give --format svg")).into());
        }
    }
    let text = format.write(&rows, &args.across, args.down.as_deref())?;
    match &args.out {
        Some(path) => write_atomically(path, text.as_bytes())?,
        None => output::results(text.as_bytes())?,
    }
    if done < all {
        output::note(format_args!("{done} of {all} cells are done: run `wordfield evaluate` again for the others"));
    }
    Ok(())
}

/// Refuses an axis for which no row of the study has a value.
fn check_axis(rows: &[Row], option: &str, axis: &str) -> Result<(), Usage> {
    if axis == "train" || rows.iter().any(|row| row.at.contains_key(axis)) {
        return Ok(());
    }
    let mut axes: Vec<&str> = rows.iter().flat_map(|row| row.at.keys()).map(String::as_str).collect();
    axes.sort_unstable();
    axes.dedup();
    let known = ["train"].into_iter().chain(axes).collect::<Vec<_>>().join(", ");
    Err(Usage(format!("{option} {axis}: no axis of this study, which has {known}")))
}
