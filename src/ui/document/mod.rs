//! A document and what the model says of it: the text with every word tinted by its signed share, and the shares as a
//! list. The lines above them are those of the task at hand.

mod classes;
mod cut;
mod matches;
mod ratings;

use std::sync::Arc;

use eframe::egui::{Color32, Panel, ScrollArea, Ui};

use self::cut::Cut;
use super::widgets::{dot, link, note};
use crate::{
    corpus::Dataset,
    model::{Predictions, Snapshot},
    state::{Action, Selection, Workspace, explain::Share},
};

/// The chosen document's text, cut into words.
#[derive(Default)]
pub struct DocumentView {
    cut: Option<Cut>,
    pair: matches::Pair,
}

/// Each word's share of what is said of a document, largest first, and the colours of shares for and against it.
struct Explained {
    shares: Vec<Share>,
    colors: (Color32, Color32),
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
        let explained = match &snapshot.predictions {
            Predictions::Classes(said) => classes::head(ui, workspace, dataset, (snapshot, said), document, actions),
            Predictions::Ratings(said) => ratings::head(ui, workspace, dataset, (snapshot, said), document, actions),
            Predictions::Matches(_) => {
                self.pair.show(ui, workspace, dataset, actions);
                None
            }
        };
        let Some(Explained { shares, colors }) = explained else { return };
        self.text(ui, dataset, document, &shares, colors, actions);
    }

    /// The text, and its words' shares beside it.
    fn text(
        &mut self,
        ui: &mut Ui,
        dataset: &Arc<Dataset>,
        document: usize,
        shares: &[Share],
        colors: (Color32, Color32),
        actions: &mut Vec<Action>,
    ) {
        if !self.cut.as_ref().is_some_and(|cut| Arc::ptr_eq(&cut.dataset, dataset) && cut.document == document) {
            self.cut = Some(Cut::new(dataset, document));
        }
        Panel::right("shares").resizable(true).default_size(200.0).show(ui, |ui| {
            ScrollArea::vertical().id_salt("shares").auto_shrink(false).show(ui, |ui| list(ui, dataset, shares, colors, actions));
        });
        ScrollArea::vertical().id_salt("text").auto_shrink(false).show(ui, |ui| {
            if let Some(cut) = &self.cut {
                let text = &dataset.corpus.texts[document];
                ui.label(cut.layout(ui, text, shares, colors));
                if cut.end < text.len() {
                    note(ui, "The text goes on; all of it counts.");
                }
            }
        });
    }
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
