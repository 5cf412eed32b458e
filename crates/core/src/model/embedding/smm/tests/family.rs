//! Tests of training, saving and predicting with every kernel of the family.

use super::*;
use crate::model::StopReason;

/// Every embedding kernel with every level-2 kernel.
fn family() -> impl Iterator<Item = [(&'static str, &'static str); 2]> {
    let level2 = |embedding: &'static crate::param::Choice| {
        Level2::ALL.iter().map(move |level2| [("embedding", embedding.key), ("level2", level2.key)])
    };
    Embedding::ALL.iter().flat_map(level2)
}

#[test]
fn every_kernel_trains_and_predicts_the_same_after_saving() {
    let data = toy(72, true);
    let components = [("identity_weight", "0.5"), ("spectral_weight", "0.5"), ("component_dimensions", "5")];
    let with: Vec<_> = family().map(|kernels| [&kernels[..], &components].concat()).collect();
    for kernels in family().map(|kernels| kernels.to_vec()).chain(with) {
        let mut smm = fitted(&data, &[&kernels[..], &[("start_scale", "0.5"), ("learn_kernel", "true")]].concat());
        let before = smm.latent().unwrap().clone();
        for _ in 0..8 {
            let progress = smm.step().unwrap();
            assert!(progress.objective.is_finite(), "{kernels:?}");
        }
        smm.evaluate();
        let moved = smm.latent().unwrap() != before;
        assert_eq!(moved, smm.params().embedding.has_places(), "{kernels:?}");
        let snapshot = smm.snapshot();
        let prediction = snapshot.classified().unwrap();
        assert!(prediction.decisions.iter().all(|decision| decision.is_finite()), "{kernels:?}");
        assert!(snapshot.scores.train.unwrap() > 0.5, "{kernels:?}: {:?}", snapshot.scores);
        let text = serde_json::to_string(smm.model()).unwrap();
        let again: SmmModel = serde_json::from_str(&text).unwrap();
        assert_eq!(again, *smm.model(), "{kernels:?}");
        assert_eq!(again.predict(&smm.estimator().data().weights).decisions, *prediction.decisions, "{kernels:?}");
    }
}

/// A hyperbolic tangent this steep has large negative eigenvalues: the maximum is not unique,
/// and the solver stops at a stationary point, as LIBSVM does.
#[test]
fn an_indefinite_kernel_trains() {
    let data = toy(90, true);
    let sigmoid = [("embedding", "linear"), ("level2", "sigmoid"), ("sigmoid_slope", "40"), ("sigmoid_offset", "-1")];
    let mut smm = fitted(&data, &[&sigmoid[..], &[("start_scale", "1")]].concat());
    for _ in 0..20 {
        assert!(smm.step().unwrap().objective.is_finite());
    }
    smm.evaluate();
    assert!(smm.latent().unwrap().iter().all(|x| x.is_finite()));
    assert!(smm.snapshot().classified().unwrap().decisions.iter().all(|decision| decision.is_finite()));
}

#[test]
fn without_positions_a_run_ends_with_its_first_evaluation() {
    let mut smm = fitted(&toy(72, true), &[("embedding", "identity"), ("evaluate_every", "10")]);
    let progress = smm.step().unwrap();
    assert_eq!(progress.stop, Some(StopReason::NothingMoves));
    assert!(progress.scores.unwrap().dev.unwrap() > 0.8);
}

#[test]
fn without_positions_the_kernel_itself_decides_whatever_would_read_them() {
    let data = toy(72, true);
    let decisions = |reader: &str| {
        let mut smm = fitted(&data, &[("reader", reader), ("embedding", "identity"), ("level2", "ngd")]);
        smm.step().unwrap();
        smm.evaluate();
        assert_eq!((smm.model().embedding, smm.model().moving), (Embedding::Identity, None), "{reader}");
        smm.model().predict(&data.weights).decisions
    };
    assert_eq!(decisions("polynomial"), decisions("same"));
}

/// Between two evaluations the current positions are shown with the decisions of the last evaluation.
#[test]
fn words_move_between_evaluations_under_any_kernel() {
    let mut smm = fitted(&toy(36, false), &[("level2", "rbf"), ("evaluate_every", "5")]);
    for _ in 0..5 {
        smm.step().unwrap();
    }
    let then = smm.snapshot();
    smm.step().unwrap();
    let now = smm.snapshot();
    assert_eq!(now.iteration, then.iteration + 1);
    assert_eq!(**now.latent().unwrap(), *smm.latent().unwrap());
    assert_ne!(**now.latent().unwrap(), **then.latent().unwrap());
    assert_eq!(now.classified().unwrap().decisions, then.classified().unwrap().decisions);
}

#[test]
fn learned_level2_numbers_are_restored_with_the_best_iterate() {
    let data = toy(72, false);
    let set = [("level2", "rbf"), ("zeta", "5"), ("learn_kernel", "true"), ("evaluate_every", "1"), ("rate", "0.3")];
    let mut smm = fitted(&data, &set);
    for _ in 0..6 {
        smm.step().unwrap();
    }
    smm.restore_best();
    let learned = smm.estimator().optimizer.descent.shown_point().kernels.level2;
    let Level2::Rbf { zeta } = learned else { panic!("{learned:?} is not the kernel that was set") };
    assert!((zeta - 5.0).abs() > 1e-6, "zeta was learned");
    assert_eq!(smm.model().level2, Some(learned));
    assert!(smm.step().unwrap().objective.is_finite());
}

#[test]
fn a_live_change_survives_the_restored_iterate() {
    let data = toy(72, false);
    let mut smm = fitted(&data, &[("level2", "rbf"), ("zeta", "5"), ("evaluate_every", "1")]);
    for _ in 0..3 {
        smm.step().unwrap();
    }
    smm.change(LiveChange::real("zeta", 50.0)).unwrap();
    smm.restore_best();
    smm.step().unwrap();
    smm.evaluate();
    let weights = &smm.estimator().data().weights;
    let model: SmmModel = serde_json::from_str(&serde_json::to_string(smm.model()).unwrap()).unwrap();
    assert_near(&model.predict(weights).decisions, &smm.snapshot().classified().unwrap().decisions, 1e-12);
    assert_eq!(model.kernels().level2, smm.estimator().optimizer.descent.shown_point().kernels.level2);
}
