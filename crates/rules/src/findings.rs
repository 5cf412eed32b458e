//! Numbers measured by every rule in every row, from which counts, rows and histograms follow for any threshold.
//!
//! Memory: 4 bytes for each rule and row.

use rayon::prelude::*;

use crate::{Finding, RuleSet, Statistics};

/// Numbers measured by every rule in every row; 0 where a rule found nothing.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Measured numbers (rule × row).
    values: Vec<Vec<f32>>,
}

/// Histogram of a rule's numbers in intervals of equal width. Rows without a number (0) are in no interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// Limits of the histogram's intervals, ascending, one more than there are counts.
    pub limits: Vec<f64>,
    /// Number of rows in each interval of the histogram, of which the last includes its upper limit.
    pub counts: Vec<usize>,
}

impl Findings {
    /// Measures all pairs by all rules, disabled ones too, on all threads of the current rayon pool.
    pub fn of(rules: &RuleSet, statistics: &Statistics, pairs: &[[&str; 2]]) -> Self {
        let mut values = vec![vec![0.0; pairs.len()]; rules.rules.len()];
        let measure = |(row, &texts): (usize, &[&str; 2])| rules.measure(statistics, row, texts);
        let measured: Vec<Vec<Finding>> = pairs.par_iter().enumerate().map(measure).collect();
        for (row, found) in measured.iter().enumerate() {
            for finding in found {
                values[finding.rule][row] = finding.value as f32;
            }
        }
        Self { values }
    }

    /// Numbers that a rule measured, one per row; empty for an unknown index.
    pub fn values(&self, rule: usize) -> &[f32] {
        self.values.get(rule).map_or(&[], Vec::as_slice)
    }

    /// Rows (from 0) that a rule flags at its current threshold; none if the rule is disabled.
    pub fn rows(&self, rules: &RuleSet, rule: usize) -> impl Iterator<Item = usize> {
        let row = rules.rules.get(rule);
        let values = self.values(rule).iter().enumerate();
        values.filter(move |(_, value)| row.is_some_and(|rule| rule.flags(f64::from(**value)))).map(|(row, _)| row)
    }

    /// Number of rows that a rule flags at its current threshold.
    pub fn count(&self, rules: &RuleSet, rule: usize) -> usize {
        self.rows(rules, rule).count()
    }

    /// Histogram of a rule's numbers in `bins` intervals from 0 to the largest; `None` if all are 0.
    pub fn histogram(&self, rule: usize, bins: usize) -> Option<Histogram> {
        let values = self.values(rule);
        let largest = values.iter().copied().fold(0.0, f32::max);
        if largest <= 0.0 || bins == 0 {
            return None;
        }
        let largest = f64::from(largest);
        let mut counts = vec![0; bins];
        for value in values.iter().map(|&value| f64::from(value)).filter(|&value| value > 0.0) {
            counts[((value / largest * bins as f64) as usize).min(bins - 1)] += 1;
        }
        Some(Histogram { limits: (0..=bins).map(|bin| largest * bin as f64 / bins as f64).collect(), counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRS: [[&str; 2]; 4] = [["12 a", "21 b"], ["a", ""], ["1, 2, 3", "x"], ["11 and 12", "13 und 14"]];

    #[test]
    fn thresholds_change_without_a_second_pass() {
        let mut rules = RuleSet::default();
        let statistics = Statistics::of(&PAIRS);
        let findings = Findings::of(&rules, &statistics, &PAIRS);
        let numbers = rules.find("numbers").expect("a rule");
        assert_eq!(findings.values(numbers), [2.0, 0.0, 0.875, 4.0]);
        let rows = |rules: &RuleSet| findings.rows(rules, numbers).collect::<Vec<_>>();
        assert_eq!(rows(&rules), [0, 3]);
        rules.rules[numbers].threshold = 0.5;
        assert_eq!(rows(&rules), [0, 2, 3]);
        rules.rules[numbers].enabled = false;
        assert_eq!(findings.count(&rules, numbers), 0);
        assert!(findings.values(usize::MAX).is_empty());
    }

    #[test]
    fn judging_and_findings_agree() {
        let rules = RuleSet::default();
        let statistics = Statistics::of(&PAIRS);
        let findings = Findings::of(&rules, &statistics, &PAIRS);
        for (row, &texts) in PAIRS.iter().enumerate() {
            let judged: Vec<usize> = rules.judge(&statistics, row, texts).iter().map(|finding| finding.rule).collect();
            let flagged = (0..rules.rules.len()).filter(|&rule| findings.rows(&rules, rule).any(|other| other == row));
            assert_eq!(judged, flagged.collect::<Vec<_>>(), "row {row}");
        }
    }

    #[test]
    fn histograms_count_every_positive_number() {
        let rules = RuleSet::default();
        let findings = Findings::of(&rules, &Statistics::of(&PAIRS), &PAIRS);
        let numbers = rules.find("numbers").expect("a rule");
        let histogram = findings.histogram(numbers, 4).expect("numbers");
        assert_eq!(histogram, Histogram { limits: vec![0.0, 1.0, 2.0, 3.0, 4.0], counts: vec![1, 0, 1, 1] });
        assert_eq!(findings.histogram(numbers, 0), None);
        assert_eq!(findings.histogram(rules.find("markup").expect("a rule"), 4), None);
    }
}
