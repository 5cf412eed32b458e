//! Table of rated documents, and one document explained by word shares of its predicted rating.

use egui::{Label, RichText, Ui};

use super::View;
use crate::{
    data_table, export,
    task::{
        document_filter, labels,
        text::{Explained, Texts},
        view::{Documents, Shown},
    },
    widgets::{counted, note, signed},
};
use wordfield_state::{Action, Look, RATED, UNLABELLED, rated::shares};

impl Documents for View<'_> {
    fn table(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let workspace = self.shown.workspace;
        let has_deviation = self.predictions.deviation.is_some();
        ui.horizontal_wrapped(|ui| {
            document_filter::show(self.shown, ui, actions);
            let mut missed_only = workspace.choices.ratings.missed_only;
            if has_deviation && ui.checkbox(&mut missed_only, "outside their 95 % interval only").changed() {
                actions.push(Action::Look(Look::MissedOnly(missed_only)));
            }
            ui.weak(counted(workspace.documents().len(), "document"));
            export::button(ui, "documents", actions);
            labels::check(ui, workspace, actions);
            self.choose_rating(ui, actions);
        });
        data_table::listing(ui, workspace, "documents", actions);
    }

    fn explain(&self, ui: &mut Ui, texts: &mut Texts, document: usize, actions: &mut Vec<Action>) {
        let Shown { dataset, snapshot, .. } = self.shown;
        let Some(rated) = self.rated(document) else { return };
        ui.add(Label::new(RichText::new(dataset.corpus.display_title(document)).strong()).truncate());
        labels::judgement(ui, self.shown, document, actions);
        let shares = texts.shares((snapshot, document, self.rating), || shares(dataset, snapshot, document, self.rating));
        let explained = Explained::of(snapshot, shares, RATED);
        let offset = self.predictions.offset_name();
        let mean = snapshot.words.as_ref().map_or(0.0, |words| words.bias_of(self.rating));
        ui.horizontal_wrapped(|ui| {
            let unread = dataset.split.is_unlabelled(document);
            let truth = if unread { UNLABELLED.to_owned() } else { rated.truth.to_string() };
            ui.label(format!("{} {truth}, predicted", self.name()));
            ui.strong(rated.prediction());
            if snapshot.words.is_none() {
                note(ui, "The ratings of this model are not divided between words.");
            } else if explained.shares.is_empty() {
                note(ui, format!("No word of this document is in the vocabulary: the prediction is the {offset}."));
            } else {
                let (sum, words) = (signed(explained.sum()), explained.shares.len());
                note(ui, format!("= {mean:.3} ({offset}) {sum} summed over {words} words"));
            }
        });
        texts.with_shares(ui, dataset, document, &explained, actions);
    }
}
