//! Tests of several key presses in one frame: every press acts, in order, on the row that was on screen.

use std::collections::BTreeMap;

use eframe::egui::Event;
use wordfield_state::{CheckFilter, CheckSort, MatchAction, PairVerdict};

use super::*;

/// Draws one frame in which all of the keys are pressed and released.
fn press(harness: &mut Shown, keys: &[Key]) {
    press_with(harness, &keys.iter().map(|&key| (Modifiers::NONE, key)).collect::<Vec<_>>());
}

/// Draws one frame with keys and their modifiers; a key without Ctrl also types its letter.
fn press_with(harness: &mut Shown, keys: &[(Modifiers, Key)]) {
    for &(modifiers, key) in keys {
        let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        let letter = Some(key.name()).filter(|name| name.len() == 1 && !modifiers.command);
        let typed = letter.map(|name| Event::Text(if modifiers.shift { name.to_owned() } else { name.to_lowercase() }));
        harness.input_mut().events.extend([event(true)].into_iter().chain(typed).chain([event(false)]));
    }
    harness.step();
}

/// The list of the built-in pairs with its first pair open, and the listed documents.
fn checked() -> (Shown, Vec<usize>) {
    let mut harness = checked_pairs(vec2(1400.0, 900.0));
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
    assert_eq!(the(&harness).workspace().choices.shown, Some(listed[3]), "the next unchecked pair");
    // With the filter, pairs with verdicts leave the list.
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
    assert_eq!(the(&harness).workspace().choices.shown, Some(listed[0]));
    // Enter accepts the partner proposed after the rejection in the same frame.
    press(&mut harness, &[Key::N, Key::N, Key::X, Key::Enter]);
    assert!(matches!(verdicts(&harness, &listed[2..3])[..], [Some(PairVerdict::Partner(_))]));
}

/// Expected effects of each key, computed from the list on screen.
struct Reviewer {
    /// Listed pairs in the last frame.
    seen: Vec<usize>,
    open: usize,
    verdicts: BTreeMap<usize, PairVerdict>,
    /// Open pair, verdicts and list before each key.
    before: Vec<(usize, BTreeMap<usize, PairVerdict>, Vec<usize>)>,
}

impl Reviewer {
    fn press(&mut self, harness: &Shown, (modifiers, key): (Modifiers, Key)) {
        if key == Key::Z {
            (self.open, self.verdicts, self.seen) = self.before.pop().expect("a key to undo");
            return;
        }
        self.before.push((self.open, self.verdicts.clone(), self.seen.clone()));
        let workspace = the(harness).workspace();
        let own = workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.partner(self.open));
        let candidates = workspace.checked_pair(self.open).expect("a judged pair").candidates.iter().map(|candidate| candidate.0);
        let taken = match key {
            Key::Enter => candidates.clone().find(|&target| Some(target) != own),
            Key::Num2 => candidates.clone().nth(1),
            _ => None,
        };
        let verdict = match (key, taken) {
            (Key::X | Key::A, _) => Some(PairVerdict::Rejected),
            (_, Some(target)) if Some(target) != own => Some(PairVerdict::Partner(target)),
            (Key::Y, _) | (_, Some(_)) => Some(PairVerdict::Accepted),
            _ => None,
        };
        self.verdicts.extend(verdict.map(|verdict| (self.open, verdict)));
        if key != Key::X || modifiers.shift {
            let place = self.seen.iter().position(|&source| source == self.open).expect("the open pair in the list");
            let next = |source: &&usize| key == Key::N || !self.verdicts.contains_key(source);
            self.open = *self.seen[place + 1..].iter().find(next).expect("another pair");
        }
    }
}

/// Reviews `rows` rows of the list with random keys of the first `ways` kinds, up to three of them per frame.
/// Compares every frame with the expectation of a reviewer who looks at the list of the frame before.
/// Returns how often the list was sorted again.
fn review(
    harness: &mut Shown,
    expected: &mut Reviewer,
    [rows, ways]: [usize; 2],
    random: &mut impl FnMut(usize) -> usize,
) -> usize {
    let (none, shift, ctrl) = (Modifiers::NONE, Modifiers::SHIFT, Modifiers::COMMAND);
    let keys_of: [&[(Modifiers, Key)]; 8] = [
        &[(none, Key::Y)],
        &[(none, Key::Y)],
        &[(none, Key::X), (none, Key::Enter)],
        &[(none, Key::X), (none, Key::U)],
        &[(none, Key::X), (none, Key::Num2)],
        &[(shift, Key::A)],
        &[(none, Key::X), (ctrl, Key::Z), (none, Key::Y), (ctrl, Key::Z), (none, Key::Y)],
        &[(none, Key::X), (none, Key::N)],
    ];
    let keys: Vec<_> = (0..rows).flat_map(|_| keys_of[random(ways)]).copied().collect();
    let (mut rest, mut sorted) = (&keys[..], 0);
    while !rest.is_empty() {
        let listed = the(harness).workspace().documents();
        let unchecked = |source: &&usize| !expected.verdicts.contains_key(source);
        let place = listed.iter().position(|&source| source == expected.open).expect("the open pair in the list");
        // A new order may have moved the open pair to the end of the list.
        if listed[place..].iter().filter(unchecked).count() < 5 && unchecked(&&expected.open) {
            expected.open = *listed.iter().find(unchecked).expect("an unchecked pair");
            act(harness, Action::Look(Look::Select(Focus::Document(expected.open))));
        }
        let (now, later) = rest.split_at(random(4).min(rest.len()));
        expected.seen = the(harness).workspace().documents().to_vec();
        for &key in now {
            expected.press(harness, key);
        }
        press_with(harness, now);
        let workspace = the(harness).workspace();
        let judged = workspace.choices.reviews.iter().filter_map(|(source, _)| Some((source, workspace.pair_verdict(source)?)));
        assert_eq!(judged.collect::<BTreeMap<_, _>>(), expected.verdicts, "after {now:?}");
        assert_eq!(workspace.choices.source, Some(expected.open), "after {now:?}");
        let common: Vec<_> = expected.seen.iter().filter(|source| !expected.verdicts.contains_key(source)).collect();
        let unchecked = workspace.documents().iter().filter(|source| !expected.verdicts.contains_key(source));
        sorted += usize::from(!unchecked.eq(common));
        rest = later;
    }
    sorted
}

#[test]
fn keys_faster_than_frames_reach_every_row_in_turn() {
    let (mut harness, listed) = checked();
    let mut state = 7_u32;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % below
    };
    let mut expected = Reviewer { seen: Vec::new(), open: listed[0], verdicts: BTreeMap::new(), before: Vec::new() };
    let lists = [
        (CheckFilter::Reasons, CheckSort::Doubt, [3, 7]),
        (CheckFilter::Doubtful, CheckSort::Doubt, [10, 7]),
        (CheckFilter::Unchecked, CheckSort::Line, [110, 8]),
        (CheckFilter::All, CheckSort::Rank, [30, 7]),
        (CheckFilter::All, CheckSort::Verdict, [30, 7]),
        (CheckFilter::Unchecked, CheckSort::Score, [60, 6]),
    ];
    for (filter, sort, kinds) in lists {
        act(&mut harness, Action::Match(MatchAction::FilterChecked(filter)));
        act(&mut harness, Action::Match(MatchAction::SortChecked(sort)));
        let unchecked = |source: &&usize| !expected.verdicts.contains_key(source);
        expected.open = *the(&harness).workspace().documents().iter().find(unchecked).expect("an unchecked pair");
        act(&mut harness, Action::Look(Look::Select(Focus::Document(expected.open))));
        let sorted = review(&mut harness, &mut expected, kinds, &mut random);
        assert_eq!(sorted > 0, sort == CheckSort::Score, "{filter:?}, {sort:?}: sorted {sorted} times");
    }
}

#[test]
fn an_answer_that_sorts_the_list_comes_after_the_keys_pressed_before_it() {
    let (mut harness, listed) = checked();
    let calibrated = |window: &Window| window.workspace().scores().and_then(|scores| scores.verdicts);
    press(&mut harness, &[Key::X, Key::U, Key::X, Key::U]);
    press(&mut harness, &[Key::Y; 28]);
    until(&mut harness, "an order", |window| calibrated(window) == Some(30));
    harness.run_steps(2);
    let first = *the(&harness).workspace().documents().iter().find(|source| !listed[..30].contains(source)).expect("a pair");
    act(&mut harness, Action::Look(Look::Select(Focus::Document(first))));
    press(&mut harness, &[Key::X, Key::U].repeat(10));
    let seen = the(&harness).workspace().documents().to_vec();
    let place = seen.iter().position(|source| the(&harness).workspace().choices.shown == Some(*source)).expect("a row");
    let rows: Vec<_> =
        seen[place..].iter().copied().filter(|&source| the(&harness).workspace().pair_verdict(source).is_none()).collect();
    // The new order is computed, and applied in the next frame.
    std::thread::sleep(Duration::from_secs(1));
    press(&mut harness, &[Key::Y; 4]);
    assert_eq!(verdicts(&harness, &rows[..5]), [Some(PairVerdict::Accepted); 4].into_iter().chain([None]).collect::<Vec<_>>());
    until(&mut harness, "another order", |window| calibrated(window) == Some(40));
    assert_ne!(the(&harness).workspace().documents(), seen);
}

#[test]
fn keys_after_one_that_opens_or_closes_a_text_are_typed_or_act_on_the_list() {
    let (mut harness, listed) = checked();
    let (none, ctrl) = (Modifiers::NONE, Modifiers::COMMAND);
    // Keys: Ctrl+G, a line number, Enter, and a verdict on that line.
    press_with(&mut harness, &[(ctrl, Key::G), (none, Key::Num2), (none, Key::Num7), (none, Key::Enter), (none, Key::Y)]);
    harness.run_steps(4);
    let workspace = the(&harness).workspace();
    assert_eq!(workspace.matches.view.line_field, None);
    assert_eq!((workspace.reviewed_count(), workspace.pair_verdict(26)), (1, Some(PairVerdict::Accepted)));
    // The texts of a pair are edited, then the next pair is rejected.
    act(&mut harness, Action::Look(Look::Select(Focus::Document(listed[0]))));
    press_with(
        &mut harness,
        &[(none, Key::E), (none, Key::Y), (none, Key::X), (ctrl, Key::Enter), (none, Key::Y), (none, Key::X)],
    );
    harness.run_steps(4);
    let workspace = the(&harness).workspace();
    let texts = workspace.choices.reviews.correction(listed[0]).expect("a correction");
    assert!(texts[0][0].contains("yx") && !texts[0][0].contains("yxy"), "{}", texts[0][0]);
    assert_eq!(verdicts(&harness, &listed[..2]), [Some(PairVerdict::Accepted), Some(PairVerdict::Rejected)]);
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
