//! Checks for options of `train` without effect, which are refused before any file is read.

use super::args::RunArgs;
use crate::cli::Usage;
use wordfield_core::corpus::TaskKind;
use wordfield_core::metric::CalibratedOn;
use wordfield_core::model::{ModelKind, Params};

/// Refuses options of `train` that would have no effect.
///
/// # Errors
/// Names the first option without effect, and the reason.
pub(super) fn check(kind: ModelKind, args: &RunArgs, params: &Params, calibrate: CalibratedOn) -> Result<(), Usage> {
    let pairs = kind.info().task == TaskKind::Pairs;
    let training = &args.training;
    let solved_at_once = params.value("optimiser").is_none();
    let fixed = params.nothing_moves();
    let no_iterations = "nothing is learned by iterating: neither words nor kernels move";
    let out_of_fold = calibrate == CalibratedOn::OutOfFold;
    let unused = [
        (out_of_fold && kind == ModelKind::Knn, "--calibrate", "the model has no decisions of pairs of classes"),
        (pairs && args.split.no_stratify, "--no-stratify", "pairs have no classes to stratify by"),
        (solved_at_once && training.iterations.is_some(), "--iterations", "the model is solved in one iteration"),
        (solved_at_once && training.patience.is_some(), "--patience", "the model is solved in one iteration"),
        (fixed && training.iterations.is_some(), "--iterations", no_iterations),
        (fixed && training.patience.is_some(), "--patience", no_iterations),
        (
            training.patience.is_some_and(|patience| patience > 0) && args.split.has_no_dev(),
            "--patience",
            "there is no development part: --dev is 0",
        ),
    ];
    match unused.iter().find(|(unused, ..)| *unused) {
        Some((_, option, reason)) => Err(Usage(format!("{option} has no effect: {reason}; leave it out"))),
        None => Ok(()),
    }
}
