//! Keys: those of the table of commands. None fires while something is typed, and those a focused control or plot wants
//! for itself only without one.

use std::sync::LazyLock;

use eframe::egui::{Context, Key, KeyboardShortcut, Popup};

use super::commands::{Command, CommandEffect, all};
use crate::state::Workspace;

/// Turns the frame's key presses into what is to be done; `typing`: whether a text had the focus when the last frame ended,
/// which Esc takes away before anything is drawn.
pub fn read(ctx: &Context, workspace: &Workspace, typing: bool) -> Vec<CommandEffect> {
    if typing || ctx.text_edit_focused() {
        return Vec::new();
    }
    let free = !ctx.egui_wants_keyboard_input();
    // An open list closes itself; what it stands in stays.
    let listed = Popup::is_any_open(ctx);
    let mut asked = false;
    ctx.input_mut(|input| {
        let due = |(key, command): &&(KeyboardShortcut, &Command)| {
            let kept = !free && wanted_by_controls(*key) || listed && key.logical_key == Key::Escape;
            // What is pressed after the key of a command that asks something is meant for the answer.
            if asked || kept || !command.is_for(workspace) {
                return false;
            }
            // Whether it can be done is asked after the key is taken: else one with fewer modifiers would answer for it.
            let done = input.consume_shortcut(key) && command.can(workspace);
            asked = done && command.name.ends_with('…');
            done
        };
        by_key().iter().filter(due).flat_map(|(_, command)| command.effects(workspace)).collect()
    })
}

/// Whether a control or plot that has the focus does something itself with this key.
fn wanted_by_controls(key: KeyboardShortcut) -> bool {
    // With Alt they are nobody else's.
    let moving = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown, Key::Home, Key::End, Key::Space, Key::Enter];
    moving.contains(&key.logical_key) && !key.modifiers.alt
}

/// Every key with its command, those with the most modifiers first: a shorter one would answer for them too.
fn by_key() -> &'static [(KeyboardShortcut, &'static Command)] {
    static KEYS: LazyLock<Vec<(KeyboardShortcut, &'static Command)>> = LazyLock::new(|| {
        let mut keys: Vec<_> = all().iter().flat_map(|command| command.keys.iter().map(move |&key| (key, command))).collect();
        let held = |key: &KeyboardShortcut| {
            let held = key.modifiers;
            [held.shift, held.alt, held.command || held.ctrl].into_iter().filter(|held| *held).count()
        };
        keys.sort_by_key(|(key, _)| std::cmp::Reverse(held(key)));
        keys
    });
    &KEYS
}
