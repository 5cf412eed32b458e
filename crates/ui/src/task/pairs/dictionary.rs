//! Learned dictionary: entries sorted by a column, filtered by text and mutuality; a click on a row inspects its source word.
//!
//! Cost: only visible rows are drawn.

use egui::{TextEdit, Ui};

use crate::{data_table, widgets::note};
use wordfield_state::{Action, MatchAction, Workspace};

/// Greatest height of the table.
const HEIGHT: f32 = 440.0;

/// Draws the dictionary into the remaining space.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.strong("Learned dictionary");
    filters(ui, workspace, actions);
    let Some((dictionary, places)) = workspace.dictionary() else {
        note(ui, if workspace.is_running() { "Available when paused." } else { "Computing …" });
        return;
    };
    note(
        ui,
        format!(
            "{} of {} entries, {} of them mutual, at iteration {}",
            places.len(),
            dictionary.entries.len(),
            dictionary.mutual,
            dictionary.iteration
        ),
    );
    data_table::whole(ui, workspace, "dictionary", HEIGHT, actions);
}

fn filters(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let mut view = workspace.matches.view.dictionary.clone();
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("Search words");
        ui.add(TextEdit::singleline(&mut view.text).desired_width(90.0).hint_text("text")).labelled_by(label.id);
        ui.checkbox(&mut view.mutual_only, "mutual").on_hover_text("mutual nearest neighbours only");
    });
    if view != workspace.matches.view.dictionary {
        actions.push(Action::Match(MatchAction::Dictionary(view)));
    }
}
