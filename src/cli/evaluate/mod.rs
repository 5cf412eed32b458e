//! Command `wordfield evaluate`: runs the missing cells of a grid, as a whole or as one shard of many.
//!
//! Each finished cell is a file; a second call makes only what is missing. Cost and memory: see [`wordfield_core::study`].

mod grid;

use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use anyhow::bail;
use clap::{Args, Parser};

use self::grid::{CellCommand, Grid};
use super::{Cli, Ending, Sub, Usage, interrupt, output, progress::scores_of, train};
use wordfield_core::{
    corpus::Cancel,
    experiment::{CellResult, DataCache, ResultStore, Sweep, SweepError},
    stats::duration,
    study::{CellState, Finished, Plan, Record, RunChoice, Step, StudyFolder, run as run_cells, shard},
};
use wordfield_output::{Table, tsv};

/// Arguments of `evaluate`.
#[derive(Args, Debug)]
pub(super) struct EvaluateArgs {
    /// A TOML file of corpora, splits and methods
    #[arg(value_name = "GRID")]
    grid: PathBuf,
    /// Folder of the study: one file for each finished cell
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Run one part of the cells, as in 2/4; parts may run at the same time on any number of computers
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "1/1")]
    shard: (usize, usize),
    /// Number of cells that run at a time, each on one thread
    #[arg(long, value_name = "J", default_value = "1")]
    jobs: NonZeroUsize,
    /// List the cells with their state and run none
    #[arg(long)]
    list: bool,
    /// Run cells that failed once more
    #[arg(long)]
    retry: bool,
}

/// Runs `evaluate`: computes the missing cells of the grid.
pub(super) fn run(args: &EvaluateArgs) -> anyhow::Result<Ending> {
    let refuse = |problem: String| Usage(format!("{}: {problem}", args.grid.display()));
    let text = fs::read_to_string(&args.grid).map_err(|cause| refuse(cause.to_string()))?;
    let beside = args.grid.parent().unwrap_or(Path::new(""));
    let (plan, calls) = Grid::read(&text).and_then(|grid| grid.cells(beside)).map_err(|error| refuse(error.to_string()))?;
    if args.list {
        return list(&plan, &StudyFolder::at(&args.out), args.shard);
    }
    check(&plan, &calls).map_err(|error| refuse(error.to_string()))?;
    let folder = StudyFolder::create(&args.out)?;
    folder.put_plan(&plan)?;
    let cancel = interrupt::listen_saying("interrupted: finished cells are kept; the same call goes on", || {})?;
    let choice = RunChoice { shard: args.shard, jobs: args.jobs, retry: args.retry };
    let train = |place: usize, points: &mut ResultStore, cache: &mut DataCache| cell(&calls[place], points, cache, &cancel);
    let Finished { failed, elsewhere, interrupted, .. } =
        run_cells(&plan, &folder, &choice, &train, &|step| say(&plan, step), &cancel)?;
    if interrupted {
        output::say("interrupted: finished cells are kept; the same call goes on");
        return Ok(Ending::Interrupted);
    }
    if elsewhere > 0 {
        output::say(format_args!("{elsewhere} of the cells are run by another process"));
    }
    let state = |place: usize| folder.state(&plan.cells[place].id);
    let done = (0..plan.cells.len()).filter(|&place| state(place) == CellState::Done).count();
    output::say(format_args!("{done} of {} cells are done", plan.cells.len()));
    // Only this shard's problems are counted.
    match plan.of_shard(args.shard).into_iter().filter(|&place| state(place) == CellState::Failed).count() {
        0 => Ok(Ending::Done),
        all => bail!(
            "{all} cell{} failed, {failed} in this call: see {}; --retry runs again what failed",
            if all == 1 { "" } else { "s" },
            args.out.join("failed").display()
        ),
    }
}

/// Builds the sweep of a cell's command and passes it to `then`.
fn with_sweep<T>(call: &[String], then: impl FnOnce(Sweep<'_>) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let Some(Sub::Train { model }) = Cli::try_parse_from(call)?.command else { bail!("a cell is a training") };
    train::with_sweep(&model, |sweep, _| then(Sweep { threads: Some(NonZeroUsize::MIN), keep_models: true, ..sweep }))
}

/// Checks the parameters of every method before any file is read.
fn check(plan: &Plan, calls: &[CellCommand]) -> anyhow::Result<()> {
    let mut seed = None;
    for (planned, call) in plan.cells.iter().zip(calls) {
        // Only the first seed is checked, as the others have the same settings.
        if *seed.get_or_insert(planned.seed) == planned.seed {
            let checked = with_sweep(call, |sweep| Ok(sweep.check()?));
            checked.map_err(|error| anyhow::anyhow!("{}: {}", planned.name(), first_lines(&error.to_string())))?;
        }
    }
    Ok(())
}

/// First lines of an error message, without the usage text behind them.
fn first_lines(message: &str) -> &str {
    message.split("\n\n").next().unwrap_or(message).trim_start_matches("error: ")
}

/// Trains the model of one cell of the study.
fn cell(
    call: &[String],
    points: &mut ResultStore,
    cache: &mut DataCache,
    cancel: &Cancel,
) -> Result<(CellResult, bool), SweepError> {
    let trained = with_sweep(call, |sweep| {
        let cells = sweep.cells();
        let Some(cell) = cells.first() else { bail!(SweepError::Settings("there is nothing to train".to_owned())) };
        Ok(sweep.run_cell(cell, points, cache, &mut (), cancel)?)
    });
    trained.map_err(|error| error.downcast().unwrap_or_else(|error| SweepError::Settings(error.to_string())))
}

/// Prints a line about a cell that has ended.
fn say(plan: &Plan, step: &Step<'_>) {
    let [ended, all] = step.extent;
    let name = plan.cells[step.place].name();
    let left = if ended < all { format!("; {} left", duration(step.seconds_left)) } else { String::new() };
    match step.outcome {
        Ok(record) => output::say(format_args!("{ended} of {all}: {name}: {} in {:.1} s{left}", scores(record), record.seconds)),
        Err(problem) => output::say(format_args!("{ended} of {all}: {name}: failed: {problem}{left}")),
    }
}

fn scores(record: &Record) -> String {
    record
        .report
        .kind()
        .map_or_else(String::new, |kind| scores_of(kind.info().metric, &record.report.metrics.scores(), record.report.chose()))
}

/// Prints the cells of a shard with their states.
fn list(plan: &Plan, folder: &StudyFolder, shard: (usize, usize)) -> anyhow::Result<Ending> {
    let cells: Vec<_> = plan.of_shard(shard).into_iter().map(|place| &plan.cells[place]).collect();
    let axes = |row: usize| cells[row].at.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ");
    let table = Table::new("cells", cells.len())
        .text("id", |row| cells[row].id.as_str())
        .text("corpus", |row| cells[row].corpus.as_str())
        .text("label", |row| cells[row].label.as_str())
        .text("train", |row| cells[row].train.as_str())
        .text("at", axes)
        .integer("seed", |row| usize::try_from(cells[row].seed).ok())
        .text("state", |row| folder.state(&cells[row].id).name());
    let mut bytes = Vec::new();
    tsv(&table, &mut bytes)?;
    output::results(&bytes)?;
    Ok(Ending::Done)
}
