//! Keys; none fires while a text field or another control has the keyboard.

use eframe::egui::{Context, Key, KeyboardShortcut, Modifiers};

use crate::state::{Action, Layer, Selection, Tab, Workspace};

const OPEN: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::O);

/// Turns the frame's key presses into actions; whether the word field is to show all words again (F, follow).
pub fn read(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) -> bool {
    if ctx.egui_wants_keyboard_input() {
        return false;
    }
    let mut follow = false;
    ctx.input_mut(|input| {
        if input.consume_shortcut(&OPEN) {
            actions.push(Action::AskForFile);
        }
        let plain: [(Key, Action); 9] = [
            (Key::Space, Action::PlayPause),
            (Key::ArrowRight, Action::Step),
            (Key::F, Action::ShowTab(Tab::Field)),
            (Key::D, Action::ToggleLayer(Layer::Field)),
            (Key::C, Action::ToggleLayer(Layer::Contours)),
            (Key::L, Action::ToggleLayer(Layer::Labels)),
            (Key::Num1, Action::ShowTab(Tab::Field)),
            (Key::Num2, Action::ShowTab(Tab::Documents)),
            (Key::Num3, Action::ShowTab(Tab::Confusion)),
        ];
        for (key, action) in plain {
            if input.consume_key(Modifiers::NONE, key) {
                follow |= key == Key::F;
                actions.push(action);
            }
        }
        if input.consume_key(Modifiers::NONE, Key::Escape) {
            let busy = !matches!(workspace.loading, crate::state::Loading::Idle);
            actions.push(if busy { Action::CancelOpening } else { Action::Select(Selection::None) });
        }
    });
    follow
}
