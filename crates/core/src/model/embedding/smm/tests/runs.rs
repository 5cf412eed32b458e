//! Tests of runs with unusual corpora and live changes, and of the best iterate.

use super::*;

#[test]
fn a_class_of_one_document_trains_and_an_absent_class_is_never_predicted() {
    let word = |word: &str| vec![(word.to_string(), 1.0)];
    let documents =
        [("a", word("one")), ("b", word("two")), ("b", word("two")), ("c", word("six")), ("a", word("one")), ("c", vec![])];
    let mut smm = fitted(&dataset(&documents, &[0, 1, 2], &[4]), &[("keep", "1"), ("rho", "0.01"), ("c", "10")]);
    for _ in 0..30 {
        smm.step().unwrap();
    }
    smm.evaluate();
    let snapshot = smm.snapshot();
    assert_eq!(*snapshot.classified().unwrap().pairs, [(0, 1)]);
    assert_eq!(snapshot.scores.dev, Some(1.0));
    assert!(snapshot.classified().unwrap().predicted.iter().all(|&class| class != 2));
    for unknown in [3, 5] {
        assert!(
            (snapshot.classified().unwrap().decisions[[unknown, 0]] - snapshot.words.as_ref().unwrap().bias[0]).abs() < 1e-12,
            "no known word: the offset alone decides"
        );
    }
}

#[test]
fn too_little_data_is_refused_with_a_remedy() {
    let word = |word: &str| vec![(word.to_string(), 1.0)];
    let documents = [("a", word("one")), ("a", word("two")), ("b", word("six"))];
    let mut data = Dataset::clone(&dataset(&documents, &[0, 2], &[]));
    data.split.train = vec![0];
    let error = Smm::new(Arc::new(data), params(&[]).check().unwrap()).unwrap_err();
    assert!(error.to_string().contains("stratified"), "{error}");
}

#[test]
fn live_changes_take_effect_or_are_refused() {
    let data = toy(36, false);
    let mut smm = fitted(&data, &[]);
    for change in [
        LiveChange::real("c", 3.0),
        LiveChange::real("rho", 7.0),
        LiveChange::real("gamma", 2.0),
        LiveChange::real("keep", 0.9),
        LiveChange::real("rate", 0.2),
    ] {
        smm.change(change).unwrap();
    }
    assert_eq!(smm.params().optimiser, Optimiser::Adam { rate: 0.2 });
    assert!((smm.estimator().optimizer.descent.shown_point().kernels.embedding.gamma().unwrap() - 2.0).abs() < 1e-15);
    assert!(smm.change(LiveChange::real("keep", 0.0)).unwrap_err().to_string().contains("above 0 and at most 1"));
    assert!((smm.params().word_keep_rate - 0.9).abs() < 1e-15, "the old value stays");
    smm.step().unwrap();
    let mut paper = fitted(&data, &[("optimiser", "lbfgs:3")]);
    assert!(paper.change(LiveChange::real("rate", 0.1)).unwrap_err().to_string().contains("optimiser has none"));
}

#[test]
fn the_best_iterate_is_restored() {
    let data = toy(60, false);
    let mut smm = fitted(&data, &[("evaluate_every", "1"), ("rate", "0.5"), ("c", "100")]);
    let dev: Vec<_> = (0..12).map(|_| smm.step().unwrap().scores.unwrap().dev).collect();
    smm.restore_best();
    let best = smm.snapshot();
    assert_eq!(best.scores.dev, dev.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap());
    assert_eq!(**best.latent().unwrap(), *smm.latent().unwrap());
    assert_eq!(dev[best.shown() - 1], best.scores.dev);
    smm.step().unwrap();
    assert_eq!(smm.snapshot().shown(), dev.len() + 1);
}
