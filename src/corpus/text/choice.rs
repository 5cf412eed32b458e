//! What a person said of cutting texts into words; the rest is as it would be anyway.

use crate::corpus::{Language, StopWords, TaskKind, TextOptions};

/// What a person said of cutting texts into words: `None` where nothing was said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextChoice {
    /// Whether words are lower-cased.
    pub lower_case: Option<bool>,
    /// Words left out.
    pub stop_words: Option<StopWords>,
    /// The stemmer, or that there is to be none.
    pub stemmer: Option<Option<Language>>,
    /// The fewest characters of a word.
    pub min_length: Option<usize>,
}

impl TextChoice {
    /// Options with what was said in the place of what they have.
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
    /// How texts are cut into words unless asked otherwise: reviews are sentences, whose words of grammar say nothing.
    pub fn text_options(self) -> TextOptions {
        let stop_words = if self == Self::Ratings { StopWords::Of(Language::English) } else { StopWords::None };
        TextOptions { stop_words, ..TextOptions::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_holds_and_the_rest_stays() {
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
