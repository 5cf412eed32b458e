//! Tests of KED-KCCA: a naive sum over pairs of words, planted pairs, shares, vectors, chosen settings, cancellation, files.

use ndarray::Array2;

use super::*;
use crate::{
    cancel::{self, CancelFlag},
    corpus::{Builtin, Csr},
    model::{
        FittedModel, Learner, LiveChange, Model, Parameters,
        baseline::fixture::{self, planted_for},
        fitted::Fitted,
        pairs::{Matcher, PairShares},
    },
    param::Value,
    solver::canonical::{Principal, centre, correlations},
};

fn params(set: &[(&str, &str)]) -> KedKccaParams {
    fixture::params(set)
}

fn pairs() -> Dataset {
    planted_for::<KedKccaParams>(Builtin::Pairs)
}

fn begin(data: &Dataset, set: &[(&str, &str)]) -> KedKcca {
    KedKcca::begin(Arc::new(data.clone()), params(set).check().unwrap(), Budget::default()).unwrap()
}

/// Inner products of kernel means, summed over pairs of words.
fn between(a: &Csr, b: &Csr, x: &Array2<f64>, gamma: f64) -> Array2<f64> {
    let k = |(word, other): (usize, usize)| {
        let apart = &x.row(word) - &x.row(other);
        (-0.5 * gamma * apart.dot(&apart)).exp()
    };
    let words = Array2::from_shape_fn((x.nrows(), x.nrows()), k);
    a.to_dense().dot(&words).dot(&b.to_dense().t())
}

#[test]
fn correlations_and_coordinates_are_those_of_sums_over_pairs_of_words() {
    let data = pairs();
    let (gamma, lambda) = (2.0, 0.3);
    let set = [("gamma", "2"), ("lambda", "0.3"), ("dimension", "5"), ("vector_dimension", "20")];
    let model = KedKccaModel::fit(&data, &params(&set), Budget::default()).unwrap();
    let vectors = word_vectors(&data, &params(&set), Budget::default()).unwrap();
    let parts = Parts::of(&data);
    let training = parts.train.sides.worded();
    let (source, target): (Vec<usize>, Vec<usize>) = training.pairs().into_iter().unzip();
    let rows = [training.source.select(&source), training.target.select(&target)];
    let new = [parts.test.sides.source, parts.test.sides.target];
    let mut lengths = [0.0; 2];
    let sides = [0, 1].map(|side| {
        let mut gram = between(&rows[side], &rows[side], &vectors[side], gamma);
        centre(&mut gram);
        lengths[side] = gram.diag().sum() / gram.nrows() as f64;
        Principal::of(&gram, 0.0).unwrap()
    });
    let ridges = lengths.map(|length| lambda * length);
    let svd = correlations(sides.each_ref(), ridges).unwrap();
    assert!(model.correlations.iter().zip(&svd.values).all(|(a, b)| (a - b).abs() < 1e-8), "{:?}", model.correlations);

    let coordinates = [(0, &svd.u), (1, &svd.v)].map(|(side, turned)| {
        let known = between(&rows[side], &rows[side], &vectors[side], gamma);
        let mut cross = between(&new[side], &rows[side], &vectors[side], gamma);
        cross -= &known.mean_axis(ndarray::Axis(0)).unwrap();
        let vectors = &sides[side].vectors - &sides[side].vectors.mean_axis(ndarray::Axis(0)).unwrap();
        let whitened = vectors * &sides[side].whitening(ridges[side]);
        cross.dot(&whitened).dot(&turned.slice(s![.., ..5])) * ndarray::ArrayView1::from(&svd.values[..5])
    });
    for side in 0..2 {
        let found = model.projections[side].of(&new[side]);
        for direction in 0..5 {
            let (found, known) = (found.column(direction), coordinates[side].column(direction));
            let sign = found.dot(&known).signum();
            assert!(found.iter().zip(&known).all(|(a, b)| (a - sign * b).abs() < 1e-6), "side {side}, direction {direction}");
        }
    }
}

#[test]
fn planted_partners_come_first_and_settings_are_chosen() {
    let data = pairs();
    let mut model = begin(&data, &[]);
    let scores = model.step().unwrap().scores.unwrap();
    assert!(scores.dev.unwrap() > 0.8 && scores.test.unwrap() > 0.8, "{scores:?}");
    let note = Fitted::note(model.model()).unwrap();
    let all = ["gamma = ", "lambda = ", "dimension = ", "were chosen on the development part."];
    assert!(all.iter().all(|part| note.contains(part)), "{note}");
    assert!(model.snapshot().embedding.is_none(), "words have no common positions");
    let most = scores.dev.unwrap();
    for gamma in ["1", "10"] {
        let other = begin(&data, &[("gamma", gamma)]).step().unwrap().scores.unwrap().dev.unwrap();
        assert!(other <= most, "{gamma}: {other} above {most}");
    }
}

#[test]
fn word_shares_sum_to_the_distance() {
    let data = pairs();
    let model = begin(&data, &[("gamma", "1"), ("lambda", "1"), ("dimension", "20")]).model().clone();
    let test = Parts::of(&data).test.sides;
    let (source, target) = (model.prepare(Side::Source, test.source), model.prepare(Side::Target, test.target));
    let distances = model.between(&source, &target);
    for place in 0..8 {
        let PairShares { shares, exact } = model.explain((&source, place), (&target, 2 * place)).unwrap();
        let sum: f64 = shares.iter().map(|share| share.share).sum();
        assert!(exact && (sum - distances[[place, 2 * place]]).abs() < 1e-9, "{sum}");
    }
}

#[test]
fn vectors_belong_to_one_side_and_have_a_mean_squared_length_of_one() {
    let data = pairs();
    let of = |data: &Dataset| word_vectors(data, &params(&[("vector_dimension", "10")]), Budget::default()).unwrap();
    let sides = of(&data);
    assert_eq!(sides.each_ref().map(Array2::nrows), [data.source_words, data.words.len() - data.source_words]);
    for x in &sides {
        let mean = x.iter().map(|x| x * x).sum::<f64>() / x.nrows() as f64;
        assert!((mean - 1.0).abs() < 1e-12, "{mean}");
    }
    // Other words on the target side leave the vectors of the source side.
    let mut other = data.clone();
    let changed = |row: usize| {
        let moved = |(word, count): (usize, f64)| {
            let word = if word >= data.source_words {
                data.source_words + (word * 7) % (data.words.len() - data.source_words)
            } else {
                word
            };
            (word as u32, count)
        };
        data.counts.entries(row).map(moved).collect()
    };
    other.counts = Csr::from_rows(data.words.len(), (0..data.counts.rows()).map(changed));
    let changed = of(&other);
    assert_eq!(changed[0], sides[0]);
    assert_ne!(changed[1], sides[1]);
}

#[test]
fn given_vectors_take_the_place_of_spectral_ones_and_are_refused_where_missing() {
    let data = pairs();
    let set = [("start", "given"), ("lambda", "1"), ("gamma", "1"), ("dimension", "20")];
    let missing = KedKccaModel::fit(&data, &params(&set), Budget::default()).unwrap_err().to_string();
    assert!(missing.contains("none are given"), "{missing}");
    let x = Array2::from_shape_fn((data.words.len(), 6), |(word, axis)| ((word * 5 + axis * 3) as f64).sin());
    let vectors =
        crate::corpus::WordVectors { source: "made up".to_owned(), x, known: vec![true; data.words.len()], keeps_origin: false };
    let with = data.clone().with_vectors(Arc::new(vectors)).unwrap();
    let sides = word_vectors(&with, &params(&set), Budget::default()).unwrap();
    assert_eq!(sides.each_ref().map(Array2::ncols), [6, 6]);
    let model = KedKccaModel::fit(&with, &params(&set), Budget::default()).unwrap();
    let spectral = KedKccaModel::fit(&with, &params(&set[1..]), Budget::default()).unwrap();
    assert_ne!(model.correlations, spectral.correlations);
    let error = params(&[]).set("start", "random").unwrap_err().to_string();
    assert!(error.contains("spectral") && error.contains("given") && !error.contains("pca"), "{error}");
}

#[test]
fn the_budget_refuses_many_words_and_cancellation_is_reported() {
    let data = pairs();
    let refused = KedKccaModel::fit(&data, &params(&[]), Budget::new(1 << 12)).unwrap_err();
    assert!(matches!(&refused, ModelError::Memory(_)) && refused.to_string().contains("word vectors"), "{refused}");
    let flag = CancelFlag::new();
    flag.raise();
    let result = cancel::with(&flag, || KedKccaModel::fit(&data, &params(&[]), Budget::default()));
    assert!(matches!(result, Err(ModelError::Cancelled)), "{result:?}");
}

#[test]
fn gamma_is_changed_live_and_saved_models_are_read_back_equal() {
    let data = pairs();
    let mut model = begin(&data, &[("gamma", "1"), ("lambda", "1"), ("dimension", "20")]);
    model.step().unwrap();
    let before = model.model().clone();
    model.change(LiveChange { key: "gamma", value: Value::Real(8.0) }).unwrap();
    assert!(model.ensure_evaluated().is_some());
    let FittedModel::KedKcca(fitted) = model.trained() else { panic!("a KED-KCCA") };
    assert_ne!(fitted.correlations, before.correlations);
    assert_eq!((fitted.shape, fitted.problem()), (Some(8.0), None));
    let read: KedKccaModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
    assert_eq!(read, fitted);
}
