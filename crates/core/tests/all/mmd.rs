//! Level and power of the two-sample test under several kernels.

use std::sync::Arc;

use ndarray::arr2;
use wordfield_core::{
    corpus::Csr,
    ldk::{CorpusKernel, Embedding, Ldk, Level2},
    metric::MmdTest,
};

use wordfield_testing::samples::{found, kernels};

#[test]
fn false_alarms_have_the_rate_of_the_level() {
    for (name, ldk) in kernels() {
        let alarms = found(&ldk, 0.0, 500);
        // 25 of 500 are expected; fewer than 9 or more than 41 have probability 0.001.
        assert!((9..=41).contains(&alarms), "{name}: {alarms} of 500");
    }
}

#[test]
fn larger_shifts_are_detected_more_often() {
    for (name, ldk) in kernels() {
        let [small, large] = [0.05, 0.3].map(|shift| found(&ldk, shift, 50));
        assert!(large > 45 && small < large, "{name}: {small} and {large} of 50");
    }
}

#[test]
fn estimates_and_p_values_equal_the_reference() {
    let text = include_str!("../fixtures/mmd.json");
    let known: serde_json::Value = serde_json::from_str(text).expect("a fixture");
    let number = |of: &serde_json::Value, key: &str| of[key].as_f64().expect("a number");
    let rows: Vec<Vec<f64>> = serde_json::from_value(known["m"].clone()).expect("documents");
    let x: Vec<[f64; 2]> = serde_json::from_value(known["x"].clone()).expect("positions");
    let m = Csr::from_rows(x.len(), rows.iter().map(|row| (0..).zip(row.iter().copied()).collect()));
    let ldk = Ldk { private: number(&known, "private"), ..Ldk::of(Embedding::Rbf { gamma: number(&known, "gamma") }) };
    let first = known["first"].as_u64().expect("a count") as usize;
    for (key, level2) in [("linear", Level2::Linear), ("gaussian", Level2::Rbf { zeta: number(&known, "zeta") })] {
        let gathered = CorpusKernel { ldk: Ldk { level2, ..ldk.clone() }, x: Arc::new(arr2(&x)), alike: None }.gather(&m);
        let found = MmdTest::run(gathered.k.view(), first, 20_000, 1, |_| true).expect("two samples");
        let known = &known[key];
        assert!((found.mmd.biased - number(known, "biased")).abs() < 1e-6, "{key}: {:?}", found.mmd);
        assert!((found.mmd.unbiased.expect("more than one") - number(known, "unbiased")).abs() < 1e-6, "{key}: {:?}", found.mmd);
        let p = number(known, "p");
        assert!((found.p - p).abs() < 4.0 * (p * (1.0 - p) / 20_000.0).sqrt() + 1e-4, "{key}: {} for {p}", found.p);
    }
}
