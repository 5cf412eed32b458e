//! Inspector for paired documents: a word with its neighbours on both sides, or a document with its match.

use egui::{Grid, Ui};

use crate::{
    data_table, export, intervention,
    task::{
        lists::{holders, part_of, text_button, title, word_count},
        pairs::{View, class_of, held_out, not_yet},
        view::{Inspector, Shown},
    },
    term::{self, term_rows},
    widgets::{ResponseExt, class_label, fact_rows, lines, link, note, percent, switch},
};
use wordfield_state::{Action, EntryFilter, Focus, Look, MatchAction, Workspace, explain::Part, glossary};

/// Maximum number of listed words that reduce the distance between paired documents.
const MAX_REDUCING_WORDS: usize = 12;

impl Inspector for View<'_> {
    fn word(&self, ui: &mut Ui, word: usize, actions: &mut Vec<Action>) {
        let Shown { workspace, dataset, .. } = self.shown;
        let side = self.predictions.fitted.side_of(word);
        ui.heading(&dataset.words[word]);
        intervention::word(ui, workspace, word, actions);
        class_label(ui, class_of(side), &dataset.corpus.classes[class_of(side)]);
        let alike = self.predictions.fitted.spelled_alike();
        if alike.is_some_and(|(alike, _)| alike.counterpart(word).is_some()) {
            note(ui, "same spelling on the other side");
        }
        note(ui, format!("in {} training documents of its side", dataset.document_frequency[word]));
        if let Some(near) = workspace.neighbours() {
            // The table lists words of the same side first.
            let (own, all) = (near.own.len(), near.own.len() + near.other.len());
            for (title, rows) in [("Nearest on the other side", own..all), ("Nearest on the same side", 0..own)] {
                export::heading(ui, title, "neighbours", actions);
                data_table::lines(ui, workspace, "neighbours", rows, actions);
            }
        } else if self.predictions.fitted.positions().is_some() {
            return;
        }
        holders(ui, self.shown, word, actions);
    }

    fn document(&self, ui: &mut Ui, document: usize, actions: &mut Vec<Action>) {
        let Shown { workspace, dataset, .. } = self.shown;
        let corpus = &dataset.corpus;
        title(ui, corpus, document);
        intervention::document(ui, self.shown.workspace, document, actions);
        class_label(ui, corpus.labels[document], &corpus.classes[corpus.labels[document]]);
        let Some(compared) = workspace.compared_in_sight() else {
            let pending = workspace.matches.view.compared.is_some();
            note(ui, if pending { "The comparison is being computed." } else { "No partner on the other side." });
            return;
        };
        let rows = held_out::facts(self.matches, compared);
        let checked = workspace.checked_pair(compared.source);
        let doubt = checked.map(|pair| (&glossary::DOUBT, "doubt", format!("{:.1}", pair.doubt)));
        let apart = checked.filter(|_| compared.held_out.is_none()).map(|pair| {
            let ranks = format!("{} / {}", pair.rank, pair.reverse_rank);
            (&glossary::RANK, "ranks without training on it", ranks)
        });
        lines(ui, "match", 2, 190.0, |ui| {
            fact_rows(ui, [("part", part_of(self.shown, compared.source).to_owned())]);
            term_rows(ui, workspace, rows.into_iter().chain(doubt).chain(apart), actions);
            fact_rows(ui, [("words in the vocabulary", word_count(&compared.dataset(dataset).counts, document))]);
        });
        if compared.held_out.is_some() {
            note(ui, held_out::CAPTION);
        }
        ui.label("compared with");
        let target = link(ui, corpus.display_title(compared.target));
        target.on_click(actions, || Action::Look(Look::Select(Focus::Document(compared.target))));
        text_button(ui, "Show both texts", actions);
        if compared.between.is_some() {
            let by = if compared.held_out.is_some() { ", by the model of the run" } else { "" };
            note(
                ui,
                format!(
                    "In the word field{by}: rings mark the words with the largest weights, contours their density, colours the \
                     witness function."
                ),
            );
        }
        if !compared.shares.shares.is_empty() {
            ui.strong("Words that reduce the distance");
        }
        let reducing = compared.shares.shares.iter().enumerate().filter(|(_, share)| share.share < 0.0);
        data_table::lines(ui, workspace, "pair-shares", reducing.map(|(row, _)| row).take(MAX_REDUCING_WORDS), actions);
    }

    fn class(&self, ui: &mut Ui, _side: usize, actions: &mut Vec<Action>) {
        self.overview(ui, actions);
    }

    fn overview(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let Shown { workspace, dataset, derived, .. } = self.shown;
        let classes = &dataset.corpus.classes;
        note(ui, "Click a word or document. Esc deselects.");
        ui.add_space(6.0);
        if self.predictions.rows.is_empty() {
            note(ui, not_yet(self));
        }
        Grid::new("precision").num_columns(3).spacing([4.0, 3.0]).striped(true).show(ui, |ui| {
            if !self.predictions.rows.is_empty() {
                term::label(ui, workspace, &glossary::PRECISION, "precision", actions);
                for title in ["@1", "@5"] {
                    ui.label(title);
                }
                ui.end_row();
            }
            for part in Part::ALL {
                let Some(precision) = derived.precision(part) else { continue };
                for (name, curve) in [(&classes[0], &precision.there), (&classes[1], &precision.back)] {
                    ui.label(format!("{} from {name}", part.name()));
                    ui.label(percent(curve[0]));
                    ui.label(percent(curve[4]));
                    ui.end_row();
                }
            }
        });
        if let Some((alike, weight)) = self.predictions.fitted.spelled_alike() {
            note(ui, format!("words with the same spelling on both sides: {} (weight {weight})", alike.count()));
        }
        if self.predictions.fitted.positions().is_some() {
            ui.add_space(6.0);
            dictionary(ui, workspace, actions);
        }
    }
}

/// Maximum height of the dictionary's table, in points.
const DICTIONARY: f32 = 440.0;

/// Draws the learned dictionary, as high as its rows, at most `DICTIONARY` points.
fn dictionary(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.strong("Learned dictionary");
    let mutual_only = workspace.matches.view.entries == EntryFilter::Mutual;
    if let Some(mutual_only) = switch(ui, mutual_only, "mutual", "mutual nearest neighbours only") {
        let entries = if mutual_only { EntryFilter::Mutual } else { EntryFilter::All };
        actions.push(Action::Match(MatchAction::Entries(entries)));
    }
    let Some((dictionary, places)) = workspace.dictionary() else {
        note(ui, if workspace.is_running() { "Available when paused." } else { "Computing …" });
        return;
    };
    note(
        ui,
        format!(
            "{} of {} entries, {} of them mutual, at iteration {}",
            places.len(),
            dictionary.entries.len(),
            dictionary.mutual,
            dictionary.iteration
        ),
    );
    data_table::full_height(ui, workspace, "dictionary", DICTIONARY, actions);
}
