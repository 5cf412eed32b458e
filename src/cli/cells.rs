//! Cells of sweeps stored in the folder of a study, as `evaluate` and `train --results` plan and run them.
//!
//! Each cell is trained on one thread, several cells at a time; the file of a finished cell is never computed again.
//! Cost and memory: see [`wordfield_core::study`].

use std::num::NonZeroUsize;

use super::{output, progress::scores_of, train::RunArgs};
use wordfield_core::{
    corpus::Cancel,
    experiment::{Sweep, SweepError},
    stats::duration,
    study::{
        Digests, Finished, Plan, Record, RunChoice, Step, StudyError, StudyFolder, TRAINING_MEMORY, Train, run as run_cells,
    },
};

/// Message of an interrupted study.
pub(super) const INTERRUPTED: &str = "interrupted: finished cells are kept; the same call goes on";

/// The sweep with cells whose results depend neither on the number of threads nor on the computer's memory.
pub(super) fn of_study<'a>(sweep: Sweep<'a>, args: &RunArgs) -> Sweep<'a> {
    Sweep { threads: Some(NonZeroUsize::MIN), memory: args.model.memory.unwrap_or(TRAINING_MEMORY), ..sweep }
}

/// Digest of all inputs of a sweep.
/// A dimension taken from word vectors and an equal number set by the user have different digests.
/// The reason is that ids are computed before vectors are read.
///
/// # Errors
/// When a file of the sweep cannot be read.
pub(super) fn contents(sweep: &Sweep<'_>, args: &RunArgs, digests: &mut Digests) -> Result<String, SweepError> {
    let files = digests.of_recipe(&sweep.data)?;
    let of_vectors = sweep.data.vectors.is_some() && !args.model.fixes("q");
    Ok(if of_vectors { format!("{files}, dimensions of the vectors") } else { files })
}

/// Runs the missing cells of a plan and prints a line for each.
///
/// # Errors
/// When the study's folder cannot be written.
pub(super) fn run(
    plan: &Plan,
    folder: &StudyFolder,
    choice: &RunChoice,
    train: &Train<'_>,
    cancel: &Cancel,
) -> Result<Finished, StudyError> {
    let finished = run_cells(plan, folder, choice, train, &|step| say(plan, step), cancel)?;
    if finished.interrupted {
        output::say(INTERRUPTED);
    } else if finished.elsewhere > 0 {
        output::say(format_args!("{} of the cells are run by another process", finished.elsewhere));
    }
    Ok(finished)
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
