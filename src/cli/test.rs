//! Command `wordfield test`: tests by permutation whether the means of two classes differ under the kernel of a saved model.
//!
//! The test uses documents of the test part, from which the kernel has not learned.
//! If a class has none there, the squared discrepancy is printed without a p-value.
//! With `--out-of-fold` the documents of the remaining parts are tested in two halves instead.
//! Each half is tested under a kernel learned from the opposite half.
//! Cost: a kernel matrix of at most 2,000 documents; out of fold two, and two trainings. Memory: the matrix.

mod out_of_fold;

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::{
    Interrupted, Usage,
    corpus::WhereArgs,
    documents::DocumentArgs,
    finding::{self, class},
};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::{Cancel, Corpus, Dataset, TaskKind},
    finding::Finding,
    metric::{MmdTest, PERMUTATIONS},
    model::{ComputedOn, PAIRED, TwoSets, remarks},
    project::load_model,
    stats::grouped,
};

/// Arguments of `test`.
#[derive(Args, Debug)]
pub(super) struct TestArgs {
    /// A model saved by `train --save` or in the window
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// The two classes; of ratings two levels, of pairs the two sides; with --by two values of that column
    #[arg(long, value_name = "CLASS", num_args = 2, required = true)]
    between: Vec<String>,
    /// Compare documents by a column of their file instead of by class
    #[arg(long, value_name = "COLUMN", conflicts_with = "out_of_fold")]
    by: Option<String>,
    /// Number of random splits; where there are no more splits than this, every one is counted
    #[arg(long, value_name = "N", default_value_t = PERMUTATIONS, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    splits: usize,
    /// Test the documents outside the test part: train a model on each half of them, and test the other half under its kernel
    #[arg(long, conflicts_with = "filter")]
    out_of_fold: bool,
    /// Write the result
    #[arg(long, value_name = "OUT")]
    json: Option<PathBuf>,
    #[command(flatten)]
    documents: DocumentArgs,
    #[command(flatten)]
    kept: WhereArgs,
}

/// Runs `test`: loads the model with its documents, tests, prints the result and writes it.
pub(super) fn run(args: &TestArgs) -> anyhow::Result<()> {
    finding::run(args.json.as_deref(), |flag, cancel| compare(args, flag, cancel))
}

/// Computes the permutation test of two classes.
fn compare(args: &TestArgs, flag: &CancelFlag, cancel: &Cancel) -> anyhow::Result<Finding> {
    let saved = load_model(&args.model)?;
    if args.out_of_fold {
        out_of_fold::check(&saved)?;
    }
    args.documents.check_outputs(&saved, &args.model, &[("--json", args.json.as_deref())])?;
    let data = args.documents.dataset(&saved, &args.model, cancel)?;
    if args.out_of_fold {
        return out_of_fold::compare(args, &saved, &data, classes(&data.corpus, &args.between)?, flag);
    }
    let members = members(args, &data)?;
    let snapshot = saved.fitted.resume_within(data.clone(), saved.iterations, args.documents.memory())?.snapshot();
    let kernel = snapshot.documents;
    let sets = TwoSets::of_documents(&data, members, kernel.x.ncols() > 0, true);
    if let Some(place) = sets.rows.iter().position(Vec::is_empty) {
        let (name, condition) = (&args.between[place], args.kept.in_words());
        return Err(Usage(format!("--between {name}{condition}: none of its documents has a word of the model")).into());
    }
    let go_on = |_| !cancel.is_cancelled();
    let test = sets.test(&data, &kernel, args.splits, args.documents.memory(), go_on)?.ok_or(Interrupted)?;
    Ok(found(&data, args, &sets, &kernel.ldk.name(), &test, sets.least_p(args.splits)))
}

/// Documents of the two groups: of two classes, or of two values of a column.
fn members(args: &TestArgs, data: &Dataset) -> anyhow::Result<[Vec<usize>; 2]> {
    let kept = args.kept.kept(&data.corpus)?;
    let documents = (0..data.corpus.len()).filter(|&document| kept[document]);
    let Some(name) = &args.by else {
        return Ok(classes(&data.corpus, &args.between)?.map(|class| {
            let of_class = |document: &usize| data.corpus.labels[*document] == class && !data.split.is_unlabelled(*document);
            documents.clone().filter(of_class).collect()
        }));
    };
    let columns = &data.corpus.columns;
    let Some(column) = columns.named(name) else {
        let names = columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ");
        let known = if names.is_empty() { "the file has no other columns".to_owned() } else { format!("choose among {names}") };
        return Err(Usage(format!("--by {name}: there is no such column; {known}")).into());
    };
    let group = |value: &String| {
        let of_value = |document: &usize| column.cell(columns.row(*document)) == value;
        let members: Vec<usize> = documents.clone().filter(of_value).collect();
        let condition = args.kept.in_words();
        let error = || Usage(format!("--between {value}{condition}: no document has this value in the column {name}"));
        if members.is_empty() { Err(error()) } else { Ok(members) }
    };
    match &args.between[..] {
        [one, other] if one != other => Ok([group(one)?, group(other)?]),
        _ => Err(Usage("--between: name two different values".to_owned()).into()),
    }
}

/// Indices of the two classes with the given names.
fn classes(corpus: &Corpus, names: &[String]) -> Result<[usize; 2], Usage> {
    let class = |name: &String| class(corpus, "--between", name);
    match names {
        [one, other] if one == other => Err(Usage(format!("--between {one} {other}: name two different classes"))),
        [one, other] => Ok([class(one)?, class(other)?]),
        _ => Err(Usage("--between: name two classes".to_owned())),
    }
}

/// Result of the two-class test as text and as JSON.
fn found(data: &Dataset, args: &TestArgs, sets: &TwoSets, kernel: &str, test: &MmdTest, least_p: f64) -> Finding {
    let between = &args.between;
    let documents = sets.sizes();
    let part = if sets.on == ComputedOn::TestPart { "test" } else { "all" };
    let is_test = sets.on.is_test();
    let mut value = json!({
        "between": between,
        "by": args.by,
        "where": args.kept.filter,
        "part": part,
        "in_sample": !is_test,
        "documents": documents,
        "sampled": sets.sampled,
        "without_known_words": sets.wordless,
        "copies": sets.copies,
        "kernel": kernel,
        "mmd2": test.mmd.statistic(),
        "mmd2_biased": test.mmd.biased,
    });
    let estimate = if test.mmd.unbiased.is_some() { "unbiased" } else { "biased" };
    let [first, second] = documents.map(grouped);
    let by = args.by.as_ref().map_or_else(String::new, |column| format!("{column}: "));
    let condition = args.kept.in_words();
    let of = format!(
        "{by}{} ({first} documents) and {} ({second}){condition}: MMD² {:.6} ({estimate})",
        between[0],
        between[1],
        test.mmd.statistic()
    );
    let on = sets.on.sentence(documents.iter().sum(), data.corpus.task.kind(), kernel);
    let remarks = remarks(sets.wordless, sets.copies);
    if is_test {
        value["p"] = json!(test.p);
        value["least_p"] = json!(least_p);
        value["splits"] = json!(test.null.len());
        value["exact"] = json!(test.exact);
        let (p, splits, verdict) = (test.p, test.splits(), test.verdict(least_p, "documents"));
        let of = format!("{of}, p = {p:.4} by {splits} (least possible {least_p:.4}).");
        let paired = (data.corpus.task.kind() == TaskKind::Pairs).then(|| PAIRED.to_owned());
        return Finding { sentences: [of, on, verdict].into_iter().chain(paired).chain(remarks).collect(), value };
    }
    let out_of_fold =
        if args.by.is_none() && args.kept.filter.is_none() { "Test out of fold with --out-of-fold, train" } else { "Train" };
    let no_test = format!(
        "This is no test: one of the two has no document in the test part, and a kernel separates the documents it has learned from \
         whatever their texts. {out_of_fold} with a test part, or name other documents with --corpus."
    );
    Finding { sentences: [format!("{of}."), on, no_test].into_iter().chain(remarks).collect(), value }
}
