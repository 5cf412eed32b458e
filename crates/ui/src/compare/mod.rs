//! Tab "Compare": compares two sets of documents or words, two runs, all runs in a table, or groups of documents.

mod changes;
pub(crate) mod histogram;
mod means;
mod out_of_fold;
mod runs;
mod sets;
mod verdict;

use egui::{Id, Ui};

use crate::widgets::remembered;
use wordfield_state::{Action, Workspace};

pub(crate) use runs::difference_text;
pub(crate) use sets::{obstacle, print};

/// Subject of the tab "Compare": two sets, runs, or groups of documents.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Compared {
    #[default]
    Sets,
    Runs,
    Table,
    Changes,
}

/// Draws the tab "Compare".
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let compared = remembered(ui, Id::unique("what is compared"), Compared::default(), |ui, compared| {
        ui.horizontal(|ui| {
            ui.selectable_value(compared, Compared::Sets, "Two sets");
            ui.selectable_value(compared, Compared::Runs, "Two runs");
            ui.selectable_value(compared, Compared::Table, "All runs");
            ui.selectable_value(compared, Compared::Changes, "Over a column")
                .on_hover_text("what changed, when, and by which words");
        });
    });
    match compared {
        Compared::Sets => sets::show(ui, workspace, actions),
        Compared::Runs => runs::show(ui, workspace, actions),
        Compared::Table => runs::table(ui, workspace, actions),
        Compared::Changes => changes::show(ui, workspace, actions),
    }
}
