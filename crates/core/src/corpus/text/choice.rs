//! Tokenisation options chosen by the user; the others keep their defaults.

use serde::{Deserialize, Deserializer, Serialize};

use crate::corpus::{Language, StopWords, TaskKind, TextOptions};

/// Tokenisation options chosen by the user: `None` where the default applies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TextChoice {
    /// Whether words are lower-cased.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_case: Option<bool>,
    /// Stop words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_words: Option<StopWords>,
    /// The stemmer; `Some(None)` means none.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub stemmer: Option<Option<Language>>,
    /// Minimum length of a word in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_length: Option<usize>,
}

/// A field that is present, even as `null`.
#[allow(clippy::option_option, reason = "absent, no stemmer, and a stemmer are three cases")]
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Language>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl From<TextOptions> for TextChoice {
    /// Every field chosen.
    fn from(TextOptions { lower_case, stop_words, stemmer, min_length }: TextOptions) -> Self {
        Self { lower_case: Some(lower_case), stop_words: Some(stop_words), stemmer: Some(stemmer), min_length: Some(min_length) }
    }
}

impl TextChoice {
    /// The options with the chosen values in place of theirs.
    pub fn over(&self, options: &TextOptions) -> TextOptions {
        TextOptions {
            lower_case: self.lower_case.unwrap_or(options.lower_case),
            stop_words: self.stop_words.clone().unwrap_or_else(|| options.stop_words.clone()),
            stemmer: self.stemmer.unwrap_or(options.stemmer),
            min_length: self.min_length.unwrap_or(options.min_length),
        }
    }
}

impl TaskKind {
    /// Default options of a task: reviews lose the function words of English, which carry no opinion.
    pub fn text_options(self) -> TextOptions {
        let stop_words = if self == Self::Ratings { StopWords::Of(Language::English) } else { StopWords::None };
        TextOptions { stop_words, ..TextOptions::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_values_replace_defaults() {
        let options = TextOptions {
            stop_words: StopWords::Of(Language::English),
            stemmer: Some(Language::German),
            ..TextOptions::default()
        };
        assert_eq!(TextChoice::default().over(&options), options);
        let none = TextChoice { stop_words: Some(StopWords::None), stemmer: Some(None), ..TextChoice::default() };
        assert_eq!(none.over(&options), TextOptions::default());
        let longer = TextChoice { min_length: Some(3), lower_case: Some(false), ..TextChoice::default() };
        assert_eq!(longer.over(&options), TextOptions { min_length: 3, lower_case: false, ..options });
    }
}
