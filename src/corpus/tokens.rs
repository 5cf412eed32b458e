//! Text is cut into words: Unicode segmentation for every script, then filters the user chose.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

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
