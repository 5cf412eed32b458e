//! Documents, their ratings and what the model predicts.
//!
//! Cost: only visible rows are looked at.

use eframe::egui::{self, Button, RichText, Sense, Ui};
use egui_extras::{Column as Width, TableBuilder, TableRow};

use crate::{
    corpus::Dataset,
    model::Rated,
    state::{Action, Basis, Column, Selection, Workspace, explain::Part, rated::RatedDocument},
    ui::{
        predictions,
        widgets::{dot, rating_color, signed},
    },
};

const COLUMNS: [(Column, &str, &str); 6] = [
    (Column::Document, "document", "in the order of the file"),
    (Column::Part, "part", "of the split"),
    (Column::Rating, "rating", "the rating it has"),
    (Column::Predicted, "predicted", "the mean of its words' values"),
    (Column::Deviation, "deviation", "of a new rating, noise included"),
    (Column::Residual, "residual", "rating less prediction"),
];

/// Draws the table.
pub fn show(ui: &mut Ui, workspace: &Workspace, (dataset, basis): (&Dataset, &Basis), said: &Rated, actions: &mut Vec<Action>) {
    let rating = workspace.layers.rating();
    let rows = &workspace.listing.documents;
    ui.horizontal(|ui| {
        let mut wrong_only = workspace.wrong_only;
        if ui.checkbox(&mut wrong_only, "outside their 95 % interval only").changed() {
            actions.push(Action::WrongOnly(wrong_only));
        }
        ui.weak(format!("{} documents", rows.len()));
        predictions::ratings(ui, dataset, rating, actions);
    });
    let table = TableBuilder::new(ui)
        .id_salt("rated documents")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .cell_layout(egui::Layout::left_to_right(egui::Align::Center))
        .column(Width::remainder().at_least(90.0).clip(true))
        .column(Width::initial(92.0).clip(true))
        .columns(Width::initial(82.0).clip(true), 4);
    table
        .header(22.0, |mut header| {
            let (now, down) = workspace.order;
            for (column, name, hint) in COLUMNS {
                header.col(|ui| {
                    let sign = if now != column {
                        ""
                    } else if down {
                        " (down)"
                    } else {
                        " (up)"
                    };
                    let head = Button::new(RichText::new(format!("{name}{sign}")).strong()).frame(false);
                    if ui.add(head).on_hover_text(format!("{hint}; click to sort")).clicked() {
                        actions.push(Action::SortBy(column));
                    }
                });
            }
        })
        .body(|body| {
            body.rows(20.0, rows.len(), |mut row| {
                let document = rows[row.index()];
                row.set_selected(workspace.document == Some(document));
                let part = basis.parts[document].map_or("unused", Part::name);
                let Some(reading) = RatedDocument::of(dataset, said, document, rating) else { return };
                if cells(&mut row, (dataset, basis), document, part, &reading, rating) || row.response().clicked() {
                    actions.push(Action::Select(Selection::Document(document)));
                }
            });
        });
}

/// Fills one row; whether its name was clicked.
fn cells(
    row: &mut TableRow<'_, '_>,
    (dataset, basis): (&Dataset, &Basis),
    document: usize,
    part: &str,
    reading: &RatedDocument,
    rating: usize,
) -> bool {
    let mut clicked = false;
    row.col(|ui| {
        let title = egui::Label::new(&dataset.corpus.titles[document]).sense(Sense::click()).truncate();
        clicked |= ui.add(title).clicked();
    });
    row.col(|ui| {
        ui.label(part);
    });
    for (value, text) in [(reading.truth, reading.truth.to_string()), (reading.mean, format!("{:.2}", reading.mean))] {
        row.col(|ui| {
            let color = rating_color(ui, basis, rating, value);
            dot(ui, color);
            ui.label(text);
        });
    }
    row.col(|ui| {
        ui.label(format!("{:.2}", reading.deviation));
    });
    row.col(|ui| {
        let text = RichText::new(signed(reading.residual()));
        ui.label(if reading.within() { text } else { text.strong().color(ui.visuals().warn_fg_color) });
    });
    clicked
}
