//! The learned dictionary: all of it, the most telling entries first, those that hold some letters, mutual ones alone.
//!
//! Cost: only visible rows are drawn.

use eframe::egui::{Align, Layout, TextEdit, Ui};
use egui_extras::{Column, TableBuilder};

use crate::{
    state::{Action, MatchAction, Workspace},
    ui::{
        task::{text::word_link, view::Shown},
        widgets::note,
    },
};

/// What an entry tells, in words.
const TELLS: &str = "how much oftener the two stand in paired documents than by chance, in nats; less where they were met but a \
                     few times";

/// Draws it into what is left of the panel.
pub fn show(shown: Shown<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Shown { workspace, dataset, .. } = shown;
    ui.strong("Learned dictionary");
    filters(ui, workspace, actions);
    let Some((dictionary, places)) = workspace.dictionary() else {
        note(ui, if workspace.is_running() { "It is read when the training pauses." } else { "It is being read." });
        return;
    };
    note(
        ui,
        format!(
            "{} of {} entries, {} of them mutual, the most telling first, at iteration {}",
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
                (dataset.corpus.classes[0].as_str(), "a word of the source side"),
                ("=", "marked where each word is the nearest to the other"),
                (dataset.corpus.classes[1].as_str(), "the word of the target side nearest to it"),
                ("tells", TELLS),
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
                        ui.label("=").on_hover_text("each is the nearest to the other");
                    }
                });
                row.col(|ui| word_link(ui, dataset, entry.other, actions));
                row.col(|ui| {
                    let hint = format!("together in {} training pairs", entry.together);
                    ui.label(format!("{:.1}", entry.tells)).on_hover_text(hint);
                });
            });
        });
}

fn filters(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let mut view = workspace.documents.view.pairs.dictionary.clone();
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("find");
        ui.add(TextEdit::singleline(&mut view.text).desired_width(90.0).hint_text("letters")).labelled_by(label.id);
        ui.checkbox(&mut view.mutual_only, "mutual").on_hover_text("only entries where each word is the nearest to the other");
    });
    if view != workspace.documents.view.pairs.dictionary {
        actions.push(Action::Match(MatchAction::Dictionary(view)));
    }
}
