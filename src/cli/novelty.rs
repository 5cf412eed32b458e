//! Command `wordfield novelty`: finds novel documents by a one-class support measure machine on the kernel of a saved model.
//!
//! It is fitted on the training documents, or those of one class, and decides on the test part. Cost: a kernel matrix of the
//! documents, and a cross kernel with the others. Memory: two such matrices.

use std::{fmt::Write, path::PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::{
    Ending, Usage,
    documents::DocumentArgs,
    finding::{self, Found, Opened},
    table::TableArgs,
};
use wordfield_core::{
    corpus::{Cancel, Dataset},
    model::{Novelty, TestNovelty},
    stats::grouped,
};
use wordfield_output::{Table, with_texts};

/// Number of words shown for each novel document.
const WORDS: usize = 5;

/// Arguments of `novelty`.
#[derive(Args, Debug)]
pub(super) struct NoveltyArgs {
    /// A model saved by `train --save` or in the window
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Fit the training documents of this class, or level of ratings, alone [default: all training documents]
    #[arg(long, value_name = "CLASS")]
    class: Option<String>,
    /// Upper bound of the share of fitted documents that are rejected, above 0 and below 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    nu: f64,
    /// Number of novel documents to list
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Write the result
    #[arg(long, value_name = "OUT")]
    json: Option<PathBuf>,
    /// Write the decision of each document; the extension names the format: tsv, csv, json, parquet, xlsx
    #[arg(long, value_name = "TABLE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    documents: DocumentArgs,
}

/// Parses a share between 0 and 1, both excluded.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share: &f64| *share > 0.0 && *share < 1.0);
    share.ok_or_else(|| "give a share above 0 and below 1".to_owned())
}

/// Runs `novelty`: loads the model with its documents, fits and decides, prints the result and writes it.
pub(super) fn run(args: &NoveltyArgs) -> anyhow::Result<Ending> {
    finding::run(args.json.as_deref(), |_, cancel| find(args, cancel).map(Some))
}

fn find(args: &NoveltyArgs, cancel: &Cancel) -> anyhow::Result<Found> {
    let outputs = [("--json", args.json.as_deref()), ("--out", args.out.as_deref())];
    let opened = Opened::of(&args.model, &args.documents, &outputs, cancel)?;
    let data = &*opened.data;
    let class = args.class.as_deref().map(|name| class(data, name)).transpose()?;
    let of_class = |document: &usize| class.is_none_or(|class| data.label(*document) == Some(class));
    let train: Vec<usize> = data.split.train.iter().copied().filter(of_class).collect();
    if let (Some(name), true) = (&args.class, train.is_empty()) {
        return Err(Usage(format!("--class {name}: the class has no training document; name another class")).into());
    }
    let novelty = Novelty::fit(data, &opened.snapshot.documents, &train, args.nu, args.documents.memory())?;
    let is_test = !data.split.test.is_empty();
    let decided = novelty.test(data, if is_test { &data.split.test } else { &data.split.train });
    if let Some(path) = &args.out {
        TableArgs::file(path.clone()).write(&table(data, &novelty, &decided))?;
    }
    Ok(found(args, &opened, (&novelty, &decided), class, is_test))
}

/// Index of the class with the given name.
fn class(data: &Dataset, name: &str) -> Result<usize, Usage> {
    let classes = &data.corpus.classes;
    let known = || format!("--class {name}: there is no such class; the classes are {}", classes.join(", "));
    classes.iter().position(|class| class == name).ok_or_else(|| Usage(known()))
}

/// Name of a document's class; empty if it has none.
fn class_name(data: &Dataset, document: usize) -> &str {
    data.label(document).map_or("", |class| data.corpus.classes[class].as_str())
}

/// Table with the decision on each document, most novel first.
fn table<'a>(data: &'a Dataset, novelty: &'a Novelty, decided: &'a TestNovelty) -> Table<'a> {
    with_texts(Table::new("novelty", decided.documents.len()), data, move |row| decided.documents[row])
        .text("class", move |row| class_name(data, decided.documents[row]))
        .number("decision", 4, move |row| decided.decisions[row])
        .flag("novel", move |row| Some(novelty.rejects(decided.decisions[row])))
}

/// Result of the novelty detection as text and as JSON.
fn found(
    args: &NoveltyArgs,
    opened: &Opened,
    (novelty, decided): (&Novelty, &TestNovelty),
    class: Option<usize>,
    is_test: bool,
) -> Found {
    let data = &*opened.data;
    let (kernel, part) = (opened.kernel(), if is_test { "test" } else { "train" });
    let fitted = novelty.documents.len();
    let rejected = |decisions: &[f64]| novelty.rejected_share(decisions);
    let in_training = rejected(&novelty.decisions);
    let percent = |share: Option<f64>| share.map_or_else(|| "none".to_owned(), |share| format!("{:.1} %", 100.0 * share));
    let of = args.class.as_ref().map_or_else(String::new, |class| format!(" of {class}"));
    let mut text = format!(
        "Fitted on {} training documents{of} with ν = {}: {} rejected (ν at most), {} support documents (ν at least).",
        grouped(fitted),
        args.nu,
        percent(in_training),
        percent(Some(novelty.support as f64 / fitted as f64))
    );
    let mut value = json!({
        "class": args.class,
        "nu": args.nu,
        "fitted": fitted,
        "fitted_without_known_words": novelty.wordless,
        "fitted_rejected": in_training,
        "support": novelty.support,
        "kernel": kernel,
        "kernel_learned": opened.is_learned(),
        "part": part,
        "documents": decided.documents.len(),
        "without_known_words": decided.wordless,
        "rejected": rejected(&decided.decisions),
    });
    let all = grouped(decided.documents.len());
    let _ = write!(text, "\n{all} {part} documents: {} rejected", percent(rejected(&decided.decisions)));
    if let Some(class) = class {
        let sides = decided.by_class(data, class);
        let [own, others] = sides.each_ref().map(|side| rejected(side));
        let [of_own, of_others] = sides.each_ref().map(|side| grouped(side.len()));
        let name = &data.corpus.classes[class];
        let _ = write!(text, "; {} of {of_own} of {name}, {} of {of_others} of other classes", percent(own), percent(others));
        value["rejected_of_class"] = json!(own);
        value["rejected_of_others"] = json!(others);
        let area = decided.area_under_roc(data, class);
        value["auc"] = json!(area);
        if let Some(area) = area {
            let _ = write!(text, ".\nArea under the ROC curve of {name} against the other classes: {area:.3}");
        }
    }
    let _ = write!(text, ".\nKernel: {kernel}{}.", seen(opened.is_learned(), is_test));
    if decided.wordless > 0 {
        let _ = write!(text, "\n{} documents without known words are left out.", grouped(decided.wordless));
    }
    let top: Vec<(usize, f64)> =
        decided.documents.iter().copied().zip(decided.decisions.iter().copied()).take(args.top).collect();
    if !top.is_empty() {
        text.push_str("\nMost novel documents, with their words' shares of the decision:");
    }
    let mut novel = Vec::new();
    for (document, decision) in top {
        let shares = novelty.shares(data, document);
        let shares = &shares[..shares.len().min(WORDS)];
        let words: Vec<String> = shares.iter().map(|&(word, share)| format!("{} {share:.3}", data.words[word])).collect();
        let title = data.corpus.display_title(document);
        let _ = write!(text, "\n{decision:>10.3}  {title}  {}  {}", class_name(data, document), words.join(", "));
        novel.push(entry(data, (document, decision), shares));
    }
    value["novel"] = Value::Array(novel);
    Found { text, value }
}

/// Clause of a sentence on the documents from which the kernel was learned.
fn seen(learned: bool, is_test: bool) -> &'static str {
    match (learned, is_test) {
        (false, _) => ", which is not learned",
        (true, true) => {
            ", learned from the labels of all training documents, other classes included; it has not seen those of the test documents"
        }
        (true, false) => ", learned from the labels of these documents",
    }
}

/// Description of a novel document as JSON.
fn entry(data: &Dataset, (document, decision): (usize, f64), shares: &[(usize, f64)]) -> Value {
    let words: Vec<Value> = shares.iter().map(|&(word, share)| json!({ "word": data.words[word], "share": share })).collect();
    json!({
        "document": document,
        "title": data.corpus.titles[document],
        "class": class_name(data, document),
        "decision": decision,
        "words": words,
    })
}
