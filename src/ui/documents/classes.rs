//! Documents, their classes and what the model takes them for.
//!
//! Cost: only visible rows are looked at.

use eframe::egui::{self, Sense, Ui};
use egui_extras::{Column, TableBuilder, TableRow};

use crate::{
    corpus::Dataset,
    model::Classified,
    state::{Action, Basis, Selection, Workspace, explain},
    ui::widgets::{class_label, color, signed},
};

/// Draws the table.
pub fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    (dataset, basis): (&Dataset, &Basis),
    said: &Classified,
    actions: &mut Vec<Action>,
) {
    let rows = &workspace.listing.documents;
    filters(ui, workspace, dataset, rows.len(), actions);
    table(ui, workspace, dataset, basis, said, rows, actions);
}

fn filters(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, count: usize, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let mut wrong_only = workspace.wrong_only;
        if ui.checkbox(&mut wrong_only, "wrong only").changed() {
            actions.push(Action::WrongOnly(wrong_only));
        }
        if let Some((truth, predicted)) = workspace.cell {
            let classes = &dataset.corpus.classes;
            let name = |class: usize| classes.get(class).map_or("", String::as_str);
            ui.label(format!("{} documents of {} taken for {}", workspace.part.name(), name(truth), name(predicted)));
            if ui.small_button("Show all").clicked() {
                actions.push(Action::ClearCell);
            }
        }
        ui.weak(format!("{count} documents"));
    });
}

fn table(
    ui: &mut Ui,
    workspace: &Workspace,
    dataset: &Dataset,
    basis: &Basis,
    said: &Classified,
    rows: &[usize],
    actions: &mut Vec<Action>,
) {
    let table = TableBuilder::new(ui)
        .id_salt("documents")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .cell_layout(egui::Layout::left_to_right(egui::Align::Center))
        .column(Column::remainder().at_least(90.0).clip(true))
        .column(Column::initial(70.0).clip(true))
        .column(Column::initial(90.0).clip(true))
        .column(Column::initial(90.0).clip(true))
        .column(Column::initial(60.0));
    table
        .header(20.0, |mut header| {
            for name in ["document", "part", "class", "predicted", "margin"] {
                header.col(|ui| {
                    ui.strong(name);
                });
            }
        })
        .body(|body| {
            body.rows(20.0, rows.len(), |mut row| {
                let document = rows[row.index()];
                row.set_selected(workspace.document == Some(document));
                let part = basis.parts[document].map_or("unused", explain::Part::name);
                if cells(&mut row, dataset, said, document, part) || row.response().clicked() {
                    actions.push(Action::Select(Selection::Document(document)));
                }
            });
        });
}

/// Fills one row; whether its name was clicked.
fn cells(row: &mut TableRow<'_, '_>, dataset: &Dataset, said: &Classified, document: usize, part: &str) -> bool {
    let corpus = &dataset.corpus;
    let (truth, predicted) = (corpus.labels[document], said.predicted[document]);
    let mut clicked = false;
    row.col(|ui| {
        let title = egui::Label::new(&corpus.titles[document]).sense(Sense::click()).truncate();
        clicked |= ui.add(title).clicked();
    });
    row.col(|ui| {
        ui.label(part);
    });
    row.col(|ui| clicked |= class_label(ui, truth, &corpus.classes[truth]).clicked());
    row.col(|ui| clicked |= class_label(ui, predicted, &corpus.classes[predicted]).clicked());
    row.col(|ui| {
        let text = egui::RichText::new(signed(explain::margin(said, document)));
        let text = if truth == predicted { text } else { text.strong().color(color(ui, predicted)) };
        ui.label(text);
    });
    clicked
}
