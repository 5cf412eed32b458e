//! Calibration of class probabilities from pairwise decisions: a softmax of the classes' margins with one fitted factor.
//!
//! The margin `s_c` of a class is the least of its signed decisions over the pairs.
//! The class has the probability `exp(f s_c) / Σ exp(f s)`.
//! A class that wins all its pairs is the predicted one and has the largest probability.
//! The factor `f ≥ 0` minimises the cross entropy on documents the decisions were not fitted to.
//! As by Platt (1999), targets are smoothed, so that `f` is finite where every decision is right:
//! of n documents each has `(n + 1) / (n + 2)` for its class, and the other classes share the rest.
//! One factor cannot overfit a small part.
//! A class without a pairwise decision has probability 0.
//!
//! Cost: one pass over the margins for each of about ten Newton steps. Memory: the margins (n × C).

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

use ndarray::{Array2, ArrayView1, ArrayView2};
use serde::{Deserialize, Serialize};

use crate::stats::grouped;

/// Maximum number of Newton steps in fitting the factor; halving the bracket alone reaches the last bit in fewer.
const STEPS: usize = 200;
/// Relative width of the bracket at which the search for the calibration factor ends.
const SAME: f64 = 1e-13;

/// Calibration of class probabilities: a softmax of the classes' margins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassCalibration {
    /// Factor `f` of the margins in the softmax.
    pub factor: f64,
    /// Documents to which the calibration factor was fitted.
    #[serde(default)]
    pub on: CalibratedOn,
    /// Number of documents to which the calibration factor was fitted; 0 in files of earlier versions.
    #[serde(default)]
    pub documents: usize,
}

/// Documents to which a calibration is fitted: predicted by models that were not trained on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CalibratedOn {
    /// Calibration on documents of the development part.
    #[default]
    Development,
    /// Calibration on documents of the training part, each predicted by a model trained on the remaining folds.
    OutOfFold,
}

/// Margins of the classes: the least of a class's signed decisions over the pairs (n × C), `-∞` for a class without a pair.
/// `pairs` are the two classes of each column of `decisions` (n × P); a positive decision is for the first.
fn margins(pairs: &[(usize, usize)], classes: usize, decisions: ArrayView2<'_, f64>) -> Array2<f64> {
    let mut margins = Array2::from_elem((decisions.nrows(), classes), f64::NEG_INFINITY);
    for &(first, second) in pairs {
        margins.column_mut(first).fill(f64::INFINITY);
        margins.column_mut(second).fill(f64::INFINITY);
    }
    for (&(first, second), column) in pairs.iter().zip(decisions.columns()) {
        for (row, &decision) in column.iter().enumerate() {
            margins[[row, first]] = margins[[row, first]].min(decision);
            margins[[row, second]] = margins[[row, second]].min(-decision);
        }
    }
    margins
}

/// Log softmax of `factor` times the margins of a document.
fn log_softmax(margins: ArrayView1<'_, f64>, factor: f64) -> Vec<f64> {
    let largest = margins.fold(f64::NEG_INFINITY, |a, &b| a.max(b));
    // A factor of 0 times a margin of -∞ must still give a probability of 0.
    let scaled = |margin: &f64| if margin.is_finite() { factor * (margin - largest) } else { *margin };
    let scaled: Vec<f64> = margins.iter().map(scaled).collect();
    let norm = scaled.iter().map(|value| value.exp()).sum::<f64>().ln();
    scaled.into_iter().map(|value| value - norm).collect()
}

impl ClassCalibration {
    /// Fits the factor of least cross entropy to decisions (n × P) of documents with these labels (n); `on` names the documents.
    /// `None` without pairs, without a document of a class of a pair, or if a decision is not finite.
    pub fn fit(
        pairs: &[(usize, usize)],
        classes: usize,
        decisions: ArrayView2<'_, f64>,
        labels: impl IntoIterator<Item = usize>,
        on: CalibratedOn,
    ) -> Option<Self> {
        let paired = |class: usize| pairs.iter().any(|&(a, b)| a == class || b == class);
        let documents: Vec<(usize, usize)> = labels.into_iter().enumerate().filter(|&(_, label)| paired(label)).collect();
        if documents.is_empty() || !decisions.iter().all(|decision| decision.is_finite()) {
            return None;
        }
        let margins = margins(pairs, classes, decisions);
        let unit = margins.iter().filter(|margin| margin.is_finite()).fold(0.0_f64, |most, margin| most.max(margin.abs()));
        let scaled = margins.mapv(|margin| margin / unit);
        // Means of the margins under the smoothed targets do not depend on the factor.
        let (all, others) = (documents.len() as f64, (0..classes).filter(|&class| paired(class)).count() as f64 - 1.0);
        let target = |&(row, label): &(usize, usize)| {
            let margins = scaled.row(row);
            let sum: f64 = margins.iter().filter(|margin| margin.is_finite()).sum();
            ((all + 1.0) * margins[label] + (sum - margins[label]) / others) / (all + 2.0)
        };
        let targets: Vec<f64> = documents.iter().map(target).collect();
        let slope = |factor: f64| {
            let one = |(&(row, _), target): (&(usize, usize), &f64)| {
                let margins = scaled.row(row);
                let (mut mean, mut square) = (0.0, 0.0);
                for (log, margin) in
                    log_softmax(margins, factor).into_iter().zip(margins).filter(|(_, margin)| margin.is_finite())
                {
                    mean += log.exp() * margin;
                    square += log.exp() * margin * margin;
                }
                (mean - target, square - mean * mean)
            };
            documents.iter().zip(&targets).map(one).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1))
        };
        let factor = if unit > 0.0 { root(slope) / unit } else { 0.0 };
        factor.is_finite().then_some(Self { factor, on, documents: documents.len() })
    }

    /// Whether the calibration factor is one that [`ClassCalibration::fit`] can return.
    pub fn is_valid(&self) -> bool {
        self.factor.is_finite() && self.factor >= 0.0
    }

    /// Sentence that names the documents on which the probabilities are calibrated.
    pub fn sentence(&self) -> String {
        let documents = grouped(self.documents);
        match self.on {
            CalibratedOn::Development => format!("Probabilities are calibrated on {documents} development documents."),
            CalibratedOn::OutOfFold => format!(
                "Probabilities are calibrated out of fold on {documents} training documents, each decided by a model trained on \
                 the other folds."
            ),
        }
    }

    /// Calibrated class probabilities (n × C) from pairwise decisions (n × P).
    pub fn probabilities(&self, pairs: &[(usize, usize)], classes: usize, decisions: ArrayView2<'_, f64>) -> Array2<f64> {
        let mut margins = margins(pairs, classes, decisions);
        for mut row in margins.rows_mut() {
            let logs = log_softmax(row.view(), self.factor);
            row.iter_mut().zip(logs).for_each(|(value, log)| *value = log.exp());
        }
        margins
    }
}

/// Log loss: mean negative logarithm of the true classes' probabilities, in nats; `None` without documents.
/// As in scikit-learn, probabilities are at least the spacing of numbers at 1 (2.2e-16).
pub fn log_loss(of_truth: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (all, sum) = of_truth.into_iter().fold((0_usize, 0.0), |(all, sum), p| (all + 1, sum - p.max(f64::EPSILON).ln()));
    (all > 0).then(|| sum / all as f64)
}

/// Root `f ≥ 0` of an increasing function, from its value and derivative; 0 if the function is positive at 0 already.
fn root(slope: impl Fn(f64) -> (f64, f64)) -> f64 {
    if slope(0.0).0 >= 0.0 {
        return 0.0;
    }
    let (mut low, mut high, mut at) = (0.0_f64, f64::INFINITY, 1.0_f64);
    for _ in 0..STEPS {
        let (value, derivative) = slope(at);
        if value < 0.0 {
            low = at;
        } else {
            high = at;
        }
        let newton = at - value / derivative;
        let next = match (newton > low && newton < high, high.is_finite()) {
            (true, _) if newton < 4.0 * at => newton,
            (_, true) => 0.5 * (low + high),
            (_, false) => 4.0 * at,
        };
        if value == 0.0 || (next - at).abs() <= SAME * at {
            return at;
        }
        at = next;
    }
    at
}

#[cfg(test)]
mod tests {
    use ndarray::{Array1, array};
    use proptest::prelude::*;

    use super::*;

    const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

    /// The calibration on development documents.
    fn fit(
        pairs: &[(usize, usize)],
        classes: usize,
        decisions: ArrayView2<'_, f64>,
        labels: impl IntoIterator<Item = usize>,
    ) -> Option<ClassCalibration> {
        ClassCalibration::fit(pairs, classes, decisions, labels, CalibratedOn::Development)
    }

    /// The smoothed cross entropy as plain loops over the definition.
    fn reference(decisions: &Array2<f64>, labels: &[usize], factor: f64) -> f64 {
        let n = labels.len() as f64;
        let mut sum = 0.0;
        for (row, &label) in labels.iter().enumerate() {
            let mut margins = [f64::INFINITY; 3];
            for (pair, (a, b)) in PAIRS.into_iter().enumerate() {
                margins[a] = margins[a].min(decisions[[row, pair]]);
                margins[b] = margins[b].min(-decisions[[row, pair]]);
            }
            let norm: f64 = margins.iter().map(|margin| (factor * margin).exp()).sum();
            for (class, margin) in margins.into_iter().enumerate() {
                let target = if class == label { n + 1.0 } else { 0.5 } / (n + 2.0);
                sum -= target * ((factor * margin).exp() / norm).ln();
            }
        }
        sum
    }

    prop_compose! {
        fn documents()(rows in prop::collection::vec((prop::array::uniform3(-3.0..3.0_f64), 0..3_usize), 1..40)) -> (Array2<f64>, Vec<usize>) {
            let decisions = Array2::from_shape_fn((rows.len(), 3), |(row, pair)| rows[row].0[pair]);
            (decisions, rows.iter().map(|row| row.1).collect())
        }
    }

    proptest! {
        #[test]
        fn the_factor_minimises_the_smoothed_cross_entropy((decisions, labels) in documents()) {
            let factor = fit(&PAIRS, 3, decisions.view(), labels.iter().copied()).expect("documents").factor;
            let least = reference(&decisions, &labels, factor);
            for other in [0.0, factor * 0.99, factor * 1.01, factor + 0.01, 10.0 * factor] {
                prop_assert!(least <= reference(&decisions, &labels, other) + 1e-9, "{} against {}", factor, other);
            }
        }

        #[test]
        fn decisions_have_no_unit((decisions, labels) in documents(), power in -40..40_i32) {
            let unit = 2.0_f64.powi(power);
            let fit = |of: &Array2<f64>| fit(&PAIRS, 3, of.view(), labels.iter().copied()).expect("documents");
            let (one, other) = (fit(&decisions), fit(&(&decisions * unit)));
            prop_assert!((one.factor - unit * other.factor).abs() <= 1e-9 * one.factor);
        }

        #[test]
        fn probabilities_sum_to_one_and_follow_the_margins((decisions, _) in documents(), factor in 0.0..9.0_f64) {
            let found = ClassCalibration { factor, on: CalibratedOn::Development, documents: 1 }.probabilities(&PAIRS, 3, decisions.view());
            for (row, margins) in found.outer_iter().zip(margins(&PAIRS, 3, decisions.view()).outer_iter()) {
                prop_assert!((row.sum() - 1.0).abs() < 1e-12);
                for (a, b) in [(0, 1), (1, 2), (0, 2)] {
                    prop_assert!((row[a] - row[b]) * (margins[a] - margins[b]) >= 0.0);
                }
                // A class that wins both its pairs has the only positive margin.
                prop_assert!(margins.iter().filter(|margin| **margin > 0.0).count() <= 1);
            }
        }
    }

    #[test]
    fn documents_with_equal_decisions_have_the_probability_of_their_targets() {
        let decisions = array![[2.0], [2.0], [2.0], [2.0]];
        let found = fit(&[(0, 1)], 2, decisions.view(), [0, 0, 0, 1]).expect("documents");
        let mean: f64 = (3.0 * 5.0 / 6.0 + 1.0 / 6.0) / 4.0;
        // The margins of both documents are 2 and -2.
        assert!((4.0 * found.factor - (mean / (1.0 - mean)).ln()).abs() < 1e-10);
        assert_eq!((found.on, found.documents), (CalibratedOn::Development, 4));
    }

    #[test]
    fn right_decisions_have_a_finite_factor_and_useless_ones_none() {
        let sign = |label: usize| if label == 0 { 1.0 } else { -1.0 };
        let labels: Vec<usize> = (0..20).map(|i| i % 2).collect();
        let fit = |by: f64| {
            let decisions = Array1::from_iter(labels.iter().map(|&label| by * sign(label))).insert_axis(ndarray::Axis(1));
            fit(&[(0, 1)], 2, decisions.view(), labels.iter().copied()).map(|found| found.factor)
        };
        // The smoothed targets of twenty documents are 21/22.
        assert!((2.0 * fit(1.0).expect("documents") - 21.0_f64.ln()).abs() < 1e-9);
        assert_eq!((fit(0.0), fit(-1.0)), (Some(0.0), Some(0.0)));
        assert_eq!((fit(f64::NAN), fit(f64::INFINITY)), (None, None));
    }

    #[test]
    fn a_class_of_no_pair_has_probability_zero() {
        let decisions = array![[1.0], [-3.0]];
        let fitted = fit(&[(0, 2)], 3, decisions.view(), [0, 1]).expect("a document");
        assert_eq!(fitted.documents, 1, "that of a class of no pair does not count");
        let found = fitted.probabilities(&[(0, 2)], 3, decisions.view());
        assert_eq!(found.column(1).to_vec(), [0.0, 0.0]);
        assert_eq!(fit(&[(0, 2)], 3, decisions.view(), [1, 1]), None, "no document of a pair");
        assert_eq!(fit(&[], 3, Array2::zeros((2, 0)).view(), [0, 1]), None);
        assert!((log_loss([0.5, 0.0]).expect("documents") - 0.5 * (2.0_f64.ln() - f64::EPSILON.ln())).abs() < 1e-12);
        assert_eq!(log_loss([]), None);
    }
}
