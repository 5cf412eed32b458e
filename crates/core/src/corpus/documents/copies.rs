//! Numbers of equal contents, by which copies of a text are recognised.
//!
//! Cost: one pass over the texts. Memory: a reference and a number for each different text.

use std::{borrow::Cow, collections::HashMap};

/// Numbers items by their contents ([`Corpus::content`](super::Corpus::content)), in the order of first occurrence:
/// equal contents have equal numbers, items without text a number of their own.
pub(crate) fn numbered<'a, const N: usize>(items: impl Iterator<Item = [Cow<'a, str>; N]>) -> Vec<usize> {
    let (mut known, mut next) = (HashMap::new(), 0);
    let number = |texts: [Cow<'a, str>; N]| {
        let empty = texts.iter().all(|text| text.trim().is_empty());
        let number = if empty { next } else { *known.entry(texts).or_insert(next) };
        next = next.max(number + 1);
        number
    };
    items.map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_equal_numbers_and_documents_without_text_their_own() {
        let one = ["a", "b", "a", "", " ", "c", "b"].map(|text| [text.into()]);
        assert_eq!(numbered(one.into_iter()), [0, 1, 0, 2, 3, 4, 1]);
        let two = [["a", ""], ["", "a"], ["a", ""]].map(|texts| texts.map(Cow::from));
        assert_eq!(numbered(two.into_iter()), [0, 1, 0]);
    }
}
