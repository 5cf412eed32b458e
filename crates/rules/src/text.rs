//! Text functions that the rules share: case folding, words, sentence ends, scripts.

use std::{
    borrow::Cow,
    hash::{DefaultHasher, Hash, Hasher},
    sync::LazyLock,
};

use regex::Regex;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Regular expression of web and e-mail addresses.
pub(crate) static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:\b(?:https?|ftp)://|\bwww\.)[a-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+|[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+",
    )
    .expect("a valid pattern")
});

/// Text in normal form NFKC, lower case, with single spaces and none at its start and end.
pub(crate) fn fold(text: &str) -> String {
    let normal = if text.is_ascii() { text.to_ascii_lowercase() } else { text.nfkc().collect::<String>().to_lowercase() };
    let mut folded = String::with_capacity(normal.len());
    for word in normal.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

/// Text in normal form NFC, so that an accented letter is equal to the letter with its combining accent.
pub(crate) fn composed(text: &str) -> Cow<'_, str> {
    let is_composed = is_nfc_quick(text.chars()) == IsNormalized::Yes;
    if is_composed { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) }
}

/// Hash of a value, the same in every run of one build.
pub(crate) fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Words of a text: runs of letters and digits; in Chinese and Japanese single characters.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut start = None;
    let mut wide = false;
    text.char_indices().chain([(text.len(), ' ')]).filter_map(move |(at, letter)| {
        let inside = letter.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&letter);
        let ends = start.is_some() && (!inside || wide || is_unspaced_script(letter));
        let word = if ends { start.take().map(|from| &text[from..at]) } else { None };
        if inside && start.is_none() {
            start = Some(at);
            wide = is_unspaced_script(letter);
        }
        word
    })
}

/// Whether a letter belongs to a script without spaces: Han, kana, Thai, Lao, Khmer, Burmese.
pub(crate) fn is_unspaced_script(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}'
        | '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}')
}

/// Whether a word is written like a name: capitalised, or in ideographs or katakana.
pub(crate) fn is_name(word: &str) -> bool {
    word.chars().next().is_some_and(|first| {
        first.is_uppercase() || matches!(first, '\u{30a0}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
    })
}

/// Length of a text in units of about one ideograph: letters of alphabets count less.
///
/// The weights make the sizes of translations between alphabets and Japanese agree best (NTREX, seven language pairs).
pub(crate) fn weight(text: &str) -> f64 {
    text.chars()
        .map(|letter| match letter {
            '\u{3040}'..='\u{309f}' => 0.34,
            '\u{30a0}'..='\u{30ff}' => 0.5,
            _ if letter.is_whitespace() => 0.6,
            _ if is_unspaced_script(letter) => 1.1,
            _ if letter.is_uppercase() => 1.0,
            _ if letter.is_alphabetic() => 0.35,
            _ => 0.9,
        })
        .sum()
}

/// Kind of a sentence-final mark in any script: `.`, `?`, `!`, `…`, `:` or none.
fn terminator(letter: char) -> Option<char> {
    Some(match letter {
        '.' | '。' | '．' | '｡' | '।' | '॥' | '۔' | '።' | '။' | '។' | '։' => '.',
        '?' | '？' | '؟' | '՞' | '⁇' | '⁈' => '?',
        '!' | '！' | '‼' | '⁉' => '!',
        '…' | '⋯' => '…',
        ':' | '：' => ':',
        _ => return None,
    })
}

/// Whether a letter is a closing quotation mark or bracket, which can follow a sentence end.
fn closes(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(
            letter,
            '"' | '\''
                | '”'
                | '“'
                | '’'
                | '‘'
                | '»'
                | '«'
                | '›'
                | '‹'
                | ')'
                | '）'
                | ']'
                | '］'
                | '」'
                | '』'
                | '】'
                | '〕'
                | '〉'
                | '》'
        )
}

/// Punctuation mark at the end of a text, before closing quotation marks and brackets.
pub(crate) fn end_mark(text: &str) -> Option<char> {
    text.trim_end_matches(closes).chars().next_back().and_then(terminator)
}

/// Number of sentence ends in a text: a mark before a space, a closing mark or the end; in Chinese and Japanese anywhere.
pub(crate) fn sentence_ends(text: &str) -> usize {
    let mut letters = text.chars().peekable();
    let mut count = 0;
    while let Some(letter) = letters.next() {
        let end = terminator(letter).is_some_and(|mark| mark != ':')
            && (!letter.is_ascii() && letter != '…' || letters.peek().is_none_or(|&next| closes(next)));
        count += usize::from(end);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_joins_forms_of_one_text() {
        assert_eq!(fold("  Cafe\u{301}\u{a0}１２ "), "café 12");
        assert_eq!(fold("ｶﾞ"), fold("ガ"));
    }

    #[test]
    fn words_are_runs_or_single_ideographs() {
        assert_eq!(words("It's 2 Häuser, 東京のA1!").collect::<Vec<_>>(), ["It", "s", "2", "Häuser", "東", "京", "の", "A1"]);
        assert_eq!(words("").count(), 0);
    }

    #[test]
    fn sentence_ends_are_found_behind_closing_marks() {
        assert_eq!(sentence_ends("It is 3.5 m. “No!” (Yes?)"), 3);
        assert_eq!(sentence_ends("そうです。違う！「はい。」"), 3);
        assert_eq!(end_mark("„Ja.“ "), Some('.'));
        assert_eq!(end_mark("Ja"), None);
    }
}
