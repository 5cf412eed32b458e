//! Choosing words and documents: the bar over the word field, the menu of rules, the search, the semantic axis, the kept
//! sets.

mod axis;
mod find;
mod menu;
mod sets;
mod summary;

use eframe::egui::{Context, Label, Ui};

pub use self::{axis::proposed as proposed_axis, summary::show as summary};

use super::widgets::{choose, counted};
use crate::state::{Action, Choose, Field, Rule, SetOperation, Tool, Workspace};

/// What dragging can do, with its name and what is said of it.
const TOOLS: [(Tool, &str, &str); 4] = [
    (Tool::View, "view", "dragging moves the view, or turns it in space; with Ctrl it draws around words. Key V"),
    (Tool::Box, "box", "dragging takes the words in a rectangle; with shift they are added, with Alt removed. Key R"),
    (Tool::Lasso, "lasso", "dragging draws around words; with shift they are added, with Alt removed. Key S"),
    (Tool::Drag, "word", "dragging takes a word elsewhere, and the model follows. Key W"),
];

/// The line over the word field: what dragging does, the ways to choose, what is chosen.
pub fn bar(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.label("drag");
        for (tool, name, hint) in TOOLS {
            if ui.selectable_label(workspace.field.tool == tool, name).on_hover_text(hint).clicked() {
                actions.push(Action::Field(Field::Tool(tool)));
            }
        }
        ui.separator();
        ways(ui, workspace, actions);
        ui.separator();
        chosen(ui, workspace, actions);
    });
}

/// What dragging does, in a list.
pub fn tools_listed(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let tools = TOOLS.map(|(tool, name, _)| (tool, name));
    if let Some(tool) = choose(ui, "drag", 60.0, &workspace.field.tool, &tools) {
        actions.push(Action::Field(Field::Tool(tool)));
    }
}

/// The ways to choose.
pub fn ways(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    menu::show(ui, workspace, actions);
    // Where one row has no room for it: Ctrl+F, or the menu "Choose".
    if ui.max_rect().width() < 290.0 {
        return;
    }
    if ui.button("Find…").on_hover_text("words by what they are written with; Ctrl+F").clicked() {
        actions.push(act(Choose::Search));
    }
}

/// How much is chosen, and what can be done with it at once.
pub fn chosen(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.selection.set.is_empty() {
        // No line of its own for it.
        if ui.available_size_before_wrap().x > 100.0 {
            ui.weak("nothing chosen");
        }
        return;
    }
    // In one piece, wherever the row is broken.
    ui.add(Label::new(said(workspace)).extend());
    for (name, hint, choose) in [
        ("Invert", "all the others; key I", Choose::Invert),
        ("Clear", "nothing; Esc", Choose::Clear),
        ("Keep", "under a name, to be taken back and compared; Ctrl+K", Choose::Keep(workspace.selection.named.free_name())),
    ] {
        if ui.small_button(name).on_hover_text(hint).clicked() {
            let keeps = matches!(choose, Choose::Keep(_));
            actions.push(act(choose));
            if keeps {
                actions.push(act(Choose::Sets(true)));
            }
        }
    }
}

/// The set at work, and what follows from it on the other side.
pub fn said(workspace: &Workspace) -> String {
    let own = workspace.selection.set.said();
    let other = workspace.linked().map(|linked| match workspace.selection.set {
        crate::state::SelectionSet::Words(_) => format!(", in {}", counted(linked.documents.count(), "document")),
        _ => format!(", with {}", counted(linked.words.count(), "word")),
    });
    format!("{own} chosen{}", other.unwrap_or_default())
}

/// Over the table of documents: whether those of the set at work alone are listed.
pub fn only(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.selection.set.is_empty() && !workspace.selection.only {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let mut only = workspace.selection.only;
        let hint = "documents of the set, or that hold a word of it; Ctrl or shift with a click on a row chooses more";
        if ui.checkbox(&mut only, "only what is chosen").on_hover_text(hint).changed() {
            actions.push(act(Choose::Only(only)));
        }
        chosen(ui, workspace, actions);
    });
}

/// The windows that are open.
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
