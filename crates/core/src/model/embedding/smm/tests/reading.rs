//! Tests of decisions under another kernel than the one that moves words, and of the basis of decisions.

use super::*;
use crate::model::{FittedModel, Recalled, Shares};

/// The default preset, in which the map decides alone.
fn map_alone(data: &Arc<Dataset>, set: &[(&str, &str)]) -> Smm {
    let mut params = SmmParams::preset(Preset::Default, 2);
    (params.evaluate_every, params.tolerance) = (4, 1e-6);
    for (key, value) in set {
        params.set(key, value).unwrap();
    }
    let mut smm = Smm::new(Arc::clone(data), params.check().unwrap()).unwrap();
    for _ in 0..8 {
        smm.step().unwrap();
    }
    smm.evaluate();
    smm
}

#[test]
fn the_map_alone_decides_by_a_field_over_its_positions() {
    let data = toy(60, true);
    let smm = map_alone(&data, &[]);
    let (snapshot, weights) = (smm.snapshot(), &smm.estimator().data().weights);
    let (view, words, found) = (snapshot.embedding.unwrap(), snapshot.words.unwrap(), snapshot.predictions);
    let Predictions::Classes(found) = found else { panic!("classes") };
    assert!(matches!(view.kernel, Embedding::Polynomial { degree: 3, .. }), "{:?}", view.kernel);
    let ldk = &snapshot.documents.ldk;
    assert!(ldk.components.is_none() && ldk.private.abs() < 1e-300 && words.parts.is_empty());
    // The decision is the mean of the drawn field over the document's words, times the document's factor.
    let field = view.kernel.sums().product(view.latent.view(), view.latent.view(), view.coefficients.view());
    for i in 0..data.corpus.len() {
        for (p, decision) in found.decisions.row(i).iter().enumerate() {
            let mean: f64 = weights.entries(i).map(|(word, weight)| weight * field[[word, p]]).sum();
            assert!((found.emphasis[i] * mean + words.bias[p] - decision).abs() < 1e-9, "document {i}");
            if !weights.row(i).0.is_empty() {
                let Shares { total, .. } = words.decision_shares(weights, i, found.emphasis[i], p);
                assert!((total.iter().sum::<f64>() - decision).abs() < 1e-9, "document {i}");
            }
        }
    }
}

#[test]
fn the_reader_does_not_change_the_steps() {
    let data = toy(60, false);
    let [apart, same] =
        [&[("reader", "polynomial"), ("reader_degree", "4")][..], &[("reader", "same")]].map(|set| map_alone(&data, set));
    assert_eq!(apart.latent(), same.latent());
    assert_ne!(apart.snapshot().classified().unwrap().decisions, same.snapshot().classified().unwrap().decisions);
    assert_eq!(apart.snapshot().objective.to_bits(), same.snapshot().objective.to_bits(), "the objective is that of the steps");
}

#[test]
fn a_saved_model_predicts_the_same_and_moves_on_under_its_own_kernel() {
    let data = toy(60, true);
    let mut smm = map_alone(&data, &[("learn_kernel", "true")]);
    let text = serde_json::to_string(&smm.trained()).unwrap();
    let saved: FittedModel = serde_json::from_str(&text).unwrap();
    let mut resumed = saved.resume(Arc::clone(&data), 8).unwrap();
    let decisions = |snapshot: &Snapshot| (*snapshot.classified().unwrap().decisions).clone();
    assert_near(&decisions(&resumed.snapshot()), &decisions(&smm.snapshot()), 1e-12);
    let FittedModel::Smm(model) = saved else { panic!("a latent SMM") };
    let learned = smm.estimator().optimizer.descent.shown_point().kernels.embedding;
    assert!(matches!(learned, Embedding::Polynomial { degree: 2, .. }) && model.moving == Some(learned), "{learned:?}");
    assert!(resumed.step().unwrap().objective.is_finite());
}

#[test]
fn what_decides_changes_while_the_model_runs_and_words_keep_their_way() {
    let data = toy(60, false);
    let mut smm = map_alone(&data, &[("component_dimensions", "6")]);
    let before = smm.snapshot();
    smm.change(LiveChange { key: "decide_by", value: crate::param::Value::Choice("combined") }).unwrap();
    let scores = smm.evaluate();
    let map = scores.map.unwrap();
    assert_eq!(map.alone, [before.scores.train, before.scores.dev, before.scores.test], "the map alone decides as before");
    assert_eq!(smm.latent().unwrap(), &**before.latent().unwrap());
    let parts = smm.snapshot().words.unwrap().parts;
    assert_eq!(parts.iter().map(|(source, _)| source.label()).collect::<Vec<_>>(), ["map", "words", "text"]);
    // The scores without the map are those of a model whose map has no weight.
    let without = map_alone(&data, &[("component_dimensions", "6"), ("decide_by", "combined"), ("map_weight", "0")]);
    let Scores { train, dev, test, .. } = without.snapshot().scores;
    assert_eq!(map.without, [train, dev, test]);
    // The same decisions come from a fork at the same positions.
    let point = Recalled { iteration: 8, latent: smm.latent().unwrap().clone(), mark: smm.mark() };
    let params = smm.params().clone().check().unwrap();
    let fork = <Smm as crate::model::Learner>::fork(Arc::clone(&data), params, &point, Budget::default()).unwrap();
    let decisions = |model: &Smm| (*model.snapshot().classified().unwrap().decisions).clone();
    assert_near(&decisions(&fork), &decisions(&smm), 1e-3);
}

#[test]
fn decisions_that_know_words_by_their_place_survive_a_small_move() {
    let data = toy(120, false);
    let accuracy = |smm: &Smm| {
        let test = &data.split.test;
        let found = smm.model().classify_jittered(&smm.estimator().data().weights.select(test))?.predicted;
        crate::metric::accuracy(test.iter().map(|&i| data.corpus.labels[i]).zip(found))
    };
    let smm = map_alone(&data, &[]);
    let (moved, still) = (accuracy(&smm).unwrap(), smm.snapshot().scores.test.unwrap());
    assert!((moved - still).abs() < 0.05, "{moved} {still}");
    // The field of a kernel narrower than the words' distances is zero at a position near a word.
    let islands = map_alone(&data, &[("reader", "same"), ("embedding", "rbf"), ("gamma", "1000000"), ("frozen", "true")]);
    assert!(accuracy(&islands).unwrap() < islands.snapshot().scores.test.unwrap() - 0.1);
    let combined = map_alone(&data, &[("decide_by", "combined"), ("component_dimensions", "6")]);
    assert_eq!(accuracy(&combined), None, "other components know words otherwise");
}
