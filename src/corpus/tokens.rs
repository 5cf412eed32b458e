//! Text is cut into words: Unicode segmentation for every script, then filters the user chose.
//!
//! Cost: one pass over the text, plain ASCII words without asking the segmenter. Memory: the words of one text, and the
//! list of stop words once.

use std::{collections::HashSet, path::PathBuf};

use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed, options::WordBreakInvariantOptions};
use rust_stemmers::Algorithm;
use serde::{Deserialize, Serialize};

use super::CorpusError;

/// The languages whose stemmers are at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stemmer {
    /// Porter's second English stemmer.
    English,
    /// Finnish.
    Finnish,
    /// French.
    French,
    /// German.
    German,
    /// Italian.
    Italian,
    /// Spanish.
    Spanish,
}

/// Words left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopWords {
    /// None.
    #[default]
    None,
    /// A built-in English list.
    English,
    /// A file with one word a line.
    File(PathBuf),
}

/// How texts are cut into words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextOptions {
    /// Whether words are lower-cased.
    pub lower_case: bool,
    /// Words left out.
    pub stop_words: StopWords,
    /// The stemmer, if any.
    pub stemmer: Option<Stemmer>,
    /// The fewest characters of a word.
    pub min_length: usize,
}

impl Default for TextOptions {
    /// Lower case, nothing left out, no stemming: the texts of many corpora are stemmed already.
    fn default() -> Self {
        Self { lower_case: true, stop_words: StopWords::None, stemmer: None, min_length: 1 }
    }
}

impl Stemmer {
    fn algorithm(self) -> Algorithm {
        match self {
            Self::English => Algorithm::English,
            Self::Finnish => Algorithm::Finnish,
            Self::French => Algorithm::French,
            Self::German => Algorithm::German,
            Self::Italian => Algorithm::Italian,
            Self::Spanish => Algorithm::Spanish,
        }
    }
}

/// Cuts texts into words; made once, shared by threads.
///
/// A word is a segment of Unicode's word boundaries (UAX 29) that holds a letter or a digit; runs of Chinese,
/// Japanese, Thai and other scripts written without spaces are cut by dictionary. Then, in this order: the curly
/// apostrophe becomes the straight one, lower case, minimum length in characters, stop words (compared in lower
/// case), stemming.
pub struct Tokenizer {
    segmenter: WordSegmenterBorrowed<'static>,
    lower_case: bool,
    min_length: usize,
    stop_words: HashSet<String>,
    stemmer: Option<rust_stemmers::Stemmer>,
}

impl Tokenizer {
    /// Reads the stop words and makes the stemmer ready.
    ///
    /// # Errors
    /// When the file of stop words cannot be read.
    pub fn new(options: &TextOptions) -> Result<Self, CorpusError> {
        Ok(Self {
            segmenter: WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()),
            lower_case: options.lower_case,
            min_length: options.min_length,
            stop_words: stop_words(&options.stop_words)?,
            stemmer: options.stemmer.map(|stemmer| rust_stemmers::Stemmer::create(stemmer.algorithm())),
        })
    }

    /// The words of a text in the order they stand.
    pub fn words(&self, text: &str) -> Vec<String> {
        let mut words = Vec::new();
        for chunk in text.split_ascii_whitespace() {
            // Most chunks are one plain word between punctuation, for which no rule of UAX 29 has to be asked.
            let word = chunk.trim_matches(|c: char| c.is_ascii_punctuation() && c != '_');
            if word.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                words.extend(self.finish(word));
            } else {
                self.segment(word, &mut words);
            }
        }
        words
    }

    fn segment(&self, text: &str, words: &mut Vec<String>) {
        let mut start = 0;
        for (end, kind) in self.segmenter.segment_str(text).iter_with_word_type() {
            if kind.is_word_like() {
                words.extend(self.finish(&text[start..end]));
            }
            start = end;
        }
    }

    /// A segment after the filters, or nothing.
    fn finish(&self, segment: &str) -> Option<String> {
        let straight = if segment.is_ascii() { segment.to_owned() } else { segment.replace('\u{2019}', "'") };
        let word = if self.lower_case { straight.to_lowercase() } else { straight };
        if word.is_empty() || (word.len() < self.min_length || word.chars().count() < self.min_length) {
            return None;
        }
        let stopped = !self.stop_words.is_empty()
            && (self.stop_words.contains(&word) || (!self.lower_case && self.stop_words.contains(&word.to_lowercase())));
        if stopped {
            return None;
        }
        match &self.stemmer {
            Some(stemmer) => Some(stemmer.stem(&word).into_owned()).filter(|stem| !stem.is_empty()),
            None => Some(word),
        }
    }
}

impl std::fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokenizer")
            .field("lower_case", &self.lower_case)
            .field("min_length", &self.min_length)
            .field("stop_words", &self.stop_words.len())
            .field("stems", &self.stemmer.is_some())
            .finish_non_exhaustive()
    }
}

fn stop_words(from: &StopWords) -> Result<HashSet<String>, CorpusError> {
    Ok(match from {
        StopWords::None => HashSet::new(),
        StopWords::English => stop_words::lookup("en").unwrap_or_default().iter().map(|&word| word.to_owned()).collect(),
        StopWords::File(file) => std::fs::read_to_string(file)
            .map_err(|error| CorpusError::StopWordFile { file: file.clone(), reason: error.to_string() })?
            .trim_start_matches('\u{feff}')
            .lines()
            .map(|line| line.trim().replace('\u{2019}', "'").to_lowercase())
            .filter(|word| !word.is_empty())
            .collect(),
    })
}
