//! Text with each word tinted by its signed share of a prediction.
//!
//! Cost: tokenised once per text, laid out with every snapshot. Memory: the word ranges of one text.

use std::{collections::HashMap, ops::Range, sync::Arc};

use egui::{Color32, FontId, Stroke, TextFormat, TextStyle, Ui, text::LayoutJob};

use wordfield_core::corpus::{Dataset, occurrences};
use wordfield_state::explain::{self, Share};

/// Maximum number of bytes of a text that are drawn.
const SHOWN: usize = 12_000;
/// Number of bytes drawn after a marked occurrence that lies beyond [`SHOWN`].
const BYTES_AFTER_MARK: usize = 2_000;

/// Text of a document, tokenised: byte ranges of the vocabulary's words.
pub(super) struct TintedText {
    pub dataset: Arc<Dataset>,
    pub document: usize,
    /// Byte ranges of the text with their words, in ascending order.
    words: Vec<(Range<usize>, usize)>,
    /// Number of bytes drawn of the text.
    pub end: usize,
}

impl TintedText {
    /// Tokenises a document's text, at least up to byte `reach`.
    pub(super) fn new(dataset: &Arc<Dataset>, document: usize, reach: usize) -> Self {
        let text = &dataset.corpus.texts[document];
        let end = text.floor_char_boundary(SHOWN.max(reach + BYTES_AFTER_MARK).min(text.len()));
        // Texts without a tokenizer (its stop word file is missing) are drawn without tints.
        let tokenizer = dataset.corpus.tokenizer_of(document);
        let words = tokenizer
            .map(|tokenizer| occurrences(&text[..end], &tokenizer, |word| explain::word_index(dataset, word, document)))
            .unwrap_or_default();
        Self { dataset: Arc::clone(dataset), document, words, end }
    }

    /// Index of the word at a character position of the text.
    pub(super) fn word_at(&self, text: &str, character: usize) -> Option<usize> {
        let at = text.char_indices().nth(character)?.0;
        let place = self.words.partition_point(|(range, _)| range.end <= at);
        self.words.get(place).filter(|(range, _)| range.start <= at).map(|(_, word)| *word)
    }

    /// Layout of the text with each word's share as background, positive shares in the first colour.
    /// One occurrence in the layout is underlined, and some words are highlighted.
    pub(super) fn layout(
        &self,
        ui: &Ui,
        text: &str,
        shares: &[Share],
        (first, second): (Color32, Color32),
        (marked, lit): (Option<&Range<usize>>, &[usize]),
    ) -> LayoutJob {
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
            let format = if marked == Some(range) {
                let ink = ui.visuals().selection.stroke.color;
                TextFormat { background: ui.visuals().selection.bg_fill, underline: Stroke::new(2.5, ink), ..plain.clone() }
            } else if lit.contains(word) {
                let ink = ui.visuals().strong_text_color();
                TextFormat { background: ui.visuals().selection.bg_fill, underline: Stroke::new(1.5, ink), ..plain.clone() }
            } else {
                TextFormat { background, ..plain.clone() }
            };
            job.append(&text[range.clone()], 0.0, format);
            at = range.end;
        }
        job.append(&text[at..self.end], 0.0, plain);
        job.wrap.max_width = ui.available_width();
        job
    }
}
