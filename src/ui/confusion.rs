//! The tab "Confusion": truth against prediction of one part; a cell lists its documents.

use eframe::egui::{self, Button, Grid, RichText, Role, ScrollArea, Ui};

use super::{
    timeline::newest_note,
    widgets::{class_label, color, named, note, percent},
};
use crate::state::{Action, Selection, Workspace, explain::Part};

/// Draws the tab.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let said = workspace.snapshot.as_ref().and_then(|snapshot| snapshot.classified());
    let (Some(dataset), Some(digest), Some(_)) = (&workspace.dataset, &workspace.digest, said) else {
        ui.centered_and_justified(|ui| ui.label("The matrix appears with the first iteration."));
        return;
    };
    newest_note(ui, workspace);
    ui.horizontal(|ui| {
        for part in Part::ALL {
            if ui.selectable_label(workspace.part == part, part.name()).clicked() {
                actions.push(Action::Part(part));
            }
        }
    });
    let matrix = digest.confusion(workspace.part);
    let all = matrix.sum();
    if all == 0 {
        note(ui, "This part is empty: give it documents under Data, Words and split.");
        return;
    }
    let right = matrix.diag().sum();
    ui.label(format!("{right} of {all} right: {}", percent(right as f64 / all as f64)));
    note(ui, "Rows: the class a document has. Columns: the class the model gives it. Click a cell for its documents.");
    let classes = &dataset.corpus.classes;
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        Grid::new("confusion").spacing([4.0, 4.0]).show(ui, |ui| {
            ui.label("");
            for (class, name) in classes.iter().enumerate() {
                let short: String = name.chars().take(12).collect();
                class_label(ui, class, &short).on_hover_text(name);
            }
            ui.label("recall");
            ui.end_row();
            for (truth, row) in matrix.rows().into_iter().enumerate() {
                class_label(ui, truth, &classes[truth]);
                let total = row.sum().max(1);
                for (predicted, &count) in row.iter().enumerate() {
                    let share = count as f32 / total as f32;
                    let fill = color(ui, predicted).gamma_multiply(0.1 + 0.7 * share);
                    let text = RichText::new(count.to_string());
                    let text = if truth == predicted { text.strong() } else { text };
                    let fill = if count == 0 { egui::Color32::TRANSPARENT } else { fill };
                    let cell = ui.add(Button::new(text).fill(fill).min_size(egui::vec2(76.0, 30.0)));
                    let name = format!("{count} documents of {} taken for {}", classes[truth], classes[predicted]);
                    named(&cell, Role::Button, &name);
                    if cell.on_hover_text(name).clicked() {
                        actions.push(Action::Select(Selection::Cell { truth, predicted }));
                    }
                }
                ui.label(percent(row[truth] as f64 / total as f64));
                ui.end_row();
            }
        });
    });
}
