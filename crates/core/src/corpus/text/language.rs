//! Natural languages: their stemmers, and their function words as stop words.
//!
//! The lists hold function words: articles, pronouns, prepositions, conjunctions,
//! auxiliaries and the commonest particles and adverbs.
//! The lists are short on purpose: long lists in circulation also hold "computer", "fire", "group", "research" or "work".
//! Such words distinguish classes.
//! Cost and memory: none before a list or a stemmer is used.

use rust_stemmers::Algorithm;
use serde::{Deserialize, Serialize};

/// Natural language with a list of function words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "languages go by their names")]
pub enum Language {
    Arabic,
    Danish,
    Dutch,
    #[serde(alias = "English")]
    English,
    Finnish,
    French,
    German,
    Greek,
    Hungarian,
    Italian,
    Japanese,
    Norwegian,
    Portuguese,
    Romanian,
    Russian,
    Spanish,
    Swedish,
    Tamil,
    Turkish,
}

/// Data of a natural language: names, stemmer and function words.
struct Row {
    language: Language,
    name: &'static str,
    key: &'static str,
    stemmer: Option<Algorithm>,
    stop_words: &'static str,
}

macro_rules! row {
    ($language:ident, $key:literal, $stemmer:expr) => {
        Row {
            language: Language::$language,
            name: stringify!($language),
            key: $key,
            stemmer: $stemmer,
            stop_words: include_str!(concat!("../../../assets/stop-words/", $key, ".txt")),
        }
    };
}

const ROWS: [Row; 19] = [
    row!(Arabic, "arabic", Some(Algorithm::Arabic)),
    row!(Danish, "danish", Some(Algorithm::Danish)),
    row!(Dutch, "dutch", Some(Algorithm::Dutch)),
    row!(English, "english", Some(Algorithm::English)),
    row!(Finnish, "finnish", Some(Algorithm::Finnish)),
    row!(French, "french", Some(Algorithm::French)),
    row!(German, "german", Some(Algorithm::German)),
    row!(Greek, "greek", Some(Algorithm::Greek)),
    row!(Hungarian, "hungarian", Some(Algorithm::Hungarian)),
    row!(Italian, "italian", Some(Algorithm::Italian)),
    row!(Japanese, "japanese", None),
    row!(Norwegian, "norwegian", Some(Algorithm::Norwegian)),
    row!(Portuguese, "portuguese", Some(Algorithm::Portuguese)),
    row!(Romanian, "romanian", Some(Algorithm::Romanian)),
    row!(Russian, "russian", Some(Algorithm::Russian)),
    row!(Spanish, "spanish", Some(Algorithm::Spanish)),
    row!(Swedish, "swedish", Some(Algorithm::Swedish)),
    row!(Tamil, "tamil", Some(Algorithm::Tamil)),
    row!(Turkish, "turkish", Some(Algorithm::Turkish)),
];

impl Language {
    /// All languages, sorted by name.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.language)
    }

    /// English name of the language.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Name of the language on the command line.
    pub fn key(self) -> &'static str {
        self.row().key
    }

    /// Language with the given name on the command line.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::all().find(|language| language.key() == key)
    }

    /// Whether the language has a stemmer.
    pub fn has_stemmer(self) -> bool {
        self.stemmer().is_some()
    }

    /// Stemmer of the language; Japanese has none.
    pub(super) fn stemmer(self) -> Option<Algorithm> {
        self.row().stemmer
    }

    /// Function words of the language in lower case.
    pub(super) fn stop_words(self) -> impl Iterator<Item = &'static str> {
        self.row().stop_words.lines()
    }

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::corpus::{TextOptions, Tokenizer};

    #[test]
    fn rows_are_in_the_order_of_the_languages() {
        for (place, row) in ROWS.iter().enumerate() {
            assert_eq!((row.language as usize, Language::of_key(row.key)), (place, Some(row.language)));
            assert_eq!(row.name.to_lowercase(), row.key);
        }
        assert_eq!(Language::of_key("klingon"), None);
        assert!(Language::all().all(|language| language.has_stemmer() || language == Language::Japanese));
    }

    #[test]
    fn stop_words_are_tokens() {
        let tokenizer = Tokenizer::new(&TextOptions::default()).expect("a tokenizer");
        for language in Language::all() {
            let words: Vec<_> = language.stop_words().collect();
            assert!((60..300).contains(&words.len()), "{language:?}: {}", words.len());
            assert_eq!(words.iter().collect::<HashSet<_>>().len(), words.len(), "{language:?} has a word twice");
            for word in words {
                // A run of Japanese is segmented by dictionary, so each word of the list is tested between other words.
                assert!(language == Language::Japanese || tokenizer.words(word) == [word], "{language:?}: {word}");
            }
        }
    }

    #[test]
    fn content_words_are_no_stop_words() {
        let words: HashSet<_> = Language::English.stop_words().collect();
        for word in ["computer", "fire", "group", "research", "work", "system", "man", "home", "page"] {
            assert!(!words.contains(word), "{word}");
        }
    }
}
