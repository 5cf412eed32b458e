//! Runs stored by `--results`: cells in the folder of a study, with the same ids as those of `evaluate`.
//!
//! A stored run is not trained again, whichever command has stored it.
//! The plan in the folder, and therefore the table of `tabulate`, is that of the last call.

use std::{collections::BTreeMap, num::NonZeroUsize, path::Path, thread};

use anyhow::bail;

use super::{report_all, report_one};
use crate::cli::{Interrupted, cells, interrupt, output, train::RunArgs};
use wordfield_core::corpus::corpus_name;
use wordfield_core::experiment::{Cell, CellResult, DataCache, PointStore, Sweep, SweepError};
use wordfield_core::memory::Budget;
use wordfield_core::study::{CellState, Digests, Plan, PlannedCell, RunChoice, StudyFolder, cell_id};

/// Runs the cells of a sweep that a study's folder does not contain, and reports all of them.
pub(super) fn run(sweep: Sweep<'_>, path: &Path, args: &RunArgs) -> anyhow::Result<()> {
    let sweep = cells::of_study(sweep, args);
    let cells = sweep.cells();
    let plan = plan(&sweep, &cells, args)?;
    let folder = StudyFolder::create(path)?;
    folder.put_plan(&plan)?;
    let found = plan.cells.iter().filter(|cell| folder.state(&cell.id) == CellState::Done).count();
    if found > 0 {
        output::say(format_args!("{found} of {} runs found in {}", cells.len(), path.display()));
    }
    let (cancel, _) = interrupt::listen_saying(cells::INTERRUPTED)?;
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let choice = RunChoice::all(cores, Budget::default(), sweep.memory);
    let train = |place: usize, points: &mut PointStore, cache: &mut DataCache| {
        sweep.run_cell(&cells[place], points, cache, &mut (), &cancel)
    };
    let interrupted = cells::run(&plan, &folder, &choice, &train, &cancel)?.interrupted;

    let (mut results, mut problems, runs) = (Vec::new(), Vec::new(), cells.len());
    for (cell, planned) in cells.into_iter().zip(&plan.cells) {
        match folder.record(&planned.id)? {
            Some(record) => results.push(CellResult { cell, report: record.report }),
            None => problems.extend(folder.problem(&planned.id)?),
        }
    }
    let missing = runs - results.len() - problems.len();
    if args.output.saves() && !results.is_empty() {
        interrupt::results_to_save();
    }
    match runs {
        _ if results.is_empty() => {}
        1 => report_one(results.remove(0), None, args, interrupted)?,
        _ => report_all(&results, args, interrupted)?,
    }
    match &problems[..] {
        _ if interrupted => Err(Interrupted.into()),
        [problem] if runs == 1 => bail!("{problem}"),
        [first, ..] => bail!("{} of {runs} runs failed; the first: {first}", problems.len()),
        [] if missing > 0 => {
            bail!("{missing} of {runs} runs are under way in another process: repeat the call when it has ended")
        }
        [] => Ok(()),
    }
}

/// Plan of a sweep's cells, labelled by their models.
fn plan(sweep: &Sweep<'_>, cells: &[Cell], args: &RunArgs) -> Result<Plan, SweepError> {
    let contents = cells::contents(sweep, args, &mut Digests::default())?;
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
