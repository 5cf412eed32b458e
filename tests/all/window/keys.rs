//! Key presses of one frame: every press acts, in order, on the result of the one before.

use eframe::egui::Event;
use wordfield_core::corpus::Builtin;
use wordfield_state::{CheckFilter, MatchAction, PairVerdict};

use super::*;

/// Draws one frame in which all of the keys are pressed and released.
fn press(harness: &mut Shown, keys: &[Key]) {
    let events = keys.iter().flat_map(|&key| {
        [true, false].map(|pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE })
    });
    harness.input_mut().events.extend(events);
    harness.step();
}

/// The list of the built-in pairs with its first pair open, and the listed documents.
fn checked() -> (Shown, Vec<usize>) {
    let mut harness = on(Builtin::Pairs, vec2(1400.0, 900.0));
    act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
    until(&mut harness, "the check", |window| window.workspace().check().is_some());
    let listed = the(&harness).workspace().documents().to_vec();
    act(&mut harness, Action::Look(Look::Select(Focus::Document(listed[0]))));
    (harness, listed)
}

fn verdicts(harness: &Shown, sources: &[usize]) -> Vec<Option<PairVerdict>> {
    sources.iter().map(|&source| the(harness).workspace().pair_verdict(source)).collect()
}

#[test]
fn presses_of_one_frame_judge_a_pair_each() {
    let (mut harness, listed) = checked();
    let accepted = Some(PairVerdict::Accepted);
    press(&mut harness, &[Key::Y, Key::Y, Key::Y]);
    assert_eq!(verdicts(&harness, &listed[..4]), [accepted, accepted, accepted, None]);
    assert_eq!(the(&harness).workspace().selection.shown, Some(listed[3]), "the next unchecked pair");
    // With a filter the judged pairs leave the list.
    act(&mut harness, Action::Match(MatchAction::FilterChecked(CheckFilter::Unchecked)));
    press(&mut harness, &[Key::Y, Key::Y]);
    assert_eq!(verdicts(&harness, &listed[3..6]), [accepted, accepted, None]);
}

#[test]
fn different_keys_of_one_frame_act_in_their_order() {
    let (mut harness, listed) = checked();
    let (accepted, rejected) = (Some(PairVerdict::Accepted), Some(PairVerdict::Rejected));
    press(&mut harness, &[Key::X, Key::N, Key::Y, Key::N, Key::X]);
    assert_eq!(verdicts(&harness, &listed[..4]), [rejected, accepted, None, rejected]);
    press(&mut harness, &[Key::B, Key::B, Key::B]);
    assert_eq!(the(&harness).workspace().selection.shown, Some(listed[0]));
    // Enter takes the partner that the rejection of the same frame offers.
    press(&mut harness, &[Key::N, Key::N, Key::X, Key::Enter]);
    assert!(matches!(verdicts(&harness, &listed[2..3])[..], [Some(PairVerdict::Partner(_))]));
}

#[test]
fn presses_after_the_key_of_a_dialog_are_no_commands() {
    let (mut harness, listed) = checked();
    harness.input_mut().events.push(Event::Key {
        key: Key::G,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::COMMAND,
    });
    press(&mut harness, &[Key::Y]);
    assert!(the(&harness).workspace().matches.view.line_field.is_some());
    assert_eq!(verdicts(&harness, &listed[..1]), [None]);
}
