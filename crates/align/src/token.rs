//! Tokens of a line: words for the lexicon, and forms that two languages may share.
//!
//! A form is a number by its value, an abbreviation in capitals, or the first letters of a word of at least four letters:
//! names and cognates share them across languages (Simard, Foster and Isabelle 1992).
//! Words of scripts without spaces are segmented by dictionary; only their Latin letters and digits make forms.

use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed, options::WordBreakInvariantOptions};

use crate::text::FormKind;

/// Maximum number of letters kept of a form.
const FORM_LETTERS: usize = 5;
/// Maximum number of letters of a word: its ending is cut, so that inflected words count together.
const WORD_LETTERS: usize = 6;

pub(crate) enum Token {
    /// Word in lower case, truncated to its first letters.
    Word(String),
    /// Form that a translation may repeat unchanged: a number, name or code.
    Form(String, FormKind),
}

pub(crate) struct Tokenizer {
    segmenter: WordSegmenterBorrowed<'static>,
}

impl Tokenizer {
    pub(crate) fn new() -> Self {
        Self { segmenter: WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()) }
    }

    /// Visits the tokens (words and forms) of a line.
    pub(crate) fn each(&self, line: &str, mut visit: impl FnMut(Token)) {
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

/// Visits the numbers of a line by value: ASCII and full-width digits, without separators of thousands and with a decimal point.
fn numbers(line: &str, mut visit: impl FnMut(String)) {
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let Some(first) = digit(c) else { continue };
        // Groups of digits, each with the separator before it.
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

/// Joins groups of three digits to the number before them.
/// A group after a point or comma that has not three digits is a decimal part; any other group is a number of its own.
fn join(groups: &[(char, String)], visit: &mut impl FnMut(String)) {
    let is_point = |separator: char| matches!(separator, '.' | ',' | '\u{ff0e}' | '\u{ff0c}');
    let (mut value, mut takes_groups, mut has_decimals) = (String::new(), false, false);
    for (position, (separator, digits)) in groups.iter().enumerate() {
        let is_last = groups.get(position + 1).is_none_or(|next| !is_point(next.0));
        if takes_groups && digits.len() == 3 && value.len() <= 12 {
            value.push_str(digits);
        } else if position > 0 && is_point(*separator) && is_last && !has_decimals {
            (takes_groups, has_decimals) = (false, true);
            let decimals = digits.trim_end_matches('0');
            if !decimals.is_empty() {
                value = format!("{value}.{decimals}");
            }
        } else {
            if position > 0 {
                emit(&value, visit);
            }
            value.clone_from(digits);
            (takes_groups, has_decimals) = (digits.len() <= 3 && !digits.starts_with('0'), false);
        }
    }
    emit(&value, visit);
}

/// Visits a number without its leading zeros, except one before the decimal point.
fn emit(value: &str, visit: &mut impl FnMut(String)) {
    let short = value.trim_start_matches('0');
    visit(if short.is_empty() || short.starts_with('.') { format!("0{short}") } else { short.to_owned() });
}

/// Whether a character separates thousands or decimals.
fn is_separator(c: char) -> bool {
    matches!(c, '.' | ',' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\'' | '’' | '\u{ff0e}' | '\u{ff0c}')
}

/// Value of a decimal digit, ASCII or full-width, as an ASCII digit.
fn digit(c: char) -> Option<char> {
    match c {
        '0'..='9' => Some(c),
        '\u{ff10}'..='\u{ff19}' => char::from_u32(u32::from(c) - 0xff10 + u32::from('0')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(line: &str) -> Vec<String> {
        let mut forms = Vec::new();
        Tokenizer::new().each(line, |token| {
            if let Token::Form(form, _) = token {
                forms.push(form);
            }
        });
        forms
    }

    #[test]
    fn numbers_are_compared_by_value() {
        for line in ["1,234,567.50", "1.234.567,5", "1 234 567,50", "1\u{a0}234\u{a0}567,5", "１，２３４，５６７．５"]
        {
            assert_eq!(forms(line), ["1234567.5"], "{line}");
        }
        assert_eq!(forms("3.50 3,5 0.125 2018,5 12. 007"), ["3.5", "3.5", "0.125", "2018.5", "12", "7"]);
        assert_eq!(forms("2018-09-12, 19:30"), ["2018", "9", "12", "19", "30"]);
        assert_eq!(forms("0 00"), ["0", "0"]);
    }

    #[test]
    fn names_and_cognates_share_their_first_letters() {
        assert_eq!(forms("l’Europe"), forms("EUROPA")[..1]);
        assert_eq!(forms("Trumpin"), forms("Trump"));
        assert_eq!(forms("BBC:n"), forms("BBC"));
        assert!(forms("und der 東京の傘").is_empty());
    }
}
