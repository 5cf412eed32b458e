//! Helpers of the window tests: windows on a corpus, waiting, and pointer input.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use eframe::egui::{
    Context, Event, Id, Key, MissingGlyphPolicy, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, Rect, Role,
    TouchPhase, Vec2, vec2,
};
use egui_kittest::{Harness, kittest::Queryable};
use parking_lot::{Condvar, Mutex};
use wordfield::desktop::Machine;
use wordfield_app::{Launch, Window};
use wordfield_core::{
    corpus::Builtin,
    model::{ModelKind, Params, Preset},
    train::Pace,
};
use wordfield_state::{Action, Look, Open, Panel, Run, Show, Tab};

pub(super) type Shown = Harness<'static, Option<Window>>;

/// A window after reading its corpus and some iterations.
pub(super) fn window(launch: Launch) -> Shown {
    let mut harness = unready(launch);
    until(&mut harness, "the first positions", |window| window.workspace().field.scene.is_some());
    harness
}

/// A newly opened window.
pub(super) fn unready(launch: Launch) -> Shown {
    let harness = Harness::builder().with_size([1400.0, 900.0]).with_max_steps(4).build_ui_state(
        move |ui, window: &mut Option<Window>| {
            let ctx = ui.ctx().clone();
            let window = window.get_or_insert_with(|| Window::new(&ctx, launch.clone(), &Machine::new()));
            window.logic(&ctx);
            window.ui(ui, Some(0.001));
        },
        None,
    );
    // On a desktop every script has a font; in a test some scripts have none.
    harness.ctx.set_missing_glyph_policy(MissingGlyphPolicy::Tofu);
    harness
}

pub(super) fn the(harness: &Shown) -> &Window {
    // The first frame creates the window.
    harness.state().as_ref().expect("a window")
}

/// Signal of a repaint request, which wakes a test that waits.
#[derive(Clone, Default)]
struct Wake(Arc<(Mutex<bool>, Condvar)>);

impl Wake {
    /// Signals whenever a window requests a frame, at the end of a job among other times.
    fn of(ctx: &Context) -> Self {
        let known = ctx.data_mut(|data| data.get_temp(Id::NULL));
        known.unwrap_or_else(|| {
            let wake = Self::default();
            ctx.data_mut(|data| data.insert_temp(Id::NULL, wake.clone()));
            let sender = wake.clone();
            ctx.set_request_repaint_callback(move |_| {
                *sender.0.0.lock() = true;
                sender.0.1.notify_all();
            });
            wake
        })
    }

    /// Waits for the signal of a repaint; conditions outside the window, such as files, are checked after some milliseconds.
    fn wait(&self) {
        let mut woken = self.0.0.lock();
        if !*woken {
            self.0.1.wait_for(&mut woken, Duration::from_millis(20));
        }
        *woken = false;
    }
}

/// Draws frames until a condition holds, for at most a minute.
pub(super) fn until(harness: &mut Shown, what: &str, so: impl Fn(&Window) -> bool) {
    wait_until(harness, what, |harness| so(the(harness)));
    // A new dialog reaches its final position within some frames.
    harness.run_steps(4);
}

/// Draws frames until an element with this text appears.
pub(super) fn appears(harness: &mut Shown, text: &str) {
    wait_until(harness, text, |harness| harness.query_by_label_contains(text).is_some());
}

/// Draws frames until a condition on the drawn window holds, for at most a minute.
pub(super) fn wait_until(harness: &mut Shown, what: &str, so: impl Fn(&Shown) -> bool) {
    let (wake, begun) = (Wake::of(&harness.ctx), Instant::now());
    while begun.elapsed() < Duration::from_mins(1) {
        harness.step();
        if so(harness) {
            return;
        }
        wake.wait();
    }
    panic!("waited in vain for {what}");
}

pub(super) fn iteration(window: &Window) -> usize {
    window.workspace().newest()
}

pub(super) fn click(harness: &mut Shown, label: &str) {
    harness.get_by_label(label).click();
    harness.step();
    harness.step();
}

pub(super) fn file(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    (folder, path)
}

pub(super) fn back(window: &Window) -> Option<usize> {
    window.workspace().timeline.at
}

pub(super) fn key(harness: &mut Shown, key: Key) {
    harness.key_press(key);
    harness.step();
    harness.step();
}

/// A window with paused training.
pub(super) fn still() -> Shown {
    let mut harness = recorded(Builtin::Topics);
    harness.run_steps(4);
    harness
}

/// A paused window on a built-in corpus, with predictions; on pairs with their check.
pub(super) fn on(builtin: Builtin, size: Vec2) -> Shown {
    let mut harness = recorded(builtin);
    harness.set_size(size);
    harness.run_steps(6);
    harness
}

/// The list of the built-in pairs after their check.
pub(super) fn checked_pairs(size: Vec2) -> Shown {
    let mut harness = on(Builtin::Pairs, size);
    act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
    until(&mut harness, "the check", |window| window.workspace().scores().is_some());
    harness.run_steps(3);
    harness
}

/// Window as in [`on`], after live training: for state that a restored session lacks.
pub(super) fn live(builtin: Builtin, size: Vec2) -> Shown {
    let mut harness = trained(builtin);
    harness.set_size(size);
    harness.run_steps(6);
    harness
}

/// A window on the recorded run of a built-in corpus, whose session is written once a process.
fn recorded(builtin: Builtin) -> Shown {
    static WRITTEN: [OnceLock<()>; Builtin::ALL.len()] = [const { OnceLock::new() }; Builtin::ALL.len()];
    let place = Builtin::ALL.iter().position(|one| *one == builtin).expect("a listed corpus");
    let name = format!("recorded-{place}.{}", wordfield_session::EXTENSION);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    WRITTEN[place].get_or_init(|| {
        let work = the(&trained(builtin)).workspace().work().expect("documents");
        wordfield_session::write(&path, &work.session()).expect("a session file");
    });
    let mut harness = window(Launch { model: Some(path), ..Launch::default() });
    until(&mut harness, "the recorded run", |window| {
        let workspace = window.workspace();
        iteration(window) > 12 && !workspace.is_running() && workspace.evaluated().is_some()
    });
    // The message about the opened session file is removed, since the user has opened no file.
    act(&mut harness, Action::Message(None));
    harness
}

/// A window whose training was paused after some iterations.
fn trained(builtin: Builtin) -> Shown {
    let mut harness = window(Launch::default());
    // On a loaded computer a trainer at full speed would converge before the pause.
    let pace = the(&harness).workspace().run.pace;
    act(&mut harness, Action::Run(Run::Pace(Pace::Limit(40.0))));
    if builtin != Builtin::Topics {
        let run = the(&harness).workspace().run.id;
        act(&mut harness, Action::Open(Open::Builtin(builtin)));
        until(&mut harness, "the other corpus", |window| {
            window.workspace().run.id > run && window.workspace().field.scene.is_some()
        });
    }
    until(&mut harness, "an evaluation", |window| iteration(window) > 12 && window.workspace().evaluated().is_some());
    pause(&mut harness);
    act(&mut harness, Action::Run(Run::Pace(pace)));
    if builtin == Builtin::Pairs {
        act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
        until(&mut harness, "the check", |window| window.workspace().scores().is_some());
        act(&mut harness, Action::Look(Look::Tab(Tab::default())));
    }
    harness
}

/// Pauses the training unless it has ended.
pub(super) fn pause(harness: &mut Shown) {
    if the(harness).workspace().is_running() {
        harness.key_press(Key::Space);
        until(harness, "the pause", |window| !window.workspace().is_running());
    }
}

pub(super) fn act(harness: &mut Shown, action: Action) {
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, action);
    harness.run_steps(6);
}

/// Window as in [`on`], with the given number of latent dimensions.
pub(super) fn on_dimensions(builtin: Builtin, q: usize) -> Shown {
    let mut harness = on(builtin, vec2(1400.0, 900.0));
    act(&mut harness, Action::Look(Look::DismissHint));
    let workspace = the(&harness).workspace();
    if workspace.choices.settings.params.q() != q {
        let params = Params::preset(workspace.choices.settings.params.kind(), Preset::Default, q);
        act(&mut harness, Action::Run(Run::Params(Box::new(params))));
        let there = |window: &Window| {
            let scene = window.workspace().field.scene.as_ref();
            scene.is_some_and(|scene| scene.latent.ncols() == q) && iteration(window) > 12
        };
        until(&mut harness, "words in other dimensions", |window| there(window) && window.workspace().evaluated().is_some());
        harness.key_press(Key::Space);
        until(&mut harness, "the pause", |window| !window.workspace().is_running());
    }
    // The view moves smoothly to the words.
    harness.run_steps(40);
    harness
}

/// The built-in topics in a plane under a Gaussian kernel that moves words and decides.
pub(super) fn on_gaussian() -> Shown {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    let mut params = Params::preset(ModelKind::Smm, Preset::Default, 2);
    params.set_all(&[("embedding", "rbf"), ("gamma", "50"), ("reader", "same"), ("start", "random")]).expect("settings");
    act(&mut harness, Action::Run(Run::Params(Box::new(params))));
    let gaussian =
        |window: &Window| window.workspace().field.scene.as_ref().is_some_and(|scene| scene.embedding.gamma().is_some());
    until(&mut harness, "a Gaussian kernel", |window| {
        gaussian(window) && iteration(window) > 12 && window.workspace().evaluated().is_some()
    });
    harness.key_press(Key::Space);
    until(&mut harness, "the pause", |window| !window.workspace().is_running());
    harness.run_steps(40);
    harness
}

/// Presses several keys together.
pub(super) fn keys(harness: &mut Shown, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(2);
}

/// Opens a panel unless it is open.
pub(super) fn open_panel(harness: &mut Shown, panel: Panel) {
    if !the(harness).workspace().layout.arrangement.shows(panel) {
        act(harness, Action::Show(Show::Panel(panel)));
    }
    harness.run_steps(20);
}

/// Chooses a model in the list of the panel.
pub(super) fn choose_model(harness: &mut Shown, label: &str) {
    open_panel(harness, Panel::Model);
    harness.get_by_role_and_label(Role::ComboBox, "model").click();
    harness.run_steps(4);
    click(harness, label);
}

/// Rectangle of the word field.
pub(super) fn field(harness: &Shown) -> Rect {
    harness.get_by_label_contains("word field at iteration").rect()
}

/// Every word's position on the screen, and in space its depth.
pub(super) fn seen(harness: &Shown) -> (Vec<Pos2>, Vec<f32>) {
    let (mut places, mut depths) = (Vec::new(), Vec::new());
    the(harness).screen_mapping().words(&mut places, &mut depths);
    (places, depths)
}

pub(super) fn places(harness: &Shown) -> Vec<Pos2> {
    seen(harness).0
}

fn least(at: Pos2, of: impl Iterator<Item = Pos2>) -> f32 {
    of.map(|other| other.distance(at)).fold(f32::INFINITY, f32::min)
}

/// Isolated words left in the picture, where neither caption nor legend covers them, the most isolated first.
pub(super) fn lonely(harness: &Shown) -> Vec<usize> {
    let (places, picture) = (places(harness), field(harness));
    let free = picture.shrink(60.0).with_max_x(picture.min.x + 0.7 * picture.width());
    let alone = |word: usize| {
        let others = (0..places.len()).filter(|&other| other != word).map(|other| places[other]);
        least(places[word], others)
    };
    // The legend moves to the corner with the fewest words and is at most 0.3 of the picture wide.
    let markers = harness.query_all_by_label_contains("mute ").map(|marker| marker.rect());
    let markers = markers.fold(Rect::NOTHING, Rect::union);
    let legend = Rect::from_min_max(markers.min - vec2(12.0, 40.0), markers.max + vec2(0.3 * picture.width(), 12.0));
    let inside = (0..places.len()).filter(|&word| free.contains(places[word]) && !legend.contains(places[word]));
    let mut words: Vec<(f32, usize)> = inside.map(|word| (alone(word), word)).filter(|(room, _)| *room > 4.0).collect();
    words.sort_by(|a, b| b.0.total_cmp(&a.0));
    assert!(words.len() >= 4, "words overlap: {words:?}");
    words.into_iter().map(|(_, word)| word).collect()
}

/// Position in the picture far from every word, and away from the corners with caption, legend and overview.
pub(super) fn empty(harness: &Shown) -> Pos2 {
    let (places, picture) = (places(harness), field(harness).shrink(30.0));
    let grid = (4..16).flat_map(|row| (0..14).map(move |column| (row, column)));
    let at = grid.map(|(row, column)| picture.min + vec2(column as f32, row as f32) / 20.0 * picture.size());
    let overview = harness.query_by_label_contains("overview of all words").map(|map| map.rect().expand(20.0));
    let at = at.filter(|at| overview.is_none_or(|overview| !overview.contains(*at)));
    let room = |at: &Pos2| least(*at, places.iter().copied());
    at.max_by(|a, b| room(a).total_cmp(&room(b))).filter(|at| room(at) > 15.0).expect("a place without words")
}

fn button(harness: &Shown, pos: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) {
    harness.event(Event::PointerButton { pos, button, pressed, modifiers });
}

/// Clicks at a position with modifier keys.
pub(super) fn click_at(harness: &mut Shown, at: Pos2, held: Modifiers) {
    harness.hover_at(at);
    harness.event(Event::ModifiersChanged(held));
    for pressed in [true, false] {
        button(harness, at, PointerButton::Primary, pressed, held);
    }
    harness.event(Event::ModifiersChanged(Modifiers::NONE));
    harness.run_steps(3);
    // The pause between clicks prevents a double click.
    harness.remove_cursor();
    harness.run_steps(4);
}

/// Double-clicks at a position.
pub(super) fn double_click_at(harness: &mut Shown, at: Pos2) {
    harness.hover_at(at);
    harness.step();
    for _ in 0..2 {
        let press =
            |pressed| Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        harness.input_mut().events.extend([press(true), press(false)]);
        harness.step();
    }
    harness.remove_cursor();
    harness.run_steps(2);
}

/// Drags along a path with a button and modifier keys.
pub(super) fn drag_along(harness: &mut Shown, which: PointerButton, held: Modifiers, way: &[Pos2]) {
    hold_along(harness, which, held, way);
    button(harness, way[way.len() - 1], which, false, held);
    harness.event(Event::ModifiersChanged(Modifiers::NONE));
    harness.remove_cursor();
    harness.run_steps(3);
}

/// Drags along a path as [`drag_along`] does, without releasing the button.
pub(super) fn hold_along(harness: &mut Shown, which: PointerButton, held: Modifiers, way: &[Pos2]) {
    harness.hover_at(way[0]);
    harness.event(Event::ModifiersChanged(held));
    button(harness, way[0], which, true, held);
    for pair in way.windows(2) {
        for step in 1..=3 {
            harness.hover_at(pair[0].lerp(pair[1], step as f32 / 3.0));
        }
    }
    harness.step();
}

/// Drags over the word field; positions are fractions of its rectangle.
pub(super) fn drag_over(harness: &mut Shown, held: Modifiers, way: &[(f32, f32)]) {
    let picture = field(harness);
    let way: Vec<Pos2> = way.iter().map(|&(x, y)| picture.min + vec2(x, y) * picture.size()).collect();
    drag_along(harness, PointerButton::Primary, held, &way);
}

/// Scrolls the mouse wheel; positive amounts scroll upward.
pub(super) fn wheel(harness: &mut Shown, at: Pos2, lines: f32) {
    harness.hover_at(at);
    harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta: vec2(0.0, lines),
        source: MouseWheelSource::Wheel,
        phase: TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    harness.run_steps(20);
    harness.remove_cursor();
    harness.run_steps(20);
}

/// Opens nested menus and clicks an entry of the last.
pub(super) fn menu(harness: &mut Shown, way: &[&str]) {
    for name in way {
        // The innermost menu is drawn last.
        let found: Vec<_> = harness.query_all_by_label(name).collect();
        found.last().unwrap_or_else(|| panic!("no {name} in the menu")).click();
        drop(found);
        harness.run_steps(4);
    }
    harness.remove_cursor();
    harness.run_steps(2);
}

/// Runs the first command that the palette finds for a text.
pub(super) fn command(harness: &mut Shown, letters: &str) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::P);
    harness.run_steps(4);
    harness.get_by_role_and_label(Role::TextInput, "Search commands").type_text(letters);
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(4);
}

/// Selects an entry of a labelled list.
pub(super) fn choose(harness: &mut Shown, list: &str, name: &str) {
    harness.get_by_role_and_label(Role::ComboBox, list).click();
    harness.run_steps(4);
    let found: Vec<_> = harness.query_all_by_label(name).collect();
    found.last().unwrap_or_else(|| panic!("no {name} in the list {list}")).click();
    drop(found);
    harness.run_steps(4);
    harness.remove_cursor();
    harness.run_steps(2);
}

/// Number of selected words or documents.
pub(super) fn chosen(harness: &Shown) -> usize {
    the(harness).workspace().choices.selection.count()
}

/// Presses the undo or redo key several times.
pub(super) fn undo(harness: &mut Shown, times: usize) {
    (0..times).for_each(|_| keys(harness, Modifiers::COMMAND, Key::Z));
}

pub(super) fn redo(harness: &mut Shown) {
    keys(harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
}
