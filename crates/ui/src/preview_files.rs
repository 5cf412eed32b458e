//! File list of the preview: adds or removes a file, or swaps the sides.

use std::path::PathBuf;

use egui::{TextEdit, Ui};

use super::widgets::{ResponseExt, entered, labelled, steady};
use wordfield_core::corpus::Preview;
use wordfield_state::{Action, Open, Workspace, typed_paths};

/// Tooltip of the button that swaps the sides.
pub(crate) const SWAP: &str = "exchanges source and target; each keeps its tokenisation";

/// Draws the file list of the preview.
pub(crate) fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    paths: &[PathBuf],
    preview: Option<&Result<Preview, String>>,
    actions: &mut Vec<Action>,
) {
    let seen = preview.and_then(|preview| preview.as_ref().ok());
    let sides = seen.is_some_and(|preview| !preview.counterparts.is_empty() && preview.columns.is_empty()) && paths.len() == 2;
    for (place, path) in paths.iter().enumerate() {
        ui.horizontal_wrapped(|ui| {
            if sides {
                ui.label(if place == 0 { "source" } else { "target" });
            }
            ui.strong(path.display().to_string());
            if paths.len() > 1 && ui.small_button("Remove").on_hover_text("previews the other files only").clicked() {
                actions.push(Action::Open(Open::LeaveOut(place)));
            }
            if sides && place == 1 && ui.small_button("Swap").on_hover_text(SWAP).clicked() {
                actions.push(Action::Open(Open::Swap));
            }
        });
    }
    let wanted = workspace.wants_other_file() || preview.is_some_and(Result::is_err);
    if wanted || paths.len() == 1 {
        steady(ui, "another file", |ui| another(ui, workspace, seen.is_some_and(Preview::is_one_side), actions));
    }
}

/// Draws the controls that add a file, by dialog or by path.
fn another(ui: &mut Ui, workspace: &Workspace, one_side: bool, actions: &mut Vec<Action>) {
    let name = match (workspace.corpus.first_look.model.is_some(), one_side) {
        (true, _) => "Choose its documents…",
        (false, true) => "Add the other file…",
        (false, false) => "Add a file…",
    };
    ui.horizontal(|ui| {
        ui.button(name)
            .on_hover_text("opens a dialog; the file can also be dropped here")
            .on_click(actions, || Action::Open(Open::AskForOther));
        let mut path = workspace.corpus.first_look.path_field.clone();
        let field = TextEdit::singleline(&mut path).hint_text("type or paste, then Enter").desired_width(f32::INFINITY);
        let field = labelled(ui, "or path", field);
        field.on_change(actions, || Action::Open(Open::OtherPath(path.clone())));
        if entered(&field) && !path.trim().is_empty() {
            actions.push(Action::Open(Open::Add(typed_paths(&path))));
        }
    });
}
