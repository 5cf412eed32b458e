//! Which words are kept: frequent enough in the training part, and not too many.
//!
//! Cost: one pass over document frequencies, and a sort where the number of words is limited.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::{BuildError, CorpusError};

/// The fewest training documents a word must occur in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Threshold {
    /// So many documents.
    Documents(usize),
    /// A share of the training documents, rounded up: 0.01 keeps words in at least 1 % of them.
    Share(f64),
}

/// Which words are kept.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct VocabularyOptions {
    /// The fewest training documents a word must occur in (never less than one).
    pub threshold: Threshold,
    /// At most so many words, those in most documents first.
    pub max_words: Option<usize>,
}

impl Default for VocabularyOptions {
    /// Words in at least 1 % of the training documents (the papers), however many.
    fn default() -> Self {
        Self { threshold: Threshold::Share(0.01), max_words: None }
    }
}

impl Threshold {
    /// The threshold as a number of documents, at least one, among `training` documents.
    pub fn documents(self, training: usize) -> usize {
        match self {
            Self::Documents(documents) => documents.max(1),
            // 0.07 · 100 is a little more than 7 in floating point, and still means 7.
            Self::Share(share) => ((share * training as f64 - 1e-9).ceil() as usize).max(1),
        }
    }
}

impl VocabularyOptions {
    /// The indices of the words kept, ascending, by the number of training documents each occurs in (L).
    ///
    /// Of words in equally many documents the alphabetically first stay.
    ///
    /// `side` names the side of a corpus of pairs whose words these are, and is empty otherwise.
    ///
    /// # Errors
    /// When no word is kept.
    pub(super) fn choose(&self, frequency: &[u32], training: usize, side: &str) -> Result<Vec<u32>, CorpusError> {
        let threshold = self.threshold.documents(training);
        let mut kept: Vec<u32> =
            (0..frequency.len() as u32).filter(|&word| frequency[word as usize] as usize >= threshold).collect();
        if let Some(limit) = self.max_words
            && kept.len() > limit
        {
            kept.sort_by_key(|&word| Reverse(frequency[word as usize]));
            kept.truncate(limit);
            kept.sort_unstable();
        }
        if kept.is_empty() {
            return Err(BuildError::EmptyVocabulary { threshold, documents: training, side: side.to_owned() }.into());
        }
        Ok(kept)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn shares_are_rounded_up_and_never_below_one() {
        for (share, training, documents) in [
            (0.01, 1000, 10),
            (0.01, 1001, 11),
            (0.07, 100, 7),
            (0.01, 5, 1),
            (0.0, 9, 1),
            (f64::NAN, 9, 1),
            (-1.0, 9, 1),
            (1.0, 9, 9),
        ] {
            assert_eq!(Threshold::Share(share).documents(training), documents, "{share} of {training}");
        }
        assert_eq!(Threshold::Documents(0).documents(7), 1);
    }

    #[test]
    fn a_threshold_no_word_reaches_is_named() {
        let error = VocabularyOptions { threshold: Threshold::Documents(5), max_words: None }
            .choose(&[1, 4, 0], 9, "")
            .expect_err("no word")
            .to_string();
        assert!(error.contains("at least 5 of the 9") && error.contains("lower the"), "{error}");
        assert!(VocabularyOptions { threshold: Threshold::Documents(1), max_words: Some(0) }.choose(&[1], 1, "").is_err());
    }

    proptest! {
        #[test]
        fn kept_words_are_the_most_frequent_and_ascend(
            frequency in prop::collection::vec(0..9_u32, 1..40),
            threshold in 1..4_usize,
            limit in 1..20_usize,
        ) {
            let options = VocabularyOptions { threshold: Threshold::Documents(threshold), max_words: Some(limit) };
            let reaching = frequency.iter().filter(|&&documents| documents as usize >= threshold).count();
            match options.choose(&frequency, 9, "") {
                Err(_) => prop_assert_eq!(reaching, 0),
                Ok(kept) => {
                    prop_assert_eq!(kept.len(), reaching.min(limit));
                    prop_assert!(kept.is_sorted_by(|a, b| a < b));
                    let rarest = kept.iter().map(|&word| frequency[word as usize]).min().unwrap_or(0);
                    prop_assert!(rarest as usize >= threshold);
                    let passed_over = (0..frequency.len() as u32).filter(|word| !kept.contains(word));
                    for word in passed_over {
                        prop_assert!(frequency[word as usize] <= rarest);
                    }
                }
            }
        }
    }
}
