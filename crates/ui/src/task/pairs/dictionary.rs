//! View of the learned dictionary, with all entries or mutual ones, where a click inspects the source word.
//!
//! Cost: only visible rows are drawn.

use egui::Ui;

use crate::{data_table, widgets::note};
use wordfield_state::{Action, EntryFilter, MatchAction, Workspace};

/// Maximum height of the dictionary's table, in points.
const HEIGHT: f32 = 440.0;

/// Draws the learned dictionary, as high as its rows, at most `HEIGHT` points.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.strong("Learned dictionary");
    let mut mutual_only = workspace.matches.view.entries == EntryFilter::Mutual;
    if ui.checkbox(&mut mutual_only, "mutual").on_hover_text("mutual nearest neighbours only").changed() {
        let entries = if mutual_only { EntryFilter::Mutual } else { EntryFilter::All };
        actions.push(Action::Match(MatchAction::Entries(entries)));
    }
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
    data_table::full_height(ui, workspace, "dictionary", HEIGHT, actions);
}
