//! A document's rating and how the prediction comes about.

use eframe::egui::Ui;

use super::Explained;
use crate::{
    corpus::Dataset,
    model::{Rated, Snapshot},
    state::{
        Action, Workspace,
        rated::{RatedDocument, shares},
    },
    ui::{
        palette::mark_color,
        widgets::{note, signed},
    },
};

/// Draws the lines above the text; the shares of the predicted rating.
pub fn head(
    ui: &mut Ui,
    workspace: &Workspace,
    dataset: &Dataset,
    (snapshot, said): (&Snapshot, &Rated),
    document: usize,
    _actions: &mut Vec<Action>,
) -> Option<Explained> {
    let rating = workspace.layers.rating();
    let name = dataset.corpus.task.ratings()?.names.get(rating)?;
    let reading = RatedDocument::of(dataset, said, document, rating)?;
    ui.strong(&dataset.corpus.titles[document]);
    let shares = shares(dataset, snapshot, document, rating);
    let mean = snapshot.bias.get(rating).copied().unwrap_or(0.0);
    let sum: f64 = shares.iter().map(|share| share.share).sum();
    ui.horizontal_wrapped(|ui| {
        ui.label(format!("{name} {}, predicted", reading.truth));
        ui.strong(format!("{:.2} ± {:.2}", reading.mean, reading.deviation));
        if shares.is_empty() {
            note(ui, "No word of this document is in the vocabulary: the prediction is the training mean.");
        } else {
            let words = shares.len();
            note(ui, format!("= {mean:.3} (training mean) {} summed over {words} words", signed(sum)));
        }
    });
    let dark = ui.visuals().dark_mode;
    Some(Explained { shares, colors: (mark_color(0.9, dark), mark_color(-0.9, dark)) })
}
