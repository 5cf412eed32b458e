//! Tests of topic models: scikit-learn, a naive posterior, planted topics, the effect of classes and ratings, files, threads.

use std::sync::Arc;

use ndarray::{Array1, Array2, Axis, array};
use rand::{Rng, SeedableRng, rngs::SmallRng};
use serde_json::Value as Json;

use super::{
    em::Learning,
    lda::{Response, Topics},
    med_lda::{pairs_of, respond},
    params::Priors,
    slda,
    special::digamma,
};
use crate::{
    cancel::{self, CancelFlag},
    corpus::{Builtin, Csr, Dataset, Task, Weighting, planted},
    memory::Budget,
    metric::accuracy,
    model::{
        FittedModel, FittedRef, ModelError, ModelKind, Params, Preset,
        baseline::{
            DocumentFunctions,
            fixture::{self, matrix, rows},
        },
        pairs::Parts,
        smm::pairs::votes,
        tests::made_up,
    },
};

const PRIORS: Priors = Priors { alpha: 0.1, beta: 0.1, seed: 1 };

/// Words of each block of generated documents.
const BLOCK: usize = 8;

fn params(kind: ModelKind, set: &[(&str, &str)]) -> Params {
    let mut params = Params::preset(kind, Preset::Default, 2);
    params.set_all(set).unwrap();
    params
}

fn dataset(which: Builtin) -> Arc<Dataset> {
    Arc::new(fixture::dataset(planted(which), Weighting::Raw))
}

/// Counts of documents whose words are drawn from blocks of words with the given weights.
fn drawn(mixtures: &[Vec<f64>], words: usize, rng: &mut SmallRng) -> Vec<Vec<f64>> {
    let one = |mixture: &Vec<f64>| {
        let mut counts = vec![0.0; mixture.len() * BLOCK];
        for _ in 0..words {
            let mut at = rng.random_range(0.0..mixture.iter().sum());
            let block = mixture.iter().position(|weight| {
                at -= weight;
                at < 0.0
            });
            counts[block.unwrap_or(0) * BLOCK + rng.random_range(0..BLOCK)] += 1.0;
        }
        counts
    };
    mixtures.iter().map(one).collect()
}

fn csr(counts: &[Vec<f64>]) -> Csr {
    let row = |row: &Vec<f64>| row.iter().enumerate().map(|(word, &count)| (word as u32, count)).collect::<Vec<_>>();
    Csr::from_rows(counts[0].len(), counts.iter().map(row))
}

fn apart(ours: &Array2<f64>, theirs: &Array2<f64>) -> f64 {
    assert_eq!(ours.dim(), theirs.dim());
    ours.iter().zip(theirs).map(|(ours, theirs)| (ours - theirs).abs() / (1.0 + theirs.abs())).fold(0.0, f64::max)
}

#[test]
fn topics_posterior_and_bound_are_those_of_scikit_learn() {
    // The digamma function of scikit-learn is exact to about 10⁻⁹.
    let fixture: Json = serde_json::from_str(include_str!("../../../../tests/fixtures/lda.json")).unwrap();
    let (documents, start) = (rows(&fixture["counts"]), matrix(&fixture["start"]));
    for result in fixture["results"].as_array().unwrap() {
        let topics =
            Topics { first_words: documents.cols(), alpha: fixture["alpha"].as_f64().unwrap(), lambda: Arc::new(start.clone()) };
        let mut learning = Learning::from(&documents, topics, fixture["beta"].as_f64().unwrap());
        for _ in 0..result["iterations"].as_u64().unwrap() {
            learning.posterior.gamma.fill(1.0);
            learning.iterate(Response::None).unwrap();
        }
        assert!(apart(&learning.topics.lambda, &matrix(&result["lambda"])) < 1e-6);
        let gamma = learning.topics.infer(&documents).gamma;
        assert!(apart(&gamma, &matrix(&result["gamma"])) < 1e-6);
        learning.posterior.gamma.fill(1.0);
        learning.iterate(Response::None).unwrap();
        let bound = result["bound"].as_f64().unwrap();
        assert!((learning.bound - bound).abs() < 1e-6 * bound.abs(), "{} and {bound}", learning.bound);
    }
}

#[test]
fn the_posterior_under_offsets_is_the_naive_fixed_point() {
    let mut rng = SmallRng::seed_from_u64(3);
    let (n, words, topics) = (6, 7, 3);
    let counts = Array2::from_shape_simple_fn((n, words), || f64::from(rng.random_range(0..4_u8)));
    let documents = csr(&counts.outer_iter().map(|row| row.to_vec()).collect::<Vec<_>>());
    let lambda = Array2::from_shape_simple_fn((words, topics), || rng.random_range(0.1..5.0));
    let by_shares = Array2::from_shape_simple_fn((n, topics), || rng.random_range(-9.0..9.0));
    // The topics have two vocabularies, source and target words.
    let of = Topics { lambda: Arc::new(lambda.clone()), alpha: 0.4, first_words: 4 };
    let found = of.posterior(&documents, None, Response::Fixed(&by_shares));
    let total = |k: usize, v: usize| (0..words).filter(|&w| (w < 4) == (v < 4)).map(|w| lambda[[w, k]]).sum::<f64>();
    let mut expected = Array2::<f64>::zeros((words, topics));
    for d in 0..n {
        let (gamma, length) = (found.gamma.row(d), counts.row(d).sum());
        let mut own = Array1::<f64>::zeros(topics);
        for v in 0..words {
            let log = |k: usize| digamma(gamma[k]) + digamma(lambda[[v, k]]) - digamma(total(k, v)) + by_shares[[d, k]] / length;
            let norm: f64 = (0..topics).map(|k| log(k).exp()).sum();
            for k in 0..topics {
                let count = counts[[d, v]] * log(k).exp() / norm;
                own[k] += count;
                expected[[v, k]] += count;
            }
        }
        for k in 0..topics {
            assert!((found.gamma[[d, k]] - 0.4 - own[k]).abs() < 3e-3, "{d} {k}: a further update changes nothing");
            assert!((found.shares[[d, k]] - own[k] / length).abs() < 1e-9, "{d} {k}");
        }
    }
    assert!(apart(&found.counts, &expected) < 1e-9);
    assert!((found.counts.sum() - counts.sum()).abs() < 1e-6, "every word has its topics");
    let probabilities = of.probabilities();
    assert!(probabilities.sum_axis(Axis(0)).iter().all(|sum| (sum - 2.0).abs() < 1e-12), "1 for each vocabulary");
}

#[test]
fn planted_topics_are_recovered_and_the_bound_rises() {
    let mut rng = SmallRng::seed_from_u64(5);
    let mixtures: Vec<Vec<f64>> = (0..90).map(|i| (0..3).map(|k| if k == i % 3 { 20.0 } else { 1.0 }).collect()).collect();
    let documents = csr(&drawn(&mixtures, 40, &mut rng));
    let learned = |seed: u64| {
        let priors = Priors { seed, ..PRIORS };
        let mut learning = Learning::new(&documents, documents.cols(), 3, priors, Budget::default()).unwrap();
        for _ in 0..60 {
            let before = learning.bound;
            learning.iterate(Response::None).unwrap();
            assert!(learning.bound > before - 1e-4 * learning.bound.abs(), "{before} and {}", learning.bound);
        }
        learning
    };
    // Some random starts end in a local optimum, which has a lower bound.
    let learning = (0..10).map(learned).max_by(|a, b| a.bound.total_cmp(&b.bound)).unwrap();
    let probabilities = learning.topics.probabilities();
    let mass = |block: usize, k: usize| (0..BLOCK).map(|v| probabilities[[block * BLOCK + v, k]]).sum::<f64>();
    let best = |block: usize| (0..3).max_by(|&a, &b| mass(block, a).total_cmp(&mass(block, b))).unwrap();
    let mut matched: Vec<usize> = (0..3).map(best).collect();
    (0..3).for_each(|block| assert!(mass(block, matched[block]) > 0.85, "{}", mass(block, matched[block])));
    matched.sort_unstable();
    assert_eq!(matched, [0, 1, 2]);
}

/// Documents whose style determines most of the words, and whose class, one of up to six, a few words.
fn styled(classes: usize, rng: &mut SmallRng) -> Arc<Dataset> {
    let weight = |block: usize| if block < 4 { 8.0 } else { 2.0 };
    let mixture = |i: usize| {
        let own = [i / classes % 4, 4 + i % classes];
        (0..4 + classes).map(|block| f64::from(own.contains(&block)) * weight(block)).collect()
    };
    let mixtures: Vec<Vec<f64>> = (0..240).map(mixture).collect();
    let counted = made_up::counted(&drawn(&mixtures, 40, rng));
    let labels = ["a", "b", "c", "d", "e", "f"];
    let documents: Vec<_> = counted.into_iter().enumerate().map(|(i, words)| (labels[i % classes], words)).collect();
    let train: Vec<usize> = (0..120).collect();
    Arc::new(made_up::dataset(Task::Classes, &documents, &train, &[]).reweighted(Weighting::Raw))
}

#[test]
fn classes_draw_topics_that_separate_them_where_topics_of_words_alone_do_not() {
    let data = styled(2, &mut SmallRng::seed_from_u64(7));
    let (train, test) = (&data.split.train, &data.split.test);
    let rows = data.weights.select(train);
    let pairs = pairs_of(&data, train);
    let scores = [0, 40].map(|iterations| {
        let mut learning = Learning::new(&rows, rows.cols(), 4, PRIORS, Budget::default()).unwrap();
        learning.run(40).unwrap();
        let fitted = respond(learning, &rows, &pairs, (256.0, iterations)).unwrap();
        let predicted = votes(&fitted.predict(&data.weights.select(test)), &pairs.classes, 2);
        accuracy(test.iter().map(|&i| data.corpus.labels[i]).zip(predicted)).unwrap()
    });
    assert!(scores[1] > scores[0] + 0.15, "without and with classes: {scores:?}");
}

#[test]
fn many_classes_are_separated_better_by_the_default_priors_than_by_small_ones() {
    let data = styled(6, &mut SmallRng::seed_from_u64(7));
    let mean = |priors: &[(&str, &str)]| {
        let fit = |seed: &str| {
            let set = [&[("topics", "6"), ("c", "64"), ("seed", seed)], priors].concat();
            params(ModelKind::MedLda, &set).start(Arc::clone(&data)).unwrap().step().unwrap().scores.unwrap().test.unwrap()
        };
        ["1", "2", "3", "4"].map(fit).iter().sum::<f64>() / 4.0
    };
    let (default, small) = (mean(&[]), mean(&[("alpha", "0.1"), ("beta", "0.1")]));
    assert!(default > small + 0.05, "{default} and {small}");
}

#[test]
fn ratings_draw_topics_and_the_penalised_likelihood_rises() {
    let mut rng = SmallRng::seed_from_u64(11);
    let shares: Vec<f64> = (0..80).map(|_| rng.random_range(0.0..1.0)).collect();
    let mixtures: Vec<Vec<f64>> = shares.iter().map(|share| vec![*share, 1.0 - share, 1.0]).collect();
    let documents = csr(&drawn(&mixtures, 30, &mut rng));
    let y = Array2::from_shape_fn((80, 1), |(i, _)| (shares[i] - 0.5) * 12.0_f64.sqrt());
    let mut learning = Learning::new(&documents, documents.cols(), 3, PRIORS, Budget::default()).unwrap();
    learning.run(20).unwrap();
    let (variance, mut before) = (0.1, f64::NEG_INFINITY);
    for _ in 0..30 {
        slda::iterate(&mut learning, &y, variance).unwrap();
        let (weights, bias) = slda::regression(&learning.posterior.shares, &y, variance).unwrap();
        let errors = &y - &(learning.posterior.shares.dot(&weights) + &bias);
        let squares = |of: &Array2<f64>| of.iter().map(|number| number * number).sum::<f64>();
        let objective = learning.bound - 0.5 * squares(&errors) / variance - 0.05 * squares(&weights);
        assert!(objective > before - 2e-3 * objective.abs(), "{before} and {objective}");
        before = objective;
    }
    let fresh = learning.topics.infer(&documents).shares;
    let (weights, bias) = slda::regression(&fresh, &y, variance).unwrap();
    let errors = &y - &(fresh.dot(&weights) + &bias);
    let mean_square = errors.iter().map(|error| error * error).sum::<f64>() / 80.0;
    assert!(mean_square < 0.4, "{mean_square} of a variance of 1");
}

#[test]
fn planted_classes_ratings_and_partners_are_predicted() {
    let data = dataset(Builtin::Topics);
    let mut model = params(ModelKind::MedLda, &[("topics", "8"), ("c", "16")]).start(data).unwrap();
    assert!(model.step().unwrap().scores.unwrap().test.unwrap() > 0.85, "{:?}", model.snapshot().scores);

    let data = dataset(Builtin::Reviews);
    let mut model = params(ModelKind::Slda, &[("topics", "10")]).start(Arc::clone(&data)).unwrap();
    let error = model.step().unwrap().scores.unwrap().test.unwrap();
    let ratings = &data.corpus.task.ratings().unwrap().values;
    let mean = data.split.train.iter().map(|&i| ratings[[i, 0]]).sum::<f64>() / data.split.train.len() as f64;
    let of_mean = data.split.test.iter().map(|&i| (ratings[[i, 0]] - mean).powi(2)).sum::<f64>() / data.split.test.len() as f64;
    assert!(error < 0.95 * of_mean.sqrt(), "{error} and {}", of_mean.sqrt());
    let note = model.trained().note().unwrap();
    assert!(note.starts_with("variance = ") && note.ends_with(" was chosen on the development part."), "{note}");

    let data = dataset(Builtin::Pairs);
    let mut model = params(ModelKind::BilingualLda, &[]).start(Arc::clone(&data)).unwrap();
    let scores = model.step().unwrap().scores.unwrap();
    let chance = 1.0 / Parts::of(&data).test.sides.target.rows() as f64;
    assert!(scores.test.unwrap() > 8.0 * chance && scores.dev.unwrap() > 8.0 * chance, "{scores:?}, by chance {chance}");
    assert!(model.trained().note().unwrap().ends_with(" topics were chosen on the development part."));
}

/// Each topic model with few topics on its corpus.
fn small() -> [(Arc<Dataset>, Params); 3] {
    let set = |more: &[(&'static str, &'static str)]| [&[("topics", "5"), ("sweeps", "6")], more].concat();
    [
        (dataset(Builtin::Topics), params(ModelKind::MedLda, &set(&[("c", "4"), ("alpha", "0.1")]))),
        (dataset(Builtin::Reviews), params(ModelKind::Slda, &set(&[("variance", "0.3"), ("alpha", "0.1")]))),
        (dataset(Builtin::Pairs), params(ModelKind::BilingualLda, &set(&[]))),
    ]
}

#[test]
fn fits_depend_on_the_seed_alone_and_a_file_restores_them() {
    for (data, params) in small() {
        let fit = |params: &Params, threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| params.clone().start(Arc::clone(&data)).unwrap().trained())
        };
        let fitted = fit(&params, 1);
        assert_eq!(fitted, fit(&params, 3));
        let mut other = params.clone();
        other.set("seed", "9").unwrap();
        assert_ne!(fitted, fit(&other, 2));
        assert_eq!((fitted.problem(), fitted.note()), (None, None));
        let read: FittedModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
        assert_eq!(read, fitted);
        let damaged = serde_json::to_string(&fitted).unwrap().replacen(
            "\"alpha\":0.1,\"first_words\"",
            "\"alpha\":-1.0,\"first_words\"",
            1,
        );
        let damaged: FittedModel = serde_json::from_str(&damaged).unwrap();
        assert!(damaged.problem().unwrap().contains("not positive"), "{:?}", params.kind());
    }
}

#[test]
fn cancelled_fits_end_and_large_ones_are_refused() {
    for (data, params) in small() {
        let flag = CancelFlag::new();
        flag.raise();
        let cancelled = cancel::with(&flag, || params.clone().start(Arc::clone(&data))).err().unwrap();
        assert!(matches!(cancelled, ModelError::Cancelled), "{cancelled}");
        let refused = params.start_within(data, Budget::new(1 << 10)).err().unwrap();
        assert!(refused.to_string().contains("the words of all topics"), "{refused}");
    }
}

#[test]
fn documents_without_words_have_equal_shares_and_one_class_is_refused() {
    for (data, params) in small() {
        let fitted = params.start(Arc::clone(&data)).unwrap().trained();
        let empty = Csr::from_rows(data.words.len(), [vec![], vec![]]);
        match fitted.fitted_ref() {
            FittedRef::Classifier(model) => assert!(model.classify(&empty).is_finite()),
            FittedRef::Regressor(model) => assert!(model.predict(&empty).is_finite()),
            FittedRef::Matcher(model) => {
                let sides = Parts::of(&data).test.sides;
                let distances = model.distances(&Csr::from_rows(sides.source.cols(), [vec![]]), &sides.target);
                assert!(distances.iter().all(|&distance| (distance - 2.0).abs() < 1e-12));
            }
        }
    }
    let mut data = Dataset::clone(&dataset(Builtin::Topics));
    let labels = data.corpus.labels.clone();
    data.split.train.retain(|&i| labels[i] == 0);
    let error = params(ModelKind::MedLda, &[]).start(Arc::new(data)).err().unwrap();
    assert!(error.to_string().contains("fewer than two classes"), "{error}");
}

#[test]
fn negative_numbers_are_refused_with_a_remedy() {
    for (data, params) in small() {
        let mut data = Dataset::clone(&data);
        data.weights = data.weights.clone().scale_rows(&vec![-1.0; data.corpus.len()]);
        let error = params.start(Arc::new(data)).err().unwrap().to_string();
        assert!(error.contains("negative number") && error.contains(": train "), "{error}");
    }
}

#[test]
fn ratings_without_noise_have_a_regression_on_dependent_shares() {
    // The second topic share is 1 minus the first: the centred shares are singular.
    let shares = array![[0.2, 0.8], [0.5, 0.5], [0.9, 0.1]];
    let y = array![[1.0], [2.5], [4.5]];
    let (weights, bias) = slda::regression(&shares, &y, 0.0).unwrap();
    let fitted = shares.dot(&weights) + &bias;
    assert!((&fitted - &y).iter().all(|error| error.abs() < 1e-6), "{fitted}");
    let refused = slda::regression(&shares.mapv(|_| f64::NAN), &y, 0.0).unwrap_err().to_string();
    assert!(refused.contains("no solution: take fewer topics"), "{refused}");
}
