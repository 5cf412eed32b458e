//! Keyboard: runs the commands of the table. No key fires while a text is typed; keys a focused control or plot handles
//! itself fire only without one.

use std::sync::LazyLock;

use egui::{Context, Key, KeyboardShortcut, Popup};

use super::commands::{Command, CommandEffect, all};
use wordfield_state::Workspace;

/// Effects of the frame's key presses. `typing`: whether a text field had the focus at the end of the last frame (Esc
/// removes the focus before anything is drawn).
pub fn read(ctx: &Context, workspace: &Workspace, typing: bool) -> Vec<CommandEffect> {
    if typing || ctx.text_edit_focused() {
        return Vec::new();
    }
    let free = !ctx.egui_wants_keyboard_input();
    // An open list closes itself; the dialog around it stays.
    let list_open = Popup::is_any_open(ctx);
    let mut opens_dialog = false;
    ctx.input_mut(|input| {
        let due = |(key, command): &&(KeyboardShortcut, &Command)| {
            let reserved = !free && wanted_by_controls(*key) || list_open && key.logical_key == Key::Escape;
            // Keys pressed after the key of a command that opens a dialog are meant for the dialog.
            if opens_dialog || reserved || !command.is_for(workspace) || command.yields(workspace) {
                return false;
            }
            // The key is consumed even if the command is disabled: else a command with fewer modifiers would take it.
            let done = input.consume_shortcut(key) && command.can(workspace);
            opens_dialog = done && command.name.ends_with('…');
            done
        };
        by_key().iter().filter(due).flat_map(|(_, command)| command.effects(workspace)).collect()
    })
}

/// Whether a focused control or plot handles this key itself.
fn wanted_by_controls(key: KeyboardShortcut) -> bool {
    // Controls ignore these keys with Alt.
    let moving = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown, Key::Home, Key::End, Key::Space, Key::Enter];
    moving.contains(&key.logical_key) && !key.modifiers.alt
}

/// Every key with its command, most modifiers first: a key with fewer modifiers would match too. Of the same keys those of an
/// overriding command come first.
fn by_key() -> &'static [(KeyboardShortcut, &'static Command)] {
    static KEYS: LazyLock<Vec<(KeyboardShortcut, &'static Command)>> = LazyLock::new(|| {
        let mut keys: Vec<_> = all().iter().flat_map(|command| command.keys.iter().map(move |&key| (key, command))).collect();
        let held = |key: &KeyboardShortcut| {
            let held = key.modifiers;
            [held.shift, held.alt, held.command || held.ctrl].into_iter().filter(|held| *held).count()
        };
        keys.sort_by_key(|(key, command)| (std::cmp::Reverse(held(key)), !command.overrides));
        keys
    });
    &KEYS
}
