//! Selecting words and documents: toolbar over the word field, menu of rules, word search, semantic axis, saved
//! selections.

mod axis;
mod find;
mod menu;
mod sets;
mod summary;

use eframe::egui::{Context, Label, Ui};

pub use self::{axis::proposed as proposed_axis, summary::show as summary};

use super::widgets::{choose, counted};
use crate::state::{Action, Choose, Field, Rule, SetOperation, Tool, Workspace};

/// Pointer tools with their names and tooltips.
const TOOLS: [(Tool, &str, &str); 4] = [
    (Tool::View, "Pan", "dragging moves the view, in 3-D it rotates; with Ctrl it draws a lasso. Key V"),
    (Tool::Box, "Box", "dragging selects the words in a rectangle; with Shift adds, with Alt subtracts. Key R"),
    (Tool::Lasso, "Lasso", "dragging selects the enclosed words; with Shift adds, with Alt subtracts. Key S"),
    (Tool::Drag, "Move word", "dragging moves a word, and the model follows. Key W"),
];

/// Toolbar over the word field: pointer tools, menu of rules, current selection.
pub fn bar(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.label("Tool");
        for (tool, name, hint) in TOOLS {
            if ui.selectable_label(workspace.field.tool == tool, name).on_hover_text(hint).clicked() {
                actions.push(Action::Field(Field::Tool(tool)));
            }
        }
        ui.separator();
        select_controls(ui, workspace, actions);
        ui.separator();
        current(ui, workspace, actions);
    });
}

/// Pointer tools as a drop-down list.
pub fn tool_list(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let tools = TOOLS.map(|(tool, name, _)| (tool, name));
    if let Some(tool) = choose(ui, "Tool:", 60.0, &workspace.field.tool, &tools) {
        actions.push(Action::Field(Field::Tool(tool)));
    }
}

/// Menu of rules and word search.
pub fn select_controls(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    menu::show(ui, workspace, actions);
    // A narrow row has no space for the button; Ctrl+F and the menu "Select" remain.
    if ui.max_rect().width() < 290.0 {
        return;
    }
    if ui.button("Find…").on_hover_text("searches words by spelling; Ctrl+F").clicked() {
        actions.push(act(Choose::Search));
    }
}

/// Size of the current selection, with commands that apply to it.
pub fn current(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.selection.set.is_empty() {
        // Only if the row has space for it.
        if ui.available_size_before_wrap().x > 100.0 {
            ui.weak("nothing selected");
        }
        return;
    }
    // Never wrapped within the label.
    ui.add(Label::new(description(workspace)).extend());
    for (name, hint, choose) in [
        ("Invert", "selects the complement; key I", Choose::Invert),
        ("Clear", "deselects everything; Esc", Choose::Clear),
        ("Save", "stores the selection under a name; Ctrl+K", Choose::Keep(workspace.selection.named.free_name())),
    ] {
        if ui.small_button(name).on_hover_text(hint).clicked() {
            let saves = matches!(choose, Choose::Keep(_));
            actions.push(act(choose));
            if saves {
                actions.push(act(Choose::Sets(true)));
            }
        }
    }
}

/// Size of the current selection, and of the documents or words it implies.
pub fn description(workspace: &Workspace) -> String {
    let own = workspace.selection.set.description();
    let other = workspace.linked().map(|linked| match workspace.selection.set {
        crate::state::SelectionSet::Words(_) => format!(", {}", counted(linked.documents.count(), "document")),
        _ => format!(", {}", counted(linked.words.count(), "word")),
    });
    format!("{own} selected{}", other.unwrap_or_default())
}

/// Check box over the document table: list documents of the current selection only.
pub fn only(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.selection.set.is_empty() && !workspace.selection.only {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let mut only = workspace.selection.only;
        let hint = "lists selected documents, or those with a selected word; Ctrl or Shift with a click on a row selects several";
        if ui.checkbox(&mut only, "selected only").on_hover_text(hint).changed() {
            actions.push(act(Choose::Only(only)));
        }
        current(ui, workspace, actions);
    });
}

/// Draws the open windows.
pub fn windows(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
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
