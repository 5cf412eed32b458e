//! The table of source documents and how well they find their partners.

use eframe::egui::{RichText, Ui};

use super::{View, comparison};
use crate::{
    model::matching::MatchRow,
    state::{Action, MatchAction, MatchFilter, MatchSort, Verdict, explain::Part},
    ui::{
        task::{
            table::{Column, Sorted, Table},
            text::Texts,
            view::{Documents, Shown},
        },
        widgets::{choose, color, note},
    },
};

/// What each column sorts by.
const ORDERS: [MatchSort; 6] =
    [MatchSort::Document, MatchSort::Rank, MatchSort::Distance, MatchSort::Margin, MatchSort::Reverse, MatchSort::Verdict];

impl Documents for View<'_> {
    fn table(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let (Shown { workspace, dataset, .. }, predictions) = (self.shown, self.predictions);
        filters(self, ui, actions);
        if predictions.rows.is_empty() {
            note(ui, "Partners are looked for with the first evaluation.");
            return;
        }
        let matched = |draw: fn(&mut Ui, &MatchRow)| {
            move |ui: &mut Ui, document: usize| {
                if let Some(row) = predictions.row(document) {
                    draw(ui, row);
                }
                false
            }
        };
        let columns = [
            Column::titles("source document", &dataset.corpus),
            Column::new(
                "rank",
                "rank of the true partner among the candidates: 1 is best",
                56.0,
                matched(|ui, row| {
                    let text = RichText::new(rank(row.rank));
                    let wrong = row.rank.is_some_and(|rank| rank > 1);
                    ui.label(if wrong { text.strong().color(ui.visuals().error_fg_color) } else { text });
                }),
            ),
            Column::new(
                "distance",
                "squared distance of the nearest candidate",
                82.0,
                matched(|ui, row| {
                    ui.label(format!("{:.4}", row.best_distance));
                }),
            ),
            Column::new(
                "margin",
                "how much farther the runner-up is",
                76.0,
                matched(|ui, row| {
                    ui.label(if row.margin.is_finite() { format!("{:.4}", row.margin) } else { "only one".to_owned() });
                }),
            ),
            Column::new(
                "reverse",
                "rank of the source document seen from its true partner",
                76.0,
                matched(|ui, row| {
                    ui.label(rank(row.reverse_rank));
                }),
            ),
            Column::new("verdict", "your own: Y accepts, X rejects", 80.0, |ui, document| {
                verdict(self, ui, document);
                false
            }),
        ];
        let matches = &workspace.view.pairs;
        let column = ORDERS.iter().position(|&known| known == matches.sort);
        let by = |place: usize| Action::Match(MatchAction::Sort(ORDERS[place]));
        let sorted = column.map(|column| Sorted { column, descending: matches.descending, by });
        Table { workspace, sorted }.show(ui, &columns, actions);
    }

    fn explain(&self, ui: &mut Ui, texts: &mut Texts, _document: usize, actions: &mut Vec<Action>) {
        comparison::show(self, ui, texts, actions);
    }
}

fn filters(view: &View, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (Shown { workspace, dataset, .. }, predictions) = (view.shown, view.predictions);
    let matches = &workspace.view.pairs;
    ui.horizontal_wrapped(|ui| {
        let parts = [None, Some(Part::Train), Some(Part::Dev), Some(Part::Test)];
        let parts = parts.map(|part| (part, part.map_or("all", Part::name)));
        if let Some(part) = choose(ui, "part", 100.0, &matches.part, &parts) {
            actions.push(Action::Match(MatchAction::OfPart(part)));
        }
        for filter in MatchFilter::ALL {
            if ui.selectable_label(matches.filter == filter, filter.name()).clicked() {
                actions.push(Action::Match(MatchAction::Filter(filter)));
            }
        }
        ui.weak(format!("{} documents", workspace.documents().len()));
        let all = dataset.corpus.task.pairs().map_or(0, |pairs| pairs.source_documents);
        let left = all.saturating_sub(predictions.rows.len());
        if left > 0 && !predictions.rows.is_empty() {
            ui.weak(format!("{left} more in no part, not ranked")).on_hover_text(
                "the test part takes more of them under Data, Vocabulary and split; each evaluation then takes longer",
            );
        }
        ui.weak("N next, B back, Y accept, X reject");
    });
}

fn rank(rank: Option<usize>) -> String {
    rank.map_or("-".to_owned(), |rank| rank.to_string())
}

/// What a person made of a match.
fn verdict(view: &View, ui: &mut Ui, document: usize) {
    let Some(review) = view.shown.workspace.view.pairs.reviews.get(document) else { return };
    match review.verdict {
        Some((Verdict::Accepted, _)) => ui.colored_label(color(ui, 2), Verdict::Accepted.name()),
        Some((Verdict::Rejected, _)) => ui.colored_label(ui.visuals().error_fg_color, Verdict::Rejected.name()),
        None => ui.weak("note"),
    };
}
