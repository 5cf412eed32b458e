//! Command `wordfield cluster`: spectral clusters of documents under the kernel of a saved model, compared with the classes.
//!
//! Cost: a kernel matrix of the documents and its leading eigenvectors. Memory: two kernel matrices.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::{
    Usage,
    corpus::WhereArgs,
    documents::DocumentArgs,
    finding::{self, Opened, class_name},
    table::write_to,
};
use wordfield_core::{
    corpus::{Cancel, Dataset, TaskKind},
    finding::Finding,
    model::{Cluster, Clusters, ComputedOn},
    stats::grouped,
};
use wordfield_output::{Table, with_columns, with_texts};

/// Number of characteristic words shown for each cluster.
const WORDS: usize = 8;

/// Arguments of `cluster`.
#[derive(Args, Debug)]
pub(super) struct ClusterArgs {
    /// A model saved by `train --save` or in the window
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Number of clusters
    #[arg(long, value_name = "K", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    clusters: usize,
    /// Documents to cluster
    #[arg(long, value_enum, default_value_t = Part::Test)]
    part: Part,
    /// Seed of the starts of k-means
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write the result
    #[arg(long, value_name = "OUT")]
    json: Option<PathBuf>,
    /// Write the cluster of each document; the extension names the format: tsv, csv, json, parquet, xlsx
    #[arg(long, value_name = "TABLE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    documents: DocumentArgs,
    #[command(flatten)]
    kept: WhereArgs,
}

/// Part of the documents.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Part {
    Train,
    Dev,
    Test,
    /// All three parts
    All,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Dev => "dev",
            Self::Test => "test",
            Self::All => "all",
        }
    }

    fn documents(self, data: &Dataset) -> Vec<usize> {
        let split = &data.split;
        match self {
            Self::Train => split.train.clone(),
            Self::Dev => split.dev.clone(),
            Self::Test => split.test.clone(),
            Self::All => [&split.train[..], &split.dev, &split.test].concat(),
        }
    }
}

/// Runs `cluster`: loads the model with its documents, clusters them, prints the clusters and writes them.
pub(super) fn run(args: &ClusterArgs) -> anyhow::Result<()> {
    finding::run(args.json.as_deref(), |_, cancel| find(args, cancel))
}

fn find(args: &ClusterArgs, cancel: &Cancel) -> anyhow::Result<Finding> {
    let outputs = [("--json", args.json.as_deref()), ("--out", args.out.as_deref())];
    let opened = Opened::of(&args.model, &args.documents, &outputs, cancel)?;
    let data = &*opened.data;
    let (kept, part) = (args.kept.kept(&data.corpus)?, args.part.name());
    let documents: Vec<usize> = args.part.documents(data).into_iter().filter(|&document| kept[document]).collect();
    if documents.is_empty() {
        let which = if args.kept.filter.is_some() { " that meet the condition" } else { "" };
        return Err(Usage(format!("--part {part}: the part has no documents{which}; choose another one, or all")).into());
    }
    let memory = args.documents.memory();
    let clusters = Clusters::of(data, &opened.snapshot.documents, &documents, args.clusters, (args.seed, memory))?;
    let summaries = clusters.summaries(data, WORDS);
    write_to(args.out.as_deref(), &table(data, &clusters))?;
    Ok(found(args, &opened, &clusters, &summaries))
}

/// Table with the cluster of each clustered document.
fn table<'a>(data: &'a Dataset, clusters: &'a Clusters) -> Table<'a> {
    let table = Table::new("clusters", clusters.documents.len());
    let table = with_texts(table, data, move |row| clusters.documents[row]);
    let class = move |row: usize| class_name(data, clusters.documents[row]);
    let table = table.text(label_name(data), class).integer("cluster", move |row| Some(clusters.assigned[row] + 1));
    with_columns(table, &data.corpus.columns, move |row| clusters.documents[row])
}

/// Name of the documents' labels: class or level.
fn label_name(data: &Dataset) -> &'static str {
    if data.corpus.task.kind() == TaskKind::Ratings { "level" } else { "class" }
}

/// Result of the clustering as text and as JSON.
fn found(args: &ClusterArgs, opened: &Opened, clusters: &Clusters, summaries: &[Cluster]) -> Finding {
    let data = &*opened.data;
    let (part, kernel, label) = (args.part.name(), opened.snapshot.kernel_name(), label_name(data));
    let on = ComputedOn::of(data, &clusters.documents, opened.snapshot.has_learned_kernel());
    // Agreement with labels is computed for classes only: rating levels are ordered, clusters are not.
    let agreement = clusters.agreement(data).filter(|_| data.corpus.task.kind() == TaskKind::Classes);
    let count = clusters.documents.len();
    let (clustered, condition) = (clusters.count(), args.kept.in_words());
    let mut sentences = vec![format!("{clustered} clusters of {} documents, {part}{condition}:", grouped(count))];
    for (number, cluster) in summaries.iter().enumerate() {
        let size = cluster.documents.len();
        let frequent = cluster.most_frequent.map_or_else(String::new, |(class, of_class)| {
            let share = 100.0 * of_class as f64 / size as f64;
            format!(", {share:>5.1} % of {label} {}", data.corpus.classes[class])
        });
        let words: Vec<&str> = cluster.words.iter().map(|&word| data.words[word].as_str()).collect();
        sentences.push(format!("{:>3}  {:>6} documents{frequent}: {}", number + 1, grouped(size), words.join(" ")));
    }
    sentences.extend(agreement.map(|[rand, mutual]| {
        format!("Agreement with the classes: adjusted Rand index {rand:.3}, normalised mutual information {mutual:.3}.")
    }));
    sentences.push(on.sentence(count, data.corpus.task.kind(), &kernel));
    if clusters.shift < 0.0 {
        sentences.push(format!("The kernel has negative values: its smallest one, {:.4}, was subtracted.", clusters.shift));
    } else if clusters.negative > 0.0 {
        let share = 100.0 * clusters.negative;
        sentences.push(format!("{share:.1} % of the kernel values between two documents are negative and count as 0."));
    }
    if clusters.wordless > 0 {
        sentences.push(format!("{} documents without known words are in no cluster.", grouped(clusters.wordless)));
    }
    let mut value = json!({
        "part": part,
        "where": args.kept.filter,
        "in_sample": !on.is_test(),
        "documents": count,
        "without_known_words": clusters.wordless,
        "kernel": kernel,
        "seed": args.seed,
        "negative": clusters.negative,
        "shift": clusters.shift,
        "eigenvalues": clusters.eigenvalues,
        "clusters": summaries.iter().map(|cluster| summary(data, cluster)).collect::<Vec<Value>>(),
    });
    if let Some([rand, mutual]) = agreement {
        value["adjusted_rand_index"] = json!(rand);
        value["normalised_mutual_information"] = json!(mutual);
    }
    Finding { sentences, value }
}

/// Description of a cluster as JSON.
fn summary(data: &Dataset, cluster: &Cluster) -> Value {
    let words: Vec<&str> = cluster.words.iter().map(|&word| data.words[word].as_str()).collect();
    let mut value = json!({ "size": cluster.documents.len(), "words": words, "documents": cluster.documents });
    if let Some((class, of_class)) = cluster.most_frequent {
        value[label_name(data)] = json!(data.corpus.classes[class]);
        value["share"] = json!(of_class as f64 / cluster.documents.len() as f64);
    }
    value
}
