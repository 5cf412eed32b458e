//! Tests of nearest neighbours that find partners: scikit-learn's neighbours, a naive mean, the choice of `k`, files.

use serde_json::Value as Json;

use super::*;
use crate::{
    cancel::CancelFlag,
    corpus::Builtin,
    model::{
        FittedModel, Learner, LiveChange, Model, Parameters,
        baseline::fixture::{self, aligned, matrix, names, planted_for, rows},
        pairs::Part,
    },
    param::Value,
};

fn params(set: &[(&str, &str)]) -> KnnPairsParams {
    fixture::params(set)
}

fn pairs() -> Dataset {
    planted_for::<KnnPairsParams>(Builtin::Pairs)
}

fn fitted(source: Csr, target: Csr, k: usize) -> Result<KnnPairsModel, ModelError> {
    let words = Arc::new(names(source.cols() + target.cols()));
    let parts = Parts { train: Part { sides: aligned(source, target), ..Part::default() }, ..Parts::default() };
    KnnPairsModel::on(&parts, words, &params(&[("k", &k.to_string())]), Budget::default())
}

#[test]
fn neighbours_and_distances_are_those_of_scikit_learn() {
    let fixture: Json = serde_json::from_str(include_str!("../../../../tests/fixtures/cca.json")).unwrap();
    let train: Vec<usize> = (0..fixture["pairs"].as_u64().unwrap() as usize).collect();
    let [source, target] = ["source", "target"].map(|side| rows(&fixture[side]));
    let new: Vec<usize> = (train.len()..source.rows()).collect();
    for case in fixture["knn"].as_array().unwrap() {
        let model = fitted(source.select(&train), target.select(&train), case["k"].as_u64().unwrap() as usize).unwrap();
        let neighbours: Vec<Vec<usize>> = serde_json::from_value(case["neighbours"].clone()).unwrap();
        assert_eq!(model.neighbours(&source.select(&new)), neighbours);
        let apart = model.distances(&source.select(&new), &target.select(&new)) - 2.0 * matrix(&case["distances"]);
        assert!(apart.iter().all(|apart| apart.abs() < 1e-12), "{apart}");
    }
}

#[test]
fn planted_partners_come_first_in_both_directions() {
    let data = pairs();
    let mut model = KnnPairs::begin(Arc::new(data.clone()), params(&[]).check().unwrap(), Budget::default()).unwrap();
    let scores = model.step().unwrap().scores.unwrap();
    let test = Parts::of(&data).test.sides;
    let chance = 1.0 / test.partner.len() as f64;
    assert!(scores.dev.unwrap() > 5.0 * chance && scores.test.unwrap() > 5.0 * chance, "{scores:?}");
    let note = Fitted::note(model.model()).unwrap();
    assert_eq!(note, format!("k = {} was chosen on the development part.", model.model().k));
    let model = model.model();
    let [source, target] =
        [(Side::Source, test.source), (Side::Target, test.target)].map(|(side, rows)| model.prepare(side, rows));
    let apart = model.between(&target, &source) - model.between(&source, &target).t();
    assert!(apart.iter().all(|apart| apart.abs() < 1e-12), "{apart}");
    assert!(model.explain((&source, 0), (&target, 0)).is_none(), "places are no sums over source words");
}

#[test]
fn no_number_of_neighbours_finds_more_development_partners() {
    let data = pairs();
    let dev = |set: &[(&str, &str)]| {
        let params = params(set).check().unwrap();
        KnnPairs::begin(Arc::new(data.clone()), params, Budget::default()).unwrap().step().unwrap().scores.unwrap().dev.unwrap()
    };
    let most = dev(&[]);
    for k in TRIED {
        let other = dev(&[("k", &k.to_string())]);
        assert!(other <= most, "{k}: {other} above {most}");
    }
    let mut all = data.clone();
    let held = std::mem::take(&mut all.split.dev);
    all.split.train.extend(held);
    let model = KnnPairsModel::fit(&all, &params(&[]), Budget::default()).unwrap();
    assert_eq!(model.k, USUAL);
    assert!(Fitted::note(&model).unwrap().contains("taken by default, without a development part"), "{:?}", model.chosen);
}

#[test]
fn documents_without_words_are_equally_far_and_pairs_are_needed() {
    let side = |words: &[u32]| Csr::from_rows(3, words.iter().map(|&word| vec![(word, 1.0)]));
    let model = fitted(side(&[0, 1, 2]), side(&[2, 1, 0]), 1).unwrap();
    assert_eq!(model.distances(&side(&[0, 1]), &side(&[2, 0])), ndarray::array![[0.0, 2.0], [2.0, 2.0]]);
    let empty = Csr::from_rows(3, [vec![]]);
    assert!(model.distances(&empty, &side(&[0, 1, 2])).iter().all(|distance| (distance - 2.0).abs() < 1e-12));
    assert!(model.distances(&side(&[0]), &empty).iter().all(|distance| (distance - 2.0).abs() < 1e-12));
    let many = fitted(side(&[0, 1, 2]), side(&[2, 1, 0]), 50).unwrap();
    assert_eq!(many.neighbours(&side(&[1]))[0].len(), 3, "no more than there are");
    let refused = fitted(empty.clone(), empty, 1).unwrap_err().to_string();
    assert!(refused.contains("no training pair has words"), "{refused}");
}

#[test]
fn neighbours_are_changed_live_and_saved_models_are_read_back_equal() {
    let data = pairs();
    let params = params(&[("k", "1")]).check().unwrap();
    let mut model = KnnPairs::begin(Arc::new(data.clone()), params, Budget::default()).unwrap();
    model.step().unwrap();
    assert!(Fitted::note(model.model()).is_none(), "a given number needs no note");
    model.change(LiveChange { key: "k", value: Value::Whole(7) }).unwrap();
    assert!(model.ensure_evaluated().is_some());
    let FittedModel::KnnPairs(fitted) = model.trained() else { panic!("nearest neighbours of pairs") };
    assert_eq!((fitted.k, fitted.problem()), (7, None));
    let read: KnnPairsModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
    assert_eq!(read, fitted);
    let [source, target] = &*fitted.pairs;
    let cut = Arc::new([source.clone(), target.select(&[0])]);
    assert!(KnnPairsModel { pairs: cut, ..fitted.clone() }.problem().is_some());
    assert!(KnnPairsModel { k: 0, ..fitted }.problem().is_some());
}

#[test]
fn the_budget_refuses_too_many_documents_and_cancellation_is_reported() {
    let data = pairs();
    let refused = KnnPairsModel::fit(&data, &params(&[]), Budget::new(1 << 10)).unwrap_err();
    assert!(matches!(refused, ModelError::Memory(_)), "{refused}");
    let flag = CancelFlag::new();
    flag.raise();
    let result = cancel::with(&flag, || KnnPairsModel::fit(&data, &params(&[]), Budget::default()));
    assert!(matches!(result, Err(ModelError::Cancelled)), "{result:?}");
}
