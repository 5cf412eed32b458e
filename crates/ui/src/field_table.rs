//! Table of the word field: every word with its class and coordinates, or the words that distinguish classes or ratings.

use egui::{Id, Ui};

use super::data_table;
use wordfield_state::{Action, Workspace};

/// Name of the word field in the accessibility tree.
pub(crate) const NAME: &str = "word field";

/// Draws the word field's table into the remaining space; a click inspects the word.
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let (Some(basis), Some(dataset)) = (&workspace.corpus.basis, &workspace.corpus.dataset) else { return };
    let of_groups = !basis.predictive_words(dataset).is_empty() && chooses_predictive(ui);
    let height = ui.available_height();
    let name = if of_groups { "predictive-words" } else { "words" };
    data_table::show(ui, workspace, name, height, actions);
}

/// Draws the choice between both tables of words. Returns whether it is the words predictive of classes or ratings.
fn chooses_predictive(ui: &mut Ui) -> bool {
    let id = Id::unique("predictive words in the word field");
    let mut predictive = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    ui.horizontal(|ui| {
        ui.selectable_value(&mut predictive, false, "All words");
        ui.selectable_value(&mut predictive, true, "Predictive words").on_hover_text(
            "words that tell a class or a rating from the others, with counts, a 95 % interval and their share of the decisions",
        );
    });
    ui.data_mut(|data| data.insert_temp(id, predictive));
    predictive
}
