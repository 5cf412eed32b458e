//! Tests of nearest neighbours: a naive vote, one iteration, live changes, files.

use super::*;
use crate::corpus::{Builtin, Task, planted};
use crate::model::{FittedModel, Learner, LiveChange, Model, ParamTable, Parameters, Preset, baseline::fixture, tests::made_up};
use crate::param::Value;

fn dataset(params: &KnnParams) -> Arc<Dataset> {
    Arc::new(fixture::dataset(planted(Builtin::Topics), params.weighting))
}

fn classifier(set: &[(&str, &str)]) -> Knn {
    let params: KnnParams = fixture::params(set);
    Knn::begin(dataset(&params), params.check().unwrap(), Budget::default()).unwrap()
}

#[test]
fn the_majority_of_the_nearest_documents_decides() {
    let mut knn = classifier(&[("k", "3")]);
    knn.step().unwrap();
    let model = knn.model().clone();
    let weights = &dataset(&model.params).weights;
    let predicted = model.classify(weights).predicted;
    let kernel = |(m, i): (&Csr, usize), (n, j): (&Csr, usize)| {
        let inner = |(m, i): (&Csr, usize), (n, j): (&Csr, usize)| m.select(&[i]).outer(&n.select(&[j]))[[0, 0]];
        inner((m, i), (n, j)) / (inner((m, i), (m, i)) * inner((n, j), (n, j))).sqrt()
    };
    for document in (0..weights.rows()).step_by(23) {
        let mut near: Vec<(f64, usize)> =
            (0..model.train.rows()).map(|i| (2.0 - 2.0 * kernel((weights, document), (&model.train, i)), i)).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        let votes = |class: usize| near[..3].iter().filter(|(_, i)| model.labels[*i] == class).count();
        let most = (0..model.classes.len()).map(votes).max().unwrap();
        assert_eq!(votes(predicted[document]), most, "document {document}");
    }
}

#[test]
fn a_run_has_one_iteration_and_no_document_is_its_own_neighbour() {
    let mut knn = classifier(&[("k", "1")]);
    let progress = knn.step().unwrap();
    assert_eq!(progress.stop, Some(crate::model::StopReason::Converged));
    let scores = progress.scores.unwrap();
    assert!(scores.test.unwrap() > 0.8, "{scores:?}");
    assert!(scores.train.unwrap() < 1.0, "training documents are classified by the others");
}

#[test]
fn neighbours_can_be_changed_live_and_a_saved_model_predicts_the_same() {
    let mut knn = classifier(&[]);
    knn.step().unwrap();
    knn.change(LiveChange { key: "k", value: Value::Whole(9) }).unwrap();
    assert!(knn.ensure_evaluated().is_some());
    let FittedModel::Knn(model) = knn.trained() else { panic!("a nearest-neighbour classifier") };
    assert_eq!((model.params.k, model.problem()), (9, None));
    let read: KnnModel = serde_json::from_str(&serde_json::to_string(&model).unwrap()).unwrap();
    let weights = &dataset(&model.params).weights;
    assert_eq!(read.classify(weights), model.classify(weights));
    let cut = KnnModel { labels: Arc::default(), ..model };
    assert!(cut.problem().is_some());
}

#[test]
fn classes_equal_those_of_scikit_learn() {
    let fixture: serde_json::Value = serde_json::from_str(include_str!("../../../../tests/fixtures/knn.json")).unwrap();
    let counts: Vec<Vec<f64>> = serde_json::from_value(fixture["counts"].clone()).unwrap();
    let labels: Vec<usize> = serde_json::from_value(fixture["labels"].clone()).unwrap();
    let names: Vec<String> = labels.iter().map(ToString::to_string).collect();
    let documents: Vec<_> = names.iter().map(String::as_str).zip(made_up::counted(&counts)).collect();
    let train = fixture["train"].as_u64().unwrap() as usize;
    let data = made_up::dataset(Task::Classes, &documents, &(0..train).collect::<Vec<_>>(), &[]);
    for (k, predicted) in fixture["predicted"].as_object().unwrap() {
        let mut params = KnnParams::preset(Preset::Paper, 2);
        params.set("k", k).unwrap();
        let knn = Knn::begin(Arc::clone(&data), params.check().unwrap(), Budget::default()).unwrap();
        let expected: Vec<usize> = serde_json::from_value(predicted.clone()).unwrap();
        let new: Vec<usize> = (train..counts.len()).collect();
        assert_eq!(knn.model().classify(&data.weights.select(&new)).predicted, expected, "k = {k}");
    }
}
