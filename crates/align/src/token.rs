//! Tokens of a line: words for the lexicon, and forms that two languages may share.
//!
//! A form is a number by its value, an abbreviation in capitals, or the first letters of a word of at least four letters, which
//! names and cognates share across languages (Simard, Foster and Isabelle 1992). Words of scripts without spaces are segmented
//! by dictionary; only their Latin letters and digits make forms.

use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed, options::WordBreakInvariantOptions};

use crate::text::FormKind;

/// Letters of a form.
const FORM_LETTERS: usize = 5;
/// Letters of a word: its ending is cut, so that inflected words count together.
const WORD_LETTERS: usize = 6;

pub(crate) enum Token {
    /// A word in lower case, cut to its first letters.
    Word(String),
    /// What a translation may spell alike.
    Form(String, FormKind),
}

pub(crate) struct Tokenizer {
    segmenter: WordSegmenterBorrowed<'static>,
}

impl Tokenizer {
    pub fn new() -> Self {
        Self { segmenter: WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()) }
    }

    /// Visits the tokens of a line.
    pub fn each(&self, line: &str, mut visit: impl FnMut(Token)) {
        numbers(line, |value| visit(Token::Form(value, FormKind::Number)));
        for chunk in line.split(|c: char| c.is_whitespace() || matches!(c, '\'' | '’' | ':')) {
            let chunk = chunk.trim_matches(|c: char| c.is_ascii_punctuation());
            if chunk.is_empty() {
            } else if chunk.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                word(chunk, &mut visit);
            } else {
                let mut start = 0;
                for end in self.segmenter.segment_str(chunk) {
                    word(&chunk[start..end], &mut visit);
                    start = end;
                }
            }
        }
    }
}

fn word(word: &str, visit: &mut impl FnMut(Token)) {
    if !word.chars().any(char::is_alphanumeric) {
        return;
    }
    let lower: String = word.chars().flat_map(char::to_lowercase).take(WORD_LETTERS).collect();
    let letters = word.chars().count();
    let first_is_capital = word.chars().next().is_some_and(char::is_uppercase);
    let is_abbreviation = letters >= 2 && word.chars().all(|c| c.is_uppercase() || c.is_ascii_digit()) && first_is_capital;
    let is_alphabetic = word.chars().all(|c| c.is_alphabetic() && (c.is_lowercase() || c.is_uppercase()));
    if is_abbreviation && letters < 4 {
        visit(Token::Form(word.to_owned(), FormKind::Name));
    } else if is_alphabetic && (letters >= 4 || letters == 3 && first_is_capital) {
        let kind = if first_is_capital { FormKind::Name } else { FormKind::Word };
        visit(Token::Form(lower.chars().take(FORM_LETTERS).collect(), kind));
    }
    visit(Token::Word(lower));
}

/// Visits the numbers of a line by value: digits of any script, without separators of thousands and with a decimal point.
fn numbers(line: &str, mut visit: impl FnMut(String)) {
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let Some(first) = digit(c) else { continue };
        // Groups of digits and the separator before each.
        let mut groups = vec![(' ', String::from(first))];
        loop {
            if let Some(next) = chars.peek().copied().and_then(digit) {
                if let Some((_, group)) = groups.last_mut() {
                    group.push(next);
                }
                chars.next();
                continue;
            }
            let mut ahead = chars.clone();
            match (ahead.next(), ahead.next().and_then(digit)) {
                (Some(separator), Some(_)) if is_separator(separator) => {
                    groups.push((separator, String::new()));
                    chars.next();
                }
                _ => break,
            }
        }
        join(&groups, &mut visit);
    }
}

/// Joins groups of three digits to the number before them. Another group after a point or a comma is a decimal part, and any
/// other group is a number of its own.
fn join(groups: &[(char, String)], visit: &mut impl FnMut(String)) {
    let mut value = String::new();
    let mut has_decimals = false;
    for (position, (separator, digits)) in groups.iter().enumerate() {
        if position == 0 {
            value.clone_from(digits);
        } else if digits.len() == 3 && !has_decimals && value.len() <= 12 && !value.starts_with('0') && groups[0].1.len() <= 3 {
            value.push_str(digits);
        } else if matches!(separator, '.' | ',' | '\u{ff0e}' | '\u{ff0c}') && position + 1 == groups.len() && !has_decimals {
            has_decimals = true;
            let decimals = digits.trim_end_matches('0');
            if !decimals.is_empty() {
                value = format!("{value}.{decimals}");
            }
        } else {
            emit(&value, visit);
            value.clone_from(digits);
            has_decimals = false;
        }
    }
    emit(&value, visit);
}

fn emit(value: &str, visit: &mut impl FnMut(String)) {
    let value = value.trim_start_matches('0');
    visit(if value.is_empty() { "0".to_owned() } else { value.to_owned() });
}

/// Separators of thousands and decimals.
fn is_separator(c: char) -> bool {
    matches!(c, '.' | ',' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\'' | '’' | '\u{ff0e}' | '\u{ff0c}')
}

/// A decimal digit of ASCII or of full width.
fn digit(c: char) -> Option<char> {
    match c {
        '0'..='9' => Some(c),
        '\u{ff10}'..='\u{ff19}' => char::from_u32(u32::from(c) - 0xff10 + u32::from('0')),
        _ => None,
    }
}
