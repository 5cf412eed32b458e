//! Runs that `--results` keeps: cells of a study's folder, as those of `evaluate`, with the same ids.
//!
//! A run that stands in the folder is not trained again, whichever command has made it.

use std::{collections::BTreeMap, num::NonZeroUsize, path::Path, thread};

use anyhow::bail;

use super::{report_all, report_one};
use crate::cli::{Ending, cells, interrupt, output, train::RunArgs};
use wordfield_core::corpus::corpus_name;
use wordfield_core::experiment::{Cell, CellResult, DataCache, PointStore, Sweep, SweepError};
use wordfield_core::study::{CellState, Digests, Plan, PlannedCell, RunChoice, StudyError, StudyFolder, cell_id};

/// Runs the cells of a sweep that a study's folder does not contain, and reports all of them.
pub(super) fn run(sweep: Sweep<'_>, path: &Path, args: &RunArgs) -> anyhow::Result<Ending> {
    let sweep = cells::of_study(sweep, args);
    let cells = sweep.cells();
    let plan = plan(&sweep, &cells, args)?;
    let earlier = match StudyFolder::open(path) {
        Err(StudyError::NoPlan(_)) => Plan::default(),
        opened => opened?.1,
    };
    let folder = StudyFolder::create(path)?;
    folder.put_plan(&earlier.with(plan.clone()))?;
    let found = plan.cells.iter().filter(|cell| folder.state(&cell.id) == CellState::Done).count();
    if found > 0 {
        output::say(format_args!("{found} of {} runs found in {}", cells.len(), path.display()));
    }
    let cancel = interrupt::listen_saying(cells::KEPT, || {})?;
    let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let choice = RunChoice { shard: (1, 1), jobs, retry: true };
    let train = |place: usize, points: &mut PointStore, cache: &mut DataCache| {
        sweep.run_cell(&cells[place], points, cache, &mut (), &cancel)
    };
    let interrupted = cells::run(&plan, &folder, &choice, &train, &cancel)?.interrupted;

    let (mut results, mut problems) = (Vec::new(), Vec::new());
    for (cell, planned) in cells.into_iter().zip(&plan.cells) {
        results.extend(folder.record(&planned.id)?.map(|record| CellResult { cell, report: record.report }));
        problems.extend(folder.problem(&planned.id)?);
    }
    let ending = match plan.cells.len() {
        _ if results.is_empty() => Ending::Interrupted,
        1 => report_one(results.remove(0), None, args, interrupted)?,
        _ => report_all(&results, args, interrupted)?,
    };
    match (&problems[..], plan.cells.len()) {
        ([], _) => Ok(ending),
        ([problem, ..], 1) => bail!("{problem}"),
        ([first, ..], runs) => bail!("{} of {runs} runs failed; the first: {first}", problems.len()),
    }
}

/// Plan of a sweep's cells, labelled by their models.
fn plan(sweep: &Sweep<'_>, cells: &[Cell], args: &RunArgs) -> Result<Plan, SweepError> {
    let contents = Digests::default().of_recipe(&sweep.data)?;
    let planned = |cell: &Cell| {
        let mut at = cell.setting.iter().cloned().collect::<BTreeMap<_, _>>();
        let train = at.remove("train").or_else(|| args.split.train()).unwrap_or_default();
        Ok(PlannedCell {
            id: cell_id(sweep, cell, &contents)?,
            corpus: corpus_name(sweep.data.paths(), cell.model.info().task),
            label: cell.model.info().command.to_owned(),
            train,
            seed: cell.seed,
            at,
        })
    };
    Ok(Plan { cells: cells.iter().map(planned).collect::<Result<_, SweepError>>()? })
}
