//! Documents of a Gram matrix cell side by side, each word tinted by its share of their squared distance.

use egui::{Label, Panel, Ui};

use crate::{
    data_table::color_of,
    task::{Explained, Texts},
    widgets::{ResponseExt, dot, note},
};
use wordfield_state::{Action, SetOf, SetsAction, SetsFound, StudyAction, Workspace, explain::Share, group_mark};

/// Draws both documents of the open cell, if there is one.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, texts: &mut Texts, actions: &mut Vec<Action>) {
    let Some(found) = workspace.compare.sets.study.found().filter(|found| documents(found) == workspace.gram.cell) else {
        return;
    };
    let (Some([first, second]), Some(dataset), Some(basis)) =
        (documents(found), &workspace.corpus.dataset, &workspace.corpus.basis)
    else {
        return;
    };
    let marks = found.between.sides.unwrap_or([0, 1]).map(|class| group_mark(basis, class));
    let colors = marks.map(|mark| color_of(ui, mark));
    let shares = found.shares.iter().map(|of| Share::of_map(of.word, of.weight.abs(), of.weight.signum() * of.share));
    let explained = Explained { shares: shares.collect(), marks, method: None };
    let height = 0.36 * ui.available_height();
    Panel::bottom("two documents").resizable(true).default_size(height).min_size(70.0).show(ui, |ui| {
        ui.horizontal(|ui| {
            note(ui, format!("Squared distance of the means {:.5}, at iteration {}.", found.test.mmd.biased, found.iteration));
            ui.button("Draw both in the word field").on_click(actions, || Action::Study(StudyAction::Sets(SetsAction::Draw)));
        });
        ui.columns(2, |columns| {
            for (side, document) in [first, second].into_iter().enumerate() {
                let ui = &mut columns[side];
                ui.horizontal(|ui| {
                    dot(ui, colors[side]);
                    ui.add(Label::new(dataset.corpus.display_title(document)).truncate());
                });
                texts.show(ui, dataset, side, document, &explained);
            }
        });
    });
}

/// Indices of the two compared documents, if the compared sets are single documents.
fn documents(found: &SetsFound) -> Option<[usize; 2]> {
    match found.key.sets {
        [SetOf::Document(first), SetOf::Document(second)] => Some([first, second]),
        _ => None,
    }
}
