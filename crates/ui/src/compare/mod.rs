//! Tab "Compare": compares two sets of documents or words, two runs, or all runs in a table.

pub(crate) mod histogram;
mod means;
mod out_of_fold;
mod run_table;
mod runs;
mod sets;
mod verdict;

use egui::{Id, Ui};

use wordfield_state::{Action, Workspace};

pub(crate) use run_table::difference_text;
pub(crate) use sets::{obstacle, print};

/// Subject of the tab "Compare": two sets or two runs.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Compared {
    #[default]
    Sets,
    Runs,
    Table,
}

/// Draws the tab "Compare".
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let id = Id::unique("what is compared");
    let mut compared = ui.data(|memory| memory.get_temp::<Compared>(id)).unwrap_or_default();
    ui.horizontal(|ui| {
        ui.selectable_value(&mut compared, Compared::Sets, "Two sets");
        ui.selectable_value(&mut compared, Compared::Runs, "Two runs");
        ui.selectable_value(&mut compared, Compared::Table, "All runs");
    });
    ui.data_mut(|memory| memory.insert_temp(id, compared));
    match compared {
        Compared::Sets => sets::show(ui, workspace, actions),
        Compared::Runs => runs::show(ui, workspace, actions),
        Compared::Table => run_table::show(ui, workspace, actions),
    }
}
