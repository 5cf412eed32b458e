//! Command `wordfield evaluate`: runs the missing cells of a grid, as a whole or as one shard of many.
//!
//! Each finished cell is a file; a second call runs only the missing cells. Cost and memory: see [`wordfield_core::study`].

mod grid;

use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use anyhow::bail;
use clap::{Args, Parser};

use self::grid::{Grid, GridRow};
use super::{
    Cli, Interrupted, Sub, Usage, cells, interrupt, output,
    train::{self, RunArgs},
};
use wordfield_core::{
    corpus::Cancel,
    experiment::{DataCache, PointStore, Sweep, SweepError, TrainedCell},
    study::{CellState, Digests, Finished, Plan, PlannedCell, RunChoice, StudyFolder, cell_id, shard},
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
pub(super) fn run(args: &EvaluateArgs) -> anyhow::Result<()> {
    let refuse = |problem: String| Usage(format!("{}: {problem}", args.grid.display()));
    let text = fs::read_to_string(&args.grid).map_err(|cause| refuse(cause.to_string()))?;
    let beside = args.grid.parent().unwrap_or(Path::new(""));
    let rows = Grid::read(&text).and_then(|grid| grid.rows(beside)).map_err(|error| refuse(error.to_string()))?;
    let (plan, places) = plan(&rows).map_err(|error| match error.downcast() {
        Ok(Usage(problem)) => refuse(problem).into(),
        Err(error) => error,
    })?;
    if args.list {
        return list(&plan, &StudyFolder::at(&args.out), args.shard);
    }
    let folder = StudyFolder::create(&args.out)?;
    folder.put_plan(&plan)?;
    let (cancel, _) = interrupt::listen_saying(cells::INTERRUPTED)?;
    let choice = RunChoice { shard: args.shard, jobs: args.jobs, retry: args.retry };
    let train = |place: usize, points: &mut PointStore, cache: &mut DataCache| {
        let (row, cell) = places[place];
        train_cell(&rows[row], cell, points, cache, &cancel)
    };
    let Finished { failed, interrupted, .. } = cells::run(&plan, &folder, &choice, &train, &cancel)?;
    if interrupted {
        return Err(Interrupted.into());
    }
    let state = |place: usize| folder.state(&plan.cells[place].id);
    let done = (0..plan.cells.len()).filter(|&place| state(place) == CellState::Done).count();
    output::say(format_args!("{done} of {} cells are done", plan.cells.len()));
    // Only failed cells of the current shard are counted.
    match plan.of_shard(args.shard).into_iter().filter(|&place| state(place) == CellState::Failed).count() {
        0 => Ok(()),
        all => bail!(
            "{all} cell{} failed, {failed} in this call: see {}; --retry runs again what failed",
            if all == 1 { "" } else { "s" },
            args.out.join("failed").display()
        ),
    }
}

/// Builds the sweep of a row's command, one cell for each seed, and passes it to `then`.
fn with_sweep<T>(row: &GridRow, then: impl FnOnce(Sweep<'_>, &RunArgs) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let Some(Sub::Train { model }) = Cli::try_parse_from(&row.command)?.command else { bail!("a row is a training") };
    train::with_sweep(&model, |sweep, args| then(cells::of_study(sweep, args), args))
}

/// Plan of the rows' cells, with the row of each and its index in the row's sweep. Files are read for their digests.
fn plan(rows: &[GridRow]) -> anyhow::Result<(Plan, Vec<(usize, usize)>)> {
    let (mut plan, mut places, mut digests) = (Plan::default(), Vec::new(), Digests::default());
    for (place, row) in rows.iter().enumerate() {
        let planned = with_sweep(row, |sweep, args| {
            let contents = cells::contents(&sweep, args, &mut digests)?;
            for (index, cell) in sweep.cells().iter().enumerate() {
                plan.cells.push(PlannedCell { id: cell_id(&sweep, cell, &contents)?, seed: cell.seed, ..row.cell.clone() });
                places.push((place, index));
            }
            Ok(())
        });
        planned.map_err(|error| match error.downcast_ref() {
            Some(SweepError::Data(_)) => error,
            _ => Usage(format!("{}, {}: {}", row.cell.corpus, row.cell.title(), first_lines(&error.to_string()))).into(),
        })?;
    }
    if let Some([one, other]) = plan.repeated() {
        bail!(Usage(format!("{} and {} are one run: leave out one of the two", one.name(), other.name())));
    }
    Ok((plan, places))
}

/// First lines of an error message, without the usage text behind them.
fn first_lines(message: &str) -> &str {
    message.split("\n\n").next().unwrap_or(message).trim_start_matches("error: ")
}

/// Trains the model of one cell of a row.
fn train_cell(
    row: &GridRow,
    cell: usize,
    points: &mut PointStore,
    cache: &mut DataCache,
    cancel: &Cancel,
) -> Result<TrainedCell, SweepError> {
    let trained = with_sweep(row, |sweep, _| {
        let cells = sweep.cells();
        let Some(cell) = cells.get(cell) else { bail!(SweepError::Settings("there is nothing to train".to_owned())) };
        Ok(sweep.run_cell(cell, points, cache, &mut (), cancel)?)
    });
    trained.map_err(|error| error.downcast().unwrap_or_else(|error| SweepError::Settings(error.to_string())))
}

/// Prints the cells of a shard with their states.
fn list(plan: &Plan, folder: &StudyFolder, shard: (usize, usize)) -> anyhow::Result<()> {
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
    Ok(())
}
