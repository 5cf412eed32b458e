//! Tokenisation options: their values, the user's choices, and a table with one row for each ([`TEXT_OPTIONS`]).

use std::path::Path;

use serde::{Deserialize, Deserializer, Serialize};

use crate::corpus::{CorpusError, Language, StopWords, TaskKind};

/// Tokenisation options: how texts are split into words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextOptions {
    /// Whether words are converted to lower case.
    pub lower_case: bool,
    /// Stop words, which are removed from the texts.
    pub stop_words: StopWords,
    /// Language whose stemmer is applied to the words; `None`, and a language without a stemmer, leave them unchanged.
    pub stemmer: Option<Language>,
    /// Minimum length of a word in characters; shorter words are removed.
    pub min_length: usize,
    /// Separator character between words, for texts that are lists of names with spaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub separator: Option<Separator>,
}

/// Separator characters between the words of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub enum Separator {
    /// Semicolon (`;`) as the separator of words.
    #[serde(rename = ";")]
    Semicolon = b';',
    /// Comma (`,`) as the separator of words.
    #[serde(rename = ",")]
    Comma = b',',
    /// Vertical bar (`|`) as the separator of words.
    #[serde(rename = "|")]
    Bar = b'|',
    /// Slash (`/`) as the separator of words.
    #[serde(rename = "/")]
    Slash = b'/',
}

impl Separator {
    /// All separator characters between words, with their text forms.
    pub const ALL: [(Self, &'static str); 4] = [(Self::Semicolon, ";"), (Self::Comma, ","), (Self::Bar, "|"), (Self::Slash, "/")];

    /// Character that separates words in a list.
    pub fn character(self) -> char {
        char::from(self as u8)
    }
}

impl Default for TextOptions {
    /// Default tokenisation: lower case, no stop words, no stemming, because the texts of many corpora are already stemmed.
    fn default() -> Self {
        Self { lower_case: true, stop_words: StopWords::None, stemmer: None, min_length: 1, separator: None }
    }
}

impl TextOptions {
    /// Tokenisation options with the words of a stop-word file instead of its path.
    ///
    /// # Errors
    /// Returns an error if the stop-word file cannot be read.
    pub fn with_words_read(&self) -> Result<Self, CorpusError> {
        let stop_words = match &self.stop_words {
            StopWords::File(file) => StopWords::read(file)?,
            other => other.clone(),
        };
        Ok(Self { stop_words, ..self.clone() })
    }

    /// Whether texts tokenised by `other` can be kept: its stop words were read from the file named by these options.
    pub fn tokenises_like(&self, other: &Self) -> bool {
        let same_file = |own: &Path| matches!(&other.stop_words, StopWords::List(list) if list.file == own);
        let stop_words = match &self.stop_words {
            StopWords::File(file) if same_file(file) => other.stop_words.clone(),
            own => own.clone(),
        };
        Self { stop_words, ..self.clone() } == *other
    }
}

/// Tokenisation options chosen by the user; `None` where the default applies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TextChoice {
    /// Whether words are converted to lower case; `None`: the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_case: Option<bool>,
    /// Stop words, which are removed from the texts; `None`: the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_words: Option<StopWords>,
    /// Language of the stemmer; `Some(None)` means no stemmer.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub stemmer: Option<Option<Language>>,
    /// Minimum length of a word in characters; `None`: the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_length: Option<usize>,
    /// Separator character between words; `Some(None)` means no separator.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub separator: Option<Option<Separator>>,
}

/// Deserialises a field that is present, even as `null`.
#[allow(clippy::option_option, reason = "absent, no stemmer, and a stemmer are three cases")]
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Reference to the user's choice of a tokenisation option.
#[derive(Debug)]
pub enum TextSlot<'a> {
    /// User's choice of an on/off tokenisation option.
    Switch(&'a mut Option<bool>),
    /// User's choice of a tokenisation option that is a count, from 1.
    Count(&'a mut Option<usize>),
    /// User's choice of the stop words.
    StopWords(&'a mut Option<StopWords>),
    /// User's choice of the language whose stemmer is used, if any.
    Stemmer(&'a mut Option<Option<Language>>),
    /// User's choice of the separator character between words, if any.
    Separator(&'a mut Option<Option<Separator>>),
}

/// Row of the table of tokenisation options: name, help, and access.
/// The command line, axes of sweeps, checks and the window read [`TEXT_OPTIONS`];
/// to add an option, add its field to [`TextOptions`] and [`TextChoice`], and a row.
#[derive(Debug)]
pub struct TextRow {
    /// Names of the option on the command line, without `--`: for all documents or the source side, and for the target side.
    pub names: [&'static str; 2],
    /// Name of the tokenisation option in the window.
    pub label: &'static str,
    /// Placeholder of the option's value in the help.
    pub value: &'static str,
    /// Help texts on the tokenisation option: for the source side, and for the target side.
    pub help: [&'static str; 2],
    /// Name and help of the flag that switches the option off on the target side, if there is one.
    pub target_off: Option<[&'static str; 2]>,
    /// Description of the option as an axis of sweeps; `None` without an axis.
    pub axis: Option<&'static str>,
    at: fn(&mut TextChoice) -> TextSlot<'_>,
}

/// All tokenisation options, in the order of the help.
pub static TEXT_OPTIONS: &[TextRow] = &[
    TextRow {
        names: ["lower-case", "target-lower-case"],
        label: "lower case",
        value: "BOOL",
        help: ["Whether words are lower-cased [default: true]", "Whether words of the target side are lower-cased"],
        target_off: None,
        axis: None,
        at: |choice| TextSlot::Switch(&mut choice.lower_case),
    },
    TextRow {
        names: ["stop-words", "target-stop-words"],
        label: "stop words",
        value: "WHICH",
        help: [
            "Stop words to remove: none, those of a language (any that has a stemmer, or japanese), or a file with one word per \
             line [default: english for ratings, else none]",
            "Stop words of the target side: none, those of a language, or a file with one word per line",
        ],
        target_off: None,
        axis: Some("stop words: none or a language"),
        at: |choice| TextSlot::StopWords(&mut choice.stop_words),
    },
    TextRow {
        names: ["stemmer", "target-stemmer"],
        label: "stemming",
        value: "LANGUAGE",
        help: ["Reduce words to their stems", "Reduce words of the target side to their stems"],
        target_off: Some(["no-target-stemmer", "Do not stem words of the target side"]),
        axis: None,
        at: |choice| TextSlot::Stemmer(&mut choice.stemmer),
    },
    TextRow {
        names: ["min-length", "target-min-length"],
        label: "min. characters",
        value: "N",
        help: [
            "Minimum number of characters of a word [default: 1]",
            "Minimum number of characters of a word of the target side",
        ],
        target_off: None,
        axis: Some("minimum number of characters of a word"),
        at: |choice| TextSlot::Count(&mut choice.min_length),
    },
    TextRow {
        names: ["token-separator", "target-token-separator"],
        label: "separator",
        value: "CHARACTER",
        help: [
            "Character between words, where texts are lists of names with spaces: a name is one word [default: none, words are cut at \
             spaces and punctuation]",
            "Character between words of the target side",
        ],
        target_off: None,
        axis: None,
        at: |choice| TextSlot::Separator(&mut choice.separator),
    },
];

impl TextRow {
    /// Text forms of all values of the tokenisation option; empty if they cannot be listed.
    pub fn texts(&self) -> Vec<&'static str> {
        match (self.at)(&mut TextChoice::default()) {
            TextSlot::Switch(_) => vec!["true", "false"],
            TextSlot::Stemmer(_) => Language::all().filter(|language| language.has_stemmer()).map(Language::key).collect(),
            TextSlot::Separator(_) => Separator::ALL.iter().map(|(_, text)| *text).chain(["none"]).collect(),
            TextSlot::Count(_) | TextSlot::StopWords(_) => Vec::new(),
        }
    }

    /// Reference to the user's choice of this tokenisation option.
    pub fn slot<'a>(&self, choice: &'a mut TextChoice) -> TextSlot<'a> {
        (self.at)(choice)
    }

    /// Whether the user has chosen a value of this tokenisation option.
    pub fn is_chosen(&self, choice: &TextChoice) -> bool {
        match (self.at)(&mut choice.clone()) {
            TextSlot::Switch(value) => value.is_some(),
            TextSlot::Count(value) => value.is_some(),
            TextSlot::StopWords(value) => value.is_some(),
            TextSlot::Stemmer(value) => value.is_some(),
            TextSlot::Separator(value) => value.is_some(),
        }
    }

    /// Sets the option to the value written as text.
    ///
    /// # Errors
    /// Returns an error if the text is not allowed; the error lists the allowed values.
    pub fn choose(&self, choice: &mut TextChoice, text: &str) -> Result<(), String> {
        match ((self.at)(choice), Language::of_key(text)) {
            (TextSlot::StopWords(place), None) if text != "none" => *place = Some(StopWords::File(text.into())),
            _ => return self.choose_named(choice, text),
        }
        Ok(())
    }

    /// Sets the option to the value written as text, which must not name a file.
    ///
    /// # Errors
    /// Returns an error if the text is not allowed; the error lists the allowed values.
    pub fn choose_named(&self, choice: &mut TextChoice, text: &str) -> Result<(), String> {
        let (text, language) = (text.trim(), Language::of_key(text.trim()));
        match (self.at)(choice) {
            TextSlot::Switch(place) => put(place, text.parse().ok(), "give true or false"),
            TextSlot::Count(place) => {
                let count = text.parse().ok().filter(|&count: &usize| count > 0);
                put(place, count, "give a whole number from 1")
            }
            TextSlot::StopWords(place) => {
                let words = if text == "none" { Some(StopWords::None) } else { language.map(StopWords::Of) };
                put(place, words, "give none, or a language such as english")
            }
            TextSlot::Stemmer(place) => {
                let stemmer = language.filter(|language| language.has_stemmer());
                put(place, stemmer.map(Some), "give a language that has a stemmer")
            }
            TextSlot::Separator(place) => {
                let separator = Separator::ALL.iter().find(|(_, own)| *own == text).map(|(separator, _)| Some(*separator));
                put(place, separator.or((text == "none").then_some(None)), "give one of ; , | / or none")
            }
        }
    }

    /// Switches the option off; without effect if that is impossible.
    pub fn switch_off(&self, choice: &mut TextChoice) {
        if let TextSlot::Stemmer(place) = (self.at)(choice) {
            *place = Some(None);
        }
    }
}

fn put<T>(place: &mut Option<T>, value: Option<T>, otherwise: &str) -> Result<(), String> {
    *place = Some(value.ok_or(otherwise)?);
    Ok(())
}

impl From<TextOptions> for TextChoice {
    /// Converts tokenisation options to a user's choice of every field.
    fn from(TextOptions { lower_case, stop_words, stemmer, min_length, separator }: TextOptions) -> Self {
        Self {
            lower_case: Some(lower_case),
            stop_words: Some(stop_words),
            stemmer: Some(stemmer),
            min_length: Some(min_length),
            separator: Some(separator),
        }
    }
}

impl TextChoice {
    /// Tokenisation options in which the user's choices replace the given values.
    pub fn over(&self, options: &TextOptions) -> TextOptions {
        TextOptions {
            lower_case: self.lower_case.unwrap_or(options.lower_case),
            stop_words: self.stop_words.clone().unwrap_or_else(|| options.stop_words.clone()),
            stemmer: self.stemmer.unwrap_or(options.stemmer),
            min_length: self.min_length.unwrap_or(options.min_length),
            separator: self.separator.unwrap_or(options.separator),
        }
    }
}

impl TaskKind {
    /// Default tokenisation options of a task; for reviews they remove English function words, which carry no opinion.
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
        let separated = TextChoice { separator: Some(Some(Separator::Bar)), ..TextChoice::default() };
        assert_eq!(separated.over(&options), TextOptions { separator: Some(Separator::Bar), ..options.clone() });
        let none = TextChoice { stop_words: Some(StopWords::None), stemmer: Some(None), ..TextChoice::default() };
        assert_eq!(none.over(&options), TextOptions::default());
        let longer = TextChoice { min_length: Some(3), lower_case: Some(false), ..TextChoice::default() };
        assert_eq!(longer.over(&options), TextOptions { min_length: 3, lower_case: false, ..options });
    }

    #[test]
    fn a_separator_is_saved_by_its_character_and_files_without_one_are_read() {
        for (separator, text) in Separator::ALL {
            assert_eq!(separator.character().to_string(), text);
            assert_eq!(serde_json::to_value(separator).unwrap(), text);
            let options = TextOptions { separator: Some(separator), ..TextOptions::default() };
            let saved = serde_json::to_string(&options).unwrap();
            assert_eq!(serde_json::from_str::<TextOptions>(&saved).unwrap(), options);
        }
        let before = serde_json::to_value(TextOptions::default()).unwrap();
        assert!(before.get("separator").is_none());
        assert_eq!(serde_json::from_value::<TextOptions>(before).unwrap(), TextOptions::default());
        let none = TextChoice { separator: Some(None), ..TextChoice::default() };
        assert_eq!(serde_json::from_value::<TextChoice>(serde_json::to_value(&none).unwrap()).unwrap(), none);
    }

    #[test]
    fn every_option_is_a_row_that_reads_its_texts() {
        let chosen = TextChoice::from(TextOptions::default());
        assert!(TEXT_OPTIONS.iter().all(|row| row.is_chosen(&chosen)));
        let fields = serde_json::to_value(&chosen).unwrap();
        let keys: Vec<String> =
            TEXT_OPTIONS.iter().map(|row| row.names[0].trim_start_matches("token-").replace('-', "_")).collect();
        assert_eq!(fields.as_object().unwrap().keys().len(), keys.len());
        for (row, key) in TEXT_OPTIONS.iter().zip(keys) {
            assert!(fields.get(&key).is_some(), "{key}");
            let (mut choice, text) = (TextChoice::default(), row.texts().first().copied().unwrap_or("7"));
            row.choose(&mut choice, text).unwrap();
            assert!(row.is_chosen(&choice) && TEXT_OPTIONS.iter().filter(|row| row.is_chosen(&choice)).count() == 1, "{key}");
            for refused in ["many", "0"] {
                assert!(row.choose_named(&mut choice, refused).unwrap_err().starts_with("give "), "{key}");
            }
            row.switch_off(&mut choice);
            assert_eq!(choice.stemmer == Some(None), row.target_off.is_some(), "{key}");
        }
    }
}
