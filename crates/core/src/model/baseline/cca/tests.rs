//! Tests of linear CCA: scikit-learn's solution, kernel CCA with a linear kernel, more words than pairs.

use ndarray::Array2;
use serde_json::Value as Json;

use super::*;
use crate::{
    corpus::{Builtin, Csr},
    model::{
        Learner, Model, ParamTable, Parameters, Preset,
        baseline::fixture::{self, aligned, matrix, names, planted_for, rows},
        fitted::Fitted,
        kernel_cca::{KernelCcaModel, KernelCcaParams},
        pairs::{Matcher, Part},
    },
};

fn params(set: &[(&str, &str)]) -> CcaParams {
    fixture::params(set)
}

fn fitted(source: Csr, target: Csr, set: &[(&str, &str)]) -> CcaModel {
    let words = Arc::new(names(source.cols() + target.cols()));
    let parts = Parts { train: Part { sides: aligned(source, target), ..Part::default() }, ..Parts::default() };
    CcaModel::on(&parts, words, None, &params(set), Budget::default()).unwrap()
}

fn pairs() -> Dataset {
    planted_for::<CcaParams>(Builtin::Pairs)
}

#[test]
fn directions_of_a_vanishing_ridge_are_those_of_scikit_learn() {
    let fixture: Json = serde_json::from_str(include_str!("../../../../tests/fixtures/cca.json")).unwrap();
    let train: Vec<usize> = (0..fixture["pairs"].as_u64().unwrap() as usize).collect();
    let sides = ["source", "target"].map(|side| rows(&fixture[side]));
    let new: Vec<usize> = (train.len()..sides[0].rows()).collect();
    let set = [("lambda", "1e-10"), ("dimension", "4")];
    let model = fitted(sides[0].select(&train), sides[1].select(&train), &set);
    let correlations: Vec<f64> = serde_json::from_value(fixture["cca"]["correlations"].clone()).unwrap();
    assert_eq!(model.correlations.len(), correlations.len());
    assert!(model.correlations.iter().zip(&correlations).all(|(a, b)| (a - b).abs() < 1e-6), "{:?}", model.correlations);

    let found: [Array2<f64>; 2] = [0, 1].map(|side| model.projections[side].of(&sides[side].select(&new)));
    let known = ["source", "target"].map(|side| matrix(&fixture["cca"][side]));
    for direction in 0..4 {
        let sign = found[0].column(direction).dot(&known[0].column(direction)).signum();
        for (found, known) in found.iter().zip(&known) {
            let apart = &found.column(direction) * sign - known.column(direction);
            assert!(apart.iter().all(|apart| apart.abs() < 1e-6), "direction {direction}: {apart}");
        }
    }
}

#[test]
fn it_is_kernel_cca_with_a_linear_kernel() {
    let data = pairs();
    let cca = CcaModel::fit(&data, &params(&[]), Budget::default()).unwrap();
    let kernel = KernelCcaModel::fit(&data, &KernelCcaParams::preset(Preset::Default, 2), Budget::default()).unwrap();
    assert_eq!((&cca.projections, &cca.correlations, &cca.chosen), (&kernel.projections, &kernel.correlations, &kernel.chosen));
    assert_eq!((cca.shape, cca.problem()), (None, None));
    let test = Parts::of(&data).test.sides;
    let read: CcaModel = serde_json::from_str(&serde_json::to_string(&cca).unwrap()).unwrap();
    assert_eq!(read.distances(&test.source, &test.target), kernel.distances(&test.source, &test.target));
}

#[test]
fn planted_partners_come_first_and_foreign_parameters_are_unknown() {
    let mut model = Cca::begin(Arc::new(pairs()), params(&[]).check().unwrap(), Budget::default()).unwrap();
    let scores = model.step().unwrap().scores.unwrap();
    assert!(scores.dev.unwrap() > 0.8 && scores.test.unwrap() > 0.8, "{scores:?}");
    for key in ["kernel", "width", "k"] {
        let error = params(&[]).set(key, "1").unwrap_err().to_string();
        assert!(error.contains("CCA has these: regularisation"), "{error}");
    }
}

#[test]
fn ten_thousand_words_of_few_pairs_are_no_obstacle() {
    let words = 10_000_u32;
    let row = |pair: u32, step: u32| (0..40).map(|at| ((pair * 211 + at * step) % words, 1.0)).collect::<Vec<_>>();
    let side = |step: u32| Csr::from_rows(words as usize, (0..30).map(|pair| row(pair, step)));
    let model = fitted(side(7), side(13), &[("lambda", "1"), ("dimension", "20")]);
    let distances = model.distances(&side(7), &side(13));
    for (pair, row) in distances.outer_iter().enumerate() {
        assert!((0..30).all(|other| row[pair] <= row[other]), "pair {pair}: {row}");
    }
}
