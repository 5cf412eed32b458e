//! Keys; none fires while something is typed, and those a focused control or plot wants for itself only without one.

use eframe::egui::{Context, InputState, Key, KeyboardShortcut, Modifiers};

use crate::{
    model::Kind,
    state::{Action, Layer, MatchAction, Save, Seek, Selection, Tab, Verdict, Workspace},
};

const SAVE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::S);
const OPEN: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::O);

/// Turns the frame's key presses into actions; whether the word field is to show all words again (F, follow).
pub fn read(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) -> bool {
    if ctx.text_edit_focused() {
        return false;
    }
    let free = !ctx.egui_wants_keyboard_input();
    let mut follow = false;
    ctx.input_mut(|input| {
        if input.consume_shortcut(&OPEN) {
            actions.push(Action::AskForFile);
        }
        if input.consume_shortcut(&SAVE) {
            actions.push(Action::Save(Save::Ask));
        }
        if free {
            drive(input, workspace, actions);
        }
        let plain: [(Key, Action); 4] = [
            (Key::F, Action::Seek(Seek::Newest)),
            (Key::D, Action::ToggleLayer(Layer::Field)),
            (Key::C, Action::ToggleLayer(Layer::Contours)),
            (Key::L, Action::ToggleLayer(Layer::Labels)),
        ];
        let numbers = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5];
        let tabs = numbers.into_iter().zip(Tab::shown(workspace).map(Action::ShowTab));
        for (key, action) in plain.into_iter().chain(tabs) {
            if input.consume_key(Modifiers::NONE, key) {
                follow |= key == Key::F;
                actions.push(action);
            }
        }
        if free && workspace.settings.params.kind() == Kind::Matching {
            review(input, actions);
        }
        if input.consume_key(Modifiers::NONE, Key::Escape) {
            let busy = !matches!(workspace.loading, crate::state::Loading::Idle);
            actions.push(match workspace.saving {
                Some(_) => Action::Save(Save::Close),
                None if busy => Action::CancelOpening,
                None => Action::Select(Selection::None),
            });
        }
    });
    follow
}

/// Walking through matches and judging them.
fn review(input: &mut InputState, actions: &mut Vec<Action>) {
    let undo = [
        (Modifiers::COMMAND | Modifiers::SHIFT, Key::Z, MatchAction::Redo),
        (Modifiers::COMMAND, Key::Z, MatchAction::Undo),
        (Modifiers::NONE, Key::N, MatchAction::Next),
        (Modifiers::NONE, Key::B, MatchAction::Previous),
        (Modifiers::NONE, Key::Y, MatchAction::Judge(Verdict::Accepted)),
        (Modifiers::NONE, Key::X, MatchAction::Judge(Verdict::Rejected)),
    ];
    for (modifiers, key, action) in undo {
        if input.consume_key(modifiers, key) {
            actions.push(Action::Match(action));
        }
    }
}

/// Playing, stepping and looking back. At the newest iteration a step forward is one of the training.
fn drive(input: &mut InputState, workspace: &Workspace, actions: &mut Vec<Action>) {
    let looking_back = workspace.timeline.at.is_some();
    for (modifiers, by) in [(Modifiers::SHIFT, 10), (Modifiers::NONE, 1)] {
        if input.consume_key(modifiers, Key::ArrowRight) {
            actions.push(if looking_back { Action::Seek(Seek::By(by)) } else { Action::Step(by.unsigned_abs()) });
        }
        if input.consume_key(modifiers, Key::ArrowLeft) {
            actions.push(Action::Seek(Seek::By(-by)));
        }
    }
    for (key, action) in
        [(Key::Space, Action::PlayPause), (Key::Home, Action::Seek(Seek::First)), (Key::End, Action::Seek(Seek::Newest))]
    {
        if input.consume_key(Modifiers::NONE, key) {
            actions.push(action);
        }
    }
}
