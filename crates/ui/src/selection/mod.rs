//! Selection of words and documents: menu of rules, current selection, saved selections, word search, and semantic axis.

mod axis;
mod find;
mod menu;
mod sets;
mod summary;

use egui::{Checkbox, Context, Label, Ui};

pub(crate) use self::{axis::proposed as proposed_axis, menu::show as rules, summary::show as summary};

use super::widgets::{ResponseExt, counted};
use wordfield_state::{Action, Choose, Rule, SetOperation, Workspace};

/// Draws the size of the current selection, with commands that apply to it.
pub(crate) fn current(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.choices.selection.is_empty() {
        // A narrow row leaves out the description.
        if ui.available_size_before_wrap().x > 100.0 {
            ui.weak("nothing selected");
        }
        return;
    }
    // The label is never wrapped.
    ui.add(Label::new(description(workspace)).extend());
    for (name, hint, choose) in [
        ("Invert", "selects the complement; key I", Choose::Invert),
        ("Clear", "deselects everything; Esc", Choose::Clear),
        ("Save", "stores the selection under a name; Ctrl+K", Choose::KeepAndName),
    ] {
        ui.small_button(name).on_hover_text(hint).on_click(actions, || act(choose));
    }
}

/// Text with the size of the current selection, and of the documents or words linked to it.
pub(crate) fn description(workspace: &Workspace) -> String {
    let own = workspace.choices.selection.description();
    let other = workspace.linked().map(|linked| match workspace.choices.selection {
        wordfield_state::SelectionSet::Words(_) => format!(", {}", counted(linked.documents.count(), "document")),
        _ => format!(", {}", counted(linked.words.count(), "word")),
    });
    format!("{own} selected{}", other.unwrap_or_default())
}

/// Row over the document table: the selection, and a check box that lists only its documents.
/// The row is drawn without a selection too, so that a click on a document moves no other row.
pub(crate) fn only(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        let mut only = workspace.choices.only;
        let enabled = only || !workspace.choices.selection.is_empty();
        let hint = "lists selected documents, or those with a selected word; Ctrl or Shift with a click on a row selects several";
        let only_selected = ui.add_enabled(enabled, Checkbox::new(&mut only, "selected only"));
        only_selected.on_hover_text(hint).on_change(actions, || act(Choose::Only(only)));
        current(ui, workspace, actions);
    });
}

/// Draws the open windows that belong to selections.
pub(crate) fn windows(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    find::show(ctx, workspace, actions);
    axis::show(ctx, workspace, actions);
    sets::show(ctx, workspace, actions);
}

fn act(choose: Choose) -> Action {
    Action::Choose(choose)
}

fn by(how: SetOperation, rule: Rule) -> Action {
    act(Choose::By(how, rule))
}
