//! Writes the inputs of `scripts/family_check.py` for the comparison with scikit-learn: Gram matrices of the identity kernel
//! with each level-2 kernel, and the predictions of a model trained on them.
//!
//! `cargo run --release --example family -- FILE… --out FOLDER [--train N] [--seed SEED] [--set key=value]…`
//!
//! One file a kernel: `classes-LEVEL2.json` or `ratings-LEVEL2.json`, its fields as the script's head says. Documents with ratings
//! get a Gaussian process, under the kernels that are positive definite.

use std::{fs, path::PathBuf, sync::Arc};

use anyhow::{Context, Result, bail};
use ndarray::Array2;
use serde_json::{Value, json};
use wordfield_core::{
    corpus::{
        Cancel, Corpus, Csr, Dataset, ReadOptions, Size, SplitOptions, TaskKind, TextOptions, Threshold, VocabularyOptions, read,
    },
    ldk::{Definiteness, Ldk, Level2},
    model::{
        EmbeddingParams, Model, ParamTable, Parameters, Preset,
        gp::{Gp, GpParams},
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
    let vocabulary = VocabularyOptions::reaching(Threshold::Share(0.01));
    fs::create_dir_all(&options.out)?;
    let ratings = corpus.task.kind() == TaskKind::Ratings;
    for level2 in Level2::USUAL.iter().filter(|level2| !ratings || level2.definite() == Definiteness::Positive) {
        let kernel = [("embedding", "identity"), ("level2", level2.key()), ("frozen", "true"), ("rho", "0")];
        let own: Vec<(&str, &str)> = options.set.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let (name, made) = if ratings {
            let fixed = [("learn_scales", "false"), ("learn_gamma", "false"), ("alpha", "0.5"), ("beta", "2")];
            let params: GpParams = set(&[&kernel[..], &fixed, &own].concat())?;
            let data = Dataset::build(Arc::clone(&corpus), &split, &vocabulary, params.weighting)?;
            ("ratings", rated(&Arc::new(data), params)?)
        } else {
            let params: SmmParams = set(&[&kernel[..], &[("tolerance", "1e-9")], &own].concat())?;
            let data = Dataset::build(Arc::clone(&corpus), &split, &vocabulary, params.weighting)?;
            ("classes", classes(&Arc::new(data), params)?)
        };
        let path = options.out.join(format!("{name}-{}.json", level2.key()));
        fs::write(&path, made.to_string())?;
        println!("{}", path.display());
    }
    Ok(())
}

/// Parameters of the paper's preset, with some of them set to other values.
fn set<P: ParamTable>(pairs: &[(&str, &str)]) -> Result<P> {
    let mut params = P::preset(Preset::Paper, 2);
    for (key, value) in pairs {
        params.set(key, value)?;
    }
    Ok(params)
}

fn rows(matrix: &Array2<f64>) -> Vec<Vec<f64>> {
    matrix.outer_iter().map(|row| row.to_vec()).collect()
}

/// Kernel matrix between the documents `a` and the documents `b`.
fn cross(ldk: &Ldk, a: &Csr, b: &Csr, x: &Array2<f64>) -> Vec<Vec<f64>> {
    rows(&ldk.cross((a, &ldk.lengths(a, x)), (b, &ldk.lengths(b, x)), x))
}

fn classes(data: &Arc<Dataset>, params: SmmParams) -> Result<Value> {
    let mut smm = Smm::new(Arc::clone(data), params.check()?)?;
    smm.evaluate();
    let (snapshot, ldk) = (smm.snapshot(), smm.params().ldk());
    let (train, test) = (&data.split.train, &data.split.test);
    let (m, n) = (data.weights.select(train), data.weights.select(test));
    let prediction = snapshot.classified().context("no classes")?;
    let labels = |documents: &[usize]| documents.iter().map(|&i| data.corpus.labels[i]).collect::<Vec<_>>();
    Ok(json!({
        "K_train": rows(&ldk.train_gram(&m, snapshot.latent().expect("a model with word positions"), None).k),
        "K_test_train": cross(&ldk, &n, &m, snapshot.latent().expect("a model with word positions")),
        "labels": labels(train),
        "labels_test": labels(test),
        "C": smm.params().c,
        "objective": snapshot.objective,
        "accuracy": snapshot.scores.test,
        "predicted": test.iter().map(|&i| prediction.predicted[i]).collect::<Vec<_>>(),
        "decisions": test.iter().map(|&i| prediction.decisions.row(i).to_vec()).collect::<Vec<_>>(),
        "definite": ldk.level2.definite() != Definiteness::Not,
    }))
}

fn rated(data: &Arc<Dataset>, params: GpParams) -> Result<Value> {
    let mut gp = Gp::new(Arc::clone(data), params.check()?)?;
    gp.evaluate();
    let (snapshot, model) = (gp.snapshot(), gp.model());
    let (bias, scale) = (model.bias[0], model.scales[0]);
    let ratings = data.corpus.task.ratings().context("no ratings")?;
    let known = |part: &[usize]| part.iter().copied().filter(|&i| !data.weights.row(i).0.is_empty()).collect::<Vec<_>>();
    let (train, test) = (known(&data.split.train), known(&data.split.test));
    let (m, n) = (data.weights.select(&train), data.weights.select(&test));
    let EmbeddingParams { embedding, private, normalise: unit_length, level2, .. } = gp.params().shared;
    let ldk = Ldk { embedding, private, unit_length, level2, components: None };
    let prediction = snapshot.rated().context("no ratings")?;
    let noise = model.beta.recip();
    Ok(json!({
        "K": rows(&ldk.train_gram(&m, snapshot.latent().expect("a model with word positions"), None).k),
        "K_test": cross(&ldk, &n, &m, snapshot.latent().expect("a model with word positions")),
        "K_test_diag": test.iter().map(|&i| own(&ldk, &data.weights.select(&[i]), snapshot.latent().expect("a model with word positions"))).collect::<Vec<_>>(),
        "y": train.iter().map(|&i| (ratings.values[[i, 0]] - bias) / scale).collect::<Vec<_>>(),
        "alpha": model.alpha,
        "beta": model.beta,
        "means": test.iter().map(|&i| (prediction.mean[[i, 0]] - bias) / scale).collect::<Vec<_>>(),
        "variances": test.iter().map(|&i| (prediction.deviation.as_ref().expect("deviations")[[i, 0]] / scale).powi(2) - noise).collect::<Vec<_>>(),
    }))
}

/// Kernel of a document with itself.
fn own(ldk: &Ldk, m: &Csr, x: &Array2<f64>) -> f64 {
    ldk.train_gram(m, x, None).k[[0, 0]]
}
