//! Menu bar, with a switch for each panel at its end.

use eframe::egui::{Align, Button, Layout, MenuBar, ScrollArea, Ui};

use super::{Command, CommandEffect, Group, all};
use crate::state::{Action, Panel, Show, Workspace};

/// Draws the menu bar. Returns the effects of the chosen command.
pub fn show(ui: &mut Ui, workspace: &Workspace) -> Vec<CommandEffect> {
    let mut effects = Vec::new();
    MenuBar::new().ui(ui, |ui| {
        for group in Group::ALL {
            let of_group = |command: &&Command| command.group == group && command.is_for(workspace);
            if !all().iter().any(|command| of_group(&command)) {
                continue;
            }
            ui.menu_button(group.title(), |ui| {
                let height = ui.ctx().content_rect().height() - 60.0;
                ScrollArea::vertical().max_height(height).show(ui, |ui| {
                    for command in all().iter().filter(of_group) {
                        if item(ui, command, workspace) {
                            effects.extend(command.effects(workspace));
                            ui.close();
                        }
                    }
                });
            });
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            for panel in Panel::ALL.into_iter().rev() {
                let shown = workspace.layout.arrangement.shows(panel);
                let gives_way = workspace.layout.arrangement.gives_way().contains(&panel);
                let why = if gives_way { "; hidden because the window is too small" } else { "" };
                let hint = format!("{} the panel {}{why}", if shown { "Hide" } else { "Show" }, panel.name());
                let switch = ui.selectable_label(shown, panel.name());
                if switch.on_hover_text(hint).clicked() {
                    effects.push(CommandEffect::Do(Action::Show(Show::Panel(panel))));
                }
            }
        });
    });
    effects
}

/// A menu item with its key and check mark. Returns whether it was clicked.
fn item(ui: &mut Ui, command: &Command, workspace: &Workspace) -> bool {
    let button = Button::selectable(command.is_on(workspace).unwrap_or(false), command.title(workspace));
    let button = if command.keys.is_empty() { button } else { button.shortcut_text(command.key_name()) };
    ui.add_enabled(command.can(workspace), button).on_hover_text(&command.hint).clicked()
}
