//! Command `wordfield diffusion`: models of information diffusion on a network, compared on held-out cascades.
//!
//! Cost: 54 fits each of the Gaussian kernel and of the inner product, 6 fits of one probability for each edge.
//! Memory: the cascades.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::{Interrupted, Usage, finding, places, table::write_to};
use wordfield_core::{
    corpus::Cancel,
    diffusion::{CascadeSplit, Compared, Diffusion, Link, Network, compare},
    experiment::Spread,
    finding::Finding,
    stats::grouped,
};
use wordfield_output::Table;

/// Arguments of `diffusion`.
#[derive(Args, Debug)]
pub(super) struct DiffusionArgs {
    /// Edges of the network: sender and receiver in each line, and the edge's probability if it is known
    #[arg(value_name = "NETWORK")]
    network: PathBuf,
    /// Cascades: one a line, its steps separated by tabs, the nodes that become active in a step by spaces
    #[arg(value_name = "CASCADES")]
    cascades: PathBuf,
    /// Seed of the split and of the random starts
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Write the result
    #[arg(long, value_name = "OUT")]
    json: Option<PathBuf>,
    /// Write the latent vectors of the nodes under the Gaussian kernel; the extension names the format: tsv, csv, json, parquet, xlsx
    #[arg(long, value_name = "TABLE")]
    out: Option<PathBuf>,
}

/// Row of the comparison: a model, and the log-likelihoods of the test cascades under it.
struct Row {
    name: String,
    settings: Value,
    test: Vec<f64>,
}

/// Runs `diffusion`: reads network and cascades, fits the models, prints the comparison and writes it.
pub(super) fn run(args: &DiffusionArgs) -> anyhow::Result<()> {
    finding::run(args.json.as_deref(), |_, cancel| find(args, cancel))
}

fn find(args: &DiffusionArgs, cancel: &Cancel) -> anyhow::Result<Finding> {
    let read: [&Path; 2] = [&args.network, &args.cascades];
    places::check(&[("--json", args.json.as_deref()), ("--out", args.out.as_deref())], &read)?;
    let network = Network::read(&args.network, cancel)?;
    let cascades = network.read_cascades(&args.cascades, cancel)?;
    let count = cascades.len();
    let Some(split) = CascadeSplit::new(cascades, args.seed) else {
        let file = args.cascades.display();
        return Err(Usage(format!("{file}: three parts need five cascades, not {count}; add cascades")).into());
    };
    let mut rows = Vec::new();
    for link in [Link::Gaussian, Link::InnerProduct, Link::Edges, Link::Constant] {
        let Compared { model, test } = compare(&network, &split, link, args.seed).ok_or(Interrupted)?;
        if link == Link::Gaussian {
            write_to(args.out.as_deref(), &table(&network, &model))?;
        }
        let (name, settings) = described(&model);
        rows.push(Row { name, settings, test });
    }
    if let Some(known) = &network.known {
        let test = split.test_scores(&network, known);
        rows.push(Row { name: "known probabilities".to_owned(), settings: json!({ "link": "known" }), test });
    }
    Ok(found(&network, &split, args.seed, &rows))
}

/// Name of a model with its chosen settings, and the settings as JSON.
fn described(model: &Diffusion) -> (String, Value) {
    let (q, rho) = (model.params.q, model.params.rho);
    match model.params.link {
        Link::Gaussian => (format!("Gaussian kernel, q = {q}, ρ = {rho}"), json!({ "link": "gaussian", "q": q, "rho": rho })),
        Link::InnerProduct => {
            (format!("inner product, q = {q}, ρ = {rho}"), json!({ "link": "inner-product", "q": q, "rho": rho }))
        }
        Link::Edges => (format!("one probability for each edge, ρ = {rho}"), json!({ "link": "edges", "rho": rho })),
        Link::Constant => ("one probability for all edges".to_owned(), json!({ "link": "constant" })),
    }
}

/// Table with the latent vectors of each node.
fn table<'a>(network: &'a Network, model: &'a Diffusion) -> Table<'a> {
    let table = Table::new("nodes", network.nodes.len()).text("node", |row| network.nodes[row].as_str());
    let columns = model.latent().into_iter().flatten().zip(["sender", "receiver"]);
    columns.fold(table, |table, (latent, side)| {
        (0..latent.ncols()).fold(table, |table, d| table.number(format!("{side} {}", d + 1), 4, move |row| latent[[row, d]]))
    })
}

/// Result of the comparison as text and as JSON.
fn found(network: &Network, split: &CascadeSplit, seed: u64, rows: &[Row]) -> Finding {
    let parts = [&split.train, &split.dev, &split.test].map(Vec::len);
    let [train, dev, test] = parts.map(grouped);
    let (nodes, edges) = (network.nodes.len(), network.edges.len());
    let mut sentences = vec![
        format!(
            "{} nodes, {} edges; {train} cascades for training, {dev} for development, {test} for the test",
            grouped(nodes),
            grouped(edges),
        ),
        "Mean log-likelihood of a test cascade, and its difference to the first row ± standard error; dimension and ρ chosen on the \
         development cascades"
            .to_owned(),
    ];
    let first = rows.first().map_or(&[][..], |row| &row.test);
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let mut values = Vec::new();
    for row in rows {
        let differences: Vec<f64> = row.test.iter().zip(first).map(|(own, first)| own - first).collect();
        let (Some(Spread { mean, .. }), Some(difference)) = (Spread::of(&row.test), Spread::of(&differences)) else { continue };
        let error = difference.sd.unwrap_or(0.0) / (difference.runs as f64).sqrt();
        let difference = difference.mean;
        sentences.push(format!("  {:<width$} {mean:>9.3}  {difference:>+7.3} ± {error:.3}", row.name));
        let mut value = row.settings.clone();
        value["mean"] = json!(mean);
        value["difference"] = json!(difference);
        value["standard_error"] = json!(error);
        values.push(value);
    }
    let value = json!({
        "nodes": nodes, "edges": edges, "seed": seed,
        "cascades": { "train": parts[0], "development": parts[1], "test": parts[2] },
        "log_likelihood": values,
    });
    Finding { sentences, value }
}
