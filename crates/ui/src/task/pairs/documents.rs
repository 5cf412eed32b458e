//! Table of source documents with the rank of their partners.

use egui::{Button, Label, RichText, Ui};

use super::{View, check, comparison, more_dimensions, not_yet};
use crate::{
    export,
    task::{
        document_filter,
        table::{Column, Sorted, Table},
        text::Texts,
        view::{Documents, Shown},
    },
    widgets::{choose, color, counted, note},
};
use wordfield_core::model::matching::MatchRow;
use wordfield_state::{Action, MatchAction, MatchFilter, MatchPart, MatchSort, PairMode, Verdict};

/// Sort key of each column.
const ORDERS: [MatchSort; 6] =
    [MatchSort::Document, MatchSort::Rank, MatchSort::Verdict, MatchSort::Margin, MatchSort::Distance, MatchSort::Reverse];

/// Number of columns that fit a width, most important first.
fn columns_in(width: f32) -> usize {
    match width {
        ..420.0 => 3,
        ..560.0 => 4,
        _ => ORDERS.len(),
    }
}

impl Documents for View<'_> {
    fn table(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let (Shown { workspace, dataset, .. }, matches) = (self.shown, self.matches);
        check::modes(ui, workspace, actions);
        if workspace.documents.view.pairs.mode == PairMode::Check {
            check::table(self, ui, actions);
            return;
        }
        filters(self, ui, actions);
        more_dimensions(self.shown, ui, actions);
        if matches.rows.is_empty() {
            note(ui, not_yet(self));
            return;
        }
        holding(self, ui, actions);
        let matched = |draw: fn(&mut Ui, &MatchRow)| {
            move |ui: &mut Ui, document: usize| {
                if let Some(row) = matches.row(document) {
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
            Column::new("verdict", "your verdict: Y accepts, X rejects", 80.0, |ui, document| {
                verdict(self, ui, document);
                false
            }),
            Column::new(
                "margin",
                "distance of the second candidate minus that of the first",
                76.0,
                matched(|ui, row| {
                    ui.label(if row.margin.is_finite() { format!("{:.4}", row.margin) } else { "one candidate".to_owned() });
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
                "reverse",
                "rank of the source document among the partner's candidates",
                76.0,
                matched(|ui, row| {
                    ui.label(rank(row.reverse_rank));
                }),
            ),
        ];
        let view = &workspace.documents.view.pairs;
        let column = ORDERS.iter().position(|&known| known == view.sort);
        let by = |place: usize| Action::Match(MatchAction::Sort(ORDERS[place]));
        let sorted = column.map(|column| Sorted { column, descending: view.descending, by });
        let columns = &columns[..columns_in(ui.available_width())];
        Table { workspace, sorted }.show(ui, columns, actions);
    }

    fn explain(&self, ui: &mut Ui, texts: &mut Texts, _document: usize, actions: &mut Vec<Action>) {
        comparison::show(self, ui, texts, actions);
    }
}

fn filters(view: &View, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Shown { workspace, dataset, .. } = view.shown;
    let matches = &workspace.documents.view.pairs;
    ui.horizontal_wrapped(|ui| {
        let parts = MatchPart::ALL.map(|part| (part, part.name()));
        if let Some(part) = choose(ui, "part", 100.0, &matches.part, &parts) {
            actions.push(Action::Match(MatchAction::OfPart(part)));
        }
        document_filter::text(workspace, ui, actions);
        for filter in MatchFilter::ALL {
            if ui.selectable_label(matches.filter == filter, filter.name()).clicked() {
                actions.push(Action::Match(MatchAction::Filter(filter)));
            }
        }
        ui.weak(counted(workspace.documents().len(), "document"));
        export::button(ui, "documents", actions);
        let all = dataset.corpus.task.pairs().map_or(0, |pairs| pairs.source_documents);
        let unranked = all.saturating_sub(view.matches.rows.len());
        if unranked > 0 && !view.matches.rows.is_empty() {
            ui.weak(format!("{unranked} more in no part, not ranked")).on_hover_text(
                "enlarge the test part in the panel Data under Vocabulary and split; evaluations then take longer",
            );
        }
        // The label is never broken; it moves to the next line as a whole.
        ui.add(Label::new(RichText::new("N next, B back, Y accept, X reject").weak()).extend());
    });
    if let Some(file) = workspace.reviews_file() {
        let text = format!(
            "Verdicts are saved in {} as you give them; File › Export… writes them as TSV, TMX or Moses.",
            file.display()
        );
        ui.add(Label::new(RichText::new(&text).weak().small()).truncate()).on_hover_text(text);
    }
}

/// The reviewed result stays fixed while training continues; controls to update it.
fn holding(view: &View, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Shown { workspace, .. } = view.shown;
    let Some(fixed) = &workspace.documents.view.pairs.held else { return };
    ui.horizontal_wrapped(|ui| {
        note(ui, format!("Results of iteration {}, fixed while you review them.", fixed.iteration));
        let newest = workspace.evaluated().unwrap_or_else(|| workspace.newest());
        let newer = workspace.has_newer_matches();
        let text = match newer {
            false => "Latest results".to_owned(),
            true if newest < fixed.iteration => format!("Show results of iteration {newest} (earlier)"),
            true => format!("Show results of iteration {newest} (newer)"),
        };
        let hint = "ranks, distances and candidates of that iteration";
        if ui.add_enabled(newer, Button::new(text).small()).on_hover_text(hint).clicked() {
            actions.push(Action::Match(MatchAction::Renew));
        }
        let mut follow = workspace.documents.view.pairs.follow;
        if ui.checkbox(&mut follow, "follow").on_hover_text("always shows the latest results").changed() {
            actions.push(Action::Match(MatchAction::Follow(follow)));
        }
    });
}

fn rank(rank: Option<usize>) -> String {
    rank.map_or("-".to_owned(), |rank| rank.to_string())
}

/// Verdict of the user.
fn verdict(view: &View, ui: &mut Ui, document: usize) {
    let Some(review) = view.shown.workspace.documents.view.pairs.reviews.get(document) else { return };
    match review.verdict {
        Some((Verdict::Accepted, _)) => ui.colored_label(color(ui, 2), Verdict::Accepted.name()),
        Some((Verdict::Rejected, _)) => ui.colored_label(ui.visuals().error_fg_color, Verdict::Rejected.name()),
        None => ui.weak("Note"),
    };
}
