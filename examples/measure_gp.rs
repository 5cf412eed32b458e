//! Trains the GP-LVSM on rating-TAB-title-TAB-text files over several splits and prints errors and speed.
//!
//! `cargo run --release --example measure_gp -- FILE… [--seeds K] [--first SEED] [--q Q] [--preset paper|default]
//! [--iterations K] [--patience K] [--min-docs K] [--stop FILE] [--set key=value[,value]…]… [--test] [--trace] [--out FOLDER]`
//!
//! Several values of a parameter are all tried, with those of the others, and the best on the development part is taken, for
//! each split separately.
//! Parts: 1,000 training and 1,000 development documents where the file has more than 2,000, else two fifths each; the rest
//! tests. The development part's best iterate is what is tested, and only with `--test`. `--out` writes what
//! `scripts/rivals_ratings.py` reads: `NAME.txt`, the documents as they were cut into words, and `NAME-SEED.json`.

use std::{fs, fs::File, io::Read, path::Path, path::PathBuf, sync::Arc, time::Instant};

use anyhow::{Context, Result, bail};
use ndarray::Axis;
use wordfield_core::{
    corpus::{
        Body, Corpus, Dataset, Format, Ratings, RawCorpus, RawDocument, Size, SplitOptions, StopWords, Task, TextOptions,
        Threshold, Tokenizer, VocabularyOptions,
    },
    metric,
    model::{
        Model, ParamTable, Parameters, Preset,
        gp::{Gp, GpParams},
    },
    solver::dense::thin_svd,
};

struct Options {
    files: Vec<String>,
    seeds: u64,
    first: u64,
    q: usize,
    preset: Preset,
    iterations: usize,
    patience: usize,
    min_docs: usize,
    stop: Option<PathBuf>,
    /// All settings to be tried.
    grid: Vec<Vec<(String, String)>>,
    test: bool,
    trace: bool,
    out: Option<PathBuf>,
}

fn options() -> Result<Options> {
    let mut options = Options {
        files: vec![],
        seeds: 1,
        first: 0,
        q: 2,
        preset: Preset::Default,
        iterations: 300,
        patience: usize::MAX,
        min_docs: 5,
        stop: None,
        grid: vec![vec![]],
        test: false,
        trace: false,
        out: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().with_context(|| format!("{word} wants a value"));
        match word.as_str() {
            "--seeds" => options.seeds = value()?.parse()?,
            "--first" => options.first = value()?.parse()?,
            "--q" => options.q = value()?.parse()?,
            "--iterations" => options.iterations = value()?.parse()?,
            "--patience" => options.patience = value()?.parse()?,
            "--min-docs" => options.min_docs = value()?.parse()?,
            "--stop" => options.stop = Some(value()?.into()),
            "--out" => options.out = Some(value()?.into()),
            "--test" => options.test = true,
            "--trace" => options.trace = true,
            "--preset" => options.preset = if value()? == "paper" { Preset::Paper } else { Preset::Default },
            "--set" => {
                let text = value()?;
                let (key, value) = text.split_once('=').context("--set wants key=value")?;
                let with = |(set, value): (&Vec<(String, String)>, &str)| [&set[..], &[(key.into(), value.into())]].concat();
                let pairs = options.grid.iter().flat_map(|set| value.split(',').map(move |value| (set, value)));
                options.grid = pairs.map(with).collect();
            }
            other if other.starts_with("--") => bail!("unknown option {other}"),
            _ => options.files.push(word),
        }
    }
    if options.files.is_empty() {
        bail!("give rating-TAB-title-TAB-text files");
    }
    Ok(options)
}

/// Ratings and texts, title and text joined; further columns are not read.
fn read(path: &str) -> Result<(Vec<f64>, Vec<String>)> {
    let mut text = String::new();
    let file = File::open(path).with_context(|| path.to_owned())?;
    if Path::new(path).extension().is_some_and(|end| end == "gz") {
        flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text)?;
    } else {
        { file }.read_to_string(&mut text)?;
    }
    let (mut ratings, mut texts) = (vec![], vec![]);
    for (line, document) in text.lines().enumerate() {
        let mut columns = document.split('\t');
        let rating = columns.next().and_then(|rating| rating.parse().ok());
        ratings.push(rating.with_context(|| format!("{path}:{}: no rating", line + 1))?);
        texts.push(columns.take(2).collect::<Vec<_>>().join(" "));
    }
    Ok((ratings, texts))
}

fn name(path: &str) -> String {
    let stem = Path::new(path).file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let stem = stem.split('.').next().unwrap_or("corpus").to_owned();
    // A file called after its form is named after its folder.
    let folder = Path::new(path).parent().and_then(Path::file_name).map(|folder| folder.to_string_lossy().into_owned());
    if stem == "reviews" { folder.unwrap_or(stem) } else { stem }
}

/// Participation ratio of the singular values of the centred positions: in how many dimensions the words really lie.
fn dimensions(gp: &Gp) -> f64 {
    let x = gp.latent().expect("a GP has word positions");
    let Some(mean) = x.mean_axis(Axis(0)) else { return f64::NAN };
    let squares =
        thin_svd((x - &mean).view()).map(|svd| svd.values.iter().map(|s| s * s).collect::<Vec<_>>()).unwrap_or_default();
    squares.iter().sum::<f64>().powi(2) / squares.iter().map(|s| s * s).sum::<f64>()
}

struct Outcome {
    dev: f64,
    test: Option<[f64; 4]>,
}

/// A process trained on a split, its best iterate on the development part taken back.
struct FittedModel {
    gp: Gp,
    dev: f64,
    best_at: usize,
    made: u32,
    rate: f64,
}

fn train(options: &Options, corpus: &Arc<Corpus>, params: &GpParams, seed: u64) -> Result<FittedModel> {
    let part = if corpus.len() > 2000 { 1000 } else { corpus.len() * 2 / 5 };
    let size = Size::Count(part);
    let split = SplitOptions { train: size, dev: size, seed, ..SplitOptions::default() };
    let vocabulary = VocabularyOptions::reaching(Threshold::Documents(options.min_docs));
    let data = Arc::new(Dataset::build(Arc::clone(corpus), &split, &vocabulary, params.weighting)?);
    let words = data.words.len();
    let mut params = params.clone();
    params.seed = seed;
    let mut gp = Gp::new(data, params.check()?)?;
    let (mut best, mut best_at, mut since) = (f64::INFINITY, 0, 0);
    let start = Instant::now();
    let mut made = 0;
    for _ in 0..options.iterations {
        let progress = gp.step()?;
        made += 1;
        if let Some(scores) = progress.scores {
            let dev = scores.dev.unwrap_or(f64::INFINITY);
            since += 1;
            if dev < best {
                (best, best_at, since) = (dev, progress.iteration, 0);
            }
            if options.trace {
                let scale = gp.model().scales[0];
                println!(
                    "  {:4}  L {:10.3}  train {:.4} dev {:.4}  signal {:.3} noise {:.3} gamma {:.3}  |x|² {:.4}  dims {:.2}  {:.2} s",
                    progress.iteration,
                    progress.objective,
                    scores.train.unwrap_or(f64::NAN) / scale,
                    dev / scale,
                    1.0 / gp.model().alpha,
                    1.0 / gp.model().beta,
                    gp.model().embedding.gamma().unwrap_or_default(),
                    gp.latent().expect("a GP has word positions").iter().map(|x| x * x).sum::<f64>() / words as f64,
                    dimensions(&gp),
                    start.elapsed().as_secs_f64()
                );
            }
        }
        if progress.stop.is_some() || since >= options.patience {
            break;
        }
    }
    let rate = f64::from(made) / start.elapsed().as_secs_f64();
    gp.restore_best();
    Ok(FittedModel { gp, dev: best, best_at, made, rate })
}

fn run(options: &Options, corpus: &Arc<Corpus>, seed: u64, name: &str) -> Result<Outcome> {
    let mut best: Option<(FittedModel, String)> = None;
    for set in &options.grid {
        let mut params = GpParams::preset(options.preset, options.q);
        for (key, value) in set {
            params.set(key, value)?;
        }
        let trained = train(options, corpus, &params, seed)?;
        if best.as_ref().is_none_or(|(best, _)| trained.dev < best.dev) {
            let set: Vec<String> = set.iter().map(|(key, value)| format!(" {key}={value}")).collect();
            best = Some((trained, set.concat()));
        }
    }
    let (FittedModel { gp, best_at, made, rate, .. }, chosen) = best.context("no setting to try")?;
    let data = gp.estimator().data();
    let words = data.words.len();
    let (model, snapshot) = (gp.model(), gp.snapshot());
    let scale = model.scales[0];
    let prediction = snapshot.rated().context("ratings")?;
    let ratings = data.corpus.task.ratings().context("ratings")?;
    let of = |rows: &[usize], values: &ndarray::Array2<f64>| values.select(Axis(0), rows).column(0).to_vec();
    let judge = |rows: &[usize]| {
        let (y, mean, deviation) =
            (of(rows, &ratings.values), of(rows, &prediction.mean), of(rows, prediction.deviation.as_ref().expect("deviations")));
        Some([
            metric::rmse_standardised(&y, &mean, scale)?,
            metric::rmse(&y, &mean)?,
            metric::nlpd(&y, &mean, &deviation)?,
            metric::coverage95(&y, &mean, &deviation)?,
        ])
    };
    let show =
        |m: Option<[f64; 4]>| m.map_or("-".into(), |m| format!("{:.4} ({:.4}) nlpd {:.3} cover {:.3}", m[0], m[1], m[2], m[3]));
    let (train, dev) = (judge(&data.split.train), judge(&data.split.dev));
    let test = if options.test { judge(&data.split.test) } else { None };
    println!(
        "{name:20} seed {seed:2}  V {words:5}  best at {best_at:4}/{made:4}  {rate:5.1} it/s  dims {:.2}  train {}  dev {}  test {}{}",
        dimensions(&gp),
        train.map_or(f64::NAN, |m| m[0]).to_string().chars().take(6).collect::<String>(),
        show(dev),
        show(test),
        if options.grid.len() > 1 { chosen } else { String::new() }
    );
    if let Some(folder) = &options.out {
        let report = serde_json::json!({
            "split": data.split, "min_documents": options.min_docs, "seed": seed, "best_iteration": best_at,
            "dev": dev.map(|m| m[0]), "test": test.map(|m| m[0]), "parameters": gp.params(),
        });
        fs::write(folder.join(format!("{name}-{seed}.json")), report.to_string())?;
    }
    Ok(Outcome { dev: dev.map_or(f64::NAN, |m| m[0]), test })
}

fn main() -> Result<()> {
    let options = options()?;
    let stop_words = options.stop.clone().map_or(StopWords::None, StopWords::File);
    let text = TextOptions { min_length: 3, stop_words, ..TextOptions::default() };
    let mut means = vec![];
    for path in &options.files {
        let name = name(path);
        let (ratings, texts) = read(path)?;
        if let Some(folder) = &options.out {
            let tokenizer = Tokenizer::new(&text)?;
            let line = |(rating, text): (&f64, &String)| format!("{rating}\t{}\n", tokenizer.words(text).join(" "));
            fs::create_dir_all(folder)?;
            fs::write(folder.join(format!("{name}.txt")), ratings.iter().zip(&texts).map(line).collect::<String>())?;
        }
        let documents = texts.into_iter().enumerate().map(|(i, text)| RawDocument {
            title: format!("{path}:{}", i + 1),
            label: String::new(),
            body: Body::Text(text),
        });
        let raw = RawCorpus {
            name: name.clone(),
            format: Format::Tsv,
            documents: documents.collect(),
            unlabelled: 0,
            files: Vec::new(),
            notes: vec![],
            task: Task::Ratings(Ratings::single("rating", ratings)),
        };
        let corpus = Arc::new(Corpus::build(raw, &text)?);
        let outcomes = (options.first..options.first + options.seeds)
            .map(|seed| run(&options, &corpus, seed, &name))
            .collect::<Result<Vec<_>>>()?;
        let count = outcomes.len().max(1) as f64;
        let mean = |part: &dyn Fn(&Outcome) -> f64| outcomes.iter().map(part).sum::<f64>() / count;
        let test = |k: usize| mean(&|outcome| outcome.test.map_or(f64::NAN, |test| test[k]));
        // Standard deviation over the splits.
        let spread = |k: usize| {
            let squares = mean(&|outcome| outcome.test.map_or(f64::NAN, |of| (of[k] - test(k)).powi(2)));
            (squares * count / (count - 1.0).max(1.0)).sqrt()
        };
        let dev = mean(&|outcome| outcome.dev);
        let both = |k: usize| format!("{:.3} ± {:.3}", test(k), spread(k));
        println!("{name:20} mean  dev {dev:.4}  test {} ({:.4}) nlpd {} cover {}", both(0), test(1), both(2), both(3));
        means.push((dev, test(0)));
    }
    let count = means.len().max(1) as f64;
    let (dev, test) = means.iter().fold((0.0, 0.0), |sum, mean| (sum.0 + mean.0 / count, sum.1 + mean.1 / count));
    println!("all files: dev {dev:.4}  test {test:.4}");
    Ok(())
}
