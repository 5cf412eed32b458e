//! Option `--out-of-fold` of `wordfield test`: tests both halves of the documents, each under a kernel learned from the other.
//!
//! Cost: two trainings on half of the documents, see [`wordfield_core::experiment::test_two_halves`]. Memory: one model and one
//! kernel matrix at a time.

use serde_json::json;

use super::TestArgs;
use crate::cli::{Usage, finding::Found, output, progress::Folds};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::Dataset,
    experiment::{HalvesOptions, HalvesUnavailable, TwoHalves, test_two_halves},
    metric::MmdTest,
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

/// Trains on each half of the documents and tests the other half.
pub(super) fn compare(
    args: &TestArgs,
    saved: &SavedModel,
    data: &Dataset,
    classes: [usize; 2],
    flag: &CancelFlag,
) -> anyhow::Result<Found> {
    let iterations = saved.best_iteration.unwrap_or(saved.iterations);
    let memory = args.documents.memory();
    let options = HalvesOptions { splits: args.splits, memory, ..HalvesOptions::new(saved.fitted.params(), iterations) };
    output::say("training a model on each of two halves; Ctrl-C stops without a result");
    let bar = Folds::new(2);
    let halves = test_two_halves(data, classes, &options, flag, &mut |progress| bar.show(&progress))?;
    bar.finish();
    Ok(found(data, &args.between, &halves))
}

/// Result of the out-of-fold test as text and as JSON.
fn found(data: &Dataset, between: &[String], halves: &TwoHalves) -> Found {
    let tests = &halves.tests;
    let (p, least_p, documents, kernel) = (halves.p(), halves.least_p(), halves.documents(), halves.kernel());
    let mean = |of: fn(&MmdTest) -> f64| tests.iter().map(|half| of(&half.test)).sum::<f64>() / tests.len() as f64;
    let value = json!({
        "between": between,
        "part": "out of fold",
        "in_sample": false,
        "documents": documents,
        "sampled": tests.iter().any(|half| half.sets.sampled),
        "without_known_words": tests.iter().map(|half| half.sets.wordless).sum::<usize>(),
        "kernel": kernel,
        "mmd2": mean(|test: &MmdTest| test.mmd.statistic()),
        "mmd2_biased": mean(|test: &MmdTest| test.mmd.biased),
        "p": p,
        "least_p": least_p,
        "p_per_half": tests.each_ref().map(|half| half.test.p),
        "splits": tests.iter().map(|half| half.test.null.len()).sum::<usize>(),
        "exact": tests.iter().all(|half| half.test.exact),
    });
    let text = halves.in_words([&between[0], &between[1]], data.corpus.task.kind()).join("\n");
    Found { text, value }
}
