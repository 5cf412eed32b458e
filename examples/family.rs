//! Writes what `scripts/family_check.py` holds against scikit-learn: the Gram matrices of the identity between words under each
//! level-2 kernel, and what a machine makes of them.
//!
//! `cargo run --release --example family -- FILE… --out FOLDER [--train N] [--seed SEED] [--set key=value]…`
//!
//! One file a kernel: `NAME-LEVEL2.json`, its fields as the script's head says. Documents with classes are classified.

use std::{fs, path::PathBuf, sync::Arc};

use anyhow::{Context, Result, bail};
use ndarray::Array2;
use serde_json::{Value, json};
use wordfield::{
    corpus::{Cancel, Corpus, Csr, Dataset, ReadOptions, Size, SplitOptions, TextOptions, Threshold, VocabularyOptions, read},
    ldk::{Definite, Ldk, Level2},
    model::{
        Model, Parameters, Preset,
        smm::{Smm, SmmParams},
    },
    param::Choices,
};

struct Options {
    files: Vec<PathBuf>,
    out: PathBuf,
    train: usize,
    seed: u64,
    set: Vec<(String, String)>,
}

fn options() -> Result<Options> {
    let mut options = Options { files: vec![], out: PathBuf::new(), train: 600, seed: 0, set: vec![] };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().with_context(|| format!("{word} wants a value"));
        match word.as_str() {
            "--out" => options.out = value()?.into(),
            "--train" => options.train = value()?.parse()?,
            "--seed" => options.seed = value()?.parse()?,
            "--set" => {
                let text = value()?;
                let (key, value) = text.split_once('=').context("--set wants key=value")?;
                options.set.push((key.into(), value.into()));
            }
            other if other.starts_with("--") => bail!("unknown option {other}"),
            _ => options.files.push(word.into()),
        }
    }
    if options.files.is_empty() || options.out.as_os_str().is_empty() {
        bail!("give files and --out");
    }
    Ok(options)
}

fn main() -> Result<()> {
    let options = options()?;
    let text = TextOptions { min_length: 1, ..TextOptions::default() };
    let raw = read(&options.files, &ReadOptions::default(), &Cancel::default())?;
    let corpus = Arc::new(Corpus::build(raw, &text)?);
    let (train, dev) = (Size::Count(options.train), Size::Count(0));
    let split = SplitOptions { train, dev, seed: options.seed, ..SplitOptions::default() };
    let vocabulary = VocabularyOptions { threshold: Some(Threshold::Share(0.01)), max_words: None };
    fs::create_dir_all(&options.out)?;
    for level2 in Level2::ALL {
        let mut params = SmmParams::preset(Preset::Paper, 2);
        let fixed = [("embedding", "identity"), ("level2", level2.key), ("frozen", "true"), ("rho", "0"), ("tolerance", "1e-9")];
        for (key, value) in fixed.into_iter().chain(options.set.iter().map(|(key, value)| (key.as_str(), value.as_str()))) {
            params.set(key, value)?;
        }
        let data = Arc::new(Dataset::build(Arc::clone(&corpus), &split, &vocabulary, params.weighting)?);
        let made = classes(&data, params)?;
        let name = options.out.join(format!("classes-{}.json", level2.key));
        fs::write(&name, made.to_string())?;
        println!("{}: accuracy {:.4}, objective {:.6}", name.display(), made["accuracy"], made["objective"]);
    }
    Ok(())
}

fn rows(matrix: &Array2<f64>) -> Vec<Vec<f64>> {
    matrix.outer_iter().map(|row| row.to_vec()).collect()
}

/// The kernel between documents `a` and documents `b`.
fn cross(ldk: &Ldk, a: &Csr, b: &Csr, x: &Array2<f64>) -> Vec<Vec<f64>> {
    rows(&ldk.cross((a, &ldk.lengths(a, x)), (b, &ldk.lengths(b, x)), x))
}

fn classes(data: &Arc<Dataset>, params: SmmParams) -> Result<Value> {
    let mut smm = Smm::new(Arc::clone(data), params.check()?)?;
    smm.evaluate();
    let (snapshot, ldk) = (smm.snapshot(), smm.params().ldk());
    let (train, test) = (&data.split.train, &data.split.test);
    let (m, n) = (data.weights.select(train), data.weights.select(test));
    let said = snapshot.classified().context("no classes")?;
    let labels = |documents: &[usize]| documents.iter().map(|&i| data.corpus.labels[i]).collect::<Vec<_>>();
    Ok(json!({
        "K_train": rows(&ldk.whole(&m, &snapshot.latent).k),
        "K_test_train": cross(&ldk, &n, &m, &snapshot.latent),
        "labels": labels(train),
        "labels_test": labels(test),
        "C": smm.params().c,
        "objective": snapshot.objective,
        "accuracy": snapshot.scores.test,
        "predicted": test.iter().map(|&i| said.predicted[i]).collect::<Vec<_>>(),
        "definite": ldk.level2.definite() != Definite::Not,
    }))
}
