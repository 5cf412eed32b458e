//! The confusion matrix of one part; a cell lists its documents.

use eframe::egui::{self, Button, Color32, Grid, RichText, Role, ScrollArea, Ui};

use super::View;
use crate::{
    state::{Action, Look, Selection},
    ui::{
        task::{
            lists::{empty_part, parts},
            view::{Evaluation, Shown},
        },
        widgets::{class_label, color, named, note, percent},
    },
};

impl Evaluation for View<'_> {
    fn evaluation(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let Shown { workspace, dataset, derived, .. } = self.shown;
        ui.horizontal(|ui| parts(ui, workspace, actions));
        let matrix = derived.confusion(workspace.part);
        let all = matrix.sum();
        if all == 0 {
            return empty_part(ui);
        }
        let correct = matrix.diag().sum();
        ui.label(format!("{correct} of {all} correct: accuracy {}", percent(correct as f64 / all as f64)));
        note(ui, "Rows: true class. Columns: predicted class. Click a cell for its documents.");
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
                        let name = format!("{count} documents of {} predicted as {}", classes[truth], classes[predicted]);
                        let share = count as f32 / total as f32;
                        if cell(ui, (truth, predicted), (count, share), &name) {
                            actions.push(Action::Look(Look::Select(Selection::Cell { truth, predicted })));
                        }
                    }
                    ui.label(percent(row[truth] as f64 / total as f64));
                    ui.end_row();
                }
            });
        });
    }
}

/// A cell, the fuller of its colour the larger its share of the row; whether it was clicked.
fn cell(ui: &mut Ui, (truth, predicted): (usize, usize), (count, share): (usize, f32), name: &str) -> bool {
    let fill = color(ui, predicted).gamma_multiply(0.1 + 0.7 * share);
    let fill = if count == 0 { Color32::TRANSPARENT } else { fill };
    let text = RichText::new(count.to_string());
    let text = if truth == predicted { text.strong() } else { text };
    let cell = ui.add(Button::new(text).fill(fill).min_size(egui::vec2(76.0, 30.0)));
    named(&cell, Role::Button, name);
    cell.on_hover_text(name).clicked()
}
