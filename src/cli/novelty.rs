//! Command `wordfield novelty`: finds novel documents by a one-class support measure machine on the kernel of a saved model.
//!
//! The one-class machine is fitted on the training documents, or those of one class, and decides on the test part.
//! Cost: a kernel matrix of the fitted documents, and a cross kernel with the test documents. Memory: two kernel matrices.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::{
    Usage,
    documents::DocumentArgs,
    finding::{self, Opened, class, class_name},
    table::write_to,
};
use wordfield_core::{
    corpus::{Cancel, Dataset},
    finding::Finding,
    model::{Novelty, TestNovelty},
};
use wordfield_output::{Table, with_columns, with_texts};

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
pub(super) fn run(args: &NoveltyArgs) -> anyhow::Result<()> {
    finding::run(args.json.as_deref(), |_, cancel| find(args, cancel))
}

fn find(args: &NoveltyArgs, cancel: &Cancel) -> anyhow::Result<Finding> {
    let outputs = [("--json", args.json.as_deref()), ("--out", args.out.as_deref())];
    let opened = Opened::of(&args.model, &args.documents, &outputs, cancel)?;
    let data = &*opened.data;
    let class = args.class.as_deref().map(|name| class(&data.corpus, "--class", name)).transpose()?;
    let train = Novelty::training_documents(data, class);
    if let (Some(name), true) = (&args.class, train.is_empty()) {
        return Err(Usage(format!("--class {name}: the class has no training document; name another class")).into());
    }
    let novelty = Novelty::fit(data, &opened.snapshot.documents, &train, args.nu, args.documents.memory())?;
    let decided = novelty.test_part(data);
    write_to(args.out.as_deref(), &table(data, &novelty, &decided))?;
    Ok(found(args, &opened, (&novelty, &decided), class))
}

/// Table with the decision on each document, most novel first.
fn table<'a>(data: &'a Dataset, novelty: &'a Novelty, decided: &'a TestNovelty) -> Table<'a> {
    let table = with_texts(Table::new("novelty", decided.documents.len()), data, move |row| decided.documents[row])
        .text("class", move |row| class_name(data, decided.documents[row]))
        .number("decision", 4, move |row| decided.decisions[row])
        .flag("novel", move |row| Some(novelty.rejects(decided.decisions[row])));
    with_columns(table, &data.corpus.columns, move |row| decided.documents[row])
}

/// Result of the novelty detection with the most novel documents.
fn found(args: &NoveltyArgs, opened: &Opened, (novelty, decided): (&Novelty, &TestNovelty), class: Option<usize>) -> Finding {
    let data = &*opened.data;
    let kernel = (&*opened.snapshot.kernel_name(), opened.snapshot.has_learned_kernel());
    let mut finding = novelty.finding(data, class, decided, kernel);
    let top: Vec<(usize, f64)> =
        decided.documents.iter().copied().zip(decided.decisions.iter().copied()).take(args.top).collect();
    if !top.is_empty() {
        finding.sentences.push("Most novel documents, with their words' shares of the decision:".to_owned());
    }
    let mut novel = Vec::new();
    for (document, decision) in top {
        let shares = novelty.shares(data, document);
        let shares = &shares[..shares.len().min(WORDS)];
        let words: Vec<String> = shares.iter().map(|&(word, share)| format!("{} {share:.3}", data.words[word])).collect();
        let title = data.corpus.display_title(document);
        let (class, words) = (class_name(data, document), words.join(", "));
        finding.sentences.push(format!("{decision:>10.3}  {title}  {class}  {words}"));
        novel.push(entry(data, (document, decision), shares));
    }
    finding.value["novel"] = Value::Array(novel);
    finding
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
