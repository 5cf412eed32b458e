//! Tests of the picture's share of the window, and of panels in a small window.

use eframe::egui::{Key, Pos2, Rect, Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use wordfield_app::Launch;
use wordfield_core::{
    corpus::{Builtin, ReadOptions},
    experiment::DataRecipe,
};
use wordfield_state::{Action, Focus, Layer, Look, Panel, Show, Tab};

use super::common::{Shown, act, click, field, file, key, on, open_panel, pause, the, until, window};

/// A window of 1024 by 700 at 200 %.
fn small(builtin: Builtin) -> Shown {
    let mut harness = on(builtin, vec2(512.0, 350.0));
    harness.run_steps(30);
    harness
}

fn shows(harness: &Shown, panel: Panel) -> bool {
    the(harness).workspace().layout.arrangement.shows(panel)
}

/// Documents of twenty classes with separate words and long names.
fn twenty_classes() -> String {
    let document = |class: usize, number: usize| {
        let words: Vec<String> = (0..8).map(|word| format!("term{}x{}", class, (number + word) % 12)).collect();
        format!("comp.class.of.documents.{class}\t{} common words here\n", words.join(" "))
    };
    (0..20).flat_map(|class| (0..10).map(move |number| document(class, number))).collect()
}

fn on_twenty_classes() -> Shown {
    let (_folder, path) = file("twenty.tsv", &twenty_classes());
    let mut harness = window(Launch { recipe: DataRecipe::files(&[path], ReadOptions::default()), ..Launch::default() });
    until(&mut harness, "twenty classes", |window| {
        window.workspace().classes() == 20 && window.workspace().field.scene.as_ref().is_some_and(|scene| scene.iteration > 3)
    });
    pause(&mut harness);
    harness
}

#[test]
fn the_picture_has_most_of_the_window_at_every_size() {
    let four_classes: fn() -> Shown = || on(Builtin::Topics, vec2(1400.0, 900.0));
    for (name, opened) in [("four classes", four_classes), ("twenty classes", on_twenty_classes)] {
        let mut harness = opened();
        for (pixels, percent, least) in [
            ([1440.0, 900.0], 100.0, 0.55),
            ([1024.0, 700.0], 100.0, 0.45),
            ([1024.0, 768.0], 125.0, 0.40),
            ([1024.0, 768.0], 150.0, 0.40),
            ([1024.0, 768.0], 200.0, 0.40),
        ] {
            let size = vec2(pixels[0], pixels[1]) * (100.0 / percent);
            harness.set_size(size);
            harness.run_steps(30);
            let share = field(&harness).area() / (size.x * size.y);
            assert!(share >= least, "{name}, {pixels:?} at {percent} %: {:.1} %", 100.0 * share);
            eprintln!("{name}, {pixels:?} at {percent} %: {:.1} % of the window", 100.0 * share);
        }
    }
}

/// Scores of the run bar with their rectangles.
pub(super) fn scores(harness: &Shown) -> Vec<(String, Rect)> {
    let bar = harness.get_by_role_and_label(Role::Group, "panel run");
    let texts = bar.children_recursive().filter(|node| node.accesskit_node().role() == Role::Label);
    let texts = texts.filter_map(|node| Some((node.accesskit_node().value()?, node.rect())));
    texts.filter(|(text, _)| text.ends_with(" %")).collect()
}

#[test]
fn a_narrow_run_bar_keeps_the_score_of_the_test_part() {
    // A window of 1024 by 768 at 150 % and at 200 %.
    for size in [vec2(683.0, 512.0), vec2(512.0, 384.0)] {
        let mut harness = on(Builtin::Topics, size);
        harness.run_steps(10);
        let found = scores(&harness);
        let [(text, place)] = &found[..] else { panic!("{found:?}") };
        let timeline = harness.get_by_role_and_label(Role::Slider, "timeline").rect();
        assert!(text.starts_with("test "), "{text}");
        assert!(Rect::from_min_size(Pos2::ZERO, size).contains_rect(*place) && timeline.max.x <= place.min.x, "{place:?}");
    }
}

#[test]
fn panels_of_a_small_window_lie_over_the_centre_one_at_a_time() {
    for builtin in [Builtin::Topics, Builtin::Reviews, Builtin::Pairs] {
        let mut harness = small(builtin);
        assert!(Panel::ALL.into_iter().all(|panel| !shows(&harness, panel)), "{builtin:?}");
        let before = field(&harness);
        for (name, panel) in [("data panel", Panel::Data), ("model panel", Panel::Model), ("Inspector", Panel::Inspector)] {
            click(&mut harness, name);
            harness.run_steps(10);
            assert!(shows(&harness, panel) && field(&harness) == before, "{builtin:?} {name}: the picture keeps its place");
            harness.get_by_label(&panel.part_name());
        }
        assert!(!shows(&harness, Panel::Model), "panels do not lie over each other");
        key(&mut harness, Key::F7);
        assert!(shows(&harness, Panel::Data) && !shows(&harness, Panel::Inspector), "{builtin:?}: by a key");
        click(&mut harness, "Close data");
        assert!(!shows(&harness, Panel::Data));
        harness.set_size(vec2(1400.0, 900.0));
        harness.run_steps(30);
        assert!(shows(&harness, Panel::Inspector), "there is room again");
    }
}

#[test]
fn layers_are_switched_in_a_menu_that_stays_open() {
    for size in [vec2(512.0, 350.0), vec2(1400.0, 900.0)] {
        let mut harness = on(Builtin::Topics, size);
        assert!(harness.query_by_label("contours").is_none());
        click(&mut harness, "Show");
        harness.run_steps(4);
        click(&mut harness, "contours");
        click(&mut harness, "field");
        let layers = &the(&harness).workspace().choices.layers;
        assert!(!layers.shows(Layer::Contours) && layers.shows(Layer::Field));
        click(&mut harness, "music against the rest");
        assert!(harness.query_by_label("contours").is_some(), "several switches in one visit");
        key(&mut harness, Key::Escape);
        harness.run_steps(4);
        assert!(harness.query_by_label("contours").is_none());
    }
}

#[test]
fn nothing_that_appears_moves_the_picture() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    act(&mut harness, Action::Look(Look::DismissHint));
    let before = field(&harness);
    let changes = [
        Action::Look(Look::Select(Focus::Word(3))),
        Action::Look(Look::Seek(wordfield_state::Seek::At(2))),
        Action::Field(wordfield_state::Field::Toggle(Layer::Forces)),
        Action::Message(Some(wordfield_state::Message::error("A long message. ".repeat(30)))),
    ];
    for change in changes {
        let text = format!("{change:?}");
        act(&mut harness, change);
        assert_eq!(field(&harness), before, "{text}");
    }
    harness.get_by_label_contains("Press F to return to live");
    click(&mut harness, "Dismiss");
    assert!(the(&harness).workspace().message.is_none());
}

#[test]
fn the_presentation_shows_picture_legend_and_run_bar_alone() {
    let mut harness = on(Builtin::Topics, vec2(1024.0, 768.0));
    let share = |harness: &Shown| field(harness).area() / harness.ctx.content_rect().area();
    let before = share(&harness);
    key(&mut harness, Key::F11);
    harness.run_steps(30);
    assert!(the(&harness).workspace().layout.arrangement.presenting);
    assert!(harness.query_by_label("Find…").is_none() && harness.query_by_label("File").is_none());
    harness.get_by_label("Play");
    harness.get_by_label_contains("music (");
    assert!(share(&harness) > 1.2 * before);
    key(&mut harness, Key::F11);
    harness.run_steps(30);
    harness.get_by_label("File");
}

#[test]
fn many_classes_are_listed_once_and_the_legend_holds_as_many_as_fit() {
    let mut harness = on_twenty_classes();
    let listed = |harness: &Shown| harness.query_all_by_label("comp.class.of.documents.7").count();
    assert_eq!(listed(&harness), 1, "in the inspector");
    open_panel(&mut harness, Panel::Classes);
    assert_eq!(listed(&harness), 1, "in the panel of the rail");
    act(&mut harness, Action::Show(Show::Panel(Panel::Classes)));
    assert!(harness.query_all_by_label_contains("comp.class.of.documents.7 (").count() > 0, "with the numbers of words");
}

#[test]
fn every_tab_of_a_small_window_is_drawn_to_the_last_line() {
    for builtin in [Builtin::Topics, Builtin::Reviews, Builtin::Pairs] {
        let mut harness = small(builtin);
        for number in [Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6] {
            key(&mut harness, number);
            harness.run_steps(10);
        }
        assert_eq!(the(&harness).workspace().layout.tab, Tab::Concordance, "{builtin:?}");
        key(&mut harness, Key::Num5);
        until(&mut harness, "a comparison", |window| window.workspace().compare.sets.study.found().is_some());
        harness.get_by_label("Words by their share of MMD²");
        harness.get_by_label("Draw witness in the word field");
    }
}
