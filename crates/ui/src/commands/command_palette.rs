//! Command palette: a search over the names of all commands; Enter runs the selected one.
//!
//! Cost: a pass over about a hundred names in each frame in which it is open.

use egui::{Align, Align2, Button, Context, Key, Modal, Modifiers, ScrollArea, TextEdit, Ui, vec2};

use super::{Command, CommandEffect, all};
use crate::widgets::{holds_words, labelled, note};
use wordfield_state::Workspace;

/// Command palette with its search text and selected row.
#[derive(Default)]
pub(crate) struct CommandPalette {
    text: String,
    at: usize,
}

/// Result of one frame of the command palette.
pub(crate) enum PaletteOutcome {
    /// The command palette remains open.
    Open,
    /// The command palette closes, with the effects of the chosen command.
    Closed(Vec<CommandEffect>),
}

impl CommandPalette {
    /// Draws the command palette and handles its keys.
    pub(crate) fn show(&mut self, ctx: &Context, workspace: &Workspace) -> PaletteOutcome {
        let hits = |key| ctx.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        let (up, down, enter) = (hits(Key::ArrowUp), hits(Key::ArrowDown), hits(Key::Enter) > 0);
        let found = matching(&self.text, workspace);
        let last = found.len().saturating_sub(1);
        self.at = (self.at + down).saturating_sub(up).min(last);
        let mut done = enter.then(|| found.get(self.at).copied()).flatten();
        let id = egui::Id::unique("find a command");
        let area = Modal::default_area(id).anchor(Align2::CENTER_TOP, vec2(0.0, 60.0));
        let modal = Modal::new(id).area(area).show(ctx, |ui| {
            ui.set_width(460.0_f32.min(ctx.content_rect().width() - 40.0));
            let edit = TextEdit::singleline(&mut self.text).hint_text("Command name").desired_width(f32::INFINITY);
            let edit = labelled(ui, "Search commands", edit);
            edit.request_focus();
            if edit.changed() {
                self.at = 0;
            }
            let height = (0.5 * ctx.content_rect().height()).min(380.0);
            ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
                for (place, command) in found.iter().enumerate() {
                    let moved = up + down > 0 && place == self.at;
                    if row(ui, command, workspace, place == self.at, moved) {
                        done = Some(command);
                    }
                }
                if found.is_empty() {
                    note(ui, "No command matches.");
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

/// Draws a row of the palette with a command's name and key. Returns whether it was clicked.
fn row(ui: &mut Ui, command: &Command, workspace: &Workspace, selected: bool, moved: bool) -> bool {
    let button = Button::selectable(selected, command.title(workspace));
    let button = if command.keys.is_empty() { button } else { button.shortcut_text(command.key_name()) };
    let size = vec2(ui.available_width(), 0.0);
    let row = ui.add_enabled(command.can(workspace), button.min_size(size));
    if moved {
        row.scroll_to_me(Some(Align::Center));
    }
    row.on_hover_text(&command.hint).clicked()
}

/// Commands of the current task whose menu and name contain every search word, prefix matches first.
/// Without a match in menus and names, the search is repeated in the descriptions.
fn matching(text: &str, workspace: &Workspace) -> Vec<&'static Command> {
    let of_task = || all().iter().filter(|command| command.is_for(workspace));
    let mut found: Vec<&Command> = of_task().filter(|command| holds_words(&searched(command, workspace), text)).collect();
    if found.is_empty() {
        return of_task().filter(|command| holds_words(&command.hint, text)).collect();
    }
    let text = text.to_lowercase();
    found.sort_by_key(|command| !command.name.to_lowercase().starts_with(text.trim()));
    found
}

/// Text of a command in which the palette searches: menu, name and keywords.
fn searched(command: &Command, workspace: &Workspace) -> String {
    format!("{} {} {}", command.group.title(), command.title(workspace), command.keywords)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_matches_every_word_and_prefers_prefixes() {
        let workspace = Workspace::default();
        let names = |text| matching(text, &workspace).iter().map(|command| command.name.as_str()).collect::<Vec<_>>();
        assert_eq!(names("SAVE mod"), ["Save model…"]);
        assert_eq!(names("word f").first(), Some(&"Word field"));
        assert!(names("word f").len() > 1, "the layout command contains the words too");
        for word in ["export", "copy", "save", "figure", "picture", "csv"] {
            assert!(names(word).contains(&"Export…"), "{word}");
        }
        assert!(names("next match").is_empty(), "matches need pairs");
        for text in ["export fig", "figure print", "picture pdf", "svg", "png"] {
            assert!(names(text).contains(&"Export figure…"), "{text}");
        }
        assert_eq!(names("all words visible"), ["Fit all words"], "by description if no name matches");
        assert!(names("").len() > 20 && names("zzz").is_empty());
    }
}
