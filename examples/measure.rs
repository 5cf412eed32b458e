//! Trains the latent SMM on label-TAB-text files over several splits, and prints accuracies and speed.
//!
//! `cargo run --release --example measure -- FILE… [--train N] [--dev N] [--seeds K] [--first SEED] [--q Q]
//! [--paper] [--iterations K] [--set key=value]… [--trace] [--report FILE]`
//!
//! The development part's best iterate is what is tested, as in the program.

use std::{fs, fs::File, io::Read, path::Path, sync::Arc, time::Instant};

use anyhow::{Context, Result};
use clap::Parser;
use wordfield_core::{
    corpus::{
        Body, Corpus, Dataset, Fields, Format, RawCorpus, RawDocument, Size, SplitOptions, Task, TextOptions, Threshold,
        VocabularyOptions,
    },
    model::{
        Model, ParamTable, Parameters, Preset,
        smm::{Smm, SmmParams},
    },
};

#[derive(Parser)]
struct Options {
    /// Files of label, tab, text.
    #[arg(required = true)]
    files: Vec<String>,
    #[arg(long, default_value_t = 600)]
    train: usize,
    #[arg(long, default_value_t = 300)]
    dev: usize,
    /// Number of splits.
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// Seed of the first split.
    #[arg(long, default_value_t = 0)]
    first: u64,
    #[arg(long, default_value_t = 2)]
    q: usize,
    /// Values as the papers have them, instead of the default ones.
    #[arg(long)]
    paper: bool,
    #[arg(long, default_value_t = 200)]
    iterations: usize,
    /// One parameter.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Print every evaluation.
    #[arg(long)]
    trace: bool,
    /// File of the last run's training documents and iterations a second.
    #[arg(long)]
    report: Option<String>,
}

fn read(files: &[String]) -> Result<RawCorpus> {
    let mut documents = Vec::new();
    for path in files {
        let mut text = String::new();
        let file = File::open(path).with_context(|| path.clone())?;
        if Path::new(path).extension().is_some_and(|end| end == "gz") {
            flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text)?;
        } else {
            { file }.read_to_string(&mut text)?;
        }
        for (line, document) in text.lines().enumerate() {
            let (label, body) = document.split_once('\t').with_context(|| format!("{path}:{}: no tab", line + 1))?;
            let title = format!("{path}:{}", line + 1);
            documents.push(RawDocument { title, label: label.into(), body: Body::Text(body.into()), fields: Fields::default() });
        }
    }
    Ok(RawCorpus {
        name: files.join(" "),
        format: Format::Lines,
        task: Task::Classes,
        documents,
        unlabelled: 0,
        files: Vec::new(),
        notes: vec![],
    })
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".into(), |share| format!("{:.2}", 100.0 * share))
}

fn main() -> Result<()> {
    let options = Options::parse();
    let text = TextOptions { min_length: 1, ..TextOptions::default() };
    let corpus = Arc::new(Corpus::build(read(&options.files)?, &text)?);
    let mut params = SmmParams::preset(if options.paper { Preset::Paper } else { Preset::Default }, options.q);
    for set in &options.set {
        let (key, value) = set.split_once('=').context("--set wants key=value")?;
        params.set(key, value)?;
    }
    println!("{} documents, {} classes; n = {}; {params:?}", corpus.len(), corpus.classes.len(), options.train);
    println!("seed      V  best-at  train    dev   test   | last: train    dev   test   it/s  |x|²");
    let mut sums = [0.0; 4];
    for seed in options.first..options.first + options.seeds {
        let split =
            SplitOptions { train: Size::Count(options.train), dev: Size::Count(options.dev), seed, ..SplitOptions::default() };
        let vocabulary = VocabularyOptions::reaching(Threshold::Share(0.01));
        let data = Arc::new(Dataset::build(Arc::clone(&corpus), &split, &vocabulary, params.weighting)?);
        let train = data.split.train.clone();
        let words = data.words.len();
        let mut params = params.clone();
        params.seed = seed;
        let mut smm = Smm::new(data, params.check()?)?;
        let start = Instant::now();
        let (mut last, mut best_at, mut best) = (None, 0, None);
        for _ in 0..options.iterations {
            let progress = smm.step()?;
            if let Some(scores) = progress.scores {
                if options.trace {
                    let spread =
                        smm.latent().expect("an SMM has word positions").iter().map(|x| x * x).sum::<f64>() / words as f64;
                    println!(
                        "  {:4}  J {:10.3}  |x|² {spread:.4}  {} {} {}  {:.2} s",
                        progress.iteration,
                        progress.objective,
                        percent(scores.train),
                        percent(scores.dev),
                        percent(scores.test),
                        start.elapsed().as_secs_f64()
                    );
                }
                if best.is_none() || scores.dev > best {
                    (best, best_at) = (scores.dev, progress.iteration);
                }
                last = Some(scores);
            }
            if progress.stop.is_some() {
                break;
            }
        }
        let made = smm.snapshot().iteration as f64 / start.elapsed().as_secs_f64();
        if let Some(path) = &options.report {
            fs::write(path, serde_json::json!({ "train": train, "rate": made }).to_string())?;
        }
        let spread = smm.latent().expect("an SMM has word positions").iter().map(|x| x * x).sum::<f64>() / words as f64;
        smm.restore_best();
        let best = smm.snapshot().scores;
        let last = last.unwrap_or(best);
        println!(
            "{seed:4}  {words:5}  {best_at:7}  {}  {}  {}   |       {}  {}  {}  {made:.1}  {spread:.3}",
            percent(best.train),
            percent(best.dev),
            percent(best.test),
            percent(last.train),
            percent(last.dev),
            percent(last.test)
        );
        for (sum, share) in sums.iter_mut().zip([best.dev, best.test, last.dev, last.test]) {
            *sum += share.unwrap_or(0.0);
        }
    }
    let [best_dev, best, last_dev, last] = sums.map(|sum| 100.0 * sum / options.seeds.max(1) as f64);
    println!("mean dev and test: best iterate {best_dev:.2} {best:.2}, last iterate {last_dev:.2} {last:.2}");
    Ok(())
}
