//! Tab "Compare": two sets of documents or words, or two runs.

pub mod histogram;
mod means;
mod runs;
mod sets;
mod verdict;

use eframe::egui::{Id, Ui};

use crate::state::{Action, Workspace};

pub use sets::{obstacle, print};

/// Draws the tab.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let id = Id::unique("what is compared");
    let mut of_runs = ui.data(|memory| memory.get_temp::<bool>(id)).unwrap_or_default();
    ui.horizontal(|ui| {
        ui.selectable_value(&mut of_runs, false, "Two sets");
        ui.selectable_value(&mut of_runs, true, "Two runs");
    });
    ui.data_mut(|memory| memory.insert_temp(id, of_runs));
    if of_runs { runs::show(ui, workspace, actions) } else { sets::show(ui, workspace, actions) }
}
