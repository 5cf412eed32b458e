//! Keys; none fires while something is typed, and those a focused control or plot wants for itself only without one.

use eframe::egui::{Context, InputState, Key, KeyboardShortcut, Modifiers};

use super::task;
use crate::state::{Action, Field, Layer, Look, Open, Run, Save, Seek, Selection, Tab, Workspace};

const SAVE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::S);
const NUMBERS: [Key; 6] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6];
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
            actions.push(Action::Open(Open::AskForFile));
        }
        if input.consume_shortcut(&SAVE) {
            actions.push(Action::Save(Save::Ask));
        }
        if free {
            drive(input, workspace, actions);
        }
        follow = input.consume_key(Modifiers::NONE, Key::F);
        if follow {
            actions.push(Action::Look(Look::Seek(Seek::Newest)));
        }
        let layers =
            Layer::ALL.iter().filter_map(|row| Some((Key::from_name(row.key?)?, Action::Field(Field::Toggle(row.layer)))));
        let tabs = NUMBERS.into_iter().zip(Tab::ALL.map(|tab| Action::Look(Look::Tab(tab))));
        for (key, action) in layers.chain(tabs) {
            if input.consume_key(Modifiers::NONE, key) {
                actions.push(action);
            }
        }
        if free {
            (task::at_hand(workspace).keys)(input, actions);
        }
        if input.consume_key(Modifiers::NONE, Key::Escape) {
            let busy = !matches!(workspace.loading, crate::state::Loading::Idle);
            actions.push(match workspace.saving {
                Some(_) => Action::Save(Save::Close),
                None if busy => Action::Open(Open::Cancel),
                None => Action::Look(Look::Select(Selection::None)),
            });
        }
    });
    follow
}

/// Playing, stepping and looking back. At the newest iteration a step forward is one of the training.
fn drive(input: &mut InputState, workspace: &Workspace, actions: &mut Vec<Action>) {
    let looking_back = workspace.timeline.at.is_some();
    for (modifiers, by) in [(Modifiers::SHIFT, 10), (Modifiers::NONE, 1)] {
        if input.consume_key(modifiers, Key::ArrowRight) {
            actions.push(if looking_back {
                Action::Look(Look::Seek(Seek::By(by)))
            } else {
                Action::Run(Run::Step(by.unsigned_abs()))
            });
        }
        if input.consume_key(modifiers, Key::ArrowLeft) {
            actions.push(Action::Look(Look::Seek(Seek::By(-by))));
        }
    }
    for (key, action) in [
        (Key::Space, Action::Run(Run::PlayPause)),
        (Key::Home, Action::Look(Look::Seek(Seek::First))),
        (Key::End, Action::Look(Look::Seek(Seek::Newest))),
    ] {
        if input.consume_key(Modifiers::NONE, key) {
            actions.push(action);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_s_key_exists_and_means_nothing_else() {
        let taken = [Key::F, Key::Space, Key::N, Key::B, Key::Y, Key::X, Key::Escape];
        for key in Layer::ALL.iter().filter_map(|row| row.key) {
            assert!(Key::from_name(key).is_some_and(|key| !taken.contains(&key)), "{key}");
        }
    }
}
