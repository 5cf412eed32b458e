//! Source documents and how well they find their partners.
//!
//! Cost: only visible rows are looked at.

use eframe::egui::{self, ComboBox, Label, RichText, Sense, Ui};
use egui_extras::{Column, TableBuilder, TableRow};

use crate::{
    corpus::Dataset,
    model::{Matched, matching::MatchRow},
    state::{Action, MatchAction, MatchFilter, MatchSort, Selection, Verdict, Workspace, explain::Part},
    ui::widgets::{color, note},
};

/// The columns that can be sorted by.
const COLUMNS: [(&str, MatchSort, &str); 6] = [
    ("source document", MatchSort::Document, "in the order of the file"),
    ("rank", MatchSort::Rank, "place of the true partner among the candidates: 1 is best"),
    ("distance", MatchSort::Distance, "squared distance of the nearest candidate"),
    ("margin", MatchSort::Margin, "how much farther the runner-up is"),
    ("reverse", MatchSort::Reverse, "place of the source document seen from its true partner"),
    ("verdict", MatchSort::Verdict, "what you said of it: Y accepts, X rejects"),
];

/// Draws the table.
pub fn show(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, said: &Matched, actions: &mut Vec<Action>) {
    filters(ui, workspace, dataset, said, actions);
    if said.rows.is_empty() {
        note(ui, "Partners are looked for with the first evaluation.");
        return;
    }
    table(ui, workspace, dataset, said, actions);
}

fn filters(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, said: &Matched, actions: &mut Vec<Action>) {
    let view = &workspace.matches;
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("part");
        let name = |part: Option<Part>| part.map_or("all", Part::name);
        let combo = ComboBox::from_id_salt("match part").width(100.0).selected_text(name(view.part)).show_ui(ui, |ui| {
            for part in [None, Some(Part::Train), Some(Part::Dev), Some(Part::Test)] {
                if ui.selectable_label(view.part == part, name(part)).clicked() {
                    actions.push(Action::Match(MatchAction::OfPart(part)));
                }
            }
        });
        combo.response.labelled_by(label.id);
        for filter in MatchFilter::ALL {
            if ui.selectable_label(view.filter == filter, filter.name()).clicked() {
                actions.push(Action::Match(MatchAction::Filter(filter)));
            }
        }
        ui.weak(format!("{} documents", workspace.listing.documents.len()));
        let all = dataset.corpus.task.pairs().map_or(0, |pairs| pairs.source_documents);
        let left = all.saturating_sub(said.rows.len());
        if left > 0 && !said.rows.is_empty() {
            ui.weak(format!("{left} more in no part, not ranked"))
                .on_hover_text("the test part takes more of them under Data, Words and split; each evaluation then takes longer");
        }
        ui.weak("N next, B back, Y accept, X reject");
    });
}

fn table(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, said: &Matched, actions: &mut Vec<Action>) {
    let rows = &workspace.listing.documents;
    let view = &workspace.matches;
    let now = view.compared.as_ref().map(|compared| compared.source);
    let seen = ui.scope_id().with("match row seen");
    // A row reached by keyboard is brought into sight once, not held there against scrolling.
    let last: Option<Option<usize>> = ui.data(|data| data.get_temp(seen));
    ui.data_mut(|data| data.insert_temp(seen, now));
    let mut table = TableBuilder::new(ui)
        .id_salt("matches")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .cell_layout(egui::Layout::left_to_right(egui::Align::Center))
        .column(Column::remainder().at_least(120.0).clip(true))
        .column(Column::initial(56.0))
        .column(Column::initial(74.0))
        .column(Column::initial(74.0))
        .column(Column::initial(66.0))
        .column(Column::initial(80.0));
    let place = (last != Some(now)).then(|| rows.iter().position(|&document| Some(document) == now)).flatten();
    if let Some(place) = place {
        table = table.scroll_to_row(place, None);
    }
    table
        .header(20.0, |mut header| {
            for (name, sort, hint) in COLUMNS {
                header.col(|ui| {
                    let arrow = if view.sort != sort {
                        ""
                    } else if view.descending {
                        " (down)"
                    } else {
                        " (up)"
                    };
                    let title = ui.add(Label::new(RichText::new(format!("{name}{arrow}")).strong()).sense(Sense::click()));
                    if title.on_hover_text(hint).clicked() {
                        actions.push(Action::Match(MatchAction::Sort(sort)));
                    }
                });
            }
        })
        .body(|body| {
            body.rows(20.0, rows.len(), |mut row| {
                let Some(found) = said.row(rows[row.index()]) else { return };
                row.set_selected(now == Some(found.document));
                if cells(&mut row, workspace, dataset, found) || row.response().clicked() {
                    actions.push(Action::Select(Selection::Document(found.document)));
                }
            });
        });
}

/// Fills one row; whether its title was clicked.
fn cells(row: &mut TableRow<'_, '_>, workspace: &Workspace, dataset: &Dataset, found: &MatchRow) -> bool {
    let mut clicked = false;
    row.col(|ui| {
        let title = Label::new(&dataset.corpus.titles[found.document]).sense(Sense::click()).truncate();
        clicked |= ui.add(title).clicked();
    });
    let rank = |rank: Option<usize>| rank.map_or("-".to_owned(), |rank| rank.to_string());
    row.col(|ui| {
        let text = RichText::new(rank(found.rank));
        let wrong = found.rank.is_some_and(|rank| rank > 1);
        ui.label(if wrong { text.strong().color(ui.visuals().error_fg_color) } else { text });
    });
    row.col(|ui| drop(ui.label(format!("{:.4}", found.best_distance))));
    row.col(|ui| {
        drop(ui.label(if found.margin.is_finite() { format!("{:.4}", found.margin) } else { "only one".to_owned() }));
    });
    row.col(|ui| drop(ui.label(rank(found.reverse_rank))));
    row.col(|ui| {
        let Some(review) = workspace.matches.reviews.get(found.document) else { return };
        match review.verdict {
            Some((Verdict::Accepted, _)) => drop(ui.colored_label(color(ui, 2), Verdict::Accepted.name())),
            Some((Verdict::Rejected, _)) => drop(ui.colored_label(ui.visuals().error_fg_color, Verdict::Rejected.name())),
            None => drop(ui.weak("note")),
        }
    });
    clicked
}
