//! Comparison with a second word-vector file, rotated onto the first: the words that moved most.

use egui::{RichText, Ui};

use super::{act, answers, open};
use crate::widgets::{counted, note, percent};
use wordfield_state::{Action, SpaceAction, SpacePlace, Workspace};

/// Draws the comparison with a second file, or the controls that open one.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let state = &workspace.word_space;
    let Some(second) = state.second() else {
        note(ui, "A second file, such as vectors of other texts or another time, is turned onto the first by the common words.");
        if ui.button("Open a second file…").clicked() {
            actions.push(act(SpaceAction::AskForFile(SpacePlace::Second)));
        }
        return open::path(ui, SpacePlace::Second, actions);
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(second.origin().name()).strong());
        note(ui, counted(second.len(), "word"));
        if ui.small_button("Close the second file").clicked() {
            actions.push(act(SpaceAction::CloseSecond));
        }
    });
    let alignment = match state.alignment() {
        None => return note(ui, "The second file is turned onto the first…"),
        Some(Err(problem)) => return drop(ui.colored_label(ui.visuals().error_fg_color, problem)),
        Some(Ok(alignment)) => alignment,
    };
    let compared = if alignment.moved.len() < alignment.common {
        format!(", of which the {} most frequent are compared", alignment.moved.len())
    } else {
        String::new()
    };
    note(ui, format!("{} in common{compared}; turn fitted to {}.", counted(alignment.common, "word"), alignment.fitted));
    note(ui, format!("Mean cosine {:.3}; {} of the spread is left over.", alignment.mean, percent(alignment.left)));
    answers::table(ui, workspace, "vector-moved", actions);
}
