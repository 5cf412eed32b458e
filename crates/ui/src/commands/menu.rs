//! Menu bar, with the command search, the inspector's switch and the presentation view at its end.

use egui::{Align, Button, Layout, MenuBar, ScrollArea, Ui};

use super::{Command, CommandEffect, Group, ViewCommand, all, panel_key};
use crate::{
    recent,
    style::{Icon, icon_button, icon_switch},
};
use wordfield_state::{Action, Panel, Show, Workspace};

/// Draws the menu bar. Returns the effects of the command that the user chose.
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace) -> Vec<CommandEffect> {
    let mut effects = Vec::new();
    MenuBar::new().ui(ui, |ui| {
        for group in Group::ALL {
            let of_group = |command: &&Command| command.group == group && command.is_for(workspace);
            if !all().iter().any(|command| of_group(&command)) {
                continue;
            }
            ui.menu_button(group.title(), |ui| {
                let height = ui.ctx().content_rect().height() - 60.0;
                // A popup offers 400 points at first, and a scrolled menu would keep them.
                ScrollArea::vertical().min_scrolled_height(height).max_height(height).show(ui, |ui| {
                    for command in all().iter().filter(of_group) {
                        if item(ui, command, workspace) {
                            effects.extend(command.effects(workspace));
                            ui.close();
                        }
                    }
                    if group == Group::File {
                        effects.extend(recent::menu(ui, workspace).map(CommandEffect::Do));
                    }
                });
            });
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let arrangement = &workspace.layout.arrangement;
            let presenting = arrangement.presenting;
            let hint = "picture, legend and run bar alone, in large text; key F11";
            if icon_switch(ui, presenting, Icon::Presentation, "Presentation", hint).clicked() {
                effects.push(CommandEffect::Do(Action::Show(Show::Presentation)));
            }
            let hint = format!("numbers of the selection; key {}", panel_key(Panel::Inspector).name());
            if icon_switch(ui, arrangement.shows(Panel::Inspector), Icon::PanelRight, "Inspector", &hint).clicked() {
                effects.push(CommandEffect::Do(Action::Show(Show::Panel(Panel::Inspector))));
            }
            let search = icon_button(ui, true, Icon::Search, "Commands", "finds a command by its name or effect; Ctrl+P");
            if search.clicked() {
                effects.push(CommandEffect::View(ViewCommand::CommandPalette));
            }
        });
    });
    effects
}

/// Draws a menu item with its command's key and check mark. Returns whether it was clicked.
fn item(ui: &mut Ui, command: &Command, workspace: &Workspace) -> bool {
    let button = Button::selectable(command.is_on(workspace).unwrap_or(false), command.title(workspace));
    let button = if command.keys.is_empty() { button } else { button.shortcut_text(command.key_name()) };
    ui.add_enabled(command.can(workspace), button).on_hover_text(&command.hint).clicked()
}
