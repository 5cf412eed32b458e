//! Text of a document with each word tinted by its contribution to the prediction, and a list of the contributions.

use std::{ops::Range, sync::Arc};

use egui::{Align, Layout, Panel, ScrollArea, Ui, text::CCursor};

use super::tinted_text::TintedText;
use crate::{
    data_table,
    widgets::{ResponseExt, link, note},
};
use wordfield_core::{corpus::Dataset, model::Snapshot};
use wordfield_output::{Mark, Table};
use wordfield_state::{Action, Focus, Look, Memo, Same, explain::Share, share_columns};

/// Maximum number of words listed with their contributions.
pub(super) const MAX_CONTRIBUTIONS: usize = 200;

/// Document texts that are visible: one, or two of a pair.
#[derive(Default)]
pub(crate) struct Texts {
    cuts: [Option<TintedText>; 2],
    /// Word occurrence to mark: its document, and its byte range in the text.
    marked: Option<(usize, Range<usize>)>,
    /// Whether the marked occurrence must still be scrolled into view.
    unseen: bool,
    /// Hovered word of each visible text in the last frame, with its document.
    hovered: [Option<(usize, usize)>; 2],
    shares: Memo<(Same<Snapshot>, usize, usize), Vec<Share>>,
}

/// Explanation of a prediction: shares by word, largest first, with the markers of positive and negative shares.
pub(crate) struct Explained {
    pub shares: Vec<Share>,
    pub marks: [Mark; 2],
    /// Note on how inexact word shares are computed.
    pub method: Option<&'static str>,
}

/// Note on word shares of a value that is not linear in the field.
const INTEGRATED_GRADIENTS: &str = "Shares by integrated gradients along the path from the empty document.";

impl Explained {
    /// Empty explanation, for a model without shares.
    pub(crate) fn nothing() -> Self {
        Self { shares: Vec::new(), marks: [Mark::None; 2], method: None }
    }

    /// Explanation of a snapshot's prediction by the given shares.
    pub(crate) fn of(snapshot: &Snapshot, shares: Vec<Share>, marks: [Mark; 2]) -> Self {
        Self {
            shares,
            marks,
            method: snapshot.words.as_ref().is_some_and(|words| words.function.is_some()).then_some(INTEGRATED_GRADIENTS),
        }
    }

    /// Sum of all word shares.
    pub(crate) fn sum(&self) -> f64 {
        self.shares.iter().map(|share| share.share).sum()
    }

    /// Draws the words with their shares as links.
    pub(crate) fn list(&self, ui: &mut Ui, dataset: &Dataset, actions: &mut Vec<Action>) {
        if let Some(method) = self.method {
            note(ui, method);
        }
        let table = Table::new("shares", self.shares.len());
        let first = self.shares.first().copied();
        let table = share_columns(table, &dataset.words, (String::new(), self.marks), first, |row| self.shares[row]);
        data_table::lines_of(ui, ("shares", &table), 0..MAX_CONTRIBUTIONS, actions);
    }
}

impl Texts {
    /// Marks a word occurrence, and scrolls to it if it is a new one.
    pub(crate) fn mark(&mut self, opened: Option<&(usize, Range<usize>)>) {
        if self.marked.as_ref() != opened {
            self.marked = opened.cloned();
            self.unseen = self.marked.is_some();
        }
    }

    /// Word shares of a document's predicted value, computed once for each snapshot.
    pub(crate) fn shares(&mut self, of: (&Arc<Snapshot>, usize, usize), make: impl FnOnce() -> Vec<Share>) -> Vec<Share> {
        let (snapshot, document, which) = of;
        self.shares.of((Same::of(snapshot), document, which), make).clone()
    }

    /// Draws a document's text with its words' shares at the side.
    pub(crate) fn with_shares(
        &mut self,
        ui: &mut Ui,
        dataset: &Arc<Dataset>,
        document: usize,
        explained: &Explained,
        actions: &mut Vec<Action>,
    ) {
        Panel::right("shares").resizable(true).default_size(200.0).show(ui, |ui| {
            ScrollArea::vertical().id_salt("shares").auto_shrink(false).show(ui, |ui| explained.list(ui, dataset, actions));
        });
        self.show(ui, dataset, 0, document, explained);
    }

    /// Draws the text of a document in text slot 0 or 1.
    pub(crate) fn show(&mut self, ui: &mut Ui, dataset: &Arc<Dataset>, place: usize, document: usize, explained: &Explained) {
        self.show_lit(ui, dataset, place, document, (explained, &[]));
    }

    /// Hovered word in text slot 0 or 1, if the slot shows the given document.
    pub(crate) fn hovered(&self, place: usize, document: usize) -> Option<usize> {
        self.hovered[place].filter(|(of, _)| *of == document).map(|(_, word)| word)
    }

    /// Draws a text as [`Texts::show`] does, with some words highlighted.
    pub(crate) fn show_lit(
        &mut self,
        ui: &mut Ui,
        dataset: &Arc<Dataset>,
        place: usize,
        document: usize,
        (explained, lit): (&Explained, &[usize]),
    ) {
        let slot = &mut self.cuts[place];
        let marked = self.marked.as_ref().filter(|(of, _)| *of == document).map(|(_, at)| at.clone());
        let reach = marked.as_ref().map_or(0, |at| at.end);
        let same = |tinted_text: &TintedText| {
            Arc::ptr_eq(&tinted_text.dataset, dataset) && tinted_text.document == document && tinted_text.end >= reach
        };
        let tinted_text = match slot.take().filter(same) {
            Some(tinted_text) => slot.insert(tinted_text),
            None => slot.insert(TintedText::new(dataset, document, reach)),
        };
        let (unseen, hovered) = (&mut self.unseen, &mut self.hovered[place]);
        let before_frame = *hovered;
        ScrollArea::vertical().id_salt(("text", place, document)).auto_shrink(false).show(ui, |ui| {
            let text = &dataset.corpus.texts[document];
            let [positive, negative] = explained.marks.map(|mark| data_table::color_of(ui, mark));
            let colors = (positive, negative);
            let job = tinted_text.layout(ui, text, &explained.shares, colors, (marked.as_ref(), lit));
            let galley = ui.painter().layout_job(job);
            let before = marked.as_ref().map(|at| text.get(..at.start).map_or(0, |before| before.chars().count()));
            let place = before.map(|before| galley.pos_from_cursor(CCursor::new(before)));
            // The text is left-aligned, unlike columns.
            let shown = ui.with_layout(Layout::top_down(Align::LEFT), |ui| ui.label(Arc::clone(&galley))).inner;
            *hovered = shown.hover_pos().and_then(|at| {
                let cursor = galley.cursor_from_pos(at - shown.rect.min);
                Some((document, tinted_text.word_at(text, cursor.index.into())?))
            });
            if *hovered != before_frame {
                // The partner's text may be drawn already, so another frame is requested.
                ui.ctx().request_repaint();
            }
            if let Some(place) = place.filter(|_| std::mem::take(unseen)) {
                ui.scroll_to_rect(place.translate(shown.rect.min.to_vec2()), Some(Align::Center));
            }
            if tinted_text.end < text.len() {
                note(ui, "Only the beginning is shown; the whole text is used.");
            }
        });
    }
}

/// Draws a clickable word that inspects it.
pub(super) fn word_link(ui: &mut Ui, dataset: &Dataset, word: usize, actions: &mut Vec<Action>) {
    link(ui, dataset.words[word].as_str()).on_click(actions, || Action::Look(Look::Select(Focus::Word(word))));
}
