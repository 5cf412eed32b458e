//! A small window: folded panels, their notes, and settings of the user.

use eframe::egui::{Key, vec2};
use egui_kittest::kittest::Queryable;
use wordfield::{
    corpus::Builtin,
    state::{Panel, Tab},
};

use super::common::{Shown, click, field, key, on, the};

/// A window of 1024 by 700 at 200 %.
fn small(builtin: Builtin) -> Shown {
    let mut harness = on(builtin, vec2(512.0, 350.0));
    harness.run_steps(30);
    harness
}

fn shows(harness: &Shown, panel: Panel) -> bool {
    the(harness).workspace().layout.arrangement.shows(panel)
}

#[test]
fn panels_fold_in_a_small_window_and_one_key_restores_them() {
    for builtin in [Builtin::Topics, Builtin::Reviews, Builtin::Pairs] {
        let mut harness = small(builtin);
        assert!(!shows(&harness, Panel::Data) && !shows(&harness, Panel::Legend), "{builtin:?}");
        harness.get_by_label("data: F7");
        // The axis has its numbers beside it.
        let picture = field(&harness);
        assert!(picture.width() > 0.35 * 512.0 && picture.height() > 0.25 * 350.0, "{builtin:?}: {picture:?}");
        harness.get_by_label("timeline");
        key(&mut harness, Key::F7);
        harness.run_steps(30);
        assert!(shows(&harness, Panel::Data), "{builtin:?}");
        assert!(harness.query_by_label("data: F7").is_none());
        click(&mut harness, "inspector: F9");
        harness.run_steps(30);
        assert!(shows(&harness, Panel::Inspector) && shows(&harness, Panel::Data), "both, as a person wants them");
        harness.set_size(vec2(1400.0, 900.0));
        harness.run_steps(30);
        assert!(Panel::ALL.into_iter().all(|panel| shows(&harness, panel)), "there is room again");
    }
}

#[test]
fn the_layers_of_a_small_window_open_on_request() {
    let mut harness = small(Builtin::Topics);
    assert!(harness.query_by_label("contours").is_none());
    click(&mut harness, "Layers");
    harness.run_steps(4);
    harness.get_by_label("contours");
    click(&mut harness, "Layers");
    harness.run_steps(4);
    assert!(harness.query_by_label("contours").is_none());
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
        super::until(&mut harness, "a comparison", |window| window.workspace().compare.sets.study.found().is_some());
        harness.get_by_label("Words by their share of MMD²");
        harness.get_by_label("Draw witness in the word field");
    }
}
