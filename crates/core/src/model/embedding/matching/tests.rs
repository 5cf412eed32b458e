//! Tests of matching: gradients, reference values, distances, ranks, determinism, unusual corpora.

#![allow(clippy::float_cmp, reason = "distances are found again as they were, and ties are exact")]

use approx::assert_relative_eq;
use ndarray::Array2;
use proptest::prelude::*;
use rand::{Rng, SeedableRng, rngs::StdRng};

use crate::model::pairs::Matcher;

use super::{
    objective::{Objective, Slope},
    point::{Point, gradient},
    *,
};
use crate::{
    corpus::{
        Body, Corpus, Csr, Format, Pairs, RawCorpus, RawDocument, Side, Size, SplitOptions, Task, TextOptions, Threshold,
        VocabularyOptions, Weighting,
    },
    ldk::{Alike, Components, Embedding, Level2, SidesComponents},
    model::{FittedModel, LiveChange, Model, ParamTable, Parameters, Preset, descent::Movable, kernels::Kernels},
    param::Choices,
};

mod learning;
mod parts;

fn params(set: &[(&str, &str)]) -> MatchParams {
    let mut params = MatchParams::preset(Preset::Default, 2);
    (params.evaluate_every, params.ema_decay, params.learn_sharpness) = (5, 0.0, false);
    (params.identity_weight, params.spectral_weight, params.map_alone) = (0.0, 0.0, false);
    for (key, value) in set {
        params.set(key, value).unwrap();
    }
    params
}

/// Random documents: fewer or more targets than sources, some empty, two equal, some without a partner.
fn odd(n: usize, m: usize, seed: u64) -> Sides {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut rows = |count: usize, words: u32| {
        let rows = (0..count).map(|i| {
            let length = if i == 3 { 0 } else { 1 + i % 7 };
            let row: Vec<(u32, f64)> = (0..length).map(|_| (rng.random_range(0..words), 1.0 / length as f64)).collect();
            row
        });
        let mut rows: Vec<_> = rows.collect();
        rows[2] = rows[1].clone();
        Csr::from_rows(words as usize, rows)
    };
    let (source, target) = (rows(n, 13), rows(m, 9));
    Sides { source, target, partner: (0..n).map(|i| (i < m && i != 5).then(|| m - 1 - i)).collect() }
}

fn point(sides: &Sides, q: usize, seed: u64) -> Point {
    let mut rng = StdRng::seed_from_u64(seed);
    let words = sides.source.cols() + sides.target.cols();
    let x = Array2::from_shape_simple_fn((words, q), || rng.random_range(-1.5..1.5));
    Point { x, kernels: Kernels { embedding: Embedding::Rbf { gamma: 0.7 }, level2: Level2::Linear }, sharpness: 8.0 }
}

/// Words, some of which occur on both sides.
fn words(count: usize, source_words: usize) -> Vec<String> {
    (0..count).map(|word| format!("word{}", if word < source_words { word } else { word - source_words + 3 })).collect()
}

fn model(sides: &Sides, point: &Point, params: &MatchParams) -> MatchModel {
    MatchModel {
        words: Arc::new(words(point.x.nrows(), sides.source.cols())),
        source_words: sides.source.cols(),
        params: params.clone(),
        embedding: point.kernels.embedding,
        level2: Some(point.kernels.level2),
        alike: predict::SpelledAlike::default(),
        sharpness: point.sharpness,
        latent: Arc::new(point.x.clone()),
        components: None,
    }
}

fn assert_near(a: &Array2<f64>, b: &Array2<f64>, tolerance: f64) {
    assert_eq!(a.dim(), b.dim());
    let apart = (a - b).iter().fold(0.0_f64, |most, d| most.max(d.abs()));
    let scale = b.iter().fold(1.0_f64, |most, b| most.max(b.abs()));
    assert!(apart <= tolerance * scale, "{apart} apart at a scale of {scale}");
}

const EVERY_WAY: [[(&str, &str); 2]; 4] = [
    [("symmetric", "false"), ("normalise", "false")],
    [("symmetric", "true"), ("normalise", "false")],
    [("symmetric", "false"), ("normalise", "true")],
    [("symmetric", "true"), ("normalise", "true")],
];

/// The fixed components of the model over these words, with the training documents in them.
fn with_components(sides: &Sides, unit: bool) -> (Arc<Components>, SidesComponents) {
    let (first, count) = (sides.source.cols(), sides.source.cols() + sides.target.cols());
    let components = crate::ldk::tests::components_of_sides(count, &Alike::of(&words(count, first), first));
    let rows = |m: &Csr, first| Arc::new(components.rows(&m.within(first, count), unit));
    let beside = SidesComponents::new(rows(&sides.source, 0), rows(&sides.target, first));
    (components, beside)
}

#[test]
fn the_gradient_agrees_with_finite_differences() {
    for (n, m) in [(9, 9), (8, 14), (14, 8)] {
        let sides = odd(n, m, 1).worded();
        for (case, way) in EVERY_WAY.iter().enumerate() {
            for (with, level2) in [0, 1].into_iter().flat_map(|with| Level2::USUAL.iter().map(move |&level2| (with, level2))) {
                let learned = [("rho", "0.4"), ("learn_gamma", "true"), ("learn_sharpness", "true"), ("sharpness", "5")];
                let kernels = [("private", "0.6"), ("level2", level2.key()), ("learn_kernel", "true"), ("kernel_prior", "0.3")];
                let params = params(&[way.as_slice(), &learned, &kernels].concat());
                let mut at = point(&sides, 1 + case, 2);
                at.kernels.level2 = level2;
                let centre = (case % 2 == 0).then(|| at.x.mapv(f64::sin));
                let alike = &Alike::of(&words(at.x.nrows(), 13), 13);
                let beside = (with == 1).then(|| with_components(&sides, params.has_unit_length()).1);
                let (beside, centre) = (beside.as_ref(), centre.as_ref());
                let objective = Objective { params: &params, sides: &sides, alike, beside, weight: 1.0, centre };
                let slope = objective.slope(&at);
                let numbers = at.to_vec(&params);
                let mut rng = StdRng::seed_from_u64(3);
                let direction: Vec<f64> = numbers.iter().map(|_| rng.random_range(-1.0..1.0)).collect();
                let value = |step: f64| {
                    let moved: Vec<f64> = numbers.iter().zip(&direction).map(|(x, d)| x + step * d).collect();
                    let mut to = at.clone();
                    to.set(&params, &moved);
                    objective.slope(&to).value
                };
                let by_difference = (value(1e-5) - value(-1e-5)) / 2e-5;
                let by_formula: f64 = gradient(&params, &at, &slope).iter().zip(&direction).map(|(g, d)| g * d).sum();
                assert_relative_eq!(by_difference, by_formula, max_relative = 1e-6, epsilon = 1e-6);
            }
        }
    }
}

#[test]
fn objective_gradient_and_distances_agree_with_the_numpy_reference() {
    let fixture: serde_json::Value = serde_json::from_str(include_str!("../../../../tests/fixtures/matching.json")).unwrap();
    let matrix = |value: &serde_json::Value| {
        let rows: Vec<Vec<f64>> = serde_json::from_value(value.clone()).unwrap();
        Array2::from_shape_fn((rows.len(), rows[0].len()), |(i, j)| rows[i][j])
    };
    let sparse = |name: &str| {
        let dense = matrix(&fixture[name]);
        let rows = dense.outer_iter().map(|row| row.iter().enumerate().map(|(word, &weight)| (word as u32, weight)).collect());
        Csr::from_rows(dense.ncols(), rows)
    };
    let partner: Vec<usize> = serde_json::from_value(fixture["partner"].clone()).unwrap();
    let sides = Sides { source: sparse("source"), target: sparse("target"), partner: partner.into_iter().map(Some).collect() };
    for case in fixture["cases"].as_array().unwrap() {
        let mut params = params(&[]);
        params.rho = fixture["rho"].as_f64().unwrap();
        params.symmetric = case["symmetric"].as_bool().unwrap();
        params.normalise = case["normalise"].as_bool().unwrap();
        let point = Point {
            x: matrix(&fixture["x"]),
            kernels: Kernels { embedding: Embedding::Rbf { gamma: fixture["gamma"].as_f64().unwrap() }, level2: Level2::Linear },
            sharpness: case["sharpness"].as_f64().unwrap(),
        };
        let (alike, centre) = (&Alike::default(), None);
        let objective = Objective { params: &params, sides: &sides, alike, beside: None, weight: 1.0, centre };
        let Slope { value, by, .. } = objective.slope(&point);
        assert_relative_eq!(value, case["value"].as_f64().unwrap(), max_relative = 1e-10);
        assert_near(&by.x, &matrix(&case["gradient"]), 1e-10);
        let distances = model(&sides, &point, &params).distances(&sides.source, &sides.target);
        assert_near(&distances, &matrix(&case["distances"]), 1e-11);
    }
}

#[test]
fn word_shares_sum_to_the_distance_and_the_witness_to_the_difference() {
    let sides = odd(10, 12, 4);
    let at = point(&sides, 3, 5);
    for way in EVERY_WAY {
        let model = model(&sides, &at, &params(&way));
        let source = model.prepare(Side::Source, sides.source.clone());
        let target = model.prepare(Side::Target, sides.target.clone());
        let there = model.between(&source, &target);
        assert_near(&there, &model.between(&target, &source).reversed_axes(), 1e-12);
        for ((i, j), &d) in there.indexed_iter() {
            let witness = model.difference(&source, i, &target, j);
            let shares = model.shares((&source, i), (&target, j));
            let sum: f64 = shares.iter().map(|share| share.share).sum();
            if model.params.normalise && (source.norms[i] == 0.0 || target.norms[j] == 0.0) {
                assert_relative_eq!(d, 2.0, max_relative = 1e-12);
                continue;
            }
            assert!((sum - d).abs() < 1e-9, "{i}, {j}: {sum} and {d}");
            assert!(witness.iter().all(|&(word, weight)| (model.side_of(word) == Side::Source) == (weight > 0.0)));
            let c = model.coefficients(&witness);
            let field = model.embedding.sums().product(at.x.view(), at.x.view(), c.view());
            assert!(((&c * &field).sum() - d).abs() < 1e-9);
        }
    }
}

#[test]
fn shares_sum_to_the_distance_under_every_kernel() {
    let sides = odd(8, 9, 4).worded();
    for &embedding in Embedding::USUAL {
        for &level2 in Level2::USUAL {
            let ways = EVERY_WAY.iter().filter(|way| way[0].1 == "true");
            for (way, beside) in ways.flat_map(|way| [(way, false), (way, true)]) {
                let kernels = Kernels { embedding, level2 };
                let at = Point { kernels, ..point(&sides, 2, 5) };
                let mut model = model(&sides, &at, &params(&[way.as_slice(), &[("private", "0.8")]].concat()));
                model.components = beside.then(|| with_components(&sides, false).0);
                let source = model.prepare(Side::Source, sides.source.clone());
                let target = model.prepare(Side::Target, sides.target.clone());
                let there = model.between(&source, &target);
                assert_near(&there, &model.between(&target, &source).reversed_axes(), 1e-7);
                let mut most = f64::NEG_INFINITY;
                for ((i, j), &d) in there.indexed_iter() {
                    for (one, other) in [((&source, i), (&target, j)), ((&target, j), (&source, i))] {
                        let shares = model.shares(one, other);
                        let sum: f64 = shares.iter().map(|share| share.share).sum();
                        let whole = |of: &WordShare| of.parts.iter().flatten().sum::<f64>();
                        assert!(shares.iter().all(|of| of.parts.iter().all(Option::is_some) == beside), "parts of components");
                        assert!(shares.iter().all(|of| !beside || (whole(of) - of.share).abs() < 1e-12 * (1.0 + of.share.abs())));
                        assert!((sum - d).abs() < 1e-8 * d.abs().max(1.0), "{embedding:?} {level2:?} {way:?}: {sum} and {d}");
                    }
                    let function = model.witness_function((&source, i), (&target, j));
                    assert_eq!(function.is_none(), level2.is_linear());
                    let nearer = sides.source.entries(i).map(|(word, _)| model.alike().counterpart(word));
                    let held = nearer.flatten().any(|word| sides.target.entries(j).any(|(own, _)| own + 13 == word));
                    if embedding == Embedding::Identity && level2.is_linear() && !held && !beside {
                        most = most.max(-model.shares((&source, i), (&target, j)).iter().map(|of| of.share).fold(0.0, f64::min));
                    }
                }
                assert!(most <= 0.0, "nothing draws documents together that have no word in common: {most}");
            }
        }
    }
}

#[test]
fn the_drawn_function_is_the_difference_of_kernels() {
    let sides = odd(6, 6, 4).worded();
    let kernels = Kernels { embedding: Embedding::Linear, level2: Level2::Rbf { zeta: 2.0 } };
    let at = Point { kernels, ..point(&sides, 2, 5) };
    let model = model(&sides, &at, &params(&[("normalise", "false")]));
    let source = model.prepare(Side::Source, sides.source.clone());
    let target = model.prepare(Side::Target, sides.target.clone());
    let function = model.witness_function((&source, 1), (&target, 2)).unwrap();
    let values = function.at(at.x.view());
    let dense = |weights: &Csr, row: usize, offset: usize| {
        let mut mean = ndarray::Array1::<f64>::zeros(2);
        weights.entries(row).for_each(|(word, weight)| mean.scaled_add(weight, &at.x.row(offset + word)));
        mean
    };
    let (one, other) = (dense(&sides.source, 1, 0), dense(&sides.target, 2, 13));
    for (x, value) in at.x.outer_iter().zip(&values) {
        let k = |mean: &ndarray::Array1<f64>| (-(&x - mean).mapv(|d| d * d).sum()).exp();
        assert_relative_eq!(*value, k(&one) - k(&other), epsilon = 1e-12);
    }
}

#[test]
fn a_model_of_an_older_format_opens_unchanged() {
    let sides = odd(6, 6, 4);
    let mut own = model(&sides, &point(&sides, 2, 5), &params(&[]));
    own.level2 = None;
    let mut saved = serde_json::to_value(&own).unwrap();
    for key in ["private", "level2", "learn_kernel", "kernel_reach", "kernel_prior"] {
        assert!(saved["params"].as_object_mut().unwrap().remove(key).is_some(), "{key}");
    }
    assert!(saved.get("level2").is_none() && saved.get("alike").is_none());
    assert_eq!(serde_json::from_value::<MatchModel>(saved).unwrap(), own);
}

#[test]
fn ranks_count_ties_against_the_model_and_follow_the_distances() {
    let sides = odd(12, 12, 6);
    let model = model(&sides, &point(&sides, 2, 7), &params(&[]));
    let distances = model.distances(&sides.source, &sides.target);
    let Matches { there, back } = model.both_ways(&sides);
    for (i, found) in there.iter().enumerate() {
        let row = distances.row(i);
        let least = row.iter().copied().fold(f64::INFINITY, f64::min);
        assert_eq!(row[found.best.unwrap()], least);
        assert_eq!(found.best_distance, least);
        let mut sorted = row.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        assert_eq!(found.margin, Some(sorted[1] - sorted[0]));
        assert_eq!(found.rank, sides.partner[i].map(|j| row.iter().filter(|&&d| d <= row[j]).count()));
    }
    for (j, i) in sides.reverse().into_iter().enumerate() {
        let column = distances.column(j);
        assert_eq!(back[j].rank, i.map(|i| column.iter().filter(|&&d| d <= column[i]).count()));
    }
    // Targets 1 and 2 are equal: a source of either never has a sole rank 1.
    let tied = sides.partner.iter().position(|&partner| partner == Some(1)).unwrap();
    assert_eq!(distances[[tied, 1]], distances[[tied, 2]]);
    assert!(there[tied].rank.unwrap() >= 2);
}

#[test]
fn ranks_do_not_depend_on_blocks() {
    let sides = odd(150, 90, 8);
    let model = model(&sides, &point(&sides, 2, 9), &params(&[]));
    let whole = model.both_ways(&sides);
    let source = model.prepare(Side::Source, sides.source.clone());
    let target = model.prepare(Side::Target, sides.target.clone());
    let near = |a: &Found, b: &Found| {
        let close = (a.best_distance - b.best_distance).abs() < 1e-12;
        a.rank == b.rank && a.best == b.best && close
    };
    let blocks = model.find_in_blocks(&source, &target, &sides.partner, 17);
    assert!(whole.there.iter().zip(&blocks).all(|(a, b)| near(a, b)));
    let blocks = model.find_in_blocks(&target, &source, &sides.reverse(), 40);
    assert!(whole.back.iter().zip(&blocks).all(|(a, b)| near(a, b)));
}

#[test]
fn candidates_are_sorted_by_distance() {
    let sides = odd(6, 30, 10);
    let model = model(&sides, &point(&sides, 2, 11), &params(&[]));
    let source = model.prepare(Side::Source, sides.source.clone());
    let target = model.prepare(Side::Target, sides.target.clone());
    let distances = model.between(&source, &target);
    for i in 0..6 {
        let mut order: Vec<usize> = (0..30).collect();
        order.sort_by(|&a, &b| distances[[i, a]].total_cmp(&distances[[i, b]]).then(a.cmp(&b)));
        let top = model.candidates(&source, i, &target, 5);
        assert_eq!(top.iter().map(|&(j, _)| j).collect::<Vec<_>>(), order[..5]);
        assert_eq!(model.candidates(&source, i, &target, 100).len(), 30);
    }
    assert!(model.candidates(&source, 0, &target, 0).is_empty());
    let near = model.nearest_words(2, Side::Target, 4);
    assert!(near.iter().all(|&(word, _)| word >= 13) && near.is_sorted_by(|a, b| a.1 <= b.1) && near.len() == 4);
    assert!(model.nearest_words(2, Side::Source, 50).iter().all(|&(word, _)| word != 2 && word < 13));
}
