//! Tests of use without a mouse, with a screen reader, or with large text: names, tables, keys and space.

use eframe::egui::{Key, Modifiers, Rect, Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use wordfield_app::Launch;
use wordfield_core::corpus::Builtin;
use wordfield_state::{Action, Axis, Choose, EditWords, Focus, Look, Panel, Run, Show, Tab, TextSize, Theme, Typing};

use super::common::*;

fn is_control(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::CheckBox
            | Role::RadioButton
            | Role::Slider
            | Role::SpinButton
            | Role::TextInput
            | Role::MultilineTextInput
            | Role::ComboBox
            | Role::Link
    )
}

/// Role, name and rectangle of every accessible widget.
fn met(harness: &Shown) -> Vec<(Role, String, Rect)> {
    let nodes = harness.root().children_recursive();
    nodes
        .filter(|node| node.accesskit_node().bounding_box().is_some())
        .map(|node| (node.accesskit_node().role(), node.accesskit_node().label().unwrap_or_default(), node.rect()))
        .collect()
}

/// Controls without a name.
pub(super) fn unnamed(harness: &Shown) -> Vec<(Role, String, Rect)> {
    met(harness).into_iter().filter(|(role, name, _)| is_control(*role) && name.trim().is_empty()).collect()
}

#[test]
fn every_control_has_a_name_and_every_plot_a_table() {
    for (builtin, plots) in [
        (Builtin::Topics, &["objective", "scores", "word field"][..]),
        (Builtin::Reviews, &["objective", "scores", "word field", "predicted against true", "calibration", "residuals"]),
        (Builtin::Pairs, &["objective", "scores", "word field", "Precision@R"]),
    ] {
        let mut harness = on(builtin, vec2(1400.0, 900.0));
        open_panel(&mut harness, Panel::Curves);
        let mut seen = Vec::new();
        for (place, tab) in Tab::ALL.into_iter().enumerate() {
            // Together the tabs show every panel of the rail.
            let panel = Panel::RAIL[place % 3];
            open_panel(&mut harness, panel);
            match panel {
                Panel::Data if place < 3 => click(&mut harness, "Vocabulary and split"),
                Panel::Model if place < 3 => click(&mut harness, "More"),
                _ => {}
            }
            act(&mut harness, Action::Look(Look::Tab(tab)));
            let met = met(&harness);
            for (role, name, rect) in &met {
                assert!(
                    !is_control(*role) || !name.trim().is_empty(),
                    "{builtin:?}, {tab:?}: a {role:?} at {rect:?} has no name"
                );
                if *role == Role::Canvas {
                    let table = |name: &str| name.strip_suffix(" as a table").map(str::to_owned);
                    let twins: Vec<String> = met.iter().filter_map(|(_, name, _)| table(name)).collect();
                    let own = twins.iter().find(|twin| name.starts_with(twin.as_str()));
                    seen.push(
                        own.unwrap_or_else(|| panic!("{builtin:?}, {tab:?}: no table of {name}, only of {twins:?}")).clone(),
                    );
                }
            }
        }
        for plot in plots {
            assert!(seen.iter().any(|seen| seen == plot), "{builtin:?}: {plot} is not named: {seen:?}");
        }
    }
}

#[test]
fn dialogs_and_popups_have_names() {
    for builtin in [Builtin::Topics, Builtin::Reviews, Builtin::Pairs] {
        let mut harness = on(builtin, vec2(1400.0, 900.0));
        let nameless = |harness: &Shown, what: &str| {
            let without = unnamed(harness);
            assert!(without.is_empty(), "{builtin:?}, {what}: {without:?}");
        };
        act(&mut harness, Action::Look(Look::Select(Focus::Word(3))));
        for (menu, inside) in [("Select", "Around the inspected word"), ("Select", "Words by mean rating")] {
            super::menu(&mut harness, &[menu]);
            if let Some(inside) = harness.query_by_label(inside) {
                inside.hover();
            }
            harness.run_steps(6);
            nameless(&harness, inside);
            key(&mut harness, Key::Escape);
            harness.run_steps(4);
        }
        for window in [Choose::Search, Choose::Keep("a".to_owned()), Choose::Sets(true)] {
            act(&mut harness, Action::Choose(window));
        }
        act(&mut harness, Action::Choose(Choose::Axis(Some(Axis { first: 1, second: 2, limit: 1.0 }))));
        act(&mut harness, Action::Edit(EditWords::Type(Typing::Open(true))));
        nameless(&harness, "windows");
        let run = the(&harness).workspace().run.id;
        act(&mut harness, Action::Run(Run::Restart));
        until(&mut harness, "another run", |window| window.workspace().run.id > run && iteration(window) > 0);
        act(&mut harness, Action::Look(Look::Tab(Tab::Compare)));
        click(&mut harness, "Two runs");
        harness.run_steps(4);
        harness.get_by_label("iteration of the first run");
        nameless(&harness, "two runs");
    }
}

#[test]
fn a_class_is_shown_alone_by_keys() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    let first = the(&harness).workspace().corpus.basis.as_ref().expect("a basis").class_names[0].clone();
    let solo = format!("solo {first}");
    let row = met(&harness).into_iter().map(|(_, name, _)| name).find(|name| name.starts_with(&format!("{first} (")));
    assert!(harness.query_by_label(&solo).is_none());
    harness.get_by_role_and_label(Role::Button, &row.expect("a row of the legend")).focus();
    harness.run_steps(3);
    key(&mut harness, Key::Tab);
    harness.run_steps(3);
    key(&mut harness, Key::Enter);
    let workspace = the(&harness).workspace();
    assert_eq!(workspace.choices.muted.count(), workspace.classes() - 1);
    assert!(!workspace.choices.muted.contains(0));
}

#[test]
fn a_table_replaces_its_plot_and_its_words_can_be_chosen() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    open_panel(&mut harness, Panel::Curves);
    click(&mut harness, "objective as a table");
    harness.get_by_role_and_label(Role::Table, "table: Objective of every iteration");
    click(&mut harness, "word field as a table");
    harness.run_steps(4);
    assert!(harness.query_by_label_contains("arrows pan").is_none(), "the picture is gone");
    let basis = the(&harness).workspace().corpus.basis.clone().expect("a basis");
    let first = (0..basis.words.len()).max_by(|&a, &b| basis.priority[a].total_cmp(&basis.priority[b]).then(b.cmp(&a)));
    let first = first.expect("a word");
    let links: Vec<_> = harness.query_all_by_role_and_label(Role::Button, &basis.words[first]).collect();
    links[0].click();
    drop(links);
    harness.run_steps(2);
    assert_eq!(the(&harness).workspace().choices.focus, Focus::Word(first));
    click(&mut harness, "word field as a table");
    harness.run_steps(2);
    harness.get_by_label_contains("arrows pan");
}

/// Widgets that extend beyond the left or right edge of their panel.
fn beyond(harness: &Shown, panels: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for panel in panels {
        let Some(group) = harness.query_by_role_and_label(Role::Group, panel) else { continue };
        // Widgets may extend into the margin of their panel.
        let room = group.rect().expand(4.0);
        for node in group.children_recursive() {
            let (node, rect) = (node.accesskit_node(), node.accesskit_node().bounding_box().map(|_| node.rect()));
            let Some(rect) = rect.filter(|_| is_control(node.role()) || node.role() == Role::Label) else { continue };
            if rect.min.x < room.min.x || rect.max.x > room.max.x {
                let name = node.label().or_else(|| node.value()).unwrap_or_default();
                found.push(format!("{panel} {:?}: {:?} {name:?} {:?}", room.x_range(), node.role(), rect.x_range()));
            }
        }
    }
    found
}

#[test]
fn no_widget_exceeds_its_panel_in_a_small_or_magnified_window() {
    const PANELS: [&str; 9] =
        ["rail", "panel data", "panel model", "panel classes", "panel curves", "panel run", "panel inspector", "menu", "status"];
    let mut found = Vec::new();
    for builtin in [Builtin::Topics, Builtin::Reviews, Builtin::Pairs] {
        // The second size is that of a window of 1400 by 900 points at 200 %.
        for size in [vec2(1024.0, 700.0), vec2(700.0, 450.0)] {
            let mut harness = on(builtin, size);
            open_panel(&mut harness, Panel::Curves);
            for opened in [Panel::Data, Panel::Model, Panel::Classes, Panel::Inspector] {
                open_panel(&mut harness, opened);
                match opened {
                    Panel::Data => click(&mut harness, "Vocabulary and split"),
                    Panel::Model => click(&mut harness, "More"),
                    _ => {}
                }
                for selection in [Focus::None, Focus::Word(3), Focus::Document(2), Focus::Class(1)] {
                    act(&mut harness, Action::Look(Look::Select(selection)));
                    found.extend(
                        beyond(&harness, &PANELS).into_iter().map(|text| format!("{builtin:?} {size} {selection:?}: {text}")),
                    );
                }
            }
        }
    }
    found.sort();
    found.dedup();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_field_keeps_its_place_under_selection_and_grows_as_panels_close() {
    for builtin in [Builtin::Topics, Builtin::Reviews, Builtin::Pairs] {
        let mut harness = on(builtin, vec2(1024.0, 700.0));
        act(&mut harness, Action::Look(Look::DismissHint));
        // The numbers of the axes depend on the view, which moves smoothly to the words.
        harness.run_steps(40);
        let before = field(&harness);
        for selection in [Focus::Word(3), Focus::Document(2), Focus::Class(1), Focus::None] {
            act(&mut harness, Action::Look(Look::Select(selection)));
            let now = field(&harness);
            assert!((now.size() - before.size()).length() < 1.0, "{builtin:?} {selection:?}: {before:?} {now:?}");
        }
        for panel in [Panel::Data, Panel::Curves] {
            open_panel(&mut harness, panel);
        }
        for (key, panel) in [(Key::F7, Panel::Data), (Key::F8, Panel::Curves), (Key::F9, Panel::Inspector)] {
            let before = field(&harness);
            super::key(&mut harness, key);
            harness.run_steps(30);
            assert!(!the(&harness).workspace().layout.arrangement.shows(panel));
            assert!(field(&harness).area() > 1.1 * before.area(), "{panel:?}");
        }
        click(&mut harness, "Inspector");
        assert!(the(&harness).workspace().layout.arrangement.shows(Panel::Inspector), "and comes back with a click");
    }
}

#[test]
fn words_are_chosen_by_keys_alone() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    let word = |harness: &Shown| match the(harness).workspace().choices.focus {
        Focus::Word(word) => word,
        other => panic!("{other:?}"),
    };
    let before = iteration(the(&harness));
    key(&mut harness, Key::Period);
    let first = word(&harness);
    key(&mut harness, Key::Period);
    assert_ne!(word(&harness), first);
    key(&mut harness, Key::Comma);
    assert_eq!(word(&harness), first);
    let mut moved = 0;
    for towards in [Key::ArrowLeft, Key::ArrowUp, Key::ArrowRight, Key::ArrowDown] {
        let before = word(&harness);
        harness.key_press_modifiers(Modifiers::ALT, towards);
        harness.run_steps(2);
        moved += usize::from(word(&harness) != before);
    }
    assert!(moved >= 2, "there are words around");
    let looked_at = word(&harness);
    key(&mut harness, Key::M);
    let chosen = the(&harness).workspace().choices.selection.members().cloned().expect("a set");
    assert!(chosen.count() == 2 && chosen.contains(looked_at) && chosen.contains(word(&harness)));
    harness.run_steps(20);
    assert_eq!((the(&harness).workspace().timeline.at, iteration(the(&harness))), (None, before), "nothing else moved");
}

#[test]
fn the_palette_finds_panels_by_what_they_hold() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    for (letters, panel) in
        [("gamma", Panel::Model), ("vocabulary", Panel::Data), ("standard", Panel::Model), ("mute", Panel::Classes)]
    {
        command(&mut harness, letters);
        assert!(the(&harness).workspace().layout.arrangement.shows(panel), "{letters}");
        act(&mut harness, Action::Show(Show::Panel(panel)));
    }
}

#[test]
fn the_palette_finds_a_command_and_the_keys_are_listed() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    command(&mut harness, "gram");
    assert_eq!(the(&harness).workspace().layout.tab, Tab::Gram);
    assert!(harness.query_by_label("Search commands").is_none(), "it is closed");
    key(&mut harness, Key::F1);
    harness.run_steps(4);
    harness.get_by_label("Play or pause");
    harness.get_by_label("moves a word, and the model follows");
    harness.get_by_label("inspects the next drawn word");
    key(&mut harness, Key::Escape);
    harness.run_steps(4);
    assert!(harness.query_by_label("Play or pause").is_none());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::P);
    harness.run_steps(4);
    harness.key_press(Key::ArrowDown);
    harness.key_press(Key::Escape);
    harness.run_steps(4);
    assert_eq!(the(&harness).workspace().layout.tab, Tab::Gram, "nothing was chosen");
}

#[test]
fn a_long_menu_has_the_height_of_the_window() {
    let mut harness = window(Launch::default());
    harness.set_size(vec2(1400.0, 2400.0));
    harness.run_steps(4);
    click(&mut harness, "View");
    harness.run_steps(4);
    harness.get_by_label("Language of lessons and glossary: English");
    // The menu entry near the end is visible without scrolling.
    click(&mut harness, "Theme: dark");
    harness.run_steps(2);
    assert_eq!(the(&harness).workspace().layout.theme, Theme::Dark);
}

#[test]
fn text_grows_by_keys_and_by_the_menu() {
    let mut harness = window(Launch::default());
    let size = |harness: &Shown| the(harness).workspace().layout.arrangement.text_size;
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Plus);
    harness.run_steps(4);
    assert_eq!(size(&harness), TextSize::Large);
    assert!((harness.ctx.zoom_factor() - 1.25).abs() < 1e-6);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Minus);
    harness.run_steps(4);
    assert_eq!(size(&harness), TextSize::Usual);
    click(&mut harness, "View");
    harness.run_steps(2);
    // The menu may be taller than the window.
    harness.get_by_label("Text size 200 %").scroll_to_me();
    harness.run_steps(20);
    click(&mut harness, "Text size 200 %");
    harness.run_steps(4);
    assert_eq!(size(&harness), TextSize::Projector);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Num0);
    harness.run_steps(4);
    assert!((harness.ctx.zoom_factor() - 1.0).abs() < 1e-6);
}
