//! Documents, their ratings and what the model predicts.
//!
//! Cost: the order is worked out when the column, the filter or the snapshot changes; only visible rows are drawn.
//! Memory: one index a document.

use std::sync::Arc;

use eframe::egui::{self, Button, Id, RichText, Sense, Ui};
use egui_extras::{Column as Width, TableBuilder, TableRow};

use crate::{
    corpus::Dataset,
    model::Rated,
    state::{Action, Basis, Column, Selection, Workspace, explain::Part, rated::Reading},
    ui::widgets::{dot, rating_color, signed},
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
    let rows = rows(ui, workspace, dataset, basis, said, rating);
    ui.horizontal(|ui| {
        let mut wrong_only = workspace.wrong_only;
        if ui.checkbox(&mut wrong_only, "outside their 95 % interval only").changed() {
            actions.push(Action::WrongOnly(wrong_only));
        }
        ui.weak(format!("{} documents", rows.len()));
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
                let Some(reading) = Reading::of(dataset, said, document, rating) else { return };
                if cells(&mut row, dataset, document, part, &reading, rating) || row.response().clicked() {
                    actions.push(Action::Select(Selection::Document(document)));
                }
            });
        });
}

/// Fills one row; whether its name was clicked.
fn cells(row: &mut TableRow<'_, '_>, dataset: &Dataset, document: usize, part: &str, reading: &Reading, rating: usize) -> bool {
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
            let color = rating_color(ui, dataset, rating, value);
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

/// What an order depends on.
type From = (usize, Column, bool, bool, usize, usize);

/// The documents the filter leaves, in the order asked for.
fn rows(ui: &Ui, workspace: &Workspace, dataset: &Dataset, basis: &Basis, said: &Rated, rating: usize) -> Arc<Vec<usize>> {
    let (column, down) = workspace.order;
    let corpus = Arc::as_ptr(&dataset.corpus) as usize;
    let from: From = (Arc::as_ptr(&said.deviation) as usize, column, down, workspace.wrong_only, rating, corpus);
    // Means move with every snapshot, deviations with every evaluation: rows do not jump about more often than that.
    let id = Id::unique("order of rated documents");
    if let Some((known, rows)) = ui.data(|data| data.get_temp::<(From, Arc<Vec<usize>>)>(id))
        && known == from
    {
        return rows;
    }
    let rows = Arc::new(ordered(dataset, basis, said, workspace.order, workspace.wrong_only, rating));
    ui.data_mut(|data| data.insert_temp(id, (from, Arc::clone(&rows))));
    rows
}

fn ordered(
    dataset: &Dataset,
    basis: &Basis,
    said: &Rated,
    (column, down): (Column, bool),
    missed_only: bool,
    rating: usize,
) -> Vec<usize> {
    let read = |document: usize| Some((document, Reading::of(dataset, said, document, rating)?));
    let mut rows: Vec<(usize, f64)> = (0..dataset.corpus.len())
        .filter_map(read)
        .filter(|(_, reading)| !(missed_only && reading.within()))
        .map(|(document, reading)| {
            let key = match column {
                Column::Document => 0.0,
                Column::Part => basis.parts[document].map_or(9.0, |part| f64::from(part as u8)),
                Column::Rating => reading.truth,
                Column::Predicted => reading.mean,
                Column::Deviation => reading.deviation,
                Column::Residual => reading.residual(),
            };
            (document, if down { -key } else { key })
        })
        .collect();
    rows.sort_by(|a, b| a.1.total_cmp(&b.1));
    if column == Column::Document && down {
        rows.reverse();
    }
    rows.into_iter().map(|(document, _)| document).collect()
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;
    use crate::corpus::{Builtin, SplitOptions, VocabularyOptions, Weighting, builtin};

    #[test]
    fn every_column_sorts_both_ways_and_the_filter_leaves_the_missed() {
        let corpus = Arc::new(builtin(Builtin::Reviews));
        let dataset =
            Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), Weighting::Sqrt).expect("a dataset");
        let basis = Basis::new(&dataset);
        let n = dataset.corpus.len();
        let said = Rated {
            mean: Arc::new(Array2::from_shape_fn((n, 1), |(i, _)| 3.0 + (i as f64).sin())),
            emphasis: Arc::new(vec![1.0; n]),
            deviation: Arc::new(Array2::from_shape_fn((n, 1), |(i, _)| 0.5 + 0.3 * (i as f64 * 0.7).cos())),
            machine: None,
        };
        let reading = |document| Reading::of(&dataset, &said, document, 0).expect("a reading");
        for (column, key) in [
            (Column::Rating, (|r| r.truth) as fn(Reading) -> f64),
            (Column::Predicted, |r| r.mean),
            (Column::Deviation, |r| r.deviation),
            (Column::Residual, |r| r.residual()),
        ] {
            let up = ordered(&dataset, &basis, &said, (column, false), false, 0);
            assert!(up.len() == n && up.is_sorted_by_key(|&document| key(reading(document))), "{column:?}");
            let down = ordered(&dataset, &basis, &said, (column, true), false, 0);
            assert!(down.is_sorted_by_key(|&document| -key(reading(document))), "{column:?}");
        }
        assert!(ordered(&dataset, &basis, &said, (Column::Document, false), false, 0).is_sorted());
        let missed = ordered(&dataset, &basis, &said, (Column::Document, false), true, 0);
        assert!(!missed.is_empty() && missed.len() < n && missed.iter().all(|&document| !reading(document).within()));
    }
}
