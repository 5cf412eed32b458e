//! Kernel dependency estimation of the USPS digits, read as rows of numbers: classes, and the lower half of a digit from the upper
//! one, on the draws and with the results of `scripts/make_kde_fixture.py`.

#![expect(clippy::unwrap_used, reason = "a test that cannot make its files has failed")]

use std::{fmt::Write, io::Read, path::PathBuf, sync::Arc};

use ndarray::{Array1, Array2, ArrayView1, Axis};
use serde::Deserialize;
use wordfield_core::{
    corpus::{
        Cancel, Corpus, Dataset, Format, RawCorpus, ReadOptions, Side, Split, SplitOptions, TaskKind, TextOptions, Threshold,
        VocabularyOptions, Weighting, read, read_pairs,
    },
    model::{FittedModel, FittedRef, ModelKind, Params, Preset, pairs::Part},
};
use wordfield_testing::{Place, data};

/// A draw of training and test digits, with the results of the formulas.
#[derive(Deserialize)]
struct Draw {
    train: Vec<usize>,
    test: Vec<usize>,
    class_errors: usize,
    lower_half: f64,
    nearest_neighbour: f64,
}

fn draws() -> Vec<Draw> {
    serde_json::from_str(include_str!("../fixtures/usps_draws.json")).unwrap()
}

/// Class and pixels of the digits of the training file, as written; `None`, with a printed note, if it is missing.
fn digits() -> Option<Vec<(String, Vec<String>)>> {
    let mut text = String::new();
    let file = std::fs::File::open(data("usps/usps-train.txt.gz")?).unwrap();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    let digit = |line: &str| {
        let mut fields = line.split_whitespace().map(str::to_owned);
        (fields.next().unwrap(), fields.collect())
    };
    Some(text.lines().map(digit).collect())
}

/// A file of some pixels of digits, with their classes in front where `classes` is set.
fn file(place: &Place, name: &str, digits: &[&(String, Vec<String>)], pixels: std::ops::Range<usize>, classes: bool) -> PathBuf {
    let mut text = String::new();
    for (class, values) in digits {
        let class = if classes { format!("{class}\t") } else { String::new() };
        writeln!(text, "{class}{}", values[pixels.clone()].join(" ")).unwrap();
    }
    place.file(name, text)
}

/// The digits of a draw, those of the training part first.
fn drawn<'a>(digits: &'a [(String, Vec<String>)], draw: &Draw) -> Vec<&'a (String, Vec<String>)> {
    draw.train.iter().chain(&draw.test).map(|&digit| &digits[digit]).collect()
}

/// A model trained on the first documents, or pairs, of a corpus of numbers.
fn trained(kind: ModelKind, raw: RawCorpus, train: usize, set: &[(&str, &str)]) -> (Arc<Dataset>, FittedModel) {
    assert_eq!(raw.format, Format::Numbers);
    let corpus = Arc::new(Corpus::build(raw, &TextOptions::default()).unwrap());
    let all = corpus.units();
    let part = |units: std::ops::Range<usize>| {
        let partners: Vec<usize> =
            if corpus.task.pairs().is_some() { units.clone().map(|i| i + all).collect() } else { Vec::new() };
        units.chain(partners).collect::<Vec<usize>>()
    };
    let given = Some(Split { train: part(0..train), test: part(train..all), ..Split::default() });
    let split = SplitOptions { given, ..SplitOptions::default() };
    let vocabulary = VocabularyOptions::reaching(Threshold::Documents(1));
    let data = Arc::new(Dataset::build(corpus, &split, &vocabulary, Weighting::Raw).unwrap());
    let mut params = Params::preset(kind, Preset::Paper, 2);
    params.set_all(set).unwrap();
    let fitted = params.start(Arc::clone(&data)).unwrap().trained();
    (data, fitted)
}

#[test]
fn classes_of_usps_digits_agree_with_the_formulas() {
    let Some(digits) = digits() else { return };
    let options = ReadOptions { task: Some(TaskKind::Classes), ..ReadOptions::default() };
    for draw in draws() {
        let place = Place::new();
        let path = file(&place, "digits.txt", &drawn(&digits, &draw), 0..256, true);
        let raw = read(&[path], &options, &Cancel::default()).unwrap();
        let set = [("sigma_x", "8"), ("gamma", "0.01")];
        let (data, fitted) = trained(ModelKind::KdeClasses, raw, draw.train.len(), &set);
        let FittedRef::Classifier(classifier) = fitted.fitted_ref() else { panic!("a classifier") };
        let predicted = classifier.classify(&data.weights.select(&data.split.test)).predicted;
        let wrong = data.split.test.iter().zip(predicted).filter(|(digit, class)| data.corpus.labels[**digit] != *class).count();
        assert_eq!(wrong, draw.class_errors);
    }
}

/// `2 - 2 l` of the target documents with the chosen training documents.
fn loss([test, train]: [&Array2<f64>; 2], chosen: &[usize]) -> f64 {
    let one = |(test, &chosen): (ArrayView1<'_, f64>, &usize)| {
        let apart = &test - &train.row(chosen);
        2.0 - 2.0 * (-apart.dot(&apart) / (2.0 * 8.0 * 8.0)).exp()
    };
    test.outer_iter().zip(chosen).map(one).sum::<f64>() / chosen.len() as f64
}

/// Index of the smallest value of each row.
fn nearest(distances: &Array2<f64>) -> Vec<usize> {
    let least = |row: ArrayView1<'_, f64>| (1..row.len()).fold(0, |best, i| if row[i] < row[best] { i } else { best });
    distances.outer_iter().map(least).collect()
}

#[test]
fn lower_halves_of_usps_digits_agree_with_the_formulas() {
    let Some(digits) = digits() else { return };
    for draw in draws() {
        let (place, all) = (Place::new(), drawn(&digits, &draw));
        let [upper, lower] =
            [("upper.txt", 0..128), ("lower.txt", 128..256)].map(|(name, pixels)| file(&place, name, &all, pixels, false));
        let raw = read_pairs(&upper, &lower, &ReadOptions::default(), &Cancel::default()).unwrap();
        let set = [("sigma_x", "6"), ("sigma_y", "8"), ("dimension", "64"), ("gamma", "0.01")];
        let (data, fitted) = trained(ModelKind::Kde, raw, draw.train.len(), &set);
        let FittedRef::Matcher(matcher) = fitted.fitted_ref() else { panic!("a matcher") };
        let [train, test] = [&data.split.train, &data.split.test].map(|part| Part::of(&data, part).sides);
        // The candidates are the lower halves of the training digits.
        let queries = matcher.prepare(Side::Source, test.source.clone());
        let candidates = matcher.prepare(Side::Target, train.target.clone());
        let targets = [&test, &train].map(|sides| sides.target.to_dense());
        let found = loss(targets.each_ref(), &nearest(&matcher.between(&queries, &candidates)));
        assert!((found - draw.lower_half).abs() < 1e-6, "{found} and {}", draw.lower_half);

        let squares = |rows: &Array2<f64>| rows.outer_iter().map(|row| row.dot(&row)).collect::<Array1<f64>>();
        let [test, train] = [&test, &train].map(|sides| sides.source.to_dense());
        let apart = test.dot(&train.t()) * -2.0 + squares(&test).insert_axis(Axis(1)) + squares(&train);
        let near = loss(targets.each_ref(), &nearest(&apart));
        assert!((near - draw.nearest_neighbour).abs() < 1e-6, "{near} and {}", draw.nearest_neighbour);
    }
}

#[test]
fn the_results_of_five_draws_have_these_means() {
    let draws = draws();
    let mean = |of: fn(&Draw) -> f64| draws.iter().map(of).sum::<f64>() / draws.len() as f64;
    let means =
        [mean(|draw| draw.class_errors as f64 / 2000.0), mean(|draw| draw.lower_half), mean(|draw| draw.nearest_neighbour)];
    assert!(means.iter().zip([0.0404, 0.528, 0.619]).all(|(a, b)| (a - b).abs() < 1e-3), "{means:?}");
}
