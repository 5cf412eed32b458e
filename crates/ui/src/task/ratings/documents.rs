//! Table of rated documents, and one document explained by its words' shares of the predicted rating.

use egui::{Label, RichText, Ui};

use super::View;
use crate::{
    export,
    palette::mark_color,
    task::{
        document_filter,
        lists::{NOT_READ, part_of},
        table::{Column, Sorted, Table, share_of_selected},
        text::{Explained, Texts},
        view::{Documents, Shown},
    },
    widgets::{counted, dot, note, rating_color, signed},
};
use wordfield_state::{
    Action, Column as Order, Look, RatingsState,
    rated::{RatedDocument, shares},
};

/// Sort key of each column; that of the share is last, since its column is not always there.
const ORDERS: [Order; 7] =
    [Order::Document, Order::Part, Order::Rating, Order::Predicted, Order::Deviation, Order::Residual, Order::Share];
/// Sort keys of the columns of a model without standard deviations.
const WITHOUT_DEVIATION: [Order; 6] =
    [Order::Document, Order::Part, Order::Rating, Order::Predicted, Order::Residual, Order::Share];

impl Documents for View<'_> {
    fn table(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let Shown { workspace, dataset, basis, .. } = self.shown;
        let documents = workspace.documents();
        let has_deviation = self.predictions.deviation.is_some();
        ui.horizontal_wrapped(|ui| {
            document_filter::show(self.shown, ui, actions);
            let mut missed_only = workspace.documents.view.ratings.missed_only;
            if has_deviation && ui.checkbox(&mut missed_only, "outside their 95 % interval only").changed() {
                actions.push(Action::Look(Look::MissedOnly(missed_only)));
            }
            ui.weak(counted(documents.len(), "document"));
            export::button(ui, "documents", actions);
            self.choose_rating(ui, actions);
        });
        let coloured = |ui: &mut Ui, value: f64, text: String| {
            let color = rating_color(ui, basis, self.rating, value);
            dot(ui, color);
            ui.label(text);
        };
        let rated = |draw: fn(&mut Ui, RatedDocument)| {
            move |ui: &mut Ui, document: usize| {
                if let Some(rated) = self.rated(document) {
                    draw(ui, rated);
                }
                false
            }
        };
        let mut columns = vec![
            Column::titles("document", &dataset.corpus),
            Column::new("part", "part of the split", 92.0, |ui, document| {
                ui.label(part_of(self.shown, document));
                false
            }),
            Column::new("rating", "true rating", 82.0, |ui, document| {
                if dataset.split.is_unlabelled(document) {
                    ui.weak(NOT_READ);
                } else {
                    self.rated(document).inspect(|rated| coloured(ui, rated.truth, rated.truth.to_string()));
                }
                false
            }),
            Column::new("predicted", "predicted rating", 82.0, |ui, document| {
                self.rated(document).inspect(|rated| coloured(ui, rated.mean, format!("{:.2}", rated.mean)));
                false
            }),
            Column::new(
                "deviation",
                "predictive standard deviation, noise included",
                82.0,
                rated(|ui, rated| {
                    ui.label(rated.deviation.map_or_else(String::new, |deviation| format!("{deviation:.2}")));
                }),
            ),
            Column::new("residual", "true minus predicted rating", 82.0, |ui, document| {
                if let Some(rated) = self.rated(document).filter(|_| !dataset.split.is_unlabelled(document)) {
                    let text = RichText::new(signed(rated.residual()));
                    ui.label(if rated.within() { text } else { text.strong().color(ui.visuals().warn_fg_color) });
                }
                false
            }),
        ];
        let RatingsState { sort, descending, .. } = workspace.documents.view.ratings;
        let (orders, by): (&[Order], fn(usize) -> Action) = if has_deviation {
            (&ORDERS, |place| Action::Look(Look::SortBy(ORDERS[place])))
        } else {
            // The column of deviations.
            columns.remove(ORDERS.len() - 3);
            (&WITHOUT_DEVIATION, |place| Action::Look(Look::SortBy(WITHOUT_DEVIATION[place])))
        };
        columns.extend(share_of_selected(workspace));
        let column = orders.iter().position(|&known| known == sort);
        let sorted = column.map(|column| Sorted { column, descending, by });
        Table { workspace, sorted }.show(ui, &columns, actions);
    }

    fn explain(&self, ui: &mut Ui, texts: &mut Texts, document: usize, actions: &mut Vec<Action>) {
        let Shown { dataset, snapshot, .. } = self.shown;
        let Some(rated) = self.rated(document) else { return };
        ui.add(Label::new(RichText::new(dataset.corpus.display_title(document)).strong()).truncate());
        let dark = ui.visuals().dark_mode;
        let shares = texts.shares((snapshot, document, self.rating), || shares(dataset, snapshot, document, self.rating));
        let explained = Explained::of(snapshot, shares, [mark_color(0.9, dark), mark_color(-0.9, dark)]);
        let offset = self.predictions.offset_name();
        let mean = snapshot.words.as_ref().map_or(0.0, |words| words.bias_of(self.rating));
        ui.horizontal_wrapped(|ui| {
            let unread = dataset.split.is_unlabelled(document);
            let truth = if unread { NOT_READ.to_owned() } else { rated.truth.to_string() };
            ui.label(format!("{} {truth}, predicted", self.name()));
            ui.strong(rated.prediction());
            if explained.shares.is_empty() {
                note(ui, format!("No word of this document is in the vocabulary: the prediction is the {offset}."));
            } else {
                let (sum, words) = (signed(explained.sum()), explained.shares.len());
                note(ui, format!("= {mean:.3} ({offset}) {sum} summed over {words} words"));
            }
        });
        texts.with_shares(ui, dataset, document, &explained, actions);
    }
}
