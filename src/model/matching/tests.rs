//! The model as a whole: gradients, parity, distances, ranks, determinism, odd corpora.

#![allow(clippy::float_cmp, reason = "distances are found again as they were, and ties are exact")]

use approx::assert_relative_eq;
use ndarray::Array2;
use proptest::prelude::*;
use rand::{Rng, SeedableRng, rngs::StdRng};

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
    model::{Preset, descent::Movable},
};

fn params(set: &[(&str, &str)]) -> MatchParams {
    let mut params = MatchParams::preset(Preset::Default, 2);
    (params.evaluate_every, params.average, params.learn_sharpness) = (5, 0.0, false);
    for (key, value) in set {
        params.set(key, value).unwrap();
    }
    params
}

/// Random documents: fewer or more targets than sources, some empty, two the same, some without a partner.
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
    Point { x, gamma: 0.7, sharpness: 8.0 }
}

fn model(sides: &Sides, point: &Point, params: &MatchParams) -> MatchModel {
    let words = (0..point.x.nrows()).map(|word| format!("word{word}")).collect();
    MatchModel {
        words: Arc::new(words),
        source_words: sides.source.cols(),
        params: params.clone(),
        gamma: point.gamma,
        sharpness: point.sharpness,
        latent: Arc::new(point.x.clone()),
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

#[test]
fn the_gradient_agrees_with_finite_differences() {
    for (n, m) in [(9, 9), (8, 14), (14, 8)] {
        let sides = odd(n, m, 1).worded();
        for (case, way) in EVERY_WAY.iter().enumerate() {
            let learned = [("rho", "0.4"), ("learn_gamma", "true"), ("learn_sharpness", "true"), ("sharpness", "5")];
            let params = params(&[way.as_slice(), &learned].concat());
            let objective = Objective { params: &params, sides: &sides, weight: 1.0 };
            let at = point(&sides, 1 + case, 2);
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

#[test]
fn objective_gradient_and_distances_agree_with_the_numpy_twin() {
    let fixture: serde_json::Value = serde_json::from_str(include_str!("../../../tests/fixtures/matching.json")).unwrap();
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
            gamma: fixture["gamma"].as_f64().unwrap(),
            sharpness: case["sharpness"].as_f64().unwrap(),
        };
        let Slope { value, x, .. } = Objective { params: &params, sides: &sides, weight: 1.0 }.slope(&point);
        assert_relative_eq!(value, case["value"].as_f64().unwrap(), max_relative = 1e-10);
        assert_near(&x, &matrix(&case["gradient"]), 1e-10);
        let distances = model(&sides, &point, &params).distances(&sides.source, &sides.target);
        assert_near(&distances, &matrix(&case["distances"]), 1e-11);
    }
}

#[test]
fn words_shares_sum_to_the_distance_and_the_witness_is_the_difference_of_the_documents() {
    let sides = odd(10, 12, 4);
    let at = point(&sides, 3, 5);
    for way in EVERY_WAY {
        let model = model(&sides, &at, &params(&way));
        let source = model.means(Side::Source, sides.source.clone());
        let target = model.means(Side::Target, sides.target.clone());
        let there = model.between(&source, &target);
        assert_near(&there, &model.between(&target, &source).reversed_axes(), 1e-12);
        for ((i, j), &d) in there.indexed_iter() {
            let witness = model.witness(&source, i, &target, j);
            let shares = model.shares(&witness);
            let sum: f64 = shares.iter().map(|share| share.share).sum();
            if model.params.normalise && (source.norms[i] == 0.0 || target.norms[j] == 0.0) {
                assert_relative_eq!(d, 2.0, max_relative = 1e-12);
                continue;
            }
            assert!((sum - d).abs() < 1e-9, "{i}, {j}: {sum} and {d}");
            assert!(witness.iter().all(|&(word, weight)| (model.side_of(word) == Side::Source) == (weight > 0.0)));
            let c = model.coefficients(&witness);
            let field = crate::kernel::product(model.gamma, at.x.view(), at.x.view(), c.view());
            assert!(((&c * &field).sum() - d).abs() < 1e-9);
        }
    }
}

#[test]
fn ranks_count_ties_against_and_are_those_of_the_distances() {
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
    // Targets 1 and 2 are the same document: whoever belongs to one of them is never alone in first place.
    let tied = sides.partner.iter().position(|&partner| partner == Some(1)).unwrap();
    assert_eq!(distances[[tied, 1]], distances[[tied, 2]]);
    assert!(there[tied].rank.unwrap() >= 2);
}

#[test]
fn ranks_found_in_blocks_are_the_same() {
    let sides = odd(150, 90, 8);
    let model = model(&sides, &point(&sides, 2, 9), &params(&[]));
    let whole = model.both_ways(&sides);
    let source = model.means(Side::Source, sides.source.clone());
    let target = model.means(Side::Target, sides.target.clone());
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
fn candidates_come_nearest_first() {
    let sides = odd(6, 30, 10);
    let model = model(&sides, &point(&sides, 2, 11), &params(&[]));
    let source = model.means(Side::Source, sides.source.clone());
    let target = model.means(Side::Target, sides.target.clone());
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

/// Pairs about one of four things each, in two made-up languages; `extra` more targets than sources.
fn corpus(pairs: usize, extra: usize) -> Arc<Corpus> {
    let mut rng = StdRng::seed_from_u64(3);
    let mut documents = Vec::new();
    let topics: Vec<[usize; 3]> = (0..pairs + extra).map(|_| std::array::from_fn(|_| rng.random_range(0..12))).collect();
    for (side, count) in [("en", pairs), ("xx", pairs + extra)] {
        for (i, topics) in topics.iter().enumerate().take(count) {
            let mut words = vec![];
            if i % 17 != 5 {
                for _ in 0..15 {
                    let own = rng.random_bool(0.7);
                    let topic = topics[rng.random_range(0..3)];
                    let word = if own { topic * 3 + rng.random_range(0..3) } else { 36 + rng.random_range(0..9) };
                    words.push((format!("{side}{word:02}"), 1.0));
                }
            }
            documents.push(RawDocument { title: i.to_string(), label: side.into(), body: Body::Words(words) });
        }
    }
    let mut task = Pairs::aligned(pairs);
    task.partner.extend((0..extra).map(|_| None));
    let raw = RawCorpus { name: "made up".into(), format: Format::Lines, task: Task::Pairs(task), documents, notes: vec![] };
    Arc::new(Corpus::build(raw, &TextOptions::default()).unwrap())
}

fn dataset(corpus: &Arc<Corpus>, train: usize, dev: usize) -> Arc<Dataset> {
    let split =
        SplitOptions { train: Size::Count(train), dev: Size::Count(dev), test: None, stratified: false, seed: 0, given: None };
    let vocabulary = VocabularyOptions { threshold: Threshold::Documents(1), max_words: None };
    Arc::new(Dataset::build(Arc::clone(corpus), &split, &vocabulary, Weighting::Count).unwrap())
}

fn matching(data: &Arc<Dataset>, set: &[(&str, &str)]) -> Matching {
    Matching::new(Arc::clone(data), params(set).check().unwrap()).unwrap()
}

#[test]
fn partners_are_learned_by_every_way_of_moving() {
    let data = dataset(&corpus(160, 10), 100, 30);
    for set in [
        vec![],
        vec![("normalise", "true"), ("sharpness", "20"), ("symmetric", "false"), ("start", "random"), ("rho", "0.1")],
        vec![("optimiser", "lbfgs:1"), ("keep", "1"), ("rho", "0.1"), ("sharpness", "50"), ("start", "pca")],
        vec![("batch", "40"), ("weighting", "tf-idf"), ("rho", "0.1")],
    ] {
        let mut model = matching(&data, &set);
        model.evaluate();
        let before = model.matches()[1].precision(1).unwrap();
        for _ in 0..100 {
            if model.step().unwrap().stop.is_some() {
                break;
            }
        }
        model.take_best();
        let after = model.matches()[1].precision(1).unwrap();
        assert!(after > 0.2 && after >= before, "{set:?}: {before} then {after}");
    }
}

#[test]
fn rows_are_of_every_source_document_among_the_candidates_of_its_part() {
    let data = dataset(&corpus(60, 9), 30, 10);
    let mut model = matching(&data, &[]);
    model.evaluate();
    let snapshot = model.snapshot();
    let matched = snapshot.matched().unwrap();
    assert_eq!(matched.rows.iter().map(|row| row.document).collect::<Vec<_>>(), (0..60).collect::<Vec<_>>());
    let parts = [&data.split.train, &data.split.dev, &data.split.test];
    for row in matched.rows.iter() {
        assert_eq!(row.partner, Some(row.document + 60));
        let part = parts.iter().find(|part| part.contains(&row.document)).unwrap();
        let extra = row.best >= 120 && part.len() == 60;
        assert!(part.contains(&row.best) || extra, "{row:?}");
        assert!(row.rank.unwrap() >= 1 && row.reverse_rank.is_some() && row.margin >= 0.0);
    }
    assert_eq!(model.parts().train.targets.len(), 39, "targets without a partner are candidates in training");
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_seed_another() {
    let data = dataset(&corpus(60, 3), 40, 10);
    let run = |seed: &str| {
        let mut model = matching(&data, &[("seed", seed), ("batch", "20"), ("keep", "0.5")]);
        let objectives: Vec<_> = (0..6).map(|_| model.step().unwrap().objective.to_bits()).collect();
        (objectives, model.latent().clone())
    };
    assert_eq!(run("4"), run("4"));
    assert_ne!(run("4").1, run("5").1);
}

#[test]
fn full_batch_descent_lowers_the_objective() {
    let data = dataset(&corpus(60, 0), 40, 10);
    let mut model = matching(&data, &[("optimiser", "lbfgs:1"), ("keep", "1"), ("sharpness", "10"), ("rho", "0.01")]);
    let objectives: Vec<f64> = (0..20).map(|_| model.step().unwrap().objective).collect();
    assert!(objectives.windows(2).all(|pair| pair[1] <= pair[0] + 1e-9), "{objectives:?}");
    assert!(objectives[19] < 0.9 * objectives[0], "{objectives:?}");
}

#[test]
fn what_is_learned_stays_within_its_bounds() {
    let data = dataset(&corpus(60, 0), 40, 10);
    let bounds = [
        ("learn_gamma", "true"),
        ("gamma_min", "0.9"),
        ("gamma_max", "1.2"),
        ("learn_sharpness", "true"),
        ("sharpness", "20"),
        ("sharpness_min", "19"),
        ("sharpness_max", "22"),
        ("sharpness_prior", "0"),
    ];
    let mut model = matching(&data, &bounds);
    for _ in 0..30 {
        model.step().unwrap();
    }
    model.evaluate();
    let model = model.model();
    assert!((0.9..=1.2 + 1e-12).contains(&model.gamma) && (19.0 - 1e-9..=22.0 + 1e-9).contains(&model.sharpness));
    assert!((model.sharpness - 20.0).abs() > 1e-3, "it moves at all");
}

#[test]
fn a_saved_model_says_the_same_to_the_last_bit() {
    let data = dataset(&corpus(60, 5), 40, 10);
    let mut trained = matching(&data, &[]);
    for _ in 0..5 {
        trained.step().unwrap();
    }
    let Machine::Matching(model) = trained.machine() else { panic!("a matching") };
    let read: MatchModel = serde_json::from_str(&serde_json::to_string(&model).unwrap()).unwrap();
    assert_eq!(read, model);
    let sides = &trained.parts().test.sides;
    let (before, after) = (model.distances(&sides.source, &sides.target), read.distances(&sides.source, &sides.target));
    assert!(before.iter().zip(&after).all(|(a, b)| a.to_bits() == b.to_bits()));
}

#[test]
fn live_changes_take_effect_or_are_refused() {
    let data = dataset(&corpus(40, 0), 30, 5);
    let mut model = matching(&data, &[("optimiser", "adam")]);
    for change in
        [LiveChange::Rho(7.0), LiveChange::Gamma(2.0), LiveChange::Keep(0.9), LiveChange::Rate(0.2), LiveChange::Sharpness(33.0)]
    {
        model.change(change).unwrap();
    }
    assert_eq!(model.params().optimiser, Optimiser::Adam { rate: 0.2 });
    assert!((model.search.gamma() - 2.0).abs() < 1e-15 && (model.search.sharpness() - 33.0).abs() < 1e-15);
    assert!(model.change(LiveChange::Keep(0.0)).unwrap_err().to_string().contains("share"));
    assert!((model.params().keep - 0.9).abs() < 1e-15, "the old value stays");
    assert!(model.change(LiveChange::C(1.0)).is_err());
    model.step().unwrap();
    let mut paper = matching(&data, &[("optimiser", "lbfgs:1")]);
    assert!(paper.change(LiveChange::Rate(0.1)).unwrap_err().to_string().contains("adam"));
}

#[test]
fn the_best_iterate_comes_back() {
    let data = dataset(&corpus(80, 0), 40, 30);
    let mut model = matching(&data, &[("evaluate_every", "1"), ("optimiser", "adam:0.5")]);
    let dev: Vec<_> = (0..15).map(|_| model.step().unwrap().scores.unwrap().dev).collect();
    model.take_best();
    let best = model.snapshot();
    assert_eq!(best.scores.dev, dev.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap());
    assert_eq!(*best.latent, *model.latent());
    assert_eq!(dev[best.shown() - 1], best.scores.dev);
    model.step().unwrap();
    assert_eq!(model.snapshot().shown(), dev.len() + 1);
}

#[test]
fn too_little_data_is_refused_with_a_remedy() {
    let data = dataset(&corpus(20, 0), 1, 5);
    let error = Matching::new(data, params(&[]).check().unwrap()).unwrap_err();
    assert!(error.to_string().contains("more training pairs"), "{error}");
}

proptest! {
    #[test]
    fn text_never_panics(key in "[a-z_]{1,15}", value in "\\PC{0,8}") {
        let mut params = MatchParams::preset(Preset::Default, 2);
        let _ = params.set(&key, &value).and_then(|()| params.check().map(drop));
    }
}
