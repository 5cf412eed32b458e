//! Score of a checked pair: an estimate from 0 to 1 that its two texts belong together.
//!
//! The log-odds are linear in the doubt and the ranks, each as a share of its value for two texts at random, and in the strengths
//! of the rules, of which one is that of the lengths. Doubts count relative to the file's median, so that scores of several files
//! are comparable. `scripts/fit_score` fits the weights to planted errors, and prints both tables.
//!
//! With enough verdicts, a regression on the score and on the findings of each rule takes its place ([`learn_errors`]);
//! a pair with a reason but without a verdict is not presumed right.
//!
//! Cost: one pass over the pairs, and one fit. Memory: a number for each pair and feature.

use ndarray::Array2;

use crate::Reasons;
use wordfield_core::experiment::{CheckedPair, JudgedPairs, LearningError, PairCheck, learn_errors};

/// Weights of the log-odds: 1, doubt above the median, median doubt, rank, reverse rank.
const WEIGHTS: [f64; 5] = [5.65, -1.77, 2.79, -4.16, -1.41];
/// Weights of the built-in rules: strength up to 1, finding (strength of at least 1), and doublings of the strength above 1.
const RULE_WEIGHTS: [(&str, [f64; 3]); 13] = [
    ("copy", [-1.22, -3.58, -11.11]),
    ("length", [-2.31, -1.03, -7.42]),
    ("language", [-0.36, -4.76, -3.31]),
    ("numbers", [-2.87, -1.83, -3.27]),
    ("markup", [-6.26, -6.26, -1.33]),
    ("overlap", [-2.75, -2.75, 0.00]),
    ("duplicate", [-5.22, -5.22, 0.00]),
    ("repeated-source", [0.00, 0.00, 0.00]),
    ("repeated-target", [-2.18, -2.18, 0.00]),
    ("punctuation", [-0.82, -0.82, 0.00]),
    ("quotes", [-1.27, -1.27, -0.22]),
    ("brackets", [0.00, 0.00, 0.00]),
    ("spacing", [-0.91, -0.91, 0.00]),
];
/// Weights of other rules, such as the user's own: those of hints, and those of errors.
const OTHER_WEIGHTS: [[f64; 3]; 2] = [[0.0, -1.0, 0.0], [0.0, -5.0, 0.0]];
/// Maximum strength of a rule that counts.
const STRENGTH: f64 = 8.0;
/// Scale factors of the log-odds and of the findings in the calibration: the larger, the less a weight is penalised.
const CALIBRATION_SCALES: [f64; 2] = [4.0, 1.0];

/// Scores of checked pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// Score of each pair from 0 to 1, in the order of the check.
    pub values: Vec<f64>,
    /// Number of verdicts on which the scores are calibrated; `None` for estimates.
    pub verdicts: Option<usize>,
}

impl Scores {
    /// Estimates the scores of checked pairs.
    pub fn of(check: &PairCheck, reasons: &Reasons) -> Self {
        let chance = (check.pairs.len().max(2) as f64).ln();
        let doubt = |pair: &CheckedPair| pair.doubt / (2.0 * chance);
        let mut doubts: Vec<f64> = check.pairs.iter().map(doubt).collect();
        doubts.sort_by(f64::total_cmp);
        let median = doubts.get(doubts.len() / 2).copied().unwrap_or_default();
        let weights: Vec<[f64; 3]> = reasons.rules.iter().map(|(name, is_error)| weights(name, *is_error)).collect();
        let score = |pair: &CheckedPair| {
            let rank = |rank: usize| (rank as f64).ln() / chance;
            let features = [1.0, doubt(pair) - median, median, rank(pair.rank), rank(pair.reverse_rank)];
            let rules =
                reasons.strengths(pair.source).iter().map(|&(rule, strength)| (weights[rule], parts(f64::from(strength))));
            1.0 / (1.0 + (-dot(WEIGHTS, features) - rules.map(|(weights, parts)| dot(weights, parts)).sum::<f64>()).exp())
        };
        Self { values: check.pairs.iter().map(score).collect(), verdicts: None }
    }

    /// Calibrates estimated scores on a reviewer's verdicts. `wrong` gives the verdict on the pair of a source document, if there is one.
    ///
    /// # Errors
    /// Returns an error if there are too few verdicts, or the fit failed.
    pub fn calibrated(
        &self,
        check: &PairCheck,
        reasons: &Reasons,
        wrong: impl Fn(usize) -> Option<bool>,
    ) -> Result<Self, LearningError> {
        let rules = reasons.rules.len();
        let mut features = Array2::zeros((check.pairs.len(), 1 + rules));
        for ((mut row, pair), score) in features.outer_iter_mut().zip(&check.pairs).zip(&self.values) {
            let score = score.clamp(f64::EPSILON, 1.0 - f64::EPSILON);
            row[0] = (score / (1.0 - score)).ln();
            reasons.found.get(pair.source).into_iter().flatten().for_each(|&(rule, _)| row[1 + rule] = 1.0);
        }
        let learned = learn_errors(&JudgedPairs {
            features,
            emphasis: (0..=rules).map(|feature| CALIBRATION_SCALES[feature.min(1)]).collect(),
            wrong: check.pairs.iter().map(|pair| wrong(pair.source)).collect(),
            suspicious: check.pairs.iter().map(|pair| reasons.finds(pair.source, None)).collect(),
        })?;
        let values = learned.estimates.iter().map(|error| 1.0 - error).collect();
        Ok(Self { values, verdicts: Some(learned.verdicts) })
    }

    /// Score of the pair of a source document; `None` if the pair is not checked.
    pub fn of_pair(&self, check: &PairCheck, source: usize) -> Option<f64> {
        let place = check.pairs.binary_search_by_key(&source, |pair| pair.source).ok()?;
        self.values.get(place).copied()
    }

    /// Indices of the checked pairs, the lowest score first, of equal ones the most doubtful.
    pub fn order(&self, check: &PairCheck) -> Vec<usize> {
        let mut order = check.most_doubtful();
        order.sort_by(|&a, &b| self.values[a].total_cmp(&self.values[b]));
        order
    }
}

/// Weights of a rule by its name.
fn weights(name: &str, is_error: bool) -> [f64; 3] {
    let known = RULE_WEIGHTS.iter().find(|(known, _)| *known == name);
    known.map_or(OTHER_WEIGHTS[usize::from(is_error)], |(_, weights)| *weights)
}

/// Features of a rule's strength, in the order of its weights.
fn parts(strength: f64) -> [f64; 3] {
    [strength.min(1.0), f64::from(u8::from(strength >= 1.0)), strength.clamp(1.0, STRENGTH).log2()]
}

fn dot<const N: usize>(weights: [f64; N], features: [f64; N]) -> f64 {
    weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::{
        corpus::{Builtin, Corpus, Pairs, builtin},
        experiment::CheckedPair,
    };
    use wordfield_rules::{Dismissed, RULES, RuleSet};

    /// Test case: the built-in pairs with far ranks and large doubts for every tenth pair, and the reasons against them.
    fn checked() -> (PairCheck, Reasons) {
        let corpus: Corpus = builtin(Builtin::Pairs);
        let reasons = Reasons::of_corpus(&corpus, &RuleSet::default(), &Dismissed::default());
        let matched = corpus.task.pairs().into_iter().flat_map(Pairs::matched);
        let pair = |(place, (source, target)): (usize, (usize, usize))| {
            let (rank, doubt) = if place % 10 == 0 { (40, 9.0) } else { (1, 1.0) };
            let candidates = vec![(target, 0.5)];
            CheckedPair { source, target, fold: 0, doubt, rank, reverse_rank: rank, distance: 0.5, candidates }
        };
        (PairCheck { folds: 2, pairs: matched.enumerate().map(pair).collect(), note: None }, reasons)
    }

    #[test]
    fn weights_are_those_of_built_in_rules_and_speak_against_a_pair() {
        for (name, weights) in RULE_WEIGHTS {
            assert!(RULES.iter().any(|rule| rule.name == name), "{name}");
            assert!(weights.iter().all(|weight| *weight <= 0.0), "{name}");
        }
    }

    #[test]
    fn doubt_ranks_and_reasons_lower_a_score() {
        let (mut check, reasons) = checked();
        let scores = Scores::of(&check, &reasons);
        assert!(scores.values.iter().all(|score| (0.0..=1.0).contains(score)));
        let first = scores.order(&check);
        assert!(first.is_sorted_by(|&a, &b| scores.values[a] <= scores.values[b]) && first.len() == check.pairs.len());
        let place = *first.last().expect("a pair");
        let source = check.pairs[place].source;
        let before = scores.of_pair(&check, source).expect("a score");
        let changes: [fn(&mut CheckedPair); 3] = [|pair| pair.doubt += 5.0, |pair| pair.rank = 30, |pair| pair.reverse_rank = 30];
        for change in changes {
            let kept = check.pairs[place].clone();
            change(&mut check.pairs[place]);
            assert!(Scores::of(&check, &reasons).values[place] < before);
            check.pairs[place] = kept;
        }
        for (rule, row) in RULES.iter().enumerate() {
            let less = Scores::of(&check, &reasons.strengthen(source, rule, 0.5)).values[place];
            let more = Scores::of(&check, &reasons.strengthen(source, rule, 2.0)).values[place];
            assert!(more <= less && less <= before, "{}", row.name);
        }
        assert!(scores.of_pair(&check, usize::MAX).is_none());
    }

    #[test]
    fn verdicts_that_follow_the_ranks_calibrate_scores() {
        let (check, reasons) = checked();
        let wrong = |source: usize| check.pair(source).is_some_and(|pair| pair.rank > 1);
        let judged = |source: usize| source.is_multiple_of(3).then(|| wrong(source));
        let estimates = Scores::of(&check, &reasons);
        let scores = estimates.calibrated(&check, &reasons, judged).expect("enough verdicts");
        assert_eq!(scores.verdicts, Some(check.pairs.iter().filter(|pair| judged(pair.source).is_some()).count()));
        let mean = |of: bool| {
            let rows = scores.values.iter().zip(&check.pairs).filter(|(_, pair)| wrong(pair.source) == of);
            let (sum, count) = rows.fold((0.0, 0), |(sum, count), (score, _)| (sum + score, count + 1));
            sum / f64::from(count)
        };
        assert!(1.0 - mean(true) > 2.5 * (1.0 - mean(false)), "{} {}", mean(true), mean(false));
        assert!(estimates.calibrated(&check, &reasons, |_| None).is_err());
    }
}
