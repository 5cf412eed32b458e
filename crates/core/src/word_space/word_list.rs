//! Word lists as text: words separated by white space, commas or semicolons.
//!
//! A word that contains a separator or begins with a quotation mark is written in quotation marks.
//! Inside these, two quotation marks stand for one: `"new york", "1,000", """"`.
//! A quotation mark without a closing mark before a separator belongs to its word.
//!
//! Cost: a pass over the text, and a binary search for each word.

use std::{borrow::Cow, collections::HashSet};

use super::WordSpace;

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ',' || c == ';'
}

/// Joins words to the text of a word list, which [`WordSpace::words_of`] reads.
pub fn list_text<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(quoted).collect::<Vec<_>>().join(", ")
}

/// Word of a list, in quotation marks if necessary.
fn quoted(word: &str) -> Cow<'_, str> {
    if word.starts_with('"') || word.contains(is_separator) {
        format!("\"{}\"", word.replace('"', "\"\"")).into()
    } else {
        word.into()
    }
}

/// Splits the text of a word list into its words.
fn parts(mut text: &str) -> Vec<Cow<'_, str>> {
    let mut parts = Vec::new();
    loop {
        text = text.trim_start_matches(is_separator);
        if text.is_empty() {
            return parts;
        }
        let (part, rest) = in_marks(text).unwrap_or_else(|| {
            let (part, rest) = text.split_at(text.find(is_separator).unwrap_or(text.len()));
            (part.into(), rest)
        });
        parts.push(part);
        text = rest;
    }
}

/// Quoted word with which a text begins, and the rest of the text.
fn in_marks(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut from = 0;
    loop {
        let mark = from + inner[from..].find('"')?;
        let rest = &inner[mark + 1..];
        if rest.starts_with('"') {
            from = mark + 2;
            continue;
        }
        let closed = mark > 0 && rest.chars().next().is_none_or(is_separator);
        return closed.then(|| (inner[..mark].replace("\"\"", "\"").into(), rest));
    }
}

impl WordSpace {
    /// Words in the text of a word list, each once; and the texts that are not words of the space.
    pub fn words_of(&self, text: &str) -> (Vec<u32>, Vec<String>) {
        let (mut words, mut unknown, mut known) = (Vec::new(), Vec::new(), HashSet::new());
        for part in parts(text) {
            match self.find(&part) {
                Some(word) if !known.insert(word) => {}
                Some(word) => words.push(word),
                None => unknown.push(part.into_owned()),
            }
        }
        (words, unknown)
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;
    use proptest::prelude::*;

    use super::*;

    fn space(words: &[&str]) -> WordSpace {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        WordSpace::from_rows("test", &words, Array2::ones((words.len(), 2)).view())
    }

    #[test]
    fn words_of_a_text_are_taken_once_and_unknown_ones_named() {
        let space = space(&["the", "cat", "Paris"]);
        assert_eq!(space.words_of("cat, THE;cat\n Paris paris"), (vec![1, 0, 2], vec!["paris".to_owned()]));
    }

    #[test]
    fn words_with_separators_are_written_in_quotation_marks() {
        let space = space(&[",", "1,000", "new york", "\"", "\"a b\"c", "5\"", "1", "\u{a0}"]);
        assert_eq!(space.words_of("\"new york\" 1 \"1,000\",\",\""), (vec![2, 6, 1, 0], Vec::new()));
        let all: Vec<u32> = (0..8).collect();
        assert_eq!(space.words_of(&list_text(all.iter().map(|&word| space.word(word)))), (all, Vec::new()));
        // While the user types a word its closing quotation mark is missing.
        assert_eq!(space.words_of("1 \"new york"), (vec![6], vec!["\"new".to_owned(), "york".to_owned()]));
        assert_eq!(space.words_of("\""), (vec![3], Vec::new()));
    }

    proptest! {
        #[test]
        fn the_text_of_a_list_is_read_back(words in prop::collection::vec("[a\", ;]{1,5}", 0..8)) {
            let text = list_text(words.iter().map(String::as_str));
            prop_assert_eq!(parts(&text), words.iter().map(|word| Cow::from(word.as_str())).collect::<Vec<_>>(), "{}", text);
        }
    }
}
