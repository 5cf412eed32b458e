//! A document and its decision: the text with every word tinted by its signed share, and the shares as a list.
//!
//! Cost: a text is cut into words once when chosen; its layout is made anew with every snapshot. Memory: one text's
//! ranges. Of texts longer than [`SHOWN`] only the beginning is drawn.

use std::{collections::HashMap, ops::Range, sync::Arc};

use eframe::egui::{self, Color32, ComboBox, FontId, ScrollArea, TextFormat, TextStyle, Ui, text::LayoutJob};

use super::widgets::{class_label, color, dot, link, note, signed};
use crate::{
    corpus::{Dataset, Tokenizer},
    model::{Classified, Snapshot},
    state::{
        Action, Selection, Workspace,
        explain::{self, Share},
    },
};

/// The most bytes of a text that are drawn.
const SHOWN: usize = 12_000;

/// The chosen document's text, cut into words.
#[derive(Default)]
pub struct DocumentView {
    cut: Option<Cut>,
}

/// Where the vocabulary's words stand in a text.
struct Cut {
    dataset: Arc<Dataset>,
    document: usize,
    /// Byte ranges with the word there, ascending.
    words: Vec<(Range<usize>, usize)>,
    end: usize,
}

impl DocumentView {
    /// Draws the document.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        workspace: &Workspace,
        dataset: &Arc<Dataset>,
        snapshot: &Snapshot,
        document: usize,
        actions: &mut Vec<Action>,
    ) {
        let corpus = &dataset.corpus;
        let truth = corpus.labels[document];
        ui.horizontal(|ui| {
            ui.strong(&corpus.titles[document]);
            class_label(ui, truth, &corpus.classes[truth]);
        });
        let Some(said) = snapshot.classified() else { return };
        let chosen = workspace.explain_pair.filter(|&pair| pair < said.pairs.len());
        let Some(pair) = chosen.or_else(|| explain::telling_pair(dataset, said, document)) else { return };
        let shares = explain::shares(dataset, snapshot, document, pair);
        decision(ui, dataset, said, document, pair, &shares, actions);
        if !self.cut.as_ref().is_some_and(|cut| Arc::ptr_eq(&cut.dataset, dataset) && cut.document == document) {
            self.cut = Some(Cut::new(dataset, document));
        }
        let colors = said.pairs[pair];
        let colors = (color(ui, colors.0), color(ui, colors.1));
        egui::Panel::right("shares").resizable(true).default_size(200.0).show(ui, |ui| {
            ScrollArea::vertical()
                .id_salt("shares")
                .auto_shrink(false)
                .show(ui, |ui| list(ui, dataset, &shares, colors, actions));
        });
        ScrollArea::vertical().id_salt("text").auto_shrink(false).show(ui, |ui| {
            if let Some(cut) = &self.cut {
                let job = cut.layout(ui, &corpus.texts[document], &shares, colors);
                ui.label(job);
                if cut.end < corpus.texts[document].len() {
                    note(ui, "The text goes on; its decision counts all of it.");
                }
            }
        });
    }
}

/// The pair, its decision, and that the shares add up to it.
fn decision(
    ui: &mut Ui,
    dataset: &Dataset,
    said: &Classified,
    document: usize,
    pair: usize,
    shares: &[Share],
    actions: &mut Vec<Action>,
) {
    let classes = &dataset.corpus.classes;
    let name = |pair: usize| {
        let (first, second) = said.pairs[pair];
        format!("{} (+) against {} (-)", classes[first], classes[second])
    };
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("decision of");
        let combo = ComboBox::from_id_salt("explained pair").width(220.0).selected_text(name(pair)).show_ui(ui, |ui| {
            for other in 0..said.pairs.len() {
                if ui.selectable_label(other == pair, name(other)).clicked() {
                    actions.push(Action::ExplainPair(Some(other)));
                }
            }
        });
        combo.response.labelled_by(label.id);
        ui.strong(signed(said.decisions[[document, pair]]));
        let sum: f64 = shares.iter().map(|share| share.share).sum();
        if shares.is_empty() {
            note(ui, "No word of this document is in the vocabulary: the decision is the offset alone.");
        } else {
            note(ui, format!("= {} summed over {} words", signed(sum), shares.len()));
        }
    });
}

fn list(ui: &mut Ui, dataset: &Dataset, shares: &[Share], colors: (Color32, Color32), actions: &mut Vec<Action>) {
    for share in shares.iter().take(200) {
        ui.horizontal(|ui| {
            let color = if share.share >= 0.0 { colors.0 } else { colors.1 };
            dot(ui, color);
            ui.monospace(format!("{:+.4}", share.share));
            if link(ui, dataset.words[share.word].as_str()) {
                actions.push(Action::Select(Selection::Word(share.word)));
            }
        });
    }
}

impl Cut {
    fn new(dataset: &Arc<Dataset>, document: usize) -> Self {
        let text = &dataset.corpus.texts[document];
        let end = text.floor_char_boundary(SHOWN.min(text.len()));
        // Without a tokenizer (its stop words' file is gone) the text is shown without tints.
        let words = Tokenizer::new(&dataset.corpus.text_options)
            .map(|tokenizer| {
                occurrences(&text[..end], |chunk| tokenizer.words(chunk), |word| explain::word_index(&dataset.words, word))
            })
            .unwrap_or_default();
        Self { dataset: Arc::clone(dataset), document, words, end }
    }

    fn layout(&self, ui: &Ui, text: &str, shares: &[Share], (first, second): (Color32, Color32)) -> LayoutJob {
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
