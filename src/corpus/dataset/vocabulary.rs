//! Choice of the vocabulary: words frequent enough in the training part, up to a maximum number.
//!
//! The default threshold depends on the task. Cost: one pass over document frequencies, and a sort where the number of
//! words is limited.

use std::{cmp::Reverse, fmt};

use serde::{Deserialize, Serialize};

use crate::corpus::{CorpusError, TaskKind};

/// The fewest training documents a word must occur in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Threshold {
    /// A number of documents.
    Documents(usize),
    /// A share of the training documents, rounded up: 0.01 keeps words in at least 1 % of them.
    Share(f64),
}

/// Options of the vocabulary; by default the threshold of the task and no maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VocabularyOptions {
    /// The fewest training documents a word must occur in (never less than one); `None`: [`Threshold::usual`].
    pub threshold: Option<Threshold>,
    /// Maximum number of words; those in most documents are kept.
    pub max_words: Option<usize>,
}

impl Threshold {
    /// Default threshold of a task, best on development parts. In sentences, their translations and reviews a rare word
    /// often carries most of the information, and 1 % removes most of them; pages of a class repeat their words.
    pub fn usual(task: TaskKind) -> Self {
        match task {
            TaskKind::Classes => Self::Share(0.01),
            TaskKind::Ratings | TaskKind::Pairs => Self::Documents(2),
        }
    }

    /// Reason for [`Threshold::usual`], for the user.
    pub fn reason(task: TaskKind) -> &'static str {
        match task {
            TaskKind::Classes => "usual for classes: rarer words seldom tell classes apart",
            TaskKind::Ratings => "usual for ratings: short texts lose most of their words at 1 %",
            TaskKind::Pairs => "usual for pairs: short texts lose most of their words at 1 %",
        }
    }

    /// The threshold as a number of documents, at least one, among `training` documents.
    pub fn documents(self, training: usize) -> usize {
        match self {
            Self::Documents(documents) => documents.max(1),
            // 0.07 · 100 is a little more than 7 in floating point, and still means 7.
            Self::Share(share) => ((share * training as f64 - 1e-9).ceil() as usize).max(1),
        }
    }
}

impl fmt::Display for Threshold {
    /// The threshold after the words "words in".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Documents(0 | 1) => write!(f, "at least 1 training document"),
            Self::Documents(documents) => write!(f, "at least {documents} training documents"),
            // Two decimals: more are rounding errors of the product.
            Self::Share(share) => write!(f, "at least {} % of the training documents", (1e4 * share).round() / 1e2),
        }
    }
}

impl VocabularyOptions {
    /// The threshold chosen, else the default of the task.
    pub fn threshold(&self, task: TaskKind) -> Threshold {
        self.threshold.unwrap_or_else(|| Threshold::usual(task))
    }

    /// Description such as "words in at least 2 training documents (usual for pairs: …)".
    pub fn description(&self, task: TaskKind) -> String {
        let most = self.max_words.map_or_else(String::new, |most| format!(", {most} at most"));
        let why = if self.threshold.is_none() { format!(" ({})", Threshold::reason(task)) } else { String::new() };
        format!("words in {}{most}{why}", self.threshold(task))
    }

    /// Indices of the words kept for a task, ascending, given the number of training documents of each word (L).
    ///
    /// Ties are resolved alphabetically.
    ///
    /// `side` names the side of a corpus of pairs, and is empty otherwise.
    ///
    /// # Errors
    /// When no word is kept.
    pub(super) fn choose(&self, task: TaskKind, frequency: &[u32], training: usize, side: &str) -> Result<Vec<u32>, CorpusError> {
        let threshold = self.threshold(task).documents(training);
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
            let of = if side.is_empty() { String::new() } else { format!(" of \"{side}\"") };
            let problem = format!("no word occurs in at least {threshold} of the {training} training documents{of}");
            let remedy = "lower the document-frequency threshold or the minimum word length, or keep stop words";
            return Err(CorpusError::dataset(problem, remedy));
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
    fn an_unreached_threshold_is_an_error() {
        let error = VocabularyOptions { threshold: Some(Threshold::Documents(5)), max_words: None }
            .choose(TaskKind::Classes, &[1, 4, 0], 9, "")
            .expect_err("no word")
            .to_string();
        assert!(error.contains("at least 5 of the 9") && error.contains("lower the"), "{error}");
        let none = VocabularyOptions { threshold: Some(Threshold::Documents(1)), max_words: Some(0) };
        assert!(none.choose(TaskKind::Classes, &[1], 1, "").is_err());
    }

    #[test]
    fn the_default_threshold_depends_on_the_task() {
        let frequency = [1, 2, 3, 10, 11];
        let kept = |options: VocabularyOptions, task| options.choose(task, &frequency, 1000, "").expect("words");
        let usual = VocabularyOptions::default();
        assert_eq!(kept(usual, TaskKind::Classes), [3, 4]);
        assert_eq!(kept(usual, TaskKind::Ratings), [1, 2, 3, 4]);
        assert_eq!(kept(usual, TaskKind::Pairs), [1, 2, 3, 4]);
        let chosen = VocabularyOptions { threshold: Some(Threshold::Documents(3)), max_words: None };
        for task in [TaskKind::Classes, TaskKind::Ratings, TaskKind::Pairs] {
            assert_eq!(kept(chosen, task), [2, 3, 4]);
        }
    }

    #[test]
    fn a_default_is_described_with_its_reason() {
        let usual = VocabularyOptions::default();
        let pairs = usual.description(TaskKind::Pairs);
        assert!(pairs.starts_with("words in at least 2 training documents (usual for pairs: "), "{pairs}");
        let classes = usual.description(TaskKind::Classes);
        assert!(classes.starts_with("words in at least 1 % of the training documents (usual for classes: "), "{classes}");
        let description =
            |threshold, max_words| VocabularyOptions { threshold: Some(threshold), max_words }.description(TaskKind::Ratings);
        assert_eq!(description(Threshold::Documents(1), None), "words in at least 1 training document");
        assert_eq!(
            description(Threshold::Share(0.07), Some(300)),
            "words in at least 7 % of the training documents, 300 at most"
        );
    }

    proptest! {
        #[test]
        fn kept_words_are_the_most_frequent_and_ascend(
            frequency in prop::collection::vec(0..9_u32, 1..40),
            threshold in 1..4_usize,
            limit in 1..20_usize,
        ) {
            let options = VocabularyOptions { threshold: Some(Threshold::Documents(threshold)), max_words: Some(limit) };
            let reaching = frequency.iter().filter(|&&documents| documents as usize >= threshold).count();
            match options.choose(TaskKind::Classes, &frequency, 9, "") {
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
