//! Trains matching on two aligned files (`id<TAB>word word …`) over several splits and prints precisions and speed.
//!
//! `cargo run --release --example measure_match -- SOURCE TARGET [--train N] [--dev N] [--test N] [--seeds K]
//! [--first SEED] [--q Q] [--preset paper|default] [--iterations K] [--patience K] [--join K] [--share S]
//! [--set key=value]… [--splits FILE] [--trace]`
//!
//! `--join K` makes documents of up to K neighbouring lines of one story (the id up to its last dot). Words are kept
//! that occur in a share S of the side's training documents (0.01), and in at least two of them. The best iterate on the
//! development part is what is tested, as in the program. `--splits` writes the splits for `scripts/rivals_matching.py`.

mod common;

use std::{collections::BTreeMap, fs::File, io::Read, sync::Arc, time::Instant};

use anyhow::{Context, Result, bail, ensure};
use common::Common;
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use wordfield_core::{
    corpus::{Csr, Weighting},
    model::{
        Model, ParamTable, Parameters,
        matching::{MatchParams, Matches, Matching, Part, Parts, Sides},
    },
};

struct Options {
    common: Common,
    sizes: [usize; 3],
    patience: usize,
    join: usize,
    share: f64,
    splits: Option<String>,
    tune: bool,
}

fn options() -> Result<Options> {
    let mut sizes = [1000, 100, 100];
    let mut patience = usize::MAX;
    let mut join = 1;
    let mut share = 0.01;
    let mut splits: Option<String> = None;
    let mut tune = false;
    let common = Common::read(300, |word, words| {
        match word {
            "--train" => sizes[0] = words.number(word)?,
            "--dev" => sizes[1] = words.number(word)?,
            "--test" => sizes[2] = words.number(word)?,
            "--patience" => patience = words.number(word)?,
            "--join" => join = words.number(word)?,
            "--share" => share = words.number(word)?,
            "--splits" => splits = Some(words.value(word)?),
            "--tune" => tune = true,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    ensure!(common.files.len() == 2, "give two aligned files");
    Ok(Options { common, sizes, patience, join, share, splits, tune })
}

/// Ids and words of a file's lines.
fn read(path: &str) -> Result<Vec<(String, Vec<String>)>> {
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(File::open(path).with_context(|| path.to_owned())?).read_to_string(&mut text)?;
    let line = |line: &str| {
        let (id, words) = line.split_once('\t').unwrap_or((line, ""));
        (id.to_owned(), words.split_whitespace().map(str::to_owned).collect())
    };
    Ok(text.lines().map(line).collect())
}

/// Documents of up to `join` neighbouring lines of one story; as even in length as the story allows.
fn joined(lines: &[(String, Vec<String>)], join: usize) -> Vec<Vec<String>> {
    let story = |id: &str| id.rsplit_once('.').map_or(id, |(story, _)| story).to_owned();
    let mut documents = Vec::new();
    if join <= 1 {
        return lines.iter().map(|(_, words)| words.clone()).collect();
    }
    for same in lines.chunk_by(|a, b| story(&a.0) == story(&b.0)) {
        let parts = same.len().div_ceil(join);
        for part in 0..parts {
            let range = part * same.len() / parts..(part + 1) * same.len() / parts;
            documents.push(same[range].iter().flat_map(|(_, words)| words.clone()).collect());
        }
    }
    documents
}

/// Weighted rows of all documents over the words frequent enough in the training ones.
fn weigh(documents: &[Vec<String>], train: &[usize], share: f64, weighting: Weighting) -> (Vec<String>, Csr) {
    let mut frequency: BTreeMap<&str, u32> = BTreeMap::new();
    for &i in train {
        let mut words: Vec<&str> = documents[i].iter().map(String::as_str).collect();
        words.sort_unstable();
        words.dedup();
        for word in words {
            *frequency.entry(word).or_default() += 1;
        }
    }
    let least = (share * train.len() as f64).ceil().max(2.0) as u32;
    frequency.retain(|_, count| *count >= least);
    let ids: BTreeMap<&str, u32> = frequency.keys().enumerate().map(|(id, &word)| (word, id as u32)).collect();
    let idf: Vec<f64> = frequency.values().map(|&count| (train.len() as f64 / f64::from(count)).ln()).collect();
    let rows = documents.iter().map(|words| words.iter().filter_map(|word| Some((*ids.get(word.as_str())?, 1.0))).collect());
    let counts = Csr::from_rows(ids.len(), rows);
    (frequency.keys().map(|&word| word.to_owned()).collect(), weighting.apply(&counts, &idf))
}

fn percents(matches: &Matches) -> String {
    let percent = |share: Option<f64>| share.map_or("    -".into(), |share| format!("{:5.1}", 100.0 * share));
    let row = |share: &dyn Fn(usize) -> Option<f64>| [1, 5, 20].map(|r| percent(share(r))).join(" ");
    format!("{} < {}", row(&|r| matches.precision(r)), row(&|r| matches.precision_back(r)))
}

fn main() -> Result<()> {
    let options = options()?;
    let sides: Vec<Vec<Vec<String>>> =
        options.common.files.iter().map(|path| Ok(joined(&read(path)?, options.join))).collect::<Result<_>>()?;
    let [source, target] = sides.as_slice() else { bail!("two files") };
    ensure!(source.len() == target.len(), "{} and {} documents", source.len(), target.len());
    let mut params = MatchParams::preset(options.common.preset, options.common.q);
    for (key, value) in &options.common.set {
        params.set(key, value)?;
    }
    println!("{} pairs; {:?}; {params:?}", source.len(), options.sizes);
    println!(
        "seed    Vs    Vt  best-at  train P@1,5,20 < back       dev                            test                             it/s"
    );
    let mut sums = [[0.0; 7]; 2];
    let mut splits = Vec::new();
    for seed in options.common.first..options.common.first + options.common.seeds {
        let mut order: Vec<usize> = (0..source.len()).collect();
        order.shuffle(&mut StdRng::seed_from_u64(seed));
        let [n, dev, test] = options.sizes;
        ensure!(n + dev + test <= order.len(), "{} pairs are too few", order.len());
        let test_start = if options.tune { n } else { n + dev };
        let part = [&order[..n], &order[n..n + dev], &order[test_start..test_start + test]];
        splits.push(serde_json::json!({ "seed": seed, "train": part[0], "dev": part[1], "test": part[2] }));
        let (mut words, m) = weigh(source, part[0], options.share, params.weighting);
        let (more, t) = weigh(target, part[0], options.share, params.weighting);
        let sizes = (words.len(), more.len());
        words.extend(more);
        let sides = |rows: &[usize]| Part {
            sides: Sides { source: m.select(rows), target: t.select(rows), partner: (0..rows.len()).map(Some).collect() },
            sources: rows.to_vec(),
            targets: rows.to_vec(),
        };
        let rest = Part::default();
        let parts = Parts { train: sides(part[0]), dev: sides(part[1]), test: sides(part[2]), rest };
        let mut params = params.clone();
        params.seed = seed;
        let mut model = Matching::on(parts, Arc::new(words), params.check()?)?;
        let start = Instant::now();
        let (mut best_at, mut best, mut made) = (0, None, 0);
        for iteration in 1..=options.common.iterations {
            let progress = model.step()?;
            made = iteration;
            if progress.scores.is_some() {
                let [train, dev, _] = model.solution().matches();
                let standing = (dev.precision(1), dev.reciprocal());
                if options.common.trace {
                    let spread = model.latent().expect("a matching model has word positions").iter().map(|x| x * x).sum::<f64>()
                        / model.latent().expect("a matching model has word positions").nrows() as f64;
                    println!(
                        "  {iteration:4}  L {:10.2}  |x|² {spread:.3}  b {:.1}  {}  {}  mrr {:.3}  {:.1} s",
                        progress.objective,
                        model.model().sharpness,
                        percents(train),
                        percents(dev),
                        dev.reciprocal().unwrap_or(0.0),
                        start.elapsed().as_secs_f64()
                    );
                }
                if standing > best.unwrap_or((None, None)) {
                    (best, best_at) = (Some(standing), iteration);
                }
            }
            if progress.stop.is_some() || iteration >= best_at.saturating_add(options.patience) {
                break;
            }
        }
        let speed = made as f64 / start.elapsed().as_secs_f64();
        model.restore_best();
        let [train, dev, test] = model.solution().matches();
        let shown = if options.tune { String::new() } else { percents(test) };
        println!(
            "{seed:4} {:5} {:5}  {best_at:7}  {}  {}  {shown}  {speed:.1}",
            sizes.0,
            sizes.1,
            percents(train),
            percents(dev)
        );
        for (sums, part) in sums.iter_mut().zip([dev, test]) {
            for (at, r) in [1, 5, 20].into_iter().enumerate() {
                sums[at] += part.precision(r).unwrap_or(0.0);
                sums[at + 3] += part.precision_back(r).unwrap_or(0.0);
            }
            sums[6] += part.reciprocal().unwrap_or(0.0);
        }
    }
    for (name, sums) in ["dev", "test"].iter().zip(sums) {
        if *name == "dev" || !options.tune {
            let mean = sums.map(|sum| format!("{:.1}", 100.0 * sum / options.common.seeds as f64));
            println!("{name} mean P@1,5,20 {} < {}  mrr {}", mean[..3].join(" "), mean[3..6].join(" "), mean[6]);
        }
    }
    if let Some(path) = options.splits {
        std::fs::write(path, serde_json::to_string(&splits)?)?;
    }
    Ok(())
}
