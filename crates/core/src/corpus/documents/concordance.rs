//! Occurrences of known words in a text, tokenised like its corpus: for highlighting, and for lists of contexts.
//!
//! Cost: tokenising the text.

use std::ops::Range;

use crate::corpus::{Corpus, CorpusError, Side, Tokenizer};

impl Corpus {
    /// Tokenizer for a document's side, with the tokenisation options of the corpus.
    ///
    /// # Errors
    /// Returns an error if the file of stop words can no longer be read.
    pub fn tokenizer_of(&self, document: usize) -> Result<Tokenizer, CorpusError> {
        let target = self.task.pairs().is_some_and(|pairs| pairs.side(document) == Side::Target);
        Tokenizer::new(self.target_options.as_ref().filter(|_| target).unwrap_or(&self.text_options))
    }
}

/// Occurrences of known words in a text.
/// A chunk between spaces, or between separators, that is one word is marked as a whole;
/// in a chunk of several words, each word is searched for in turn, ignoring case.
pub fn occurrences(text: &str, tokenizer: &Tokenizer, known: impl Fn(&str) -> Option<usize>) -> Vec<(Range<usize>, usize)> {
    let mut found = Vec::new();
    for chunk in tokenizer.chunks(text) {
        let start = chunk.as_ptr() as usize - text.as_ptr() as usize;
        let words = tokenizer.words(chunk);
        if let [word] = &words[..] {
            let inner = chunk.trim_matches(|c: char| !c.is_alphanumeric());
            let offset = start + (inner.as_ptr() as usize - chunk.as_ptr() as usize);
            found.extend(known(word).map(|index| (offset..offset + inner.len(), index)));
            continue;
        }
        let lower = chunk.to_lowercase();
        // Byte positions would be wrong if lower case changed the length of the text.
        let chunk = if lower.len() == chunk.len() { lower.as_str() } else { chunk };
        let mut from = 0;
        for word in &words {
            let Some(at) = chunk.get(from..).and_then(|rest| rest.find(&word.to_lowercase())) else { continue };
            let range = start + from + at..start + from + at + word.len();
            from += at + word.len();
            if text.is_char_boundary(range.start) && text.is_char_boundary(range.end) {
                found.extend(known(word).map(|index| (range, index)));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Separator, TextOptions};

    fn marked(text: &str, vocabulary: &[&str]) -> Vec<String> {
        marked_with(text, vocabulary, &TextOptions::default())
    }

    fn marked_with(text: &str, vocabulary: &[&str], options: &TextOptions) -> Vec<String> {
        let tokenizer = Tokenizer::new(options).expect("a tokenizer");
        let known = |word: &str| vocabulary.iter().position(|&known| known == word);
        occurrences(text, &tokenizer, known).into_iter().map(|(range, _)| text[range].to_owned()).collect()
    }

    #[test]
    fn finds_words_between_punctuation_whatever_their_case() {
        assert_eq!(marked("The (Cat), and the dog!", &["cat", "dog"]), ["Cat", "dog"]);
        assert_eq!(marked("Tea/Coffee", &["tea", "coffee"]), ["Tea", "Coffee"]);
    }

    #[test]
    fn finds_names_with_spaces_between_separators() {
        let options = TextOptions { separator: Some(Separator::Semicolon), ..TextOptions::default() };
        let known = ["ann lee", "bo", "lee"];
        assert_eq!(marked_with("Ann Lee; Bo;Lee Bo ;  Lee", &known, &options), ["Ann Lee", "Bo", "Lee"]);
    }

    #[test]
    fn finds_words_of_a_script_without_spaces() {
        let words = marked("東京都に住む。", &["東京", "東京都", "住む"]);
        assert!(!words.is_empty() && words.concat().chars().all(|c| "東京都住む".contains(c)), "{words:?}");
    }

    #[test]
    fn survives_letters_whose_lower_case_is_longer() {
        assert!(marked("İİ/İx ß", &["x"]).len() <= 1);
    }
}
