//! Option `--out-of-fold` of `wordfield test`, which tests both halves of the documents.
//! Each half is tested under a kernel learned from the opposite half.
//!
//! Cost: two trainings on half of the documents, see [`wordfield_core::experiment::test_two_halves`].
//! Memory: one model and one kernel matrix at a time.

use super::TestArgs;
use crate::cli::{Usage, output, progress::Folds};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::Dataset,
    experiment::{HalvesOptions, HalvesUnavailable, test_two_halves},
    finding::Finding,
    project::SavedModel,
};

/// Refuses models whose kernel is not learned, and models that cannot be trained again without other files.
pub(super) fn check(saved: &SavedModel) -> Result<(), Usage> {
    let components = saved.fitted.components().map(|components| &**components);
    match HalvesUnavailable::of(&saved.fitted.params(), saved.fitted.positions().is_some(), components) {
        None => Ok(()),
        Some(reason @ HalvesUnavailable::NotLearned) => {
            Err(Usage(format!("--out-of-fold has no effect: {reason}; leave it out")))
        }
        Some(reason @ HalvesUnavailable::GivenVectors) => {
            Err(Usage(format!("--out-of-fold: {reason}; test a model trained without --vectors")))
        }
    }
}

/// Trains on each half of the documents and tests the opposite half.
pub(super) fn compare(
    args: &TestArgs,
    saved: &SavedModel,
    data: &Dataset,
    classes: [usize; 2],
    flag: &CancelFlag,
) -> anyhow::Result<Finding> {
    let iterations = saved.best_iteration.unwrap_or(saved.iterations);
    let memory = args.documents.memory();
    let options = HalvesOptions { splits: args.splits, memory, ..HalvesOptions::new(saved.fitted.params(), iterations) };
    output::say("training a model on each of two halves; Ctrl-C stops without a result");
    let bar = Folds::new(2, "folds");
    let halves = test_two_halves(data, classes, &options, flag, &mut |progress| bar.show(&progress))?;
    bar.finish();
    Ok(halves.finding([&args.between[0], &args.between[1]], data.corpus.task.kind()))
}
