//! Tests of several classes over all SVMs: one against one and one against the rest,
//! against scikit-learn's SVC on precomputed kernels.

use ndarray::Array2;
use serde_json::Value;

use super::made_up;
use crate::{
    corpus::Task,
    model::{
        FittedModel, FittedRef, ModelKind, Params, Preset,
        smm::{
            Multiclass,
            pairs::{Gram, Pairs},
        },
    },
};

fn fixture() -> Value {
    serde_json::from_str(include_str!("../../../tests/fixtures/multiclass.json")).unwrap()
}

fn table(value: &Value) -> Array2<f64> {
    let rows: Vec<Vec<f64>> = serde_json::from_value(value.clone()).unwrap();
    Array2::from_shape_fn((rows.len(), rows[0].len()), |(i, j)| rows[i][j])
}

fn list(value: &Value) -> Vec<usize> {
    serde_json::from_value(value.clone()).unwrap()
}

/// Decisions of all pairs of classes in the reference.
fn expected(case: &Value, multiclass: Multiclass) -> Array2<f64> {
    if multiclass == Multiclass::OneVsOne {
        return table(&case["one_vs_one"]);
    }
    let classes = table(&case["one_vs_rest"]);
    let pairs: Vec<(usize, usize)> = (0..classes.ncols()).flat_map(|a| (a + 1..classes.ncols()).map(move |b| (a, b))).collect();
    Array2::from_shape_fn((classes.nrows(), pairs.len()), |(i, p)| classes[[i, pairs[p].0]] - classes[[i, pairs[p].1]])
}

fn assert_near(ours: &Array2<f64>, theirs: &Array2<f64>, what: &str) {
    assert_eq!(ours.dim(), theirs.dim(), "{what}");
    let apart = (ours - theirs).iter().fold(0.0_f64, |most, gap| most.max(gap.abs()));
    assert!(apart < 1e-6, "{what}: {apart} apart");
}

const TUNING_MODES: [(Multiclass, &str); 2] = [(Multiclass::OneVsOne, "one-vs-one"), (Multiclass::OneVsRest, "one-vs-rest")];

#[test]
fn solutions_on_a_precomputed_kernel_equal_those_of_scikit_learn() {
    let fixture = fixture();
    let (counts, train) = (table(&fixture["counts"]), fixture["train"].as_u64().unwrap() as usize);
    let labels = list(&fixture["labels"]);
    let inner = counts.dot(&counts.t()) / 16.0;
    for case in fixture["cases"].as_array().unwrap() {
        let kernel = case["kernel"].as_str().unwrap();
        let values = if kernel == "linear" { inner.clone() } else { (&inner + 1.0).mapv(|value| value * value) };
        let across = values.slice(ndarray::s![.., ..train]).to_owned();
        let gram = across.slice(ndarray::s![..train, ..]).to_owned();
        for (multiclass, way) in TUNING_MODES {
            let pairs = Pairs::new(&labels[..train], 4, multiclass);
            let duals = pairs.decide(pairs.solve(Gram::Whole(&gram), case["c"].as_f64().unwrap(), 1e-10, None));
            let decisions = across.dot(&duals.signed) + ndarray::ArrayView1::from(duals.bias.as_slice());
            assert_near(&decisions, &expected(case, multiclass), &format!("{kernel}, {way}"));
        }
    }
}

#[test]
fn every_svm_decides_as_scikit_learn_and_is_saved() {
    let fixture = fixture();
    let counts: Vec<Vec<f64>> = serde_json::from_value(fixture["counts"].clone()).unwrap();
    let names: Vec<String> = list(&fixture["labels"]).iter().map(ToString::to_string).collect();
    let documents: Vec<_> = names.iter().map(String::as_str).zip(made_up::counted(&counts)).collect();
    let train: Vec<usize> = (0..fixture["train"].as_u64().unwrap() as usize).collect();
    let data = made_up::dataset(Task::Classes, &documents, &train, &[]);
    let identity = [("embedding", "identity")];
    let polynomial = [("level2", "polynomial"), ("level2_offset", "1"), ("level2_degree", "2")];
    let models = [
        ("linear", ModelKind::LinearSvm, vec![]),
        ("linear", ModelKind::Smm, identity.to_vec()),
        ("polynomial", ModelKind::Smm, [&identity[..], &polynomial].concat()),
        ("polynomial", ModelKind::PolySvm, vec![("degree", "2"), ("offset", "1")]),
    ];
    for (kernel, kind, own) in models {
        let case = fixture["cases"].as_array().unwrap().iter().find(|case| case["kernel"] == kernel).unwrap();
        for (multiclass, way) in TUNING_MODES {
            let what = format!("{kind:?}, {kernel}, {way}");
            let mut params = Params::preset(kind, Preset::Paper, 2);
            let c = case["c"].as_f64().unwrap().to_string();
            let shared = [("weighting", "count-l2"), ("c", c.as_str()), ("tolerance", "1e-10"), ("multiclass", way)];
            params.set_all(&[&shared[..], &own].concat()).unwrap();
            let mut model = params.start(data.clone()).unwrap();
            model.step().unwrap();
            model.ensure_evaluated();
            let snapshot = model.snapshot();
            let classified = snapshot.classified().unwrap();
            assert_near(&classified.decisions, &expected(case, multiclass), &what);
            if multiclass == Multiclass::OneVsRest {
                assert_eq!(*classified.predicted, list(&case["classes"]), "{what}");
            }
            // The shares of a document's words sum to each decision.
            let (words, weights) = (snapshot.words.as_ref().unwrap(), data.reweighted(model.trained().weighting()).weights);
            for pair in 0..classified.pairs.len() {
                let shares = words.decision_shares(&weights, 3, classified.emphasis[3], pair).total;
                let sum: f64 = shares.iter().sum();
                assert!((sum - classified.decisions[[3, pair]]).abs() < 1e-5, "{what}: {sum}");
            }
            let fitted = model.trained();
            assert_eq!(fitted.problem(), None, "{what}");
            let again: FittedModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
            let FittedRef::Classifier(classifier) = again.fitted_ref() else { panic!("{what}") };
            assert_near(&classifier.classify(&weights).decisions, &classified.decisions, &what);
        }
    }
}
