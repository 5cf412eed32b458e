//! The menu bar, and at its end a switch for each panel.

use eframe::egui::{Align, Button, Layout, MenuBar, ScrollArea, Ui};

use super::{Command, CommandEffect, Group, all};
use crate::state::{Action, Panel, Show, Workspace};

/// Draws the bar; what was chosen in it.
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
                let why = if gives_way { "; it is folded for want of room" } else { "" };
                let hint = format!("{} the panel {}{why}", if shown { "Fold away" } else { "Bring back" }, panel.name());
                let switch = ui.selectable_label(shown, panel.name());
                if switch.on_hover_text(hint).clicked() {
                    effects.push(CommandEffect::Do(Action::Show(Show::Panel(panel))));
                }
            }
        });
    });
    effects
}

/// A command with its key and its mark; whether it was chosen.
fn item(ui: &mut Ui, command: &Command, workspace: &Workspace) -> bool {
    let button = Button::selectable(command.is_on(workspace).unwrap_or(false), command.title(workspace));
    let button = if command.keys.is_empty() { button } else { button.shortcut_text(command.key_name()) };
    ui.add_enabled(command.can(workspace), button).on_hover_text(&command.hint).clicked()
}
