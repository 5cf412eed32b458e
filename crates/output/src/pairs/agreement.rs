//! Agreement of two reviewers who judged the same pairs: counts, share of equal verdicts, and Cohen's kappa.
//!
//! Two verdicts agree if they are equal; two verdicts with a corrected partner agree if the partner is the same line.
//! Kappa and its standard error treat every different verdict as a separate category (Cohen 1960;
//! Fleiss, Cohen and Everitt 1969).
//!
//! Cost: one pass over the pairs. Memory: one entry for each different pair of verdicts.

use std::collections::BTreeMap;

use serde_json::json;

use wordfield_core::finding::Finding;

/// Agreement of two reviewers who judged the same pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Number of pairs that both reviewers judged.
    pub pairs: usize,
    /// Number of pairs on which both reviewers gave the same verdict.
    pub equal: usize,
    /// Cohen's kappa; `None` without pairs, or if all verdicts of both reviewers are the same.
    pub kappa: Option<Kappa>,
}

/// Cohen's kappa with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kappa {
    /// Cohen's kappa: 1 for equal verdicts, 0 for agreement as expected by chance.
    pub value: f64,
    /// Asymptotic standard error of Cohen's kappa.
    pub error: f64,
}

impl Agreement {
    /// Agreement of two reviewers, computed from their verdicts on each pair.
    pub fn of<V: Ord + Copy>(verdicts: impl IntoIterator<Item = [V; 2]>) -> Self {
        let mut counts = BTreeMap::<[V; 2], usize>::new();
        verdicts.into_iter().for_each(|pair| *counts.entry(pair).or_default() += 1);
        let pairs: usize = counts.values().sum();
        let equal = counts.iter().filter(|([a, b], _)| a == b).map(|(_, count)| count).sum();
        Self { pairs, equal, kappa: kappa(&counts, pairs as f64) }
    }

    /// Share of pairs with equal verdicts; `None` without pairs.
    pub fn share(&self) -> Option<f64> {
        (self.pairs > 0).then(|| self.equal as f64 / self.pairs as f64)
    }

    /// Sentences on the share of equal verdicts, the number of different ones, and Cohen's kappa with its interval.
    pub fn sentences(&self) -> Vec<String> {
        let differ = self.pairs - self.equal;
        let agreement = self.share().map(|share| format!("agreement {:.1} %, {differ} differ", 100.0 * share));
        let kappa = match self.kappa.map(|kappa| (kappa.value, kappa.interval())) {
            Some((value, [low, high])) => format!("Cohen's kappa {value:.3}, 95 % interval {low:.3} to {high:.3}"),
            None => "Cohen's kappa needs pairs that both judged, with at least two different verdicts".to_owned(),
        };
        agreement.into_iter().chain([kappa]).collect()
    }

    /// Result of the comparison, in sentences and values.
    pub fn finding(&self) -> Finding {
        let value = json!({
            "pairs": self.pairs,
            "equal": self.equal,
            "agreement": self.share(),
            "kappa": self.kappa.map(|kappa| kappa.value),
            "kappa_standard_error": self.kappa.map(|kappa| kappa.error),
            "kappa_95": self.kappa.map(|kappa| kappa.interval()),
        });
        Finding { sentences: self.sentences(), value }
    }
}

impl Kappa {
    /// 95 % confidence interval of Cohen's kappa, within −1 and 1.
    pub fn interval(&self) -> [f64; 2] {
        [-1.96_f64, 1.96].map(|z| z.mul_add(self.error, self.value).clamp(-1.0, 1.0))
    }
}

fn kappa<V: Ord + Copy>(counts: &BTreeMap<[V; 2], usize>, pairs: f64) -> Option<Kappa> {
    let mut shares = BTreeMap::<V, [f64; 2]>::new();
    for (verdicts, &count) in counts {
        for (reviewer, verdict) in verdicts.iter().enumerate() {
            shares.entry(*verdict).or_default()[reviewer] += count as f64 / pairs;
        }
    }
    let expected: f64 = shares.values().map(|[a, b]| a * b).sum();
    if counts.is_empty() || shares.len() < 2 {
        return None;
    }
    let observed: f64 = counts.iter().filter(|([a, b], _)| a == b).map(|(_, &count)| count as f64 / pairs).sum();
    let value = (observed - expected) / (1.0 - expected);
    let spread: f64 = counts
        .iter()
        .map(|([a, b], &count)| {
            let share = count as f64 / pairs;
            if a == b {
                share * (1.0 - (shares[a][0] + shares[a][1]) * (1.0 - value)).powi(2)
            } else {
                share * ((1.0 - value) * (shares[a][1] + shares[b][0])).powi(2)
            }
        })
        .sum();
    let variance = (spread - (value - expected * (1.0 - value)).powi(2)) / (pairs * (1.0 - expected).powi(2));
    Some(Kappa { value, error: variance.max(0.0).sqrt() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reference tables of counts with kappa and its standard error by statsmodels' `cohens_kappa`.
    const KNOWN: [(&[&[usize]], f64, f64); 3] = [
        (&[&[20, 5], &[10, 15]], 0.4, 0.126_996_062_931),
        (&[&[88, 14, 18], &[10, 40, 10], &[2, 6, 12]], 0.491_525_423_729, 0.051_001_815_576),
        (&[&[70, 1, 0], &[2, 9, 3], &[0, 0, 5]], 0.807_692_307_692, 0.070_320_932_645),
    ];

    fn of(table: &[&[usize]]) -> Agreement {
        let cells = table.iter().enumerate().flat_map(|(a, row)| row.iter().enumerate().map(move |(b, &count)| ([a, b], count)));
        Agreement::of(cells.flat_map(|(verdicts, count)| std::iter::repeat_n(verdicts, count)))
    }

    #[test]
    fn kappa_and_its_error_are_those_of_statsmodels() {
        for (table, value, error) in KNOWN {
            let kappa = of(table).kappa.expect("kappa");
            assert!((kappa.value - value).abs() < 1e-9 && (kappa.error - error).abs() < 1e-9, "{kappa:?}");
        }
    }

    #[test]
    fn without_a_choice_there_is_no_kappa() {
        assert_eq!(Agreement::of::<u8>([]).kappa, None);
        assert_eq!(of(&[&[9]]), Agreement { pairs: 9, equal: 9, kappa: None });
        let kappa = of(&[&[4, 0], &[0, 5]]).kappa.expect("kappa");
        assert!((kappa.value - 1.0).abs() < 1e-12 && kappa.error < 1e-6 && kappa.interval()[0] > 0.999);
    }

    #[test]
    fn a_finding_has_the_share_the_differences_and_kappa() {
        let Finding { sentences, value } = of(&[&[20, 5], &[10, 15]]).finding();
        assert_eq!(sentences[0], "agreement 70.0 %, 15 differ");
        assert!(sentences[1].starts_with("Cohen's kappa 0.400, 95 % interval 0.151 to 0.649"), "{sentences:?}");
        assert_eq!((&value["pairs"], &value["equal"], value["agreement"].as_f64()), (&50.into(), &35.into(), Some(0.7)));
        let Finding { sentences, value } = Agreement::of::<u8>([]).finding();
        assert!(sentences.len() == 1 && sentences[0].contains("needs pairs that both judged") && value["kappa"].is_null());
    }

    proptest! {
        #[test]
        fn kappa_does_not_depend_on_the_order_of_reviewers(pairs in prop::collection::vec((0..4u8, 0..4u8), 1..60)) {
            let one = Agreement::of(pairs.iter().map(|&(a, b)| [a, b]));
            let other = Agreement::of(pairs.iter().map(|&(a, b)| [b, a]));
            prop_assert_eq!((one.pairs, one.equal), (pairs.len(), other.equal));
            prop_assert_eq!(one.kappa.is_some(), other.kappa.is_some());
            if let (Some(one), Some(other)) = (one.kappa, other.kappa) {
                prop_assert!((one.value - other.value).abs() < 1e-12 && (one.error - other.error).abs() < 1e-12);
                prop_assert!((-1.0..=1.0 + 1e-12).contains(&one.value) && one.error.is_finite());
            }
        }
    }
}
