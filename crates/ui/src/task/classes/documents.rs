//! Table of classified documents with margins, and one document explained by a pairwise decision.

use egui::{Label, RichText, Ui};

use super::View;
use crate::{
    data_table, export,
    task::{
        document_filter, labels,
        text::{Explained, Texts},
        view::{Documents, Shown},
    },
    widgets::{ResponseExt, choose, class_label, counted, note, percent, signed},
};
use wordfield_output::Mark;
use wordfield_state::{Action, ClassStanding, Look, UNLABELLED, explain};

/// Number of classes whose votes stand above a document's text.
const LEADING: usize = 3;

impl Documents for View<'_> {
    fn table(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        filters(self, ui, actions);
        data_table::listing(ui, self.shown.workspace, "documents", actions);
    }

    fn explain(&self, ui: &mut Ui, texts: &mut Texts, document: usize, actions: &mut Vec<Action>) {
        let (Shown { workspace, dataset, snapshot, .. }, predictions) = (self.shown, self.predictions);
        let corpus = &dataset.corpus;
        let truth = corpus.labels[document];
        ui.horizontal(|ui| {
            ui.add(Label::new(RichText::new(corpus.display_title(document)).strong()).truncate());
            if dataset.split.is_unlabelled(document) {
                ui.weak(format!("class {UNLABELLED}"));
            } else {
                class_label(ui, truth, &corpus.classes[truth]);
            }
        });
        labels::judgement(ui, self.shown, document, actions);
        let chosen = workspace.choices.classes.explain_pair.filter(|&pair| pair < predictions.pairs.len());
        let Some(pair) = chosen.or_else(|| explain::deciding_pair(dataset, predictions, document)) else {
            return texts.show(ui, dataset, 0, document, &Explained::nothing());
        };
        let (first, second) = predictions.pairs[pair];
        let shares = texts.shares((snapshot, document, pair), || explain::shares(dataset, snapshot, document, pair));
        let explained = Explained::of(snapshot, shares, [first, second].map(Mark::Class));
        decision(self, ui, (document, pair), &explained, actions);
        texts.with_shares(ui, dataset, document, &explained, actions);
    }
}

fn filters(view: &View, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Shown { workspace, dataset, .. } = view.shown;
    ui.horizontal_wrapped(|ui| {
        document_filter::show(view.shown, ui, actions);
        let mut wrong_only = workspace.choices.classes.wrong_only;
        ui.checkbox(&mut wrong_only, "misclassified only").on_change(actions, || Action::Look(Look::WrongOnly(wrong_only)));
        if let Some((truth, predicted)) = workspace.choices.classes.cell {
            let name = |class: usize| dataset.corpus.classes.get(class).map_or("", String::as_str);
            ui.label(format!("{} documents of {} predicted as {}", workspace.choices.part.name(), name(truth), name(predicted)));
            ui.small_button("Show all").on_click(actions, || Action::Look(Look::ClearCell));
        }
        ui.weak(counted(workspace.documents().len(), "document"));
        export::button(ui, "documents", actions);
        labels::check(ui, workspace, actions);
    });
}

/// Draws the pair of classes, its decision on the document, and the sum of the words' shares.
fn decision(view: &View, ui: &mut Ui, (document, pair): (usize, usize), explained: &Explained, actions: &mut Vec<Action>) {
    let (dataset, predictions) = (view.shown.dataset, view.predictions);
    let classes = &dataset.corpus.classes;
    let name = |pair: usize| {
        let (first, second) = predictions.pairs[pair];
        (pair, format!("{} (+) against {} (-)", classes[first], classes[second]))
    };
    let names: Vec<_> = explain::deciding_pairs(dataset, predictions, document).into_iter().map(name).collect();
    ui.horizontal_wrapped(|ui| {
        actions.extend(choose(ui, "decision of", 220.0, &pair, &names).map(|other| Action::Look(Look::ExplainPair(Some(other)))));
        ui.strong(signed(predictions.decisions[[document, pair]]));
        let standing = |one: ClassStanding| {
            let probability = one.probability.map_or_else(String::new, |share| format!(" ({})", percent(share)));
            format!("{} {}{probability}", classes[one.class], counted(one.votes, "vote"))
        };
        let best: Vec<String> = view.shown.derived.standings(document).into_iter().take(LEADING).map(standing).collect();
        note(ui, best.join(", "));
        let (first, second) = predictions.pairs[pair];
        if ![first, second].contains(&predictions.predicted[document]) {
            let loser = if predictions.decisions[[document, pair]] > 0.0 { second } else { first };
            note(ui, format!("{} lost this pair, and so a vote", classes[loser]));
        }
        if view.shown.snapshot.words.is_none() {
            note(ui, "The decisions of this model are not divided between words.");
        } else if explained.shares.is_empty() {
            note(ui, "No word of this document is in the vocabulary: the decision equals the bias.");
        } else {
            note(ui, format!("= {} summed over {} words", signed(explained.sum()), explained.shares.len()));
        }
    });
}
