//! File list of the preview: adds or removes a file, or swaps the sides.

use std::path::PathBuf;

use egui::{Id, Ui};

use super::{
    path_edit::path_edit,
    widgets::{ResponseExt, entered, steady, switch},
};
use wordfield_core::corpus::Preview;
use wordfield_state::{Action, Open, Workspace, part_named, typed_paths};

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
    let parts = workspace.corpus.parts_named().is_some() && workspace.corpus.first_look.model.is_none();
    let by_file = parts && !workspace.corpus.first_look.pooled;
    for (place, path) in paths.iter().enumerate() {
        ui.horizontal_wrapped(|ui| {
            if sides {
                ui.label(if place == 0 { "source" } else { "target" });
            }
            if by_file {
                ui.label(part_named(path).name());
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
    if parts {
        let hint = "the model trains on the training files and is tested on the test files; otherwise all documents are \
                    pooled and divided at random";
        let split = switch(ui, by_file, "Split by file, as the names say", hint);
        actions.extend(split.map(|split| Action::Open(Open::SplitByFile(split))));
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
        let field = path_edit(ui, (Id::unique("path of another file"), "or path"), &mut path, "type or paste, then Enter");
        field.on_change(actions, || Action::Open(Open::OtherPath(path.clone())));
        if entered(&field) && !path.trim().is_empty() {
            actions.push(Action::Open(Open::Add(typed_paths(&path))));
        }
    });
}
