//! A document's class and the decision of one pair.

use eframe::egui::{ComboBox, Ui};

use super::Explained;
use crate::{
    corpus::Dataset,
    model::{Classified, Snapshot},
    state::{
        Action, Workspace,
        explain::{self, Share},
    },
    ui::widgets::{class_label, color, note, signed},
};

/// Draws the lines above the text; the shares of the decision they name.
pub fn head(
    ui: &mut Ui,
    workspace: &Workspace,
    dataset: &Dataset,
    (snapshot, said): (&Snapshot, &Classified),
    document: usize,
    actions: &mut Vec<Action>,
) -> Option<Explained> {
    let corpus = &dataset.corpus;
    let truth = corpus.labels[document];
    ui.horizontal(|ui| {
        ui.strong(&corpus.titles[document]);
        class_label(ui, truth, &corpus.classes[truth]);
    });
    let chosen = workspace.explain_pair.filter(|&pair| pair < said.pairs.len());
    let pair = chosen.or_else(|| explain::telling_pair(dataset, said, document))?;
    let shares = explain::shares(dataset, snapshot, document, pair);
    decision(ui, dataset, said, document, pair, &shares, actions);
    let (first, second) = said.pairs[pair];
    Some(Explained { shares, colors: (color(ui, first), color(ui, second)) })
}

/// The pair, its decision, and that the shares add up to it.
fn decision(
    ui: &mut Ui,
    dataset: &Dataset,
    said: &Classified,
    document: usize,
    pair: usize,
    shares: &[Share],
    actions: &mut Vec<Action>,
) {
    let classes = &dataset.corpus.classes;
    let name = |pair: usize| {
        let (first, second) = said.pairs[pair];
        format!("{} (+) against {} (-)", classes[first], classes[second])
    };
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("decision of");
        let combo = ComboBox::from_id_salt("explained pair").width(220.0).selected_text(name(pair)).show_ui(ui, |ui| {
            for other in 0..said.pairs.len() {
                if ui.selectable_label(other == pair, name(other)).clicked() {
                    actions.push(Action::ExplainPair(Some(other)));
                }
            }
        });
        combo.response.labelled_by(label.id);
        ui.strong(signed(said.decisions[[document, pair]]));
        let sum: f64 = shares.iter().map(|share| share.share).sum();
        if shares.is_empty() {
            note(ui, "No word of this document is in the vocabulary: the decision is the offset alone.");
        } else {
            note(ui, format!("= {} summed over {} words", signed(sum), shares.len()));
        }
    });
}
