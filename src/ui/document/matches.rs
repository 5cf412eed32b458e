//! A source document beside a candidate: both texts with every word's share of their distance, and the nearest
//! candidates to choose from.
//!
//! Cost: two texts cut once when chosen, laid out with every comparison.

use std::sync::Arc;

use eframe::egui::{Align, Button, Color32, Label, Layout, Panel, RichText, ScrollArea, TextEdit, Ui};

use super::{Cut, list};
use crate::{
    corpus::Dataset,
    state::{Action, Compared, MatchAction, Selection, Verdict, Workspace, explain::Share},
    ui::widgets::{color, dot, note},
};

/// The two texts, cut into words.
#[derive(Default)]
pub struct Pair {
    texts: [Option<Cut>; 2],
}

impl Pair {
    /// Draws the comparison.
    pub fn show(&mut self, ui: &mut Ui, workspace: &Workspace, dataset: &Arc<Dataset>, actions: &mut Vec<Action>) {
        let Some(compared) = &workspace.matches.compared else {
            note(ui, "This document has no partner, or none of its words is known: choose another.");
            return;
        };
        let shares: Vec<Share> =
            compared.shares.iter().map(|of| Share { word: of.word, weight: of.weight, share: of.share }).collect();
        // Colours apart from those of the two sides: what holds the documents together, what keeps them apart.
        let dark = ui.visuals().dark_mode;
        let apart = if dark { Color32::from_rgb(255, 130, 110) } else { Color32::from_rgb(200, 60, 40) };
        let together = if dark { Color32::from_rgb(90, 200, 150) } else { Color32::from_rgb(0, 140, 90) };
        head(ui, workspace, dataset, compared, &shares, actions);
        // In a narrow window the texts keep most of the room.
        let width = ui.available_width();
        Panel::left("candidates").resizable(true).default_size(230.0_f32.min(0.26 * width)).show(ui, |ui| {
            ScrollArea::vertical().id_salt("candidates").auto_shrink(false).show(ui, |ui| {
                candidates(ui, dataset, compared, actions);
            });
        });
        Panel::right("match shares").resizable(true).default_size(190.0_f32.min(0.22 * width)).show(ui, |ui| {
            ScrollArea::vertical().id_salt("match shares").auto_shrink(false).show(ui, |ui| {
                note(ui, "Share of the distance: + keeps apart, - draws together");
                list(ui, dataset, &shares, (apart, together), actions);
            });
        });
        ui.columns(2, |columns| {
            for (side, document) in [compared.source, compared.target].into_iter().enumerate() {
                let ui = &mut columns[side];
                // A long title must not widen its column: the texts would run into each other.
                ui.horizontal(|ui| {
                    let color = color(ui, side);
                    dot(ui, color);
                    ui.add(Label::new(&dataset.corpus.titles[document]).truncate());
                });
                self.text(ui, dataset, side, document, &shares, (apart, together));
            }
        });
    }

    fn text(
        &mut self,
        ui: &mut Ui,
        dataset: &Arc<Dataset>,
        side: usize,
        document: usize,
        shares: &[Share],
        colors: (Color32, Color32),
    ) {
        let slot = &mut self.texts[side];
        if !slot.as_ref().is_some_and(|cut| Arc::ptr_eq(&cut.dataset, dataset) && cut.document == document) {
            *slot = Some(Cut::new(dataset, document));
        }
        let Some(cut) = slot else { return };
        ScrollArea::vertical().id_salt(("match text", side)).auto_shrink(false).show(ui, |ui| {
            let text = &dataset.corpus.texts[document];
            let job = cut.layout(ui, text, shares, colors);
            // Columns justify their texts otherwise.
            ui.with_layout(Layout::top_down(Align::LEFT), |ui| ui.label(job));
            if cut.end < text.len() {
                note(ui, "The text goes on; its distance counts all of it.");
            }
        });
    }
}

/// The distance, what the shares add up to, and the verdict.
fn head(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, compared: &Compared, shares: &[Share], actions: &mut Vec<Action>) {
    let review = workspace.matches.reviews.get(compared.source);
    let verdict = review.and_then(|review| review.verdict);
    ui.horizontal_wrapped(|ui| {
        let partner = dataset.corpus.task.pairs().and_then(|pairs| pairs.partner[compared.source]);
        ui.strong(if partner == Some(compared.target) { "true partner" } else { "another document" });
        let sum: f64 = shares.iter().map(|share| share.share).sum();
        ui.label(format!("squared distance {:.5}", compared.distance));
        note(ui, format!("= {sum:.5} summed over {} words", shares.len()));
        for (kind, key) in [(Verdict::Accepted, "Y"), (Verdict::Rejected, "X")] {
            let said = verdict == Some((kind, compared.target));
            let text = if kind == Verdict::Accepted { "Accept" } else { "Reject" };
            if ui.add(Button::selectable(said, text)).on_hover_text(format!("key {key}; once more takes it back")).clicked() {
                actions.push(Action::Match(MatchAction::Judge(kind)));
            }
        }
        if let Some((kind, about)) = verdict.filter(|(_, about)| *about != compared.target) {
            note(ui, format!("{} with {}", kind.name(), dataset.corpus.titles[about]));
        }
        let mut text = review.map(|review| review.note.clone()).unwrap_or_default();
        let label = ui.label("note");
        let edit = ui.add(TextEdit::singleline(&mut text).desired_width(180.0).hint_text("a remark"));
        if edit.labelled_by(label.id).changed() {
            actions.push(Action::Match(MatchAction::Note(text)));
        }
    });
}

fn candidates(ui: &mut Ui, dataset: &Dataset, compared: &Compared, actions: &mut Vec<Action>) {
    ui.strong("Nearest candidates");
    let (some, all) = compared.among;
    if some < all {
        note(ui, format!("among {some} of the {all} documents of this part"));
    }
    let partner = dataset.corpus.task.pairs().and_then(|pairs| pairs.partner[compared.source]);
    for (rank, &(target, distance)) in compared.candidates.iter().enumerate() {
        let text = format!("{}  {distance:.4}  {}", rank + 1, dataset.corpus.titles[target]);
        let text = if partner == Some(target) { RichText::new(text).strong() } else { RichText::new(text) };
        let row = ui.add(Button::selectable(compared.target == target, text).truncate());
        if row.on_hover_text(first_words(&dataset.corpus.texts[target])).clicked() {
            actions.push(Action::Match(MatchAction::Compare(target)));
        }
    }
    let missed = partner.filter(|partner| !compared.candidates.iter().any(|(target, _)| target == partner));
    if let Some(partner) = missed {
        note(ui, "The true partner is further away:");
        if ui.add(Button::selectable(compared.target == partner, &dataset.corpus.titles[partner]).truncate()).clicked() {
            actions.push(Action::Match(MatchAction::Compare(partner)));
        }
    }
    if ui.small_button("Show both in the word field").clicked() {
        actions.push(Action::Select(Selection::Document(compared.source)));
        actions.push(Action::ShowTab(crate::state::Tab::Field));
    }
}

/// The beginning of a text.
fn first_words(text: &str) -> String {
    let mut start: String = text.chars().take(200).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    start
}
