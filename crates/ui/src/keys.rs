//! Keyboard shortcuts: one press at a time runs a command, and none while a text is typed.
//! Keys that a focused control or plot handles itself fire only without one.

use std::sync::LazyLock;

use egui::{Context, Event, Key, KeyboardShortcut, Popup};

use super::commands::{Command, all};
use wordfield_state::Workspace;

/// Consumes the frame's first key press that runs an enabled command. `typing`: whether a text field had the focus at the
/// end of the last frame (Esc removes the focus before anything is drawn).
pub(crate) fn next(ctx: &Context, workspace: &Workspace, typing: bool) -> Option<&'static Command> {
    if typing || ctx.text_edit_focused() {
        return None;
    }
    let free = !ctx.egui_wants_keyboard_input();
    // An open drop-down list closes itself; the dialog around it stays.
    let list_open = Popup::is_any_open(ctx);
    ctx.input_mut(|input| {
        let pressed = |event: &Event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return None };
            let due = |(shortcut, command): &&(KeyboardShortcut, &Command)| {
                let reserved = !free && wanted_by_controls(*shortcut) || list_open && *key == Key::Escape;
                let hit = *key == shortcut.logical_key && modifiers.matches_logically(shortcut.modifiers);
                hit && !reserved && command.is_for(workspace) && !command.yields(workspace)
            };
            by_key().iter().find(due).map(|(_, command)| *command)
        };
        loop {
            let (place, command) = input.events.iter().enumerate().find_map(|(place, event)| Some((place, pressed(event)?)))?;
            // The key is consumed even if the command is disabled: otherwise a command with fewer modifiers would take it.
            input.events.remove(place);
            // The letter of the key is not typed into a field that the command opens.
            if matches!(input.events.get(place), Some(Event::Text(_))) {
                input.events.remove(place);
            }
            if command.can(workspace) {
                return Some(command);
            }
        }
    })
}

/// Whether a focused control or plot uses the given key itself.
fn wanted_by_controls(key: KeyboardShortcut) -> bool {
    // Controls ignore these navigation keys while Alt is pressed.
    let moving = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown, Key::Home, Key::End, Key::Space, Key::Enter];
    moving.contains(&key.logical_key) && !key.modifiers.alt
}

/// Every key with its command, most modifiers first: a key with fewer modifiers would match too. Of equal keys those of an
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
