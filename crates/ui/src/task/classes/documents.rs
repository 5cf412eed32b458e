//! Table of classified documents with margins, and one document explained by the decision of a pair of classes.

use egui::{Color32, Label, RichText, TextStyle, Ui};

use super::View;
use crate::{
    export,
    task::{
        document_filter,
        lists::{NOT_READ, part_of},
        table::{Column, Sorted, Table, share_of_selected},
        text::{Explained, Texts},
        view::{Documents, Shown},
    },
    widgets::{choose, class_label, class_label_within, color, counted, note, signed},
};
use wordfield_state::{Action, ClassesState, Column as Order, Look, explain};

/// Sort key of each column; that of the share is last, since its column is not always there.
const ORDERS: [Order; 6] = [Order::Document, Order::Part, Order::Class, Order::Predicted, Order::Margin, Order::Share];
/// Sort keys of the columns of a model without margins.
const WITHOUT_MARGIN: [Order; 5] = [Order::Document, Order::Part, Order::Class, Order::Predicted, Order::Share];

impl Documents for View<'_> {
    fn table(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        filters(self, ui, actions);
        let (Shown { workspace, dataset, .. }, predictions) = (self.shown, self.predictions);
        let corpus = &dataset.corpus;
        let class = |ui: &mut Ui, class: usize| {
            let (name, room) = (&corpus.classes[class], ui.available_width());
            class_label_within(ui, class, name, room).on_hover_text(name).clicked()
        };
        let room = names_width(ui, &corpus.classes);
        let mut columns = vec![
            Column::titles("document", corpus),
            Column::new("part", "part of the split", 70.0, |ui, document| {
                ui.label(part_of(self.shown, document));
                false
            }),
            Column::new("class", "true class", room, |ui, document| {
                if dataset.split.is_unlabelled(document) {
                    ui.weak(NOT_READ);
                    return false;
                }
                class(ui, corpus.labels[document])
            }),
            Column::new("predicted", "predicted class", room, |ui, document| class(ui, predictions.predicted[document])),
            Column::new("margin", "smallest decision value in favour of the predicted class", 60.0, |ui, document| {
                let (truth, predicted) = (corpus.labels[document], predictions.predicted[document]);
                let text = RichText::new(signed(explain::margin(predictions, document)));
                let right = truth == predicted || dataset.split.is_unlabelled(document);
                ui.label(if right { text } else { text.strong().color(color(ui, predicted)) });
                false
            }),
        ];
        // Only pairwise decisions have a margin.
        let (orders, by): (&[Order], fn(usize) -> Action) = if predictions.pairs.is_empty() {
            columns.pop();
            (&WITHOUT_MARGIN, |place| Action::Look(Look::SortBy(WITHOUT_MARGIN[place])))
        } else {
            (&ORDERS, |place| Action::Look(Look::SortBy(ORDERS[place])))
        };
        columns.extend(share_of_selected(workspace));
        let ClassesState { sort, descending, .. } = workspace.documents.view.classes;
        let column = orders.iter().position(|&known| known == sort);
        let sorted = column.map(|column| Sorted { column, descending, by });
        Table { workspace, sorted }.show(ui, &columns, actions);
    }

    fn explain(&self, ui: &mut Ui, texts: &mut Texts, document: usize, actions: &mut Vec<Action>) {
        let (Shown { workspace, dataset, snapshot, .. }, predictions) = (self.shown, self.predictions);
        let corpus = &dataset.corpus;
        let truth = corpus.labels[document];
        ui.horizontal(|ui| {
            ui.add(Label::new(RichText::new(corpus.display_title(document)).strong()).truncate());
            if dataset.split.is_unlabelled(document) {
                ui.weak(format!("class {NOT_READ}"));
            } else {
                class_label(ui, truth, &corpus.classes[truth]);
            }
        });
        let chosen = workspace.documents.view.classes.explain_pair.filter(|&pair| pair < predictions.pairs.len());
        let Some(pair) = chosen.or_else(|| explain::telling_pair(dataset, predictions, document)) else {
            return texts.show(ui, dataset, 0, document, &Explained::nothing(ui));
        };
        let (first, second) = predictions.pairs[pair];
        let shares = texts.shares((snapshot, document, pair), || explain::shares(dataset, snapshot, document, pair));
        let explained = Explained::of(snapshot, shares, [color(ui, first), color(ui, second)]);
        decision(self, ui, (document, pair), &explained, actions);
        texts.with_shares(ui, dataset, document, &explained, actions);
    }
}

/// Width of the longest class name with its disc, within bounds.
fn names_width(ui: &Ui, classes: &[String]) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    let width = |name: &String| ui.painter().layout_no_wrap(name.clone(), font.clone(), Color32::WHITE).size().x;
    (classes.iter().map(width).fold(0.0, f32::max) + 24.0).clamp(90.0, 160.0)
}

fn filters(view: &View, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Shown { workspace, dataset, .. } = view.shown;
    ui.horizontal_wrapped(|ui| {
        document_filter::show(view.shown, ui, actions);
        let mut wrong_only = workspace.documents.view.classes.wrong_only;
        if ui.checkbox(&mut wrong_only, "misclassified only").changed() {
            actions.push(Action::Look(Look::WrongOnly(wrong_only)));
        }
        if let Some((truth, predicted)) = workspace.documents.view.classes.cell {
            let name = |class: usize| dataset.corpus.classes.get(class).map_or("", String::as_str);
            ui.label(format!(
                "{} documents of {} predicted as {}",
                workspace.documents.part.name(),
                name(truth),
                name(predicted)
            ));
            if ui.small_button("Show all").clicked() {
                actions.push(Action::Look(Look::ClearCell));
            }
        }
        ui.weak(counted(workspace.documents().len(), "document"));
        export::button(ui, "documents", actions);
    });
}

/// The pair, its decision, and the sum of the shares.
fn decision(view: &View, ui: &mut Ui, (document, pair): (usize, usize), explained: &Explained, actions: &mut Vec<Action>) {
    let (classes, predictions) = (&view.shown.dataset.corpus.classes, view.predictions);
    let name = |&(first, second): &(usize, usize)| format!("{} (+) against {} (-)", classes[first], classes[second]);
    let names: Vec<(usize, String)> = predictions.pairs.iter().map(name).enumerate().collect();
    ui.horizontal_wrapped(|ui| {
        if let Some(other) = choose(ui, "decision of", 220.0, &pair, &names) {
            actions.push(Action::Look(Look::ExplainPair(Some(other))));
        }
        ui.strong(signed(predictions.decisions[[document, pair]]));
        if explained.shares.is_empty() {
            note(ui, "No word of this document is in the vocabulary: the decision equals the bias.");
        } else {
            note(ui, format!("= {} summed over {} words", signed(explained.sum()), explained.shares.len()));
        }
    });
}
