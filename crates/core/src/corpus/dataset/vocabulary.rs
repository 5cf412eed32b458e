//! Choice of the vocabulary: words frequent enough in the training part or in one class of it, up to a maximum number.
//!
//! The default thresholds depend on the task.
//! Cost: one pass over document frequencies, and a sort where the number of words is limited.

use std::{cmp::Reverse, fmt};

use serde::{Deserialize, Serialize};

use crate::corpus::{CorpusError, TaskKind};

/// Minimum number of training documents of a class that make a word one of its class words, whatever the share:
/// a word of one or two documents is no evidence of their class.
const FEWEST_OF_A_CLASS: usize = 3;

/// Frequency threshold of the vocabulary: the fewest training documents that must contain a word.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Threshold {
    /// Frequency threshold as a number of training documents.
    Documents(usize),
    /// Threshold as a share of the training documents, rounded up: 0.01 keeps words in at least 1 % of them.
    Share(f64),
}

/// Options of the vocabulary; by default the frequency thresholds of the task and no maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VocabularyOptions {
    /// Minimum number of training documents that must contain a word, at least one; `None`: [`Threshold::usual`].
    pub threshold: Option<Threshold>,
    /// Minimum number of training documents of one class that also keeps a word.
    /// `None`: [`Threshold::usual_of_a_class`] together with the default threshold, and no such rule together with a chosen one.
    /// The class threshold has no effect on documents without classes.
    pub class_threshold: Option<Threshold>,
    /// Maximum number of words in the vocabulary; the words in most documents are kept.
    pub max_words: Option<usize>,
}

impl Threshold {
    /// Default frequency threshold of a task, best on development parts.
    /// In sentences, translations and reviews a rare word often carries most of the information, and 1 % removes most rare words;
    /// web pages of a class repeat their words.
    pub fn usual(task: TaskKind) -> Self {
        match task {
            TaskKind::Classes => Self::Share(0.01),
            TaskKind::Ratings | TaskKind::Pairs => Self::Documents(2),
        }
    }

    /// Default frequency threshold of words within one class: keeps words of a class too small for the overall threshold.
    pub fn usual_of_a_class() -> Self {
        Self::Share(0.05)
    }

    /// Reason for the default frequency threshold [`Threshold::usual`], shown to the user.
    pub fn reason(task: TaskKind) -> &'static str {
        match task {
            TaskKind::Classes => "usual for classes: rarer words seldom tell classes apart",
            TaskKind::Ratings => "usual for ratings: short texts lose most of their words at 1 %",
            TaskKind::Pairs => "usual for pairs: short texts lose most of their words at 1 %",
        }
    }

    /// Frequency threshold as a number of documents, at least one, among `training` documents.
    pub fn documents(self, training: usize) -> usize {
        match self {
            Self::Documents(documents) => documents.max(1),
            // The share 0.07 of 100 is a little more than 7 in floating point, but must give 7.
            Self::Share(share) => ((share * training as f64 - 1e-9).ceil() as usize).max(1),
        }
    }

    /// Frequency threshold as a number of training documents of a class; at least three if it is a share.
    pub fn documents_of_a_class(self, training: usize) -> usize {
        let least = if matches!(self, Self::Share(_)) { FEWEST_OF_A_CLASS } else { 1 };
        self.documents(training).max(least)
    }

    /// Words that describe a class's frequency threshold in a sentence, after "or in".
    fn within_a_class(self) -> String {
        match self {
            Self::Documents(documents) => format!("{} of one class", documents.max(1)),
            Self::Share(share) => format!("{} % of one class ({FEWEST_OF_A_CLASS} at least)", percent(share)),
        }
    }
}

impl fmt::Display for Threshold {
    /// Words that describe a frequency threshold in a sentence, after "words in".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Documents(0 | 1) => write!(f, "at least 1 training document"),
            Self::Documents(documents) => write!(f, "at least {documents} training documents"),
            Self::Share(share) => write!(f, "at least {} % of the training documents", percent(share)),
        }
    }
}

/// Converts a share to percent with two decimals, since further ones are rounding errors.
fn percent(share: f64) -> f64 {
    (1e4 * share).round() / 1e2
}

impl VocabularyOptions {
    /// Vocabulary options with the given frequency threshold and no maximum.
    pub const fn reaching(threshold: Threshold) -> Self {
        Self { threshold: Some(threshold), class_threshold: None, max_words: None }
    }

    /// Frequency threshold chosen by the user, otherwise the default of the task.
    pub fn threshold(&self, task: TaskKind) -> Threshold {
        self.threshold.unwrap_or_else(|| Threshold::usual(task))
    }

    /// Frequency threshold within one class, if such a rule applies to the task.
    pub fn class_threshold(&self, task: TaskKind) -> Option<Threshold> {
        let usual = self.threshold.is_none().then(Threshold::usual_of_a_class);
        self.class_threshold.or(usual).filter(|_| task == TaskKind::Classes)
    }

    /// Whether both frequency thresholds are the defaults of the task.
    pub fn is_usual(&self) -> bool {
        self.threshold.is_none() && self.class_threshold.is_none()
    }

    /// Description of the vocabulary, such as "words in at least 2 training documents (usual for pairs: …)".
    pub fn description(&self, task: TaskKind) -> String {
        let class = self.class_threshold(task).map_or_else(String::new, |least| format!(", or in {}", least.within_a_class()));
        let most = self.max_words.map_or_else(String::new, |most| format!(", {most} at most"));
        format!("words in {}{class}{most}{}", self.threshold(task), self.why(task))
    }

    /// Reason for the default frequency thresholds, in parentheses; empty if the user chose them.
    pub(super) fn why(&self, task: TaskKind) -> String {
        if self.is_usual() { format!(" ({})", Threshold::reason(task)) } else { String::new() }
    }

    /// Whether each word reaches the overall frequency threshold, given the number of training documents that contain it (L).
    pub(super) fn reached(&self, task: TaskKind, frequency: &[u32], training: usize) -> Vec<bool> {
        let threshold = self.threshold(task).documents(training);
        frequency.iter().map(|&documents| documents as usize >= threshold).collect()
    }

    /// Indices of the vocabulary's words, ascending: of those frequent `enough` (L), the ones in most training documents (L).
    ///
    /// Ties are resolved alphabetically.
    pub(super) fn choose(&self, frequency: &[u32], enough: &[bool]) -> Vec<u32> {
        let mut kept: Vec<u32> = (0..frequency.len() as u32).filter(|&word| enough[word as usize]).collect();
        if let Some(limit) = self.max_words
            && kept.len() > limit
        {
            kept.sort_by_key(|&word| Reverse(frequency[word as usize]));
            kept.truncate(limit);
            kept.sort_unstable();
        }
        kept
    }

    /// Error: no word reaches the frequency threshold. `side` names the side if documents are paired, and is empty otherwise.
    pub(super) fn empty(&self, task: TaskKind, training: usize, side: &str) -> CorpusError {
        let of = if side.is_empty() { String::new() } else { format!(" of \"{side}\"") };
        let threshold = self.threshold(task).documents(training);
        let problem = format!("no word occurs in at least {threshold} of the {training} training documents{of}");
        CorpusError::dataset(problem, "lower the document-frequency threshold or the minimum word length, or keep stop words")
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
    fn a_share_of_a_class_is_three_documents_at_least() {
        for (threshold, training, documents) in [
            (Threshold::Share(0.05), 100, 5),
            (Threshold::Share(0.05), 41, 3),
            (Threshold::Share(0.05), 2, 3),
            (Threshold::Documents(2), 41, 2),
            (Threshold::Documents(0), 41, 1),
        ] {
            assert_eq!(threshold.documents_of_a_class(training), documents, "{threshold} of {training}");
        }
    }

    #[test]
    fn a_chosen_threshold_stands_alone() {
        let (usual, chosen) = (VocabularyOptions::default(), VocabularyOptions::reaching(Threshold::Share(0.01)));
        assert_eq!(usual.class_threshold(TaskKind::Classes), Some(Threshold::usual_of_a_class()));
        assert_eq!(usual.class_threshold(TaskKind::Ratings), None);
        assert_eq!(chosen.class_threshold(TaskKind::Classes), None);
        let both = VocabularyOptions { class_threshold: Some(Threshold::Documents(2)), ..chosen };
        assert_eq!(both.class_threshold(TaskKind::Classes), Some(Threshold::Documents(2)));
        assert_eq!(both.class_threshold(TaskKind::Pairs), None);
    }

    #[test]
    fn an_unreached_threshold_is_named_with_its_remedy() {
        let options = VocabularyOptions::reaching(Threshold::Documents(5));
        assert_eq!(options.choose(&[1, 4, 0], &options.reached(TaskKind::Classes, &[1, 4, 0], 9)), Vec::<u32>::new());
        let error = options.empty(TaskKind::Classes, 9, "en").to_string();
        assert!(error.contains("at least 5 of the 9") && error.contains("of \"en\"") && error.contains("lower the"), "{error}");
    }

    #[test]
    fn the_default_threshold_depends_on_the_task() {
        let frequency = [1, 2, 3, 10, 11];
        let kept = |options: VocabularyOptions, task| options.choose(&frequency, &options.reached(task, &frequency, 1000));
        let usual = VocabularyOptions::default();
        assert_eq!(kept(usual, TaskKind::Classes), [3, 4]);
        assert_eq!(kept(usual, TaskKind::Ratings), [1, 2, 3, 4]);
        assert_eq!(kept(usual, TaskKind::Pairs), [1, 2, 3, 4]);
        let chosen = VocabularyOptions::reaching(Threshold::Documents(3));
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
        let both = "words in at least 1 % of the training documents, or in 5 % of one class (3 at least) (usual for classes: ";
        assert!(classes.starts_with(both), "{classes}");
        let one = VocabularyOptions::reaching(Threshold::Documents(1));
        assert_eq!(one.description(TaskKind::Classes), "words in at least 1 training document");
        let chosen = VocabularyOptions { max_words: Some(300), ..VocabularyOptions::reaching(Threshold::Share(0.07)) };
        assert_eq!(chosen.description(TaskKind::Ratings), "words in at least 7 % of the training documents, 300 at most");
        let chosen = VocabularyOptions { class_threshold: Some(Threshold::Documents(2)), ..chosen };
        let expected = "words in at least 7 % of the training documents, or in 2 of one class, 300 at most";
        assert_eq!(chosen.description(TaskKind::Classes), expected);
    }

    proptest! {
        #[test]
        fn kept_words_are_the_most_frequent_and_ascend(
            frequency in prop::collection::vec(0..9_u32, 1..40),
            threshold in 1..4_usize,
            limit in 1..20_usize,
        ) {
            let options = VocabularyOptions { max_words: Some(limit), ..VocabularyOptions::reaching(Threshold::Documents(threshold)) };
            let enough = options.reached(TaskKind::Classes, &frequency, 9);
            let kept = options.choose(&frequency, &enough);
            let reaching = frequency.iter().filter(|&&documents| documents as usize >= threshold).count();
            prop_assert_eq!(kept.len(), reaching.min(limit));
            prop_assert!(kept.is_sorted_by(|a, b| a < b));
            let rarest = kept.iter().map(|&word| frequency[word as usize]).min();
            prop_assert!(rarest.is_none_or(|rarest| rarest as usize >= threshold));
            for word in (0..frequency.len() as u32).filter(|word| enough[*word as usize] && !kept.contains(word)) {
                prop_assert!(rarest.is_some_and(|rarest| frequency[word as usize] <= rarest));
            }
        }
    }
}
