//! The command palette: type some letters of a command's name, Enter does it.
//!
//! Cost: all names are looked through with every frame it is open, some hundred.

use eframe::egui::{Align, Align2, Button, Context, Key, Modal, Modifiers, ScrollArea, TextEdit, Ui, vec2};

use super::{Command, CommandEffect, all};
use crate::{state::Workspace, ui::widgets::note};

/// What has been typed, and the place in the list.
#[derive(Default)]
pub struct CommandPalette {
    text: String,
    at: usize,
}

/// What became of the palette in a frame.
pub enum PaletteOutcome {
    /// It stays open.
    Open,
    /// It is closed, and these things are to be done.
    Closed(Vec<CommandEffect>),
}

impl CommandPalette {
    /// Draws it and takes its keys.
    pub fn show(&mut self, ctx: &Context, workspace: &Workspace) -> PaletteOutcome {
        let hit = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (up, down, enter) = (hit(Key::ArrowUp), hit(Key::ArrowDown), hit(Key::Enter));
        let found = matching(&self.text, workspace);
        let last = found.len().saturating_sub(1);
        self.at = (self.at + usize::from(down)).saturating_sub(usize::from(up)).min(last);
        let mut done = enter.then(|| found.get(self.at).copied()).flatten();
        let id = eframe::egui::Id::unique("find a command");
        let area = Modal::default_area(id).anchor(Align2::CENTER_TOP, vec2(0.0, 60.0));
        let modal = Modal::new(id).area(area).show(ctx, |ui| {
            ui.set_width(460.0_f32.min(ctx.content_rect().width() - 40.0));
            let label = ui.label("Find a command");
            let edit = TextEdit::singleline(&mut self.text).hint_text("some letters of it").desired_width(f32::INFINITY);
            let edit = ui.add(edit).labelled_by(label.id);
            edit.request_focus();
            if edit.changed() {
                self.at = 0;
            }
            let height = (0.5 * ctx.content_rect().height()).min(380.0);
            ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
                for (place, command) in found.iter().enumerate() {
                    let moved = (up || down) && place == self.at;
                    if row(ui, command, workspace, place == self.at, moved) {
                        done = Some(command);
                    }
                }
                if found.is_empty() {
                    note(ui, "No command has these letters.");
                }
            });
        });
        match done {
            Some(command) if command.can(workspace) => PaletteOutcome::Closed(command.effects(workspace)),
            _ if modal.should_close() => PaletteOutcome::Closed(Vec::new()),
            _ => PaletteOutcome::Open,
        }
    }
}

/// A command with its menu and its key; whether it was clicked.
fn row(ui: &mut Ui, command: &Command, workspace: &Workspace, here: bool, moved: bool) -> bool {
    let button = Button::selectable(here, command.name.as_str());
    let button = if command.keys.is_empty() { button } else { button.shortcut_text(command.key_name()) };
    let size = vec2(ui.available_width(), 0.0);
    let row = ui.add_enabled(command.can(workspace), button.min_size(size));
    if moved {
        row.scroll_to_me(Some(Align::Center));
    }
    row.on_hover_text(&command.hint).clicked()
}

/// The commands of the task at hand whose menu and name hold every word typed, those that begin with it first; where there
/// are none, those whose description does.
fn matching(text: &str, workspace: &Workspace) -> Vec<&'static Command> {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let holds = |said: &str| words.iter().all(|word| said.to_lowercase().contains(word));
    let of_task = || all().iter().filter(|command| command.is_for(workspace));
    let mut found: Vec<&Command> =
        of_task().filter(|command| holds(&format!("{} {}", command.group.title(), command.name))).collect();
    if found.is_empty() {
        return of_task().filter(|command| holds(&command.hint)).collect();
    }
    found.sort_by_key(|command| !command.name.to_lowercase().starts_with(text.trim()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_letters_find_a_command_and_its_beginning_comes_first() {
        let workspace = Workspace::default();
        let names = |text| matching(text, &workspace).iter().map(|command| command.name.as_str()).collect::<Vec<_>>();
        assert_eq!(names("SAVE mod"), ["Save model…"]);
        assert_eq!(names("word f").first(), Some(&"Word field"));
        assert!(names("word f").len() > 1, "the layout that holds the words too");
        assert!(names("next match").is_empty(), "there are no pairs");
        assert_eq!(names("in sight again"), ["Fit all words"], "by what it does where no name has the words");
        assert!(names("").len() > 20 && names("zzz").is_empty());
    }
}
