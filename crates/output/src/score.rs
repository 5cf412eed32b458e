//! Features of checked text pairs, from which a review order is learned with a reviewer's verdicts.
//!
//! Features of a pair are the logarithm of its ranks, the deviation of its length ratio,
//! whether and how many reasons there are against it, and for each rule whether the rule has a finding.
//! Ranks are used instead of the doubt, which differs more among right pairs.
//! A pair with a reason but without a verdict is not presumed right.
//! Model and penalty are those of [`learn_errors`].
//!
//! Cost: one pass over the texts and findings, and one fit. Memory: a number for each pair and feature.

use ndarray::Array2;

use crate::Reasons;
use wordfield_core::{
    corpus::Corpus,
    experiment::{JudgedPairs, LearnedErrors, LearningError, PairCheck, learn_errors},
};

/// Scale factors of the features that are not rules. Reasons are penalised less, since they count for rules without verdicts too.
const FEATURE_SCALES: [f64; 4] = [1.0, 1.0, 2.0, 2.0];

/// Learns from a reviewer's verdicts which checked pairs are wrong: one estimate for each pair.
/// `wrong` gives the verdict on the pair of a source document, if there is one.
///
/// # Errors
/// Returns an error if there are too few verdicts, or the fit was cancelled.
pub fn learn_order(
    corpus: &Corpus,
    check: &PairCheck,
    reasons: &Reasons,
    wrong: impl Fn(usize) -> Option<bool>,
) -> Result<LearnedErrors, LearningError> {
    let mut emphasis = FEATURE_SCALES.to_vec();
    emphasis.resize(FEATURE_SCALES.len() + reasons.rules.len(), 1.0);
    learn_errors(&JudgedPairs {
        features: features(corpus, check, reasons),
        emphasis,
        wrong: check.pairs.iter().map(|pair| wrong(pair.source)).collect(),
        suspicious: check.pairs.iter().map(|pair| reasons.finds(pair.source, None)).collect(),
    })
}

/// Features of each checked pair (n × (4 + rules)).
fn features(corpus: &Corpus, check: &PairCheck, reasons: &Reasons) -> Array2<f64> {
    let mut features = Array2::zeros((check.pairs.len(), FEATURE_SCALES.len() + reasons.rules.len()));
    let lengths = length_deviations(corpus, check);
    for ((mut row, pair), length) in features.outer_iter_mut().zip(&check.pairs).zip(lengths) {
        (row[0], row[1]) = ((pair.rank as f64).ln() + (pair.reverse_rank as f64).ln(), length);
        for &(rule, _) in reasons.found.get(pair.source).into_iter().flatten() {
            if reasons.rules[rule].1 {
                (row[2], row[3]) = (1.0, row[3] + 1.0);
            }
            row[FEATURE_SCALES.len() + rule] = 1.0;
        }
    }
    features
}

/// Absolute deviation of each pair's log length ratio from the median of all pairs.
fn length_deviations(corpus: &Corpus, check: &PairCheck) -> Vec<f64> {
    let length = |document: usize| (corpus.texts[document].chars().count() + 1) as f64;
    let ratios: Vec<f64> = check.pairs.iter().map(|pair| (length(pair.target) / length(pair.source)).ln()).collect();
    let mut sorted = ratios.clone();
    sorted.sort_by(f64::total_cmp);
    let median = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
    ratios.into_iter().map(|ratio| (ratio - median).abs()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::{
        corpus::{Builtin, Pairs, builtin},
        experiment::CheckedPair,
    };
    use wordfield_rules::{Dismissed, RuleSet};

    /// Test case: the built-in pairs with far ranks for every tenth pair, and the reasons against them.
    fn checked() -> (Corpus, PairCheck, Reasons) {
        let corpus = builtin(Builtin::Pairs);
        let reasons = Reasons::of_corpus(&corpus, &RuleSet::default(), &Dismissed::default());
        let matched = corpus.task.pairs().into_iter().flat_map(Pairs::matched);
        let pair = |(place, (source, target)): (usize, (usize, usize))| {
            let rank = if place % 10 == 0 { 40 } else { 1 };
            let candidates = vec![(target, 0.5)];
            CheckedPair { source, target, fold: 0, doubt: 1.0, rank, reverse_rank: rank, distance: 0.5, candidates }
        };
        let check = PairCheck { folds: 2, pairs: matched.enumerate().map(pair).collect(), note: None };
        (corpus, check, reasons)
    }

    #[test]
    fn every_pair_has_finite_numbers_and_those_of_its_findings() {
        let (corpus, check, reasons) = checked();
        let features = features(&corpus, &check, &reasons);
        assert_eq!(features.dim(), (check.pairs.len(), FEATURE_SCALES.len() + reasons.rules.len()));
        assert!(features.iter().all(|number| number.is_finite()));
        for (row, pair) in features.outer_iter().zip(&check.pairs) {
            let count = reasons.found[pair.source].iter().filter(|found| reasons.rules[found.0].1).count();
            assert_eq!([row[2] > 0.0, row[3] > 0.0], [reasons.finds(pair.source, None); 2]);
            assert!((row[3] - count as f64).abs() < 1e-12 && (row[0] > 0.0) == (pair.rank > 1));
            for rule in 0..reasons.rules.len() {
                assert_eq!(row[FEATURE_SCALES.len() + rule] > 0.0, reasons.finds(pair.source, Some(rule)));
            }
        }
    }

    #[test]
    fn verdicts_that_follow_the_ranks_teach_them() {
        let (corpus, check, reasons) = checked();
        let wrong = |source: usize| check.pair(source).is_some_and(|pair| pair.rank > 1);
        let judged = |source: usize| source.is_multiple_of(3).then(|| wrong(source));
        let learned = learn_order(&corpus, &check, &reasons, judged).expect("an order");
        let mean = |of: bool| {
            let rows = learned.estimates.iter().zip(&check.pairs).filter(|(_, pair)| wrong(pair.source) == of);
            let (sum, count) = rows.fold((0.0, 0), |(sum, count), (probability, _)| (sum + probability, count + 1));
            sum / f64::from(count)
        };
        assert!(mean(true) > 5.0 * mean(false), "{} {}", mean(true), mean(false));
        assert!(learn_order(&corpus, &check, &reasons, |_| None).is_err());
    }
}
