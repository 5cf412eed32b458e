//! Keyboard shortcuts: one key press at a time runs a command; no shortcut works while a text is typed.
//! Shortcuts that a focused control or plot handles itself run a command only without such a focus.
//! Letters and digits run no command while a list, menu or dialog is open, where they may be meant for one of its fields.
//!
//! **A key press applies to the content on screen at that time**, also if several key presses fall into one frame.
//! A frame first applies its key presses, in their order, each to the result of the one before.
//! Answers of tasks are applied after all key presses of a frame.
//! No answer moves a row between the last painted frame and the keys pressed on it.
//! Key presses after one that opens or closes a text wait for the next frame.

use std::{mem, sync::LazyLock};

use egui::{Context, Event, Id, Key, KeyboardShortcut, Popup};

use super::commands::{Command, all};
use wordfield_state::Workspace;

/// Name in memory of the number of the last frame that drew a dialog.
const DIALOG: &str = "frame of the last dialog";

/// Key presses between frames.
#[derive(Default)]
pub(crate) struct Keys {
    /// Whether a text field had the focus at the end of the last frame. Esc removes the focus before anything is drawn.
    typing: bool,
    /// Events after a key that opens or closes a text, for the next frame.
    waiting: Vec<Event>,
}

/// Notes that the present frame draws a dialog.
pub(crate) fn note_dialog(ctx: &Context) {
    let frame = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| data.insert_temp(Id::unique(DIALOG), frame));
}

/// Whether the last frame drew a dialog.
fn is_dialog_open(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp::<u64>(Id::unique(DIALOG))).is_some_and(|frame| frame + 1 >= ctx.cumulative_frame_nr())
}

impl Keys {
    /// Begins a frame with the keys left over from the last frame. `overlay`: whether an overlay receives all keys.
    pub(crate) fn begin(&mut self, ctx: &Context, overlay: bool) {
        let waiting = mem::take(&mut self.waiting);
        let closes = |event: &Event| matches!(event, Event::Key { key: Key::Enter | Key::Escape, pressed: true, .. });
        ctx.input_mut(|input| {
            input.events.splice(0..0, waiting);
            let closing = input.events.iter().position(closes).filter(|_| overlay || self.typing);
            if let Some(place) = closing {
                self.wait(&mut input.events, place + 1);
            }
        });
        if !self.waiting.is_empty() {
            ctx.request_repaint();
        }
    }

    /// Moves the key presses and texts from index `from` on to the next frame.
    fn wait(&mut self, events: &mut Vec<Event>, from: usize) {
        let typed = |event: &mut Event| matches!(event, Event::Key { .. } | Event::Text(_) | Event::Paste(_) | Event::Ime(_));
        self.waiting.extend(events.extract_if(from.., typed));
    }

    /// Consumes the frame's first key press that runs an enabled command.
    pub(crate) fn next(&mut self, ctx: &Context, workspace: &Workspace) -> Option<&'static Command> {
        if self.typing || ctx.text_edit_focused() {
            return None;
        }
        let free = !ctx.egui_wants_keyboard_input();
        // Escape closes an open drop-down list, not the dialog that contains the list.
        let list_open = Popup::is_any_open(ctx);
        let no_letters = list_open || is_dialog_open(ctx);
        ctx.input_mut(|input| {
            let pressed = |event: &Event| {
                let Event::Key { key, pressed: true, modifiers, .. } = event else { return None };
                let due = |(shortcut, command): &&(KeyboardShortcut, &Command)| {
                    let reserved = !free && wanted_by_controls(*shortcut)
                        || list_open && *key == Key::Escape
                        || no_letters && is_letter(*shortcut);
                    let hit = *key == shortcut.logical_key && modifiers.matches_logically(shortcut.modifiers);
                    hit && !reserved && command.is_for(workspace) && !command.yields(workspace)
                };
                by_key().iter().find(due).map(|(_, command)| *command)
            };
            loop {
                let (place, command) =
                    input.events.iter().enumerate().find_map(|(place, event)| Some((place, pressed(event)?)))?;
                // The key is consumed even if the command is disabled: otherwise a command with fewer modifiers would take it.
                input.events.remove(place);
                // The character of a consumed key is not typed into a field that the command opens.
                if matches!(input.events.get(place), Some(Event::Text(_))) {
                    input.events.remove(place);
                }
                if command.can(workspace) {
                    if command.name.ends_with('…') {
                        self.wait(&mut input.events, place);
                    }
                    return Some(command);
                }
            }
        })
    }

    /// Ends a frame and drops the unconsumed key presses: a hidden window sees the events of its last frame again.
    pub(crate) fn end(&mut self, ctx: &Context) {
        self.typing = ctx.text_edit_focused();
        ctx.input_mut(|input| input.events.retain(|event| !matches!(event, Event::Key { .. })));
    }
}

/// Whether a focused control or plot handles the given key itself.
fn wanted_by_controls(key: KeyboardShortcut) -> bool {
    // Controls ignore these navigation keys while Alt is pressed.
    let moving = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown, Key::Home, Key::End, Key::Space, Key::Enter];
    moving.contains(&key.logical_key) && !key.modifiers.alt
}

/// Whether the key types a letter, a digit or a sign.
fn is_letter(KeyboardShortcut { modifiers, logical_key }: KeyboardShortcut) -> bool {
    !(modifiers.command || modifiers.ctrl || modifiers.alt) && logical_key.symbol_or_name().len() == 1
}

/// Every key with its command, most modifiers first: a key with fewer modifiers would match too.
/// Of equal keys, those of an overriding command come first.
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
