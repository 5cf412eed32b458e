//! Tokenisation: Unicode word segmentation for every script, then the filters chosen by the user.
//!
//! Cost: one pass over the text, plain ASCII words without the segmenter.
//! Memory: the words of one text, and the list of stop words once.

use std::{
    collections::{BTreeSet, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed, options::WordBreakInvariantOptions};
use serde::{Deserialize, Serialize};

use crate::corpus::{Cancel, CorpusError, Language, Limits, Separator, TextOptions, file::source::read_text};

/// Source of the stop words: none, a file, a list, or a language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopWords {
    /// Source of stop words: none, so that no word is removed.
    #[default]
    None,
    /// Stop words from a file with one word a line, named by the user.
    File(#[serde(with = "crate::corpus::file::true_path")] PathBuf),
    /// Stop words that were read from a file, as stored in a corpus and a saved model.
    List(StopList),
    /// Path of the stop-word file whose words a saved model lacks; the file is never opened.
    Missing(#[serde(with = "crate::corpus::file::true_path")] PathBuf),
    /// Stop words from the built-in list of a language's function words.
    #[serde(untagged)]
    Of(Language),
}

/// Stop words with the name of the file they were read from; two lists are equal if their words are.
#[derive(Clone, Debug, Eq, Serialize, Deserialize)]
pub struct StopList {
    /// Path of the stop-word file, for display only, since the file is not opened again.
    #[serde(with = "crate::corpus::file::true_path")]
    pub file: PathBuf,
    /// Stop words from the file, in lower case.
    pub words: Arc<BTreeSet<String>>,
}

impl PartialEq for StopList {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl StopWords {
    /// Reads stop words from a file with one word a line, in any encoding.
    ///
    /// # Errors
    /// Returns an error if the stop-word file cannot be read.
    pub fn read(file: &Path) -> Result<Self, CorpusError> {
        let (text, _) = read_text(file, None, Limits::default(), &Cancel::default()).map_err(|error| {
            let remedy = "choose a text file with one word a line as stop words, or name a language such as german";
            CorpusError { remedy: format!("{}; {remedy}", error.remedy), ..error }
        })?;
        let word = |line: &str| line.trim().replace('\u{2019}', "'").to_lowercase();
        let words = Arc::new(text.lines().map(word).filter(|word| !word.is_empty()).collect());
        Ok(Self::List(StopList { file: file.to_owned(), words }))
    }

    /// Path of the file that the stop words come from, if any.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(file) | Self::Missing(file) | Self::List(StopList { file, .. }) => Some(file),
            Self::None | Self::Of(_) => None,
        }
    }
}

/// Tokenizer: splits texts into words; created once, shared by threads.
///
/// A word is a segment of Unicode's word boundaries (UAX 29) that holds a letter or a digit; runs of Chinese, Japanese,
/// Thai and other scripts written without spaces are segmented by dictionary.
/// Then, in this order: the curly apostrophe becomes the straight one, lower case, minimum length in characters,
/// stop words (compared in lower case), stemming.
/// With a [separator](TextOptions::separator) a word is the text between two separators, spaces included.
pub struct Tokenizer {
    segmenter: WordSegmenterBorrowed<'static>,
    lower_case: bool,
    min_length: usize,
    stop_words: HashSet<String>,
    stemmer: Option<rust_stemmers::Stemmer>,
    separator: Option<char>,
}

impl Tokenizer {
    /// Creates a tokenizer: reads the stop words and creates the stemmer.
    ///
    /// # Errors
    /// Returns an error if the stop-word file cannot be read, or the words of a saved model are missing.
    pub fn new(options: &TextOptions) -> Result<Self, CorpusError> {
        Ok(Self {
            segmenter: WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()),
            lower_case: options.lower_case,
            min_length: options.min_length,
            stop_words: stop_words(&options.stop_words)?,
            stemmer: options.stemmer.and_then(Language::stemmer).map(rust_stemmers::Stemmer::create),
            separator: options.separator.map(Separator::character),
        })
    }

    /// Words of a text in their order.
    pub fn words(&self, text: &str) -> Vec<String> {
        if self.separator.is_some() {
            // Runs of white space within a name become one space.
            let name = |chunk: &str| self.finish(&chunk.split_whitespace().collect::<Vec<_>>().join(" "));
            return self.chunks(text).filter_map(name).collect();
        }
        let mut words = Vec::new();
        for chunk in text.split_ascii_whitespace() {
            // Fast path: most chunks are one plain word between punctuation, which needs no rule of UAX 29.
            let word = chunk.trim_matches(|c: char| c.is_ascii_punctuation() && c != '_');
            if word.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                words.extend(self.finish(word));
            } else {
                self.segment(word, &mut words);
            }
        }
        words
    }

    /// Chunks of a text that no word spans: between separators if there is one, else between spaces.
    pub fn chunks<'a>(&self, text: &'a str) -> impl Iterator<Item = &'a str> {
        let separator = self.separator;
        text.split(move |c: char| separator.map_or_else(|| c.is_whitespace(), |separator| c == separator))
    }

    /// Words of a text that is already tokenised with spaces, after the filters.
    pub fn spaced(&self, text: &str) -> Vec<String> {
        text.split_whitespace().filter_map(|word| self.finish(word)).collect()
    }

    fn segment(&self, text: &str, words: &mut Vec<String>) {
        let mut start = 0;
        for end in self.segmenter.segment_str(text) {
            // Letters are checked here, because the segmenter's word type misses words that end in a combining
            // mark, as in "cafe\u{301}".
            if text[start..end].contains(char::is_alphanumeric) {
                words.extend(self.finish(&text[start..end]));
            }
            start = end;
        }
    }

    /// Applies the tokenisation filters to a segment of text; `None` if they remove it.
    fn finish(&self, segment: &str) -> Option<String> {
        let word = match (segment.is_ascii(), self.lower_case) {
            (true, true) => segment.to_ascii_lowercase(),
            (true, false) => segment.to_owned(),
            (false, true) => segment.replace('\u{2019}', "'").to_lowercase(),
            (false, false) => segment.replace('\u{2019}', "'"),
        };
        if word.is_empty() || word.chars().count() < self.min_length {
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
    match from {
        StopWords::None => Ok(HashSet::new()),
        StopWords::Of(language) => Ok(language.stop_words().map(str::to_owned).collect()),
        StopWords::File(file) => stop_words(&StopWords::read(file)?),
        StopWords::List(list) => Ok(list.words.iter().cloned().collect()),
        StopWords::Missing(file) => {
            let problem = format!("the model was saved without its stop words, which were in {}", file.display());
            let remedy = "name that file with --stop-words, in the window as stop words, or train and save the model again";
            Err(CorpusError::dataset(problem, remedy))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cut(text: &str, options: &TextOptions) -> Vec<String> {
        Tokenizer::new(options).expect("a tokenizer").words(text)
    }

    /// Reference tokenizer without the fast path: the segmenter on the whole text at once.
    fn twin(text: &str) -> Vec<String> {
        let tokenizer = Tokenizer::new(&TextOptions::default()).expect("a tokenizer");
        let mut words = Vec::new();
        tokenizer.segment(text, &mut words);
        words
    }

    #[test]
    fn punctuation_and_case_are_removed() {
        let words = cut("Hello, (World)! -- 3.14 isn\u{2019}t e-mail; C'EST \u{c9}T\u{c9}.", &TextOptions::default());
        assert_eq!(words, ["hello", "world", "3.14", "isn't", "e", "mail", "c'est", "\u{e9}t\u{e9}"]);
        assert!(cut("  ... -- \u{2026} \t", &TextOptions::default()).is_empty());
    }

    #[test]
    fn japanese_and_chinese_are_segmented_by_dictionary() {
        let options = TextOptions::default();
        let japanese = cut("\u{4eac}\u{90fd}\u{306f}\u{65e5}\u{672c}\u{306e}\u{90fd}\u{5e02}\u{3067}\u{3059}\u{3002}", &options);
        assert_eq!(
            japanese,
            ["\u{4eac}\u{90fd}", "\u{306f}", "\u{65e5}\u{672c}", "\u{306e}", "\u{90fd}\u{5e02}", "\u{3067}\u{3059}"]
        );
        let chinese = cut("\u{6211}\u{4eec}\u{559c}\u{6b22}\u{97f3}\u{4e50}\u{3002}", &options);
        assert_eq!(chinese, ["\u{6211}\u{4eec}", "\u{559c}\u{6b22}", "\u{97f3}\u{4e50}"]);
    }

    #[test]
    fn words_that_end_in_a_combining_mark_are_words() {
        assert_eq!(cut("cafe\u{301} noir", &TextOptions::default()), ["cafe\u{301}", "noir"]);
        assert_eq!(cut("\u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940} x", &TextOptions::default()).len(), 2);
    }

    #[test]
    fn filters_are_applied_in_their_order() {
        let options = TextOptions {
            stop_words: StopWords::Of(Language::English),
            stemmer: Some(Language::English),
            ..TextOptions::default()
        };
        assert_eq!(cut("The runners were running, don\u{2019}t stop it", &options), ["runner", "run", "stop"]);
        let options = TextOptions { min_length: 3, ..TextOptions::default() };
        assert_eq!(cut("an ox \u{e9}t\u{e9} cow \u{e9}\u{e8}", &options), ["\u{e9}t\u{e9}", "cow"], "characters, not bytes");
        let options = TextOptions { lower_case: false, stop_words: StopWords::Of(Language::English), ..TextOptions::default() };
        assert_eq!(cut("The Moon and THE Sun", &options), ["Moon", "Sun"]);
    }

    #[test]
    fn names_between_separators_are_words() {
        for (separator, sign) in Separator::ALL {
            let options = TextOptions { separator: Some(separator), ..TextOptions::default() };
            let text = ["Ann  Lee", " O\u{2019}Hara, Jr", "", " \t", "Zo\u{eb}; Co", "ann lee"].join(sign);
            let words = cut(&text, &options);
            assert_eq!((words.first(), words.last()), (Some(&"ann lee".to_owned()), Some(&"ann lee".to_owned())), "{sign}");
            assert!(words.iter().all(|word| !word.contains(sign) && word.trim() == word && !word.is_empty()), "{words:?}");
        }
        let options =
            TextOptions { separator: Some(Separator::Semicolon), lower_case: false, min_length: 3, ..TextOptions::default() };
        assert_eq!(cut("Ann Lee; Bo ;Dr. C. (retired)", &options), ["Ann Lee", "Dr. C. (retired)"]);
    }

    #[test]
    fn every_stemmer_stems_its_language() {
        for (stemmer, word, stem) in [
            (Language::English, "cooking", "cook"),
            (Language::Arabic, "الكتاب", "كتاب"),
            (Language::Danish, "husene", "hus"),
            (Language::Dutch, "huizen", "huiz"),
            (Language::Finnish, "taloissa", "talo"),
            (Language::French, "continuellement", "continuel"),
            (Language::German, "h\u{e4}user", "haus"),
            (Language::Italian, "abbandonata", "abbandon"),
            (Language::Norwegian, "husene", "hus"),
            (Language::Russian, "книгами", "книг"),
            (Language::Spanish, "cheques", "chequ"),
            (Language::Swedish, "husen", "hus"),
            (Language::Turkish, "evlerde", "ev"),
            (Language::Japanese, "本", "本"),
        ] {
            let options = TextOptions { stemmer: Some(stemmer), ..TextOptions::default() };
            assert_eq!(cut(word, &options), [stem], "{stemmer:?}");
        }
    }

    #[test]
    fn stop_words_come_from_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("stop.txt");
        std::fs::write(&file, "\u{feff}Alpha\r\n\n beta \n").expect("a file");
        let options = TextOptions { stop_words: StopWords::File(file), ..TextOptions::default() };
        assert_eq!(cut("alpha Beta gamma", &options), ["gamma"]);
        let (bytes, ..) = encoding_rs::SHIFT_JIS.encode("これは\nそれは京都の言葉です\nである\nという言葉\n");
        std::fs::write(folder.path().join("sjis.txt"), bytes).expect("a file");
        let japanese = TextOptions { stop_words: StopWords::File(folder.path().join("sjis.txt")), ..TextOptions::default() };
        assert!(Tokenizer::new(&japanese).expect("any encoding").stop_words.contains("である"));
        let options = TextOptions { stop_words: StopWords::File(folder.path().join("none.txt")), ..options };
        let error = Tokenizer::new(&options).expect_err("no such file").to_string();
        assert!(error.contains("none.txt") && error.contains("one word a line"), "{error}");
    }

    #[test]
    fn words_read_from_a_file_stand_for_it_after_it_is_gone() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("stop.txt");
        std::fs::write(&file, "alpha\n").expect("a file");
        let named = TextOptions { stop_words: StopWords::File(file.clone()), ..TextOptions::default() };
        let read = named.with_words_read().expect("readable");
        assert!(named.tokenises_like(&read) && read.tokenises_like(&read) && !TextOptions::default().tokenises_like(&read));
        std::fs::write(&file, "gamma\n").expect("a file");
        assert_eq!(cut("alpha gamma", &read), ["gamma"]);
        assert_ne!(named.with_words_read().expect("readable"), read, "other words");
        let missing = TextOptions { stop_words: StopWords::Missing(file), ..TextOptions::default() };
        let error = Tokenizer::new(&missing).expect_err("never opened").to_string();
        assert!(error.contains("stop.txt") && error.contains("--stop-words"), "{error}");
    }

    #[test]
    fn every_language_has_stop_words_and_old_names_are_read() {
        for (language, text, left) in [
            (Language::German, "Die Katze und der Hund", &["katze", "hund"][..]),
            (Language::Japanese, "京都は日本の都市です。", &["京都", "日本", "都市"]),
            (Language::Greek, "Το σπίτι και ο κήπος", &["σπίτι", "κήπος"]),
        ] {
            let options = TextOptions { stop_words: StopWords::Of(language), ..TextOptions::default() };
            assert_eq!(cut(text, &options), left, "{language:?}");
        }
        let list = StopList { file: "a.txt".into(), words: Arc::new(["and".to_owned()].into()) };
        let missing = StopWords::Missing("a.txt".into());
        let all =
            [StopWords::None, StopWords::Of(Language::German), StopWords::File("a.txt".into()), StopWords::List(list), missing];
        for words in all {
            let text = serde_json::to_string(&words).expect("text");
            assert_eq!(serde_json::from_str::<StopWords>(&text).expect("the same"), words);
        }
        assert_eq!(serde_json::from_str::<StopWords>("\"English\"").expect("of before"), StopWords::Of(Language::English));
    }

    proptest! {
        #[test]
        fn the_short_way_finds_what_the_segmenter_finds(text in "[a-cA-C0-9'._,:;() \t\n\u{e9}\u{2019}\u{301}\u{200d}\u{6771}\u{3042}\u{30ab}-]{0,24}") {
            prop_assert_eq!(cut(&text, &TextOptions::default()), twin(&text));
        }

        #[test]
        fn any_text_can_be_cut(text in any::<String>()) {
            // Not compared with the reference tokenizer, which attaches a stray combining mark to the space before it.
            for word in cut(&text, &TextOptions::default()) {
                prop_assert!(word.contains(char::is_alphanumeric) && !word.contains([' ', '\t', '\n']), "{word:?}");
            }
        }
    }
}
