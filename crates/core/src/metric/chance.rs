//! Significance tests of whether a score is better than chance.
//!
//! Both rules behind [`Evidence`] are one-sided tests at the 5 % level: a model at chance level passes one time in twenty.
//! If a part is so small that even a perfect score would not pass, the tests give no answer.
//! Cost: one pass over the number of documents.

/// Significance level of the tests against chance.
const LEVEL: f64 = 0.05;
/// Square of the one-sided 95 % point of the normal distribution.
const Z95_ONE_SIDED_SQUARED: f64 = 2.705_543_454;

/// Score of a model on one part of a corpus, with the numbers for its test against chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evidence<'a> {
    /// Score of classification, to be tested against chance.
    Classes {
        /// Number of correctly classified documents.
        right: usize,
        /// Number of classified documents.
        all: usize,
        /// Number of documents in the most frequent class.
        most_frequent: usize,
    },
    /// Score of a model for one rating, to be tested against chance.
    Rating {
        /// Name of the predicted rating.
        name: &'a str,
        /// Root mean squared error of the predictions.
        rmse: f64,
        /// RMSE of predicting the training part's mean for every document.
        constant: f64,
        /// Number of documents that have the rating.
        all: usize,
    },
    /// Score of matching, to be tested against chance.
    Partners {
        /// Number of documents whose nearest candidate is their partner.
        right: usize,
        /// Number of documents that have a partner.
        all: usize,
        /// Number of candidates for each document's partner.
        candidates: usize,
    },
}

impl Evidence<'_> {
    /// Message with the numbers and a possible cause if the score is not better than chance; `None` if it is better,
    /// or if the part is too small for a test.
    /// `part` names the part, as in "test".
    pub fn no_better_than_chance(&self, part: &str) -> Option<String> {
        let percent = |right: usize, all: usize| format!("{:.1} %", 100.0 * right as f64 / all as f64);
        let (better, text) = match *self {
            Self::Classes { right, all, most_frequent } => (
                beats_guessing(right, all, most_frequent as f64 / all as f64),
                format!(
                    "No better than chance: are the classes those of the texts? (Accuracy on the {part} part {}, of the most \
                     frequent class alone {}.)",
                    percent(right, all),
                    percent(most_frequent, all)
                ),
            ),
            Self::Rating { name, rmse, constant, all } => (
                beats_constant(rmse, constant, all),
                format!(
                    "No better than chance: are the ratings those of the texts? (RMSE of \"{name}\" on the {part} part \
                     {rmse:.3}, of its mean alone {constant:.3}.)"
                ),
            ),
            Self::Partners { right, all, candidates } => (
                beats_guessing(right, all, 1.0 / candidates as f64),
                format!(
                    "No better than chance: are the lines aligned? (Precision@1 on the {part} part {}, of guessing {}.)",
                    percent(right, all),
                    percent(1, candidates)
                ),
            ),
        };
        (better == Some(false)).then_some(text)
    }
}

/// Whether `right` of `all` answers are more than guessing with success probability `chance` gives, by the exact binomial test.
/// `None` if even `all` right answers would not pass.
fn beats_guessing(right: usize, all: usize, chance: f64) -> Option<bool> {
    (at_least(all, all, chance) < LEVEL).then(|| at_least(right, all, chance) < LEVEL)
}

/// Whether an error `rmse` on `all` documents is lower than the error `constant` of the best constant prediction.
/// `None` if even an error of 0 would not pass.
///
/// Predictions independent of the truth have a correlation of at most `z / √n` with it, except one time in twenty.
/// The explained variance, `1 - rmse² / constant²`, is at most the square of that correlation.
fn beats_constant(rmse: f64, constant: f64, all: usize) -> Option<bool> {
    let bound = Z95_ONE_SIDED_SQUARED / all as f64;
    (constant > 0.0 && bound < 1.0).then(|| 1.0 - (rmse / constant).powi(2) > bound)
}

/// Binomial probability of at least `k` successes in `n` trials with success probability `p`.
pub(super) fn at_least(k: usize, n: usize, p: f64) -> f64 {
    if k == 0 || p >= 1.0 {
        return 1.0;
    }
    if p <= 0.0 {
        return 0.0;
    }
    let odds = (p / (1.0 - p)).ln();
    let mut log = n as f64 * (-p).ln_1p();
    let mut sum = 0.0;
    for i in 1..=n {
        log += ((n - i + 1) as f64 / i as f64).ln() + odds;
        if i >= k {
            sum += log.exp();
        }
    }
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;

    use super::*;

    #[test]
    fn tails_equal_those_of_the_binomial_distribution() {
        assert_relative_eq!(at_least(3, 4, 0.5), 5.0 / 16.0, max_relative = 1e-12);
        assert_relative_eq!(at_least(2, 3, 0.1), 3.0 * 0.01 * 0.9 + 0.001, max_relative = 1e-12);
        assert_eq!((at_least(0, 9, 0.3), at_least(1, 9, 0.0), at_least(9, 9, 1.0)), (1.0, 0.0, 1.0));
        // Normal approximation: 5,100 of 10,000 are two standard deviations above the mean.
        assert_relative_eq!(at_least(5_100, 10_000, 0.5), 0.0233, max_relative = 0.01);
    }

    #[test]
    fn scores_above_chance_pass_where_the_part_is_large_enough() {
        assert_eq!(beats_guessing(60, 100, 0.5), Some(true));
        assert_eq!(beats_guessing(58, 100, 0.5), Some(false));
        assert_eq!(beats_guessing(0, 40, 1.0 / 40.0), Some(false));
        assert_eq!(beats_guessing(2, 40, 1.0 / 40.0), Some(false));
        assert_eq!(beats_guessing(4, 40, 1.0 / 40.0), Some(true));
        for (all, chance) in [(0, 0.5), (4, 0.5), (50, 0.99), (9, 1.0)] {
            assert_eq!(beats_guessing(all, all, chance), None, "{all} of {all} at {chance}");
        }
    }

    #[test]
    fn the_message_names_the_numbers() {
        let classes = |right| Evidence::Classes { right, all: 50, most_frequent: 25 }.no_better_than_chance("test");
        assert!(classes(26).unwrap().contains("classes") && classes(26).unwrap().contains("test part 52.0 %"));
        assert_eq!(classes(40), None);
        let rating = |rmse| Evidence::Rating { name: "stars", rmse, constant: 1.0, all: 50 }.no_better_than_chance("test");
        assert!(rating(0.99).unwrap().contains("\"stars\" on the test part 0.990, of its mean alone 1.000"));
        assert_eq!(rating(0.5), None);
        let partners = |right| Evidence::Partners { right, all: 40, candidates: 40 }.no_better_than_chance("development");
        assert!(partners(1).unwrap().contains("are the lines aligned? (Precision@1 on the development part 2.5 %"));
        assert_eq!(
            (partners(9), Evidence::Partners { right: 0, all: 0, candidates: 0 }.no_better_than_chance("test")),
            (None, None)
        );
    }

    #[test]
    fn an_error_must_be_clearly_below_that_of_the_constant() {
        assert_eq!(beats_constant(0.9, 1.0, 100), Some(true));
        assert_eq!(beats_constant(0.99, 1.0, 100), Some(false));
        assert_eq!(beats_constant(0.99, 1.0, 1_000), Some(true));
        assert_eq!(beats_constant(f64::NAN, 1.0, 100), Some(false));
        assert_eq!((beats_constant(0.0, 1.0, 2), beats_constant(0.0, 0.0, 100), beats_constant(0.5, 1.0, 0)), (None, None, None));
    }
}
