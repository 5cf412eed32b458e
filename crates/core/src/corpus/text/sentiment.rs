//! Sentiment lexicon: lists of positive and negative words, applied to a vocabulary.
//!
//! Cost: one pass over the lists and one look-up for each word. Memory: the lists.

use std::{collections::HashMap, path::Path};

use rust_stemmers::{Algorithm, Stemmer};

use crate::corpus::{Cancel, CorpusError, Limits, TextOptions, Tokenizer, file::list::read_list, printable::beginning};

/// Built-in lists of positive and negative words, written for this program.
const BUILTIN: [&str; 2] =
    [include_str!("../../../assets/sentiment-positive.txt"), include_str!("../../../assets/sentiment-negative.txt")];
/// Maximum number of words in an entry of a sentiment list; longer lines are running text.
const MAX_PHRASE_WORDS: usize = 3;
/// Share of words equal to their own stems above which texts are taken as stemmed.
const STEMMED_SHARE: f64 = 0.9;

/// Polarity of a word: positive or negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Polarity {
    /// Positive word of the sentiment lexicon.
    Positive,
    /// Negative word of the sentiment lexicon.
    Negative,
}

/// Sentiment lexicon: lists of positive and of negative words, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentimentLexicon {
    /// Positive words of the sentiment lexicon.
    pub positive: Vec<String>,
    /// Negative words of the sentiment lexicon.
    pub negative: Vec<String>,
}

impl SentimentLexicon {
    /// Built-in sentiment lexicon: English, some hundred words in each list.
    pub fn builtin() -> Self {
        let [positive, negative] = BUILTIN.map(|text| text.lines().filter_map(word).collect());
        Self { positive, negative }
    }

    /// Reads a sentiment lexicon from two files with one word a line; empty lines and comments after `#` or `;` are skipped.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, contains running text, or has no word.
    pub fn read(positive: &Path, negative: &Path) -> Result<Self, CorpusError> {
        Ok(Self { positive: list(positive)?, negative: list(negative)? })
    }

    /// Polarity of each word of a vocabulary (V); none for words of both lists.
    ///
    /// Words are compared by their stems where the texts are stemmed, by `options` or in the file.
    pub fn polarity(&self, words: &[String], options: &TextOptions) -> Vec<Option<Polarity>> {
        let stem: Box<dyn Fn(&str) -> String> = if options.stemmer.is_some() {
            // A tokenizer without stop words reads no file and cannot fail.
            let plain = TextOptions { lower_case: true, stemmer: options.stemmer, ..TextOptions::default() };
            let Ok(tokenizer) = Tokenizer::new(&plain) else { return vec![None; words.len()] };
            Box::new(move |word| tokenizer.spaced(word).concat())
        } else if looks_stemmed(words) {
            let stemmer = Stemmer::create(Algorithm::English);
            Box::new(move |word| stemmer.stem(word).into_owned())
        } else {
            Box::new(str::to_owned)
        };
        let mut known: HashMap<String, Option<Polarity>> = HashMap::new();
        let lists = [(&self.positive, Polarity::Positive), (&self.negative, Polarity::Negative)];
        for (word, polarity) in lists.into_iter().flat_map(|(list, polarity)| list.iter().map(move |word| (word, polarity))) {
            let entry = known.entry(stem(word)).or_insert(Some(polarity));
            if *entry != Some(polarity) {
                *entry = None;
            }
        }
        words.iter().map(|word| known.get(&word.to_lowercase()).copied().flatten()).collect()
    }
}

fn looks_stemmed(words: &[String]) -> bool {
    let stemmer = Stemmer::create(Algorithm::English);
    let long = || words.iter().filter(|word| word.len() > 4);
    let own = long().filter(|word| stemmer.stem(word) == word.as_str()).count();
    own as f64 > STEMMED_SHARE * long().count() as f64
}

fn list(file: &Path) -> Result<Vec<String>, CorpusError> {
    let mut words = Vec::new();
    for (line, text) in (1..).zip(read_list(file, None, Limits::default(), &Cancel::default())?) {
        if let Some(text) = word(&text) {
            if text.split_whitespace().count() > MAX_PHRASE_WORDS {
                let problem = format!("\"{}\" is no word", beginning(&text));
                return Err(CorpusError::format(file, line, problem, "choose a file with one word a line"));
            }
            words.push(text);
        }
    }
    if words.is_empty() {
        return Err(CorpusError::format(file, None, "there is no word in it", "choose a file with one word a line"));
    }
    Ok(words)
}

/// Word in a line of a sentiment list, if there is one.
fn word(line: &str) -> Option<String> {
    let word = line.split(['#', ';']).next().unwrap_or_default().trim().to_lowercase();
    (!word.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::corpus::{Builtin, Language, documents::builtin};

    fn polarity(lexicon: &SentimentLexicon, words: &[&str], stemmer: Option<Language>) -> Vec<Option<Polarity>> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        lexicon.polarity(&words, &TextOptions { stemmer, ..TextOptions::default() })
    }

    const UP: Option<Polarity> = Some(Polarity::Positive);
    const DOWN: Option<Polarity> = Some(Polarity::Negative);

    #[test]
    fn the_built_in_lists_are_two_and_sorted() {
        let lexicon = SentimentLexicon::builtin();
        for list in [&lexicon.positive, &lexicon.negative] {
            assert!(list.len() > 100 && list.is_sorted_by(|a, b| a < b), "{} words", list.len());
        }
        let positive: HashSet<_> = lexicon.positive.iter().collect();
        assert!(!lexicon.negative.iter().any(|word| positive.contains(word)));
    }

    #[test]
    fn words_are_compared_directly_or_by_stems() {
        let lexicon = SentimentLexicon::builtin();
        let words = ["Wonderful", "horrible", "table", "annoyed"];
        assert_eq!(polarity(&lexicon, &words, None), [UP, DOWN, None, DOWN]);
        let stems = ["wonder", "horribl", "tabl", "annoy"];
        assert_eq!(polarity(&lexicon, &stems, Some(Language::English)), [UP, DOWN, None, DOWN]);
        assert_eq!(
            polarity(&lexicon, &["wonderful", "running", "horribl", "tables"], None),
            [UP, None, None, None],
            "not stemmed"
        );
        let stemmed = ["horribl", "annoy", "librari", "comput", "student"];
        assert_eq!(polarity(&lexicon, &stemmed, None), [DOWN, DOWN, None, None, None], "stemmed before");
    }

    #[test]
    fn words_of_both_lists_have_no_polarity() {
        let list = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let lexicon = SentimentLexicon { positive: list(&["cool", "hopeful"]), negative: list(&["cool", "hopeless"]) };
        assert_eq!(polarity(&lexicon, &["cool", "hopeful", "hopeless"], None), [None, UP, DOWN]);
        assert_eq!(polarity(&lexicon, &["cool", "hope"], Some(Language::English))[0], None);
    }

    #[test]
    fn opinion_words_of_the_built_in_reviews_are_mostly_known() {
        let corpus = builtin(Builtin::Reviews);
        let polarity = SentimentLexicon::builtin().polarity(&corpus.lexicon, &corpus.text_options);
        let of = |word: &str| polarity[corpus.lexicon.iter().position(|other| other == word).expect("a word")];
        assert_eq!((of("perfect"), of("disappointed"), of("okay"), of("zipper")), (UP, DOWN, None, None));
        assert!(polarity.iter().flatten().count() > 80);
    }

    #[test]
    fn lists_are_files_with_one_word_a_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, text: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("a file");
            path
        };
        let up = file("up.txt", b"; opinion words\r\n\r\nGood\r\ntop notch # two words\r\n");
        let down = file("down.txt", b"naive\nbad\n");
        let lexicon = SentimentLexicon::read(&up, &down).expect("two lists");
        assert_eq!(
            (lexicon.positive, lexicon.negative),
            (vec!["good".into(), "top notch".into()], vec!["naive".into(), "bad".into()])
        );
        let message = |path: &Path| SentimentLexicon::read(&up, path).expect_err("no list").to_string();
        let text = message(&file("text.txt", b"bad\nThis is a whole sentence.\n"));
        assert!(text.contains("text.txt:2") && text.contains("one word"), "{text}");
        assert!(message(&file("none.txt", b"# nothing\n")).contains("there is no word in it"));
        assert!(message(&file("empty.txt", b"")).contains("empty"));
        assert!(message(&folder.path().join("gone.txt")).contains("no such file"));
    }
}
