//! Word search by plain text or regular expression.
//!
//! Cost: one pass over the words on a thread, some milliseconds for 70,000.
//! A compiled expression is limited to one megabyte, which also bounds the search time. Memory: one index per hit.

use std::sync::Arc;

use regex::RegexBuilder;

use crate::core::memo::Same;
use wordfield_core::corpus::Dataset;

/// Maximum size of a compiled regular expression in bytes.
const SIZE: usize = 1 << 20;

/// Word search by text or regular expression.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Find {
    /// Text of the word search.
    pub text: String,
    /// Whether the text of the word search is a regular expression.
    pub regex: bool,
}

/// Result of a word search: the words found, or an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// Words found: the equal word first, then words that begin with the text, then others; each group by descending frequency.
    pub words: Vec<usize>,
    /// Error of an invalid regular expression.
    pub error: Option<String>,
}

/// Key of a word search.
pub(crate) type FindKey = (Find, Same<Dataset>);

impl Find {
    /// Words that contain the text of the search, ignoring case; none for an empty text.
    pub fn hits(&self, dataset: &Arc<Dataset>) -> Hits {
        if self.text.is_empty() {
            return Hits::default();
        }
        let pattern = if self.regex { self.text.clone() } else { regex::escape(&self.text) };
        let expression = RegexBuilder::new(&pattern).case_insensitive(true).size_limit(SIZE).dfa_size_limit(SIZE).build();
        let expression = match expression {
            Ok(expression) => expression,
            Err(error) => return Hits { words: Vec::new(), error: Some(error_message(&error)) },
        };
        let rank = |word: usize| {
            let found = expression.find(&dataset.words[word]);
            let (start, end) = found.map_or((1, 0), |found| (found.start(), found.end()));
            let nearness = u8::from(start > 0) + u8::from(start > 0 || end < dataset.words[word].len());
            (nearness, std::cmp::Reverse(dataset.document_frequency[word]))
        };
        let mut words: Vec<usize> = (0..dataset.words.len()).filter(|&word| expression.is_match(&dataset.words[word])).collect();
        words.sort_by_cached_key(|&word| rank(word));
        Hits { words, error: None }
    }
}

/// Last line of a regular expression's error message.
fn error_message(error: &regex::Error) -> String {
    match error {
        regex::Error::CompiledTooBig(_) => "The expression is too large: use a shorter one.".to_owned(),
        error => {
            let text = error.to_string();
            text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::corpus::Builtin;
    use wordfield_testing::built_in;

    fn dataset() -> Arc<Dataset> {
        Arc::new(built_in(Builtin::Topics))
    }

    fn found(text: &str, regex: bool) -> Result<Vec<String>, String> {
        let data = dataset();
        let hits = Find { text: text.to_owned(), regex }.hits(&data);
        hits.error.map_or_else(|| Ok(hits.words.iter().map(|&word| data.words[word].clone()).collect()), Err)
    }

    #[test]
    fn equal_words_come_first_then_words_that_begin_with_the_text() {
        let data = dataset();
        let word = &data.words[data.words.len() / 2];
        let part: String = word.chars().take(3).collect();
        let hits = found(&part.to_uppercase(), false).expect("hits");
        assert!(hits.contains(word) && hits.iter().all(|hit| hit.contains(&part)));
        let begins: Vec<bool> = hits.iter().map(|hit| hit.starts_with(&part)).collect();
        assert!(begins.is_sorted_by(|a, b| a >= b), "{hits:?}");
        assert_eq!(found(word, false).expect("hits")[0], *word);
        assert_eq!(found("a.c", false), Ok(Vec::new()), "a dot is a dot");
        assert_eq!(found("", false), Ok(Vec::new()));
    }

    #[test]
    fn an_expression_finds_its_matches_and_an_invalid_one_reports_why() {
        let hits = found("^.{3}$", true).expect("hits");
        assert!(!hits.is_empty() && hits.iter().all(|hit| hit.chars().count() == 3));
        assert!(found("(a", true).is_err_and(|error| error.contains("unclosed group")), "{:?}", found("(a", true));
        assert!(found("(a{900}){900}", true).is_err_and(|error| error.contains("too large")));
    }
}
