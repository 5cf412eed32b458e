//! Command `wordfield test`: tests by permutation whether the means of two classes differ under the kernel of a saved model.
//!
//! The test uses documents of the test part, from which the kernel has not learned. If a class has none there, the squared
//! discrepancy is printed without a p-value. With `--out-of-fold` the other documents are tested in two halves instead, each
//! under a kernel learned from the other half. Cost: a kernel matrix of at most 2,000 documents; out of fold two, and two
//! trainings. Memory: the matrix.

mod out_of_fold;

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::{
    Ending, Usage,
    documents::DocumentArgs,
    finding::{self, Found},
    places,
};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::{Cancel, Corpus, Dataset, TaskKind},
    metric::{MmdTest, PERMUTATIONS},
    model::{ComputedOn, PAIRED, TwoSets},
    project::load_model,
    stats::grouped,
};

/// Arguments of `test`.
#[derive(Args, Debug)]
pub(super) struct TestArgs {
    /// A model saved by `train --save` or in the window
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// The two classes; of ratings two levels, of pairs the two sides
    #[arg(long, value_name = "CLASS", num_args = 2, required = true)]
    between: Vec<String>,
    /// Number of random splits; where there are no more splits than this, every one is counted
    #[arg(long, value_name = "N", default_value_t = PERMUTATIONS, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    splits: usize,
    /// Test the documents outside the test part: train a model on each half of them, and test the other half under its kernel
    #[arg(long)]
    out_of_fold: bool,
    /// Write the result
    #[arg(long, value_name = "OUT")]
    json: Option<PathBuf>,
    #[command(flatten)]
    documents: DocumentArgs,
}

/// Runs `test`: loads the model with its documents, tests, prints the result and writes it.
pub(super) fn run(args: &TestArgs) -> anyhow::Result<Ending> {
    finding::run(args.json.as_deref(), |flag, cancel| compare(args, flag, cancel))
}

/// Computes the permutation test of two classes; `None` if it was cancelled.
fn compare(args: &TestArgs, flag: &CancelFlag, cancel: &Cancel) -> anyhow::Result<Option<Found>> {
    let saved = load_model(&args.model)?;
    if args.out_of_fold {
        out_of_fold::check(&saved)?;
    }
    let corpus = args.documents.paths(&saved, &args.model);
    let read: Vec<&Path> = [&args.model].into_iter().chain(&corpus).map(PathBuf::as_path).collect();
    places::check(&[("--json", args.json.as_deref())], &read)?;
    let data = args.documents.dataset(&saved, &args.model, cancel)?;
    let classes = classes(&data.corpus, &args.between)?;
    if args.out_of_fold {
        return out_of_fold::compare(args, &saved, &data, classes, flag).map(Some);
    }
    let snapshot = saved.fitted.resume_within(data.clone(), saved.iterations, args.documents.memory())?.snapshot();
    let kernel = snapshot.documents;
    let members = classes.map(|class| {
        let of_class = |document: &usize| data.corpus.labels[*document] == class && !data.split.is_unlabelled(*document);
        (0..data.corpus.len()).filter(of_class).collect::<Vec<_>>()
    });
    let sets = TwoSets::of_documents(&data, members, kernel.x.ncols() > 0, true);
    if let Some(place) = sets.rows.iter().position(Vec::is_empty) {
        return Err(Usage(format!("--between {}: none of its documents has a word of the model", args.between[place])).into());
    }
    let go_on = |_| !cancel.is_cancelled();
    let test = sets.test(&data, &kernel, args.splits, args.documents.memory(), go_on)?;
    let least_p = sets.least_p(args.splits);
    Ok(test.map(|test| found(&data, &args.between, &sets, &kernel.ldk.name(), &test, least_p)))
}

/// Indices of the two classes with the given names.
fn classes(corpus: &Corpus, names: &[String]) -> Result<[usize; 2], Usage> {
    let class = |name: &String| {
        let known = corpus.classes.join(", ");
        let place = corpus.classes.iter().position(|class| class == name);
        place.ok_or_else(|| Usage(format!("--between {name}: there is no such class; the classes are {known}")))
    };
    match names {
        [one, other] if one == other => Err(Usage(format!("--between {one} {other}: name two different classes"))),
        [one, other] => Ok([class(one)?, class(other)?]),
        _ => Err(Usage("--between: name two classes".to_owned())),
    }
}

/// Result of the two-class test as text and as JSON.
fn found(data: &Dataset, between: &[String], sets: &TwoSets, kernel: &str, test: &MmdTest, least_p: f64) -> Found {
    let documents = sets.sizes();
    let part = if sets.on == ComputedOn::TestPart { "test" } else { "all" };
    let is_test = sets.on.is_test();
    let mut value = json!({
        "between": between,
        "part": part,
        "in_sample": !is_test,
        "documents": documents,
        "sampled": sets.sampled,
        "without_known_words": sets.wordless,
        "kernel": kernel,
        "mmd2": test.mmd.statistic(),
        "mmd2_biased": test.mmd.biased,
    });
    let estimate = if test.mmd.unbiased.is_some() { "unbiased" } else { "biased" };
    let [first, second] = documents.map(grouped);
    let of = format!(
        "{} ({first} documents) and {} ({second}): MMD² {:.6} ({estimate})",
        between[0],
        between[1],
        test.mmd.statistic()
    );
    let on = sets.on.sentence(documents.iter().sum(), data.corpus.task.kind(), kernel);
    if is_test {
        value["p"] = json!(test.p);
        value["least_p"] = json!(least_p);
        value["splits"] = json!(test.null.len());
        value["exact"] = json!(test.exact);
        let paired = if data.corpus.task.kind() == TaskKind::Pairs { format!("\n{PAIRED}") } else { String::new() };
        let (p, splits, verdict) = (test.p, test.splits(), test.verdict(least_p, "documents"));
        let text = format!("{of}, p = {p:.4} by {splits} (least possible {least_p:.4}).\n{on}\n{verdict}{paired}");
        return Found { text, value };
    }
    let text = format!(
        "{of}.\n{on}\nThis is no test: a class has no document in the test part, and a kernel separates the documents it has learned \
         from whatever their texts. Test out of fold with --out-of-fold, train with a test part, or name other documents with \
         --corpus."
    );
    Found { text, value }
}
