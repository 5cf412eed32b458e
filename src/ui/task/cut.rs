//! A text cut into words, with every word tinted by its signed share.
//!
//! Cost: cutting once a text; a layout with every snapshot. Memory: one text's ranges.

use std::{collections::HashMap, ops::Range, sync::Arc};

use eframe::egui::{Color32, FontId, TextFormat, TextStyle, Ui, text::LayoutJob};

use crate::{
    corpus::{Dataset, Side, Tokenizer},
    state::explain::{self, Share},
};

/// The most bytes of a text that are drawn.
const SHOWN: usize = 12_000;

/// Where the vocabulary's words stand in a text.
pub struct Cut {
    pub dataset: Arc<Dataset>,
    pub document: usize,
    /// Byte ranges with the word there, ascending.
    words: Vec<(Range<usize>, usize)>,
    /// Bytes drawn.
    pub end: usize,
}

impl Cut {
    /// Cuts a document's text.
    pub fn new(dataset: &Arc<Dataset>, document: usize) -> Self {
        let text = &dataset.corpus.texts[document];
        let end = text.floor_char_boundary(SHOWN.min(text.len()));
        // Without a tokenizer (its stop words' file is gone) the text is shown without tints.
        let corpus = &dataset.corpus;
        let target = corpus.task.pairs().is_some_and(|pairs| pairs.side(document) == Side::Target);
        let options = corpus.target_options.as_ref().filter(|_| target).unwrap_or(&corpus.text_options);
        let words = Tokenizer::new(options)
            .map(|tokenizer| {
                occurrences(&text[..end], |chunk| tokenizer.words(chunk), |word| explain::word_index(dataset, word, document))
            })
            .unwrap_or_default();
        Self { dataset: Arc::clone(dataset), document, words, end }
    }

    /// The text with each word's share behind it, positive ones in the first colour.
    pub fn layout(&self, ui: &Ui, text: &str, shares: &[Share], (first, second): (Color32, Color32)) -> LayoutJob {
        let strongest = shares.first().map_or(0.0, |share| share.share.abs()).max(1e-300);
        let by_word: HashMap<usize, f64> = shares.iter().map(|share| (share.word, share.share)).collect();
        let tint = |word: usize| {
            let &share = by_word.get(&word)?;
            let alpha = (share.abs() / strongest).sqrt() as f32;
            Some(if share >= 0.0 { first } else { second }.gamma_multiply(0.55 * alpha))
        };
        let plain =
            TextFormat::simple(FontId::proportional(TextStyle::Body.resolve(ui.style()).size), ui.visuals().strong_text_color());
        let mut job = LayoutJob::default();
        let mut at = 0;
        for (range, word) in &self.words {
            job.append(&text[at..range.start], 0.0, plain.clone());
            let background = tint(*word).unwrap_or(Color32::TRANSPARENT);
            job.append(&text[range.clone()], 0.0, TextFormat { background, ..plain.clone() });
            at = range.end;
        }
        job.append(&text[at..self.end], 0.0, plain);
        job.wrap.max_width = ui.available_width();
        job
    }
}

/// Where known words stand in a text. A chunk between spaces that is cut into one word is marked whole; one cut into
/// several has each found in it in turn, without regard to case.
fn occurrences(
    text: &str,
    words_of: impl Fn(&str) -> Vec<String>,
    known: impl Fn(&str) -> Option<usize>,
) -> Vec<(Range<usize>, usize)> {
    let mut found = Vec::new();
    for chunk in text.split_whitespace() {
        let start = chunk.as_ptr() as usize - text.as_ptr() as usize;
        let words = words_of(chunk);
        if let [word] = &words[..] {
            let inner = chunk.trim_matches(|c: char| !c.is_alphanumeric());
            let offset = start + (inner.as_ptr() as usize - chunk.as_ptr() as usize);
            found.extend(known(word).map(|index| (offset..offset + inner.len(), index)));
            continue;
        }
        let lower = chunk.to_lowercase();
        // Where lower case has another length, positions would no longer be those of the text.
        let chunk = if lower.len() == chunk.len() { lower.as_str() } else { chunk };
        let mut from = 0;
        for word in &words {
            let Some(at) = chunk.get(from..).and_then(|rest| rest.find(&word.to_lowercase())) else { continue };
            let range = start + from + at..start + from + at + word.len();
            from += at + word.len();
            if text.is_char_boundary(range.start) && text.is_char_boundary(range.end) {
                found.extend(known(word).map(|index| (range, index)));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str, vocabulary: &[&str]) -> Vec<String> {
        let tokenizer = Tokenizer::new(&crate::corpus::TextOptions::default()).expect("a tokenizer");
        let known = |word: &str| vocabulary.iter().position(|&known| known == word);
        occurrences(text, |chunk| tokenizer.words(chunk), known).into_iter().map(|(range, _)| text[range].to_owned()).collect()
    }

    #[test]
    fn finds_words_between_punctuation_whatever_their_case() {
        assert_eq!(marked("The (Cat), and the dog!", &["cat", "dog"]), ["Cat", "dog"]);
        assert_eq!(marked("Tea/Coffee", &["tea", "coffee"]), ["Tea", "Coffee"]);
    }

    #[test]
    fn finds_words_of_a_script_without_spaces() {
        let words = marked("東京都に住む。", &["東京", "東京都", "住む"]);
        assert!(!words.is_empty() && words.concat().chars().all(|c| "東京都住む".contains(c)), "{words:?}");
    }

    #[test]
    fn survives_letters_whose_lower_case_is_longer() {
        assert!(marked("İİ/İx ß", &["x"]).len() <= 1);
    }
}
