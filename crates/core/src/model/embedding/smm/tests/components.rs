//! Tests of fixed components: shares of decisions, a map that learns by its own decisions, saved models that continue.

use super::*;
use crate::{
    corpus::WordVectors,
    ldk::Source,
    model::{FittedModel, Shares},
};

/// The data with vectors of all words but two.
pub(in crate::model::embedding::smm::tests) fn with_vectors(data: &Arc<Dataset>) -> Arc<Dataset> {
    let words = data.words.len();
    let known: Vec<bool> = (0..words).map(|word| word % 20 != 7).collect();
    let x = Array2::from_shape_fn((words, 4), |(word, k)| if known[word] { ((word * 5 + k * 3) as f64).sin() } else { 0.0 });
    let vectors = WordVectors { source: "made up".to_owned(), x, known, keeps_origin: false };
    Arc::new(Dataset::clone(data).with_vectors(Arc::new(vectors)).unwrap())
}

#[test]
fn a_decision_is_the_sum_of_shares_over_words_and_components() {
    let data = toy(60, true);
    let components = [("identity_weight", "0.7"), ("spectral_weight", "0.4"), ("component_dimensions", "6")];
    for set in [vec![], vec![("normalise", "true"), ("map_weight", "3")], vec![("private", "0.5"), ("spectral_gamma", "1.5")]] {
        let mut smm = fitted(&data, &[&set[..], &components].concat());
        for _ in 0..7 {
            smm.step().unwrap();
        }
        smm.evaluate();
        let (snapshot, weights) = (smm.snapshot(), &smm.estimator().data().weights);
        let (words, found) = (snapshot.words.as_ref().unwrap(), snapshot.classified().unwrap());
        for i in (0..data.corpus.len()).filter(|&i| !weights.row(i).0.is_empty()) {
            for (p, decision) in found.decisions.row(i).iter().enumerate() {
                let Shares { total, parts } = words.decision_shares(weights, i, found.emphasis[i], p);
                let sum: f64 = total.iter().sum();
                assert!((sum - decision).abs() < 1e-9, "{set:?}, document {i}: {sum} and {decision}");
                let parts: f64 = parts.iter().flat_map(|(_, shares)| shares).sum();
                assert!((parts + words.bias_of(p) - decision).abs() < 1e-9, "{set:?}, document {i}: {parts}");
            }
        }
        let parts = &words.parts;
        assert_eq!(parts.len(), 3);
        assert!((parts.iter().map(|(_, part)| part).sum::<f64>() - 1.0).abs() < 1e-9, "{parts:?}");
        // A prediction of new rows equals that of the corpus.
        assert_near(&smm.model().predict(weights).decisions, &found.decisions, 1e-9);
    }
}

#[test]
fn the_private_term_is_the_part_of_words_and_the_field_that_of_the_map() {
    let data = toy(60, true);
    for set in [
        vec![("private", "0.5")],
        vec![("private", "3"), ("normalise", "true")],
        vec![("private", "0.5"), ("identity_weight", "0.7")],
    ] {
        let mut smm = fitted(&data, &set);
        for _ in 0..7 {
            smm.step().unwrap();
        }
        smm.evaluate();
        let (snapshot, weights) = (smm.snapshot(), &smm.estimator().data().weights);
        assert_eq!(snapshot.decides_by(), Some(DecideBy::Combined), "{set:?}");
        let (view, words) = (snapshot.embedding.as_ref().unwrap(), snapshot.words.as_ref().unwrap());
        let found = snapshot.classified().unwrap();
        let names: Vec<&str> = words.parts.iter().map(|(source, _)| source.label()).collect();
        assert_eq!(names, ["map", "words"], "{set:?}");
        assert!((words.parts.iter().map(|(_, part)| part).sum::<f64>() - 1.0).abs() < 1e-9, "{:?}", words.parts);
        let field = view.kernel.sums().product(view.latent.view(), view.latent.view(), view.coefficients.view());
        for i in (0..data.corpus.len()).filter(|&i| !weights.row(i).0.is_empty()) {
            for (p, decision) in found.decisions.row(i).iter().enumerate() {
                let Shares { parts, .. } = words.decision_shares(weights, i, found.emphasis[i], p);
                assert_eq!(parts.iter().map(|(source, _)| *source).collect::<Vec<_>>(), [Source::Map, Source::Identity]);
                for ((word, weight), share) in weights.entries(i).zip(&parts[0].1) {
                    let expected = found.emphasis[i] * weight * field[[word, p]];
                    assert!((share - expected).abs() < 1e-9, "{set:?}, document {i}: {share} and {expected}");
                }
                let sum: f64 = parts.iter().flat_map(|(_, shares)| shares).sum();
                assert!((sum + words.bias_of(p) - decision).abs() < 1e-9, "{set:?}, document {i}: {sum}");
            }
        }
    }
    let mut bare = fitted(&data, &[]);
    bare.evaluate();
    let snapshot = bare.snapshot();
    assert_eq!(snapshot.decides_by(), Some(DecideBy::Map), "nothing is beside the map");
    assert!(snapshot.words.unwrap().parts.is_empty());
}

#[test]
fn a_map_with_its_own_c_moves_as_without_components_and_all_components_decide() {
    let data = toy(60, true);
    let components = [("identity_weight", "0.7"), ("spectral_weight", "0.4"), ("component_dimensions", "6"), ("map_weight", "2")];
    for set in [vec![], vec![("normalise", "true")], vec![("level2", "rbf"), ("optimiser", "lbfgs:2")]] {
        // Decisions of the map alone have the C of all decisions.
        let mut alone = fitted(&data, &[&set[..], &[("c", "2"), ("map_c", "5")]].concat());
        let mut smm = fitted(&data, &[&set[..], &components, &[("c", "2"), ("map_c", "5")]].concat());
        for model in [&mut alone, &mut smm] {
            for _ in 0..8 {
                model.step().unwrap();
            }
            model.evaluate();
        }
        assert_near(&smm.latent().unwrap().clone(), alone.latent().unwrap(), 1e-6);
        let scores = smm.snapshot().scores;
        let (of_map, of_alone) = (scores.map.unwrap(), alone.snapshot().scores);
        assert_eq!((of_map.alone[1], scores.selection()), (of_alone.dev, of_alone.dev), "{set:?}");
        let value = |model: &mut Smm| model.value().unwrap();
        assert_relative_eq!(value(&mut smm), value(&mut alone), max_relative = 1e-4);
        // The decisions are those of SVMs over all components at these positions.
        let (point, params) = (smm.estimator().optimizer.descent.shown_point(), smm.params().clone());
        let (_, duals) = objective(&smm).solve(&point, None);
        let bias: Vec<f64> = duals.bias;
        let found = smm.model();
        assert_eq!((found.params.c, found.components.as_ref().map(|all| all.others.len())), (params.c, Some(2)));
        assert!(found.bias.iter().zip(&bias).all(|(found, bias)| (found - bias).abs() < 0.05), "{:?} {bias:?}", found.bias);
    }
}

#[test]
fn a_saved_model_continues_with_its_given_vectors_and_explains_its_decisions() {
    for gamma in ["0", "1.5"] {
        let data = toy(60, true);
        let set = [("given_weight", "0.8"), ("spectral_weight", "0.4"), ("component_dimensions", "3"), ("given_gamma", gamma)];
        let mut smm = fitted(&with_vectors(&data), &[&set[..], &[("normalise", "true")]].concat());
        for _ in 0..7 {
            smm.step().unwrap();
        }
        smm.evaluate();
        let text = serde_json::to_string(&smm.trained()).unwrap();
        let saved: FittedModel = serde_json::from_str(&text).unwrap();
        let mut resumed = saved.resume(data, 7).unwrap();
        let components = |model: &FittedModel| match model {
            FittedModel::Smm(model) => model.components.clone().unwrap(),
            _ => panic!("a latent SMM"),
        };
        let snapshot = resumed.snapshot();
        let (words, found) = (snapshot.words.as_ref().unwrap(), snapshot.classified().unwrap());
        assert_near(&found.decisions, &smm.snapshot().classified().unwrap().decisions, 1e-9);
        let weights = &smm.estimator().data().weights;
        let Shares { total, parts } = words.decision_shares(weights, 0, found.emphasis[0], 0);
        assert!((total.iter().sum::<f64>() - found.decisions[[0, 0]]).abs() < 1e-9);
        assert_eq!(
            parts.iter().map(|(source, _)| *source).collect::<Vec<_>>(),
            [Source::Map, Source::Spectral, Source::GivenVectors]
        );
        resumed.step().unwrap();
        resumed.ensure_evaluated();
        let (before, after) = (components(&saved), components(&resumed.trained()));
        assert_eq!(after.others.len(), 2);
        let given = |of: &Components| of.vectors_of(Source::GivenVectors).unwrap().as_ref().clone();
        assert_near(&given(&after), &given(&before), 1e-9);
        assert_eq!(given(&after).ncols(), if gamma == "0" { 3 } else { 9 }, "three features for each dimension");
    }
}
