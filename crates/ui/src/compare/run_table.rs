//! Table of the corpus's runs, and of the test documents on which two runs differ.

use egui::Ui;

use crate::{
    data_table,
    widgets::{counted, grouped, note},
};
use wordfield_state::{Action, Differing, RunRecord, TestAnswers, Workspace};

/// Share of the tab's height for the table of runs.
const RUNS: f32 = 0.4;

/// Draws the table of runs and the table of test documents on which two runs differ.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.run_records().is_empty() {
        ui.label("Nothing to compare yet.");
        return;
    }
    note(ui, "Every run of this corpus. The last two clicked are compared on their common test documents.");
    let height = RUNS * ui.available_height();
    data_table::show(ui, workspace, "runs", height, actions);
    ui.separator();
    let Some(([first, second], differing)) = workspace.run_differences() else {
        ui.weak("Train another model, or restart, to compare two runs.");
        return;
    };
    let name = |record: &RunRecord| format!("run {} ({})", record.run, record.params.kind().info().label);
    ui.label(difference_text([name(&first), name(&second)], [&first.test, &second.test], &differing));
    let height = ui.available_height();
    data_table::show(ui, workspace, "run-documents", height, actions);
}

/// Text with the number of common test documents that two models predict differently, with McNemar's test for classes.
pub(crate) fn difference_text([one, other]: [String; 2], [first, second]: [&TestAnswers; 2], differing: &[Differing]) -> String {
    let (count, both) = (grouped(differing.len()), counted(first.common(second), "test document"));
    let differ = format!("{one} and {other} differ on {count} of the {both} of both");
    match first.mcnemar(differing) {
        Some(test) => format!(
            "{differ}: {} right by the first alone, {} by the second alone; exact McNemar p = {:.4}.",
            test.only_first,
            test.only_second,
            test.p()
        ),
        None => format!("{differ}."),
    }
}
