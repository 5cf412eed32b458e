//! A document's text with every word tinted by its contribution to the prediction, and the contributions as a list.

use std::{ops::Range, sync::Arc};

use eframe::egui::{Align, Color32, Layout, Panel, ScrollArea, Ui, text::CCursor};

use super::cut::Cut;
use crate::{
    corpus::Dataset,
    model::Snapshot,
    state::{Action, Focus, Look, Memo, Same, explain::Share},
    ui::widgets::{dot, link, note},
};

/// Words listed with their shares.
const LISTED: usize = 200;

/// The texts in sight, cut into words: a document alone, or the two of a pair.
#[derive(Default)]
pub struct Texts {
    cuts: [Option<Cut>; 2],
    /// An occurrence to be marked: the document, and bytes of its text.
    marked: Option<(usize, Range<usize>)>,
    /// Whether it is still to be brought into sight.
    unseen: bool,
    shares: Memo<(Same<Snapshot>, usize, usize), Vec<Share>>,
}

/// Each word's share of a prediction, the largest first, and the colours of positive and negative ones.
pub struct Explained {
    pub shares: Vec<Share>,
    pub positive: Color32,
    pub negative: Color32,
    /// How the shares were found, where that has to be said.
    pub found: Option<&'static str>,
}

/// Said of shares of a value that is no mean of a field.
const ALONG: &str = "Shares by integrated gradients: what each word adds on the way from the empty document.";

impl Explained {
    /// Of a model whose predictions have no shares.
    pub fn nothing(ui: &Ui) -> Self {
        let plain = ui.visuals().text_color();
        Self { shares: Vec::new(), positive: plain, negative: plain, found: None }
    }

    /// Of what a snapshot makes of a document.
    pub fn of(snapshot: &Snapshot, shares: Vec<Share>, [positive, negative]: [Color32; 2]) -> Self {
        Self {
            shares,
            positive,
            negative,
            found: snapshot.words.as_ref().is_some_and(|words| words.function.is_some()).then_some(ALONG),
        }
    }

    /// The colour of a share.
    fn color(&self, share: f64) -> Color32 {
        if share >= 0.0 { self.positive } else { self.negative }
    }

    /// What the shares add up to.
    pub fn sum(&self) -> f64 {
        self.shares.iter().map(|share| share.share).sum()
    }

    /// The words with their shares, to click on.
    pub fn list(&self, ui: &mut Ui, dataset: &Dataset, actions: &mut Vec<Action>) {
        if let Some(found) = self.found {
            note(ui, found);
        }
        for share in self.shares.iter().take(LISTED) {
            ui.horizontal(|ui| {
                dot(ui, self.color(share.share));
                ui.monospace(format!("{:+.4}", share.share));
                word_link(ui, dataset, share.word, actions);
            });
        }
    }
}

impl Texts {
    /// Marks an occurrence from now on, and brings it into sight where it is another than before.
    pub fn mark(&mut self, opened: Option<&(usize, Range<usize>)>) {
        if self.marked.as_ref() != opened {
            self.marked = opened.cloned();
            self.unseen = self.marked.is_some();
        }
    }

    /// The shares of one of the values a snapshot has of a document, worked out once.
    pub fn shares(&mut self, of: (&Arc<Snapshot>, usize, usize), make: impl FnOnce() -> Vec<Share>) -> Vec<Share> {
        let (snapshot, document, which) = of;
        self.shares.of((Same::of(snapshot), document, which), make).clone()
    }

    /// A document's text with its words' shares beside it.
    pub fn with_shares(
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

    /// The text of the document at one of the two places.
    pub fn show(&mut self, ui: &mut Ui, dataset: &Arc<Dataset>, place: usize, document: usize, explained: &Explained) {
        let slot = &mut self.cuts[place];
        let marked = self.marked.as_ref().filter(|(of, _)| *of == document).map(|(_, at)| at.clone());
        let reach = marked.as_ref().map_or(0, |at| at.end);
        let same = |cut: &Cut| Arc::ptr_eq(&cut.dataset, dataset) && cut.document == document && cut.end >= reach;
        let cut = match slot.take().filter(same) {
            Some(cut) => slot.insert(cut),
            None => slot.insert(Cut::new(dataset, document, reach)),
        };
        let unseen = &mut self.unseen;
        ScrollArea::vertical().id_salt(("text", place, document)).auto_shrink(false).show(ui, |ui| {
            let text = &dataset.corpus.texts[document];
            let job = cut.layout(ui, text, &explained.shares, (explained.positive, explained.negative), marked.as_ref());
            let galley = ui.painter().layout_job(job);
            let before = marked.as_ref().map(|at| text.get(..at.start).map_or(0, |before| before.chars().count()));
            let place = before.map(|before| galley.pos_from_cursor(CCursor::new(before)));
            // Columns justify their texts otherwise.
            let shown = ui.with_layout(Layout::top_down(Align::LEFT), |ui| ui.label(galley)).inner;
            if let Some(place) = place.filter(|_| std::mem::take(unseen)) {
                ui.scroll_to_rect(place.translate(shown.rect.min.to_vec2()), Some(Align::Center));
            }
            if cut.end < text.len() {
                note(ui, "The text goes on; all of it counts.");
            }
        });
    }
}

/// A word to click on.
pub fn word_link(ui: &mut Ui, dataset: &Dataset, word: usize, actions: &mut Vec<Action>) {
    if link(ui, dataset.words[word].as_str()) {
        actions.push(Action::Look(Look::Select(Focus::Word(word))));
    }
}
