//! Tests that results do not depend on the memory budget.

use super::*;
use crate::memory::Budget;

/// A memory budget for features of 30 documents, but not for their covariance.
const NARROW: Budget = Budget::new(28_000);

/// A corpus whose words start close together.
fn narrow(data: &Arc<Dataset>, set: &[(&str, &str)], budget: Budget) -> Result<Gp, ModelError> {
    let set = [&[("start_scale", "0.01"), ("optimiser", "adam:0.01")], set].concat();
    Gp::within(Arc::clone(data), params(&set).check().unwrap(), budget)
}

#[test]
fn features_alone_equal_the_complete_covariance() {
    let data = toy(60, true);
    for set in [
        vec![],
        vec![("refit", "true")],
        vec![("beta", "20"), ("gamma", "0.5")],
        vec![("normalise", "true")],
        vec![("spectral_weight", "0.5"), ("component_dimensions", "2"), ("map_weight", "0.7")],
        vec![("normalise", "true"), ("spectral_weight", "0.5"), ("component_dimensions", "1")],
    ] {
        let run = |budget: Budget| {
            let mut gp = narrow(&data, &set, budget).unwrap();
            steps(&mut gp, 3);
            gp.evaluate();
            gp
        };
        let (whole, small) = (run(Budget::default()), run(NARROW));
        let near = |a: f64, b: f64| assert_relative_eq!(a, b, max_relative = 1e-6);
        near(small.estimator().optimizer.descent.objective(), whole.estimator().optimizer.descent.objective());
        assert_near(small.latent().unwrap(), whole.latent().unwrap(), 1e-6);
        let (a, b) = (small.model(), whole.model());
        near(a.alpha, b.alpha);
        near(a.beta, b.beta);
        assert_near(&a.coefficients, &b.coefficients, 1e-5);
        assert_near(&a.deviations(&data.weights), &b.deviations(&data.weights), 1e-6);
        // Test positions among the words, at the edge of the kernel's reach, and beyond it.
        let points = array![[0.0, 0.0], [0.9, -1.1], [3.0, 2.0], [500.0, -4.0]];
        assert_near(&a.deviation_at(&points), &b.deviation_at(&points), 1e-6);
    }
}

#[test]
fn a_problem_too_large_for_every_method_is_refused_at_the_start() {
    let data = toy(60, true);
    let refused = |set: &[(&str, &str)], bytes: u64| {
        let error = narrow(&data, set, Budget::new(bytes)).map(drop).unwrap_err().to_string();
        assert!(error.contains("--memory") && error.contains("--train"), "{error}");
        error
    };
    assert!(refused(&[("private", "0.5")], 20_000).contains("the covariance of 27 training documents"));
    assert!(refused(&[("start_scale", "1000")], 20_000).contains("the covariance of 27 training documents"));
    assert!(refused(&[("level2", "rbf")], 20_000).contains("the covariance of 27 training documents would take 28.5 KiB"));
    assert!(refused(&[("normalise", "true"), ("private", "1")], 20_000).contains("the covariance"));
    assert!(refused(&[], 1000).contains("features of 27 training documents"));
}

#[test]
fn diverged_words_are_reported_with_sizes() {
    let data = toy(60, false);
    let mut gp = narrow(&data, &[("optimiser", "adam:1")], NARROW).unwrap();
    let error = (0..200).find_map(|_| gp.step().err()).expect("no features any more").to_string();
    assert!(error.contains("training documents would take") && error.contains("27.3 KiB"), "{error}");
    assert!(gp.latent().unwrap().iter().all(|x| x.is_finite()));
}
