//! Tests that results do not depend on the memory budget.

use super::*;
use crate::memory::Budget;

/// A memory budget below that of the complete kernel of 60 documents (68 kB).
fn narrow(data: &Arc<Dataset>, set: &[(&str, &str)]) -> Smm {
    Smm::within(Arc::clone(data), params(set).check().unwrap(), Budget::new(30_000)).unwrap()
}

#[test]
fn features_equal_the_complete_matrix() {
    let (data, plain) = (toy(360, true), [("tolerance", "1e-9"), ("start_scale", "0.8"), ("embedding", "polynomial")]);
    let given = [("given_weight", "0.7"), ("map_weight", "2")];
    let words = [("identity_weight", "0.6")];
    for (data, set) in [
        (Arc::clone(&data), vec![]),
        (Arc::clone(&data), vec![("normalise", "true"), ("multiclass", "one-vs-rest")]),
        (Arc::clone(&data), vec![("private", "0.7")]),
        (Arc::clone(&data), vec![("private", "0.4"), ("normalise", "true"), ("c", "2")]),
        (Arc::clone(&data), [&words[..], &[("normalise", "true")]].concat()),
        (Arc::clone(&data), [&words[..], &[("private", "0.4")]].concat()),
        (components::with_vectors(&data), [&given[..], &words[..], &[("normalise", "true"), ("private", "0.3")]].concat()),
        (components::with_vectors(&data), given.to_vec()),
    ] {
        let set = [&plain[..], &set[..]].concat();
        let smm = fitted(&data, &set);
        let objective = Objective { fits: false, ..objective(&smm) };
        let point = smm.estimator().optimizer.descent.shown_point();
        let (by_features, duals) = objective.solve(&point, None);
        assert!(by_features.k.is_empty(), "{set:?}");
        let ldk = objective.ldk(point.kernels);
        let whole = ldk.train_gram(objective.m, &point.x, objective.beside.map(|beside| Arc::clone(&beside.train)));
        let exact = objective.pairs.solve(pairs::Gram::Whole(&whole.k), objective.params.c, 1e-9, None);
        assert_relative_eq!(duals.objective, exact.objective, max_relative = 1e-7);
        // The duals need not be unique: gradients and energies are compared at equal duals.
        let slopes = [&by_features, &whole].map(|gram| objective.slope(&point, gram, &exact).by.x);
        assert_near(&slopes[0], &slopes[1], 1e-8);
        let energies = [&by_features, &whole]
            .map(|gram| ldk.energy(gram, &exact.signed, || coefficients(objective.m, &exact.signed, &gram.root)));
        assert_relative_eq!(energies[0], energies[1], max_relative = 1e-9);
        let held = objective.at_fixed_duals(&point, &exact);
        let value = objective.slope(&point, &whole, &exact).value;
        assert_relative_eq!(held.value, value, max_relative = 1e-7);
        assert_near(&held.by.x, &slopes[1], 1e-8);
    }
}

#[test]
fn a_small_memory_budget_does_not_change_learning() {
    let data = toy(120, false);
    for set in [vec![], vec![("optimiser", "lbfgs:2"), ("keep", "1")], vec![("optimiser", "envelope:2"), ("keep", "1")]] {
        let set = [&[("tolerance", "1e-8"), ("rho", "10"), ("embedding", "polynomial")], set.as_slice()].concat();
        let run = |mut smm: Smm| {
            for _ in 0..6 {
                smm.step().unwrap();
            }
            let scores = smm.evaluate();
            (scores, smm.snapshot().objective)
        };
        let (whole, small) = (run(fitted(&data, &set)), run(narrow(&data, &set)));
        assert_eq!(whole.0, small.0, "{set:?}");
        assert_relative_eq!(whole.1, small.1, max_relative = 1e-4);
    }
}

#[test]
fn a_required_matrix_that_does_not_fit_is_refused_at_the_start() {
    let data = toy(120, false);
    let angle = [("normalise", "true"), ("level2", "ngd")];
    let refused = |set: &[(&str, &str)], bytes: u64| {
        Smm::within(Arc::clone(&data), params(set).check().unwrap(), Budget::new(bytes)).unwrap_err().to_string()
    };
    let error = refused(&angle, 20_000);
    for part in ["60 training documents", "KiB", "19.5 KiB", "--memory", "--train"] {
        assert!(error.contains(part), "{error}");
    }
    assert!(refused(&[], 1000).contains("3 pairs of classes on 120 documents"), "not even the decisions");
}
