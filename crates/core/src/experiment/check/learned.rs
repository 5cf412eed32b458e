//! Learned estimate that a pair is wrong, by logistic regression on a reviewer's verdicts on other pairs.
//! Features of a pair are, for example, its ranks and the findings of rules.
//!
//! Every number is centred and divided by its standard deviation over all pairs, also those without a verdict;
//! a number that is equal in all pairs has no weight.
//! The penalty is that of [`logistic`] at [`INVERSE_PENALTY`].
//!
//! A reviewer judges suspicious pairs first, so that the judged pairs are no random sample.
//! Among judged pairs a reason may even speak for a pair.
//! Pairs with neither a verdict nor a reason are therefore presumed right, [`PRESUMED_PER_VERDICT`] for each verdict.
//!
//! Cost: one fit, some ten thousand operations a verdict, and one pass over the pairs. Memory: the numbers twice.

use ndarray::{Array1, Array2, ArrayView1, Axis};

use crate::{
    corpus::Csr,
    model::{ModelError, logistic},
};

/// Minimum number of verdicts on pairs from which errors are learned.
const VERDICTS: usize = 30;
/// Minimum number of verdicts of each kind, right and wrong.
const MIN_VERDICTS_OF_EACH: usize = 2;
/// Regularisation constant `C`: the factor of the verdicts' losses relative to half the squared weights.
const INVERSE_PENALTY: f64 = 0.1;
/// Number of pairs presumed right for each verdict.
const PRESUMED_PER_VERDICT: usize = 4;

/// Features and verdicts of pairs, one row for each pair.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPairs {
    /// Feature values of the pairs, all finite (n × d).
    pub features: Array2<f64>,
    /// Emphasis factor of each standardised feature (d): the larger, the less its weight is penalised.
    pub emphasis: Vec<f64>,
    /// Whether each pair is wrong, if there is a verdict (n).
    pub wrong: Vec<Option<bool>>,
    /// Whether a reason was found against the pair, so that it is not presumed right without a verdict (n).
    pub suspicious: Vec<bool>,
}

/// Estimates of wrong pairs, learned from verdicts.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedErrors {
    /// Estimate that each pair is wrong, from 0 to 1 and not calibrated, in the row order of the features.
    pub estimates: Vec<f64>,
    /// Weight of each feature in the log-odds that a pair is wrong, per standard deviation of the feature times its emphasis.
    pub weights: Vec<f64>,
    /// Number of verdicts from which errors were learned.
    pub verdicts: usize,
}

/// Reason why nothing is learned from verdicts.
#[derive(Debug, thiserror::Error)]
pub enum LearningError {
    /// Error: too few verdicts on pairs.
    #[error(
        "{right} right and {wrong} wrong pairs are judged: an order is learned from {VERDICTS} verdicts, of which {MIN_VERDICTS_OF_EACH} say right and {MIN_VERDICTS_OF_EACH} wrong"
    )]
    TooFew {
        /// Number of pairs that the reviewer judged right.
        right: usize,
        /// Number of pairs that the reviewer judged wrong.
        wrong: usize,
    },
    /// Error: the logistic regression failed.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// Learns from verdicts which pairs are wrong.
///
/// # Errors
/// Returns an error if there are too few verdicts, or the fit was cancelled.
///
/// # Panics
/// Panics if the parts have different numbers of pairs or features.
pub fn learn_errors(pairs: &JudgedPairs) -> Result<LearnedErrors, LearningError> {
    let JudgedPairs { features, emphasis, wrong, suspicious } = pairs;
    assert_eq!([wrong.len(), suspicious.len()], [features.nrows(); 2], "an entry for each pair");
    let (mut rows, mut classes): (Vec<usize>, Vec<bool>) =
        wrong.iter().enumerate().filter_map(|(row, verdict)| Some((row, (*verdict)?))).unzip();
    let (verdicts, errors) = (rows.len(), classes.iter().filter(|wrong| **wrong).count());
    let right = verdicts - errors;
    if verdicts < VERDICTS || errors.min(right) < MIN_VERDICTS_OF_EACH {
        return Err(LearningError::TooFew { right, wrong: errors });
    }
    let others: Vec<usize> = (0..wrong.len()).filter(|&row| wrong[row].is_none() && !suspicious[row]).collect();
    let presumed = others.len().min(PRESUMED_PER_VERDICT * verdicts);
    rows.extend((0..presumed).map(|place| others[place * others.len() / presumed]));
    classes.resize(rows.len(), false);
    let standard = standardised(features.clone()) * ArrayView1::from(emphasis);
    let row = |&row: &usize| standard.row(row).iter().enumerate().map(|(column, &value)| (column as u32, value)).collect();
    let train = Csr::from_rows(standard.ncols(), rows.iter().map(row));
    let (weights, offset) = logistic::log_odds(train, &classes, INVERSE_PENALTY)?;
    let weights = Array1::from(weights);
    let estimates = standard.dot(&weights).mapv(|score| 1.0 / (1.0 + (-score - offset).exp())).to_vec();
    Ok(LearnedErrors { estimates, weights: weights.to_vec(), verdicts })
}

/// Standardises columns to mean 0 and standard deviation 1; constant columns become 0.
fn standardised(mut standard: Array2<f64>) -> Array2<f64> {
    for mut column in standard.axis_iter_mut(Axis(1)) {
        let mean = column.mean().unwrap_or_default();
        let deviation = column.std(0.0);
        let scale = if deviation > 1e-12 * mean.abs().max(1.0) { 1.0 / deviation } else { 0.0 };
        column.mapv_inplace(|value| (value - mean) * scale);
    }
    standard
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Pairs whose first number is high for errors, whose second is noise, and whose third is always 7;
    /// every `step`-th is judged.
    fn planted(pairs: usize, step: usize) -> (JudgedPairs, Vec<bool>) {
        let noise = |row: usize| ((row * 7919 + 13) % 101) as f64 / 101.0 - 0.5;
        let wrong: Vec<bool> = (0..pairs).map(|row| row % 4 == 0).collect();
        let features = Array2::from_shape_fn((pairs, 3), |(row, column)| match column {
            0 => f64::from(u8::from(wrong[row])) + noise(row),
            1 => 100.0 * noise(row + 50),
            _ => 7.0,
        });
        let verdict = |(row, &wrong): (usize, &bool)| (row % step == 0).then_some(wrong);
        let judged = wrong.iter().enumerate().map(verdict).collect();
        (JudgedPairs { features, emphasis: vec![1.0; 3], wrong: judged, suspicious: wrong.clone() }, wrong)
    }

    #[test]
    fn pairs_without_a_verdict_are_ranked_by_what_marks_the_judged_errors() {
        let (pairs, wrong) = planted(400, 5);
        let learned = learn_errors(&pairs).expect("enough verdicts");
        assert_eq!(learned.verdicts, 80);
        assert!(learned.weights[0] > 5.0 * learned.weights[1].abs() && learned.weights[2] == 0.0, "{:?}", learned.weights);
        let mean = |of: bool| {
            let chosen = (0..400).filter(|row| row % 5 != 0 && wrong[*row] == of).map(|row| learned.estimates[row]);
            let (sum, count) = chosen.fold((0.0, 0), |(sum, count), one| (sum + one, count + 1));
            sum / f64::from(count)
        };
        assert!(mean(true) > 2.0 * mean(false), "{} {}", mean(true), mean(false));
    }

    #[test]
    fn weights_are_at_the_minimum_of_the_penalised_loss() {
        // Without a verdict every pair is suspicious, so that none is presumed right.
        let (pairs, _) = planted(120, 3);
        let pairs = JudgedPairs { suspicious: vec![true; 120], emphasis: vec![1.0, 3.0, 1.0], ..pairs };
        let learned = learn_errors(&pairs).expect("enough verdicts");
        // At the minimum of C Σ ℓ + ‖w‖² / 2 the weights are C Σ (y - p) x, and the residuals sum to 0.
        let standard = standardised(pairs.features.clone()) * ArrayView1::from(&pairs.emphasis);
        let residual = |row: usize| pairs.wrong[row].map_or(0.0, |wrong| f64::from(u8::from(wrong)) - learned.estimates[row]);
        for (column, weight) in learned.weights.iter().enumerate() {
            let slope: f64 = (0..120).map(|row| residual(row) * standard[[row, column]]).sum();
            assert!((INVERSE_PENALTY * slope - weight).abs() < 1e-4, "{column}: {slope} {weight}");
        }
        assert!((0..120).map(residual).sum::<f64>().abs() < 1e-3);
    }

    #[test]
    fn a_mark_of_most_judged_pairs_still_counts_against_the_others() {
        // All judged pairs have the mark, and a quarter of them are right.
        let wrong: Vec<Option<bool>> = (0..400).map(|row| (row < 40).then_some(row % 4 != 0)).collect();
        let marked: Vec<bool> = (0..400).map(|row| row < 60).collect();
        let features = Array2::from_shape_fn((400, 1), |(row, _)| f64::from(u8::from(marked[row])));
        let pairs = JudgedPairs { features, emphasis: vec![1.0], wrong, suspicious: marked };
        let learned = learn_errors(&pairs).expect("enough verdicts");
        assert!(learned.estimates[50] > 0.5 && learned.estimates[300] < 0.1, "{:?}", &learned.estimates[50]);
    }

    #[test]
    fn few_verdicts_or_a_single_kind_teach_nothing() {
        let problem = |pairs: &JudgedPairs| learn_errors(pairs).expect_err("too few").to_string();
        let (pairs, wrong) = planted(200, 7);
        assert!(problem(&pairs).starts_with("21 right and 8 wrong pairs are judged: "), "29 verdicts");
        let right = wrong.iter().map(|&wrong| (!wrong).then_some(false)).collect();
        assert!(problem(&JudgedPairs { wrong: right, ..pairs.clone() }).starts_with("150 right and 0 wrong"));
        let none = JudgedPairs { wrong: vec![None; 200], ..pairs };
        assert!(problem(&none).contains("from 30 verdicts, of which 2 say right and 2 wrong"));
    }

    proptest! {
        #[test]
        fn probabilities_do_not_depend_on_the_units_of_the_numbers(scale in 0.01_f64..100.0, shift in -100.0_f64..100.0) {
            let (one, _) = planted(120, 3);
            let two = JudgedPairs { features: one.features.mapv(|value| scale * value + shift), ..one.clone() };
            let [one, two] = [one, two].map(|pairs| learn_errors(&pairs).expect("enough verdicts"));
            for (one, two) in one.estimates.iter().zip(&two.estimates) {
                prop_assert!((0.0..=1.0).contains(one) && (one - two).abs() < 1e-3, "{one} {two}");
            }
        }
    }
}
