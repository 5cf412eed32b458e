//! The SVM solver's dual objective against LIBSVM's, on problems written by `scripts/make_fixtures.py`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};

use ndarray::Array2;
use serde::Deserialize;
use wordfield_core::solver::{Svc, SvcOptions, SvcStop, solve};

const TIGHT: SvcOptions = SvcOptions { tolerance: 1e-6, max_updates: 50_000_000, shrinking: true };

#[derive(Deserialize)]
struct Fixtures {
    drawn: Vec<Case>,
    webkb: WebKb,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    scale: f64,
    documents: Vec<Vec<(usize, f64)>>,
    sign: Vec<f64>,
    solutions: Vec<Solution>,
}

#[derive(Deserialize)]
struct Solution {
    kernel: Kernel,
    c: f64,
    objective: f64,
    bias: f64,
}

#[derive(Deserialize)]
struct WebKb {
    documents: usize,
    words: usize,
    scale: f64,
    problems: Vec<Pair>,
}

#[derive(Deserialize)]
struct Pair {
    kernel: Kernel,
    first: String,
    second: String,
    c: f64,
    objective: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kernel {
    Inner,
    Gaussian,
}

fn fixtures() -> Fixtures {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/svc.json");
    let text = std::fs::read_to_string(path).expect("the fixtures are part of the repository");
    serde_json::from_str(&text).expect("the fixtures have this form")
}

/// Square-root rows' Gram matrix, rounded to single precision as LIBSVM holds it.
fn gram(documents: &[Vec<(usize, f64)>], scale: f64, kernel: Kernel) -> Array2<f64> {
    let words = documents.iter().flatten().map(|&(word, _)| word + 1).max().unwrap_or(0);
    let mut m = Array2::<f64>::zeros((documents.len(), words));
    for (row, document) in documents.iter().enumerate() {
        let sum: f64 = document.iter().map(|(_, count)| count.sqrt()).sum();
        for &(word, count) in document {
            m[[row, word]] = count.sqrt() / sum;
        }
    }
    let s = m.dot(&m.t()) * scale;
    let value = |(i, j)| match kernel {
        Kernel::Inner => s[[i, j]],
        Kernel::Gaussian => (-(s[[i, i]] + s[[j, j]] - 2.0 * s[[i, j]])).exp(),
    };
    Array2::from_shape_fn(s.raw_dim(), |at| f64::from(value(at) as f32))
}

/// Description of the first violated condition of a solution, if any.
fn compare(problem: &Svc<'_>, objective: f64, what: &str) -> Option<String> {
    [true, false].into_iter().find_map(|shrinking| {
        let solution = solve(problem, &SvcOptions { shrinking, ..TIGHT }, None);
        let apart = (solution.objective - objective) / objective.abs();
        let good = solution.stop == SvcStop::Optimal && apart.abs() <= 1e-6;
        (!good).then(|| format!("{what}, shrinking {shrinking}: {apart:e} apart, {:?}", solution.stop))
    })
}

#[test]
fn random_problems_reach_libsvms_objective() {
    let mut wrong = Vec::new();
    for case in fixtures().drawn {
        let index: Vec<usize> = (0..case.sign.len()).collect();
        for expected in &case.solutions {
            let gram = gram(&case.documents, case.scale, expected.kernel);
            let problem = Svc { gram: gram.view(), index: &index, sign: &case.sign, c: expected.c };
            let what = format!("{}, {:?}, C = {}", case.name, expected.kernel, expected.c);
            wrong.extend(compare(&problem, expected.objective, &what));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_bias_equals_libsvms_with_free_variables() {
    let mut compared = 0;
    for case in fixtures().drawn {
        let index: Vec<usize> = (0..case.sign.len()).collect();
        for expected in &case.solutions {
            let gram = gram(&case.documents, case.scale, expected.kernel);
            let problem = Svc { gram: gram.view(), index: &index, sign: &case.sign, c: expected.c };
            let solution = solve(&problem, &TIGHT, None);
            if solution.alpha.iter().any(|&a| a > 1e-6 * expected.c && a < (1.0 - 1e-6) * expected.c) {
                let apart = (solution.bias - expected.bias).abs();
                assert!(apart < 1e-4, "{}, C = {}: {apart} apart", case.name, expected.c);
                compared += 1;
            }
        }
    }
    assert!(compared > 5, "{compared} problems with free variables");
}

fn data_folder() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = std::env::var_os("WORDFIELD_DATA").map(PathBuf::from);
    let found = named.into_iter().chain([here.join("../../../shared/data"), here.join("../../../../shared/data")]);
    found.into_iter().find(|folder| folder.join("webkb").is_dir())
}

/// Labels and words of the first documents that have a word.
fn webkb(folder: &Path, most: usize) -> std::io::Result<Vec<(String, Vec<String>)>> {
    let file = std::fs::File::open(folder.join("webkb/webkb-train-stemmed.txt.gz"))?;
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text)?;
    let lines = text.lines().filter_map(|line| line.split_once('\t'));
    let cut = lines.map(|(label, words)| (label.to_owned(), words.split_whitespace().map(str::to_owned).collect()));
    Ok(cut.filter(|(_, words): &(String, Vec<String>)| !words.is_empty()).take(most).collect())
}

#[test]
fn webkb_pairs_reach_libsvms_objective() {
    let Some(folder) = data_folder() else {
        println!("skipped: no webkb/ in WORDFIELD_DATA, ../shared/data or ../../shared/data");
        return;
    };
    let expected = fixtures().webkb;
    let documents = webkb(&folder, expected.documents).expect("WebKB is readable");
    let mut held: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, words) in &documents {
        for word in words.iter().collect::<BTreeSet<_>>() {
            *held.entry(word).or_default() += 1;
        }
    }
    let kept = held.into_iter().filter(|&(_, count)| count >= 4).map(|(word, _)| word);
    let vocabulary: BTreeMap<&str, usize> = kept.enumerate().map(|(at, word)| (word, at)).collect();
    assert_eq!(vocabulary.len(), expected.words);
    let counted: Vec<Vec<(usize, f64)>> = documents
        .iter()
        .map(|(_, words)| {
            let mut counts = BTreeMap::new();
            for at in words.iter().filter_map(|word| vocabulary.get(word.as_str())) {
                *counts.entry(*at).or_insert(0.0) += 1.0;
            }
            counts.into_iter().collect()
        })
        .collect();
    let mut wrong = Vec::new();
    for kernel in [Kernel::Inner, Kernel::Gaussian] {
        let gram = gram(&counted, expected.scale, kernel);
        for pair in expected.problems.iter().filter(|pair| pair.kernel == kernel) {
            let index: Vec<usize> =
                (0..documents.len()).filter(|&i| [&pair.first, &pair.second].contains(&&documents[i].0)).collect();
            let sign: Vec<f64> = index.iter().map(|&i| if documents[i].0 == pair.first { 1.0 } else { -1.0 }).collect();
            let problem = Svc { gram: gram.view(), index: &index, sign: &sign, c: pair.c };
            let what = format!("{} - {}, {kernel:?}, C = {}", pair.first, pair.second, pair.c);
            wrong.extend(compare(&problem, pair.objective, &what));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
