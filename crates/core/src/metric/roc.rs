//! ROC analysis: the area under the curve.
//!
//! Cost: a sort. Memory: both lists.

/// Area under the ROC curve: the probability that a positive has a larger score than a negative, a tie counting one half.
/// `None` without positives or negatives.
pub fn area_under_roc(positive: &[f64], negative: &[f64]) -> Option<f64> {
    let mut scores: Vec<(f64, bool)> =
        positive.iter().map(|&score| (score, true)).chain(negative.iter().map(|&score| (score, false))).collect();
    scores.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let (mut below, mut won) = (0.0, 0.0);
    for tied in scores.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()) {
        let positives = tied.iter().filter(|(_, positive)| *positive).count() as f64;
        let negatives = tied.len() as f64 - positives;
        won += positives * (below + 0.5 * negatives);
        below += negatives;
    }
    let pairs = positive.len() as f64 * negative.len() as f64;
    (pairs > 0.0).then(|| won / pairs)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Fixture {
        curves: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        positive: Vec<f64>,
        negative: Vec<f64>,
        area: f64,
    }

    #[test]
    fn areas_equal_those_of_scikit_learn() {
        let fixture: Fixture = serde_json::from_str(include_str!("../../tests/fixtures/one_class.json")).expect("the fixture");
        for Case { positive, negative, area } in fixture.curves {
            let found = area_under_roc(&positive, &negative).expect("both");
            assert!((found - area).abs() < 1e-12, "{found} for {area}");
        }
        assert_eq!((area_under_roc(&[1.0], &[]), area_under_roc(&[], &[1.0])), (None, None));
    }

    proptest! {
        #[test]
        fn the_area_is_the_share_of_pairs_in_order(
            positive in prop::collection::vec(0_u8..6, 1..30), negative in prop::collection::vec(0_u8..6, 1..30),
        ) {
            let pairs = positive.iter().flat_map(|a| negative.iter().map(move |b| (a, b)));
            let won: f64 = pairs.map(|(a, b)| 0.5 * f64::from(u8::from(a > b) + u8::from(a >= b))).sum();
            let [positive, negative] = [positive, negative].map(|scores| scores.into_iter().map(f64::from).collect::<Vec<_>>());
            let area = area_under_roc(&positive, &negative).expect("both");
            prop_assert!((area - won / (positive.len() * negative.len()) as f64).abs() < 1e-12);
            prop_assert!((area + area_under_roc(&negative, &positive).expect("both") - 1.0).abs() < 1e-12);
        }
    }
}
