//! Learned dictionary: entries by score, filtered by text and mutuality.
//!
//! Cost: only visible rows are drawn.

use eframe::egui::{Align, Layout, TextEdit, Ui};
use egui_extras::{Column, TableBuilder};

use crate::{
    state::{Action, MatchAction, Workspace},
    ui::{
        export,
        task::{text::word_link, view::Shown},
        widgets::note,
    },
};

/// Tooltip of the score.
const SCORE_HINT: &str = "pointwise mutual information of the two words in paired documents, in nats, reduced for rare \
                         co-occurrences";

/// Draws the dictionary into the remaining space.
pub fn show(shown: Shown<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Shown { workspace, dataset, .. } = shown;
    export::heading(ui, "Learned dictionary", "dictionary", actions);
    filters(ui, workspace, actions);
    let Some((dictionary, places)) = workspace.dictionary() else {
        note(ui, if workspace.is_running() { "Available when paused." } else { "Computing …" });
        return;
    };
    note(
        ui,
        format!(
            "{} of {} entries, {} of them mutual, by score, at iteration {}",
            places.len(),
            dictionary.entries.len(),
            dictionary.mutual,
            dictionary.iteration
        ),
    );
    let row_height = ui.spacing().interact_size.y + 2.0;
    TableBuilder::new(ui)
        .id_salt("dictionary")
        .striped(true)
        .auto_shrink([false, true])
        .max_scroll_height(420.0)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::remainder().at_least(40.0).clip(true))
        .column(Column::exact(12.0))
        .column(Column::remainder().at_least(40.0).clip(true))
        .column(Column::exact(34.0))
        .header(18.0, |mut header| {
            for (title, hint) in [
                (dataset.corpus.classes[0].as_str(), "source word"),
                ("=", "mutual nearest neighbours"),
                (dataset.corpus.classes[1].as_str(), "nearest target word"),
                ("score", SCORE_HINT),
            ] {
                header.col(|ui| {
                    ui.strong(title).on_hover_text(hint);
                });
            }
        })
        .body(|body| {
            body.rows(row_height, places.len(), |mut row| {
                let entry = dictionary.entries[places[row.index()]];
                row.col(|ui| word_link(ui, dataset, entry.word, actions));
                row.col(|ui| {
                    if entry.mutual {
                        ui.label("=").on_hover_text("mutual nearest neighbours");
                    }
                });
                row.col(|ui| word_link(ui, dataset, entry.other, actions));
                row.col(|ui| {
                    let hint = format!("in {} training pairs together", entry.together);
                    ui.label(format!("{:.1}", entry.tells)).on_hover_text(hint);
                });
            });
        });
}

fn filters(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let mut view = workspace.documents.view.pairs.dictionary.clone();
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("Search words");
        ui.add(TextEdit::singleline(&mut view.text).desired_width(90.0).hint_text("text")).labelled_by(label.id);
        ui.checkbox(&mut view.mutual_only, "mutual").on_hover_text("mutual nearest neighbours only");
    });
    if view != workspace.documents.view.pairs.dictionary {
        actions.push(Action::Match(MatchAction::Dictionary(view)));
    }
}
