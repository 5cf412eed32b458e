//! Learned dictionary: entries sorted by a column, filtered by text and mutuality; a click on a row inspects its source word.
//!
//! Cost: only visible rows are drawn.

use egui::{Align, Label, Layout, Sense, TextEdit, Ui};
use egui_extras::{Column, TableBuilder};

use crate::{
    data_table::sort_header,
    export,
    task::{text::word_link, view::Shown},
    widgets::note,
};
use wordfield_state::{Action, DictionaryColumn, Focus, Look, MatchAction, Workspace};

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
            "{} of {} entries, {} of them mutual, at iteration {}",
            places.len(),
            dictionary.entries.len(),
            dictionary.mutual,
            dictionary.iteration
        ),
    );
    let view = &workspace.documents.view.pairs.dictionary;
    let row_height = ui.spacing().interact_size.y + 2.0;
    TableBuilder::new(ui)
        .id_salt("dictionary")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink([false, true])
        .max_scroll_height(420.0)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::remainder().at_least(40.0).clip(true))
        .column(Column::exact(26.0))
        .column(Column::remainder().at_least(40.0).clip(true))
        .column(Column::exact(54.0))
        .header(18.0, |mut header| {
            for (column, title, hint) in [
                (DictionaryColumn::Source, dataset.corpus.classes[0].as_str(), "source word"),
                (DictionaryColumn::Mutual, "=", "mutual nearest neighbours"),
                (DictionaryColumn::Target, dataset.corpus.classes[1].as_str(), "nearest target word"),
                (DictionaryColumn::Score, "score", SCORE_HINT),
            ] {
                let words = matches!(column, DictionaryColumn::Source | DictionaryColumn::Target);
                header.col(|ui| {
                    let sorted = (view.sort == column).then_some(view.reversed == words);
                    if sort_header(ui, title, hint, sorted).clicked() {
                        actions.push(Action::Match(MatchAction::Dictionary(view.sorted_by(column))));
                    }
                });
            }
        })
        .body(|body| {
            body.rows(row_height, places.len(), |mut row| {
                let entry = dictionary.entries[places[row.index()]];
                row.col(|ui| word_link(ui, dataset, entry.word, actions));
                row.col(|ui| {
                    if entry.mutual {
                        ui.add(Label::new("=").selectable(false)).on_hover_text("mutual nearest neighbours");
                    }
                });
                row.col(|ui| word_link(ui, dataset, entry.other, actions));
                row.col(|ui| {
                    let hint = format!("in {} training pairs together", entry.together);
                    ui.add(Label::new(format!("{:.1}", entry.tells)).selectable(false)).on_hover_text(hint);
                });
                if row.response().clicked() {
                    actions.push(Action::Look(Look::Select(Focus::Word(entry.word))));
                }
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
