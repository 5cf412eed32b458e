//! Tests of glossary terms, their cards, and the glossary dialog.

use eframe::egui::{Key, Role, vec2};
use egui_kittest::{
    Node,
    kittest::{By, Queryable},
};
use wordfield_core::corpus::Builtin;
use wordfield_state::{Action, Look, Panel, Tab, glossary};

use super::common::*;

/// Whether the card of a term is open.
fn open(harness: &Shown, text: &str) -> bool {
    harness.query_by_label(text).is_some()
}

/// The underlined text of a term; the adjacent control has the same name.
fn term<'a>(harness: &'a Shown, text: &'a str) -> Node<'a> {
    harness.get_by_role_and_label(Role::Button, text)
}

fn click_term(harness: &mut Shown, text: &str) {
    term(harness, text).click();
    harness.run_steps(6);
}

#[test]
fn a_click_opens_the_card_of_a_term_with_the_values_of_the_moment() {
    let mut harness = on_gaussian();
    open_panel(&mut harness, Panel::Model);
    let values = glossary::GAMMA.values(the(&harness).workspace()).expect("values");
    let before = term(&harness, "rho").rect();
    click_term(&mut harness, "gamma");
    harness.run_steps(4);
    assert!(
        open(&harness, &glossary::GAMMA.english().text)
            && open(&harness, &glossary::GAMMA.english().formula)
            && open(&harness, &values)
    );
    assert_eq!(term(&harness, "rho").rect(), before, "nothing moves");
    key(&mut harness, Key::Escape);
    harness.run_steps(4);
    assert!(!open(&harness, &glossary::GAMMA.english().text));
    assert!(the(&harness).workspace().layout.arrangement.shows(Panel::Model));
    click_term(&mut harness, "gamma");
    harness.run_steps(4);
    click(&mut harness, "Show me");
    harness.run_steps(4);
    assert_eq!(the(&harness).workspace().layout.tab, Tab::Gram);
    assert!(!open(&harness, &glossary::GAMMA.english().text), "the card closes");
}

#[test]
fn a_card_opens_and_closes_by_keys() {
    let mut harness = on_gaussian();
    open_panel(&mut harness, Panel::Model);
    term(&harness, "rho").focus();
    harness.run_steps(3);
    key(&mut harness, Key::Enter);
    harness.run_steps(4);
    assert!(open(&harness, &glossary::RHO.english().text));
    key(&mut harness, Key::Escape);
    harness.run_steps(4);
    assert!(!open(&harness, &glossary::RHO.english().text));
    // If the term has a view, the button is focused, so that Enter shows the view.
    term(&harness, "gamma").focus();
    harness.run_steps(3);
    key(&mut harness, Key::Enter);
    harness.run_steps(4);
    assert!(open(&harness, &glossary::GAMMA.english().text));
    key(&mut harness, Key::Enter);
    harness.run_steps(4);
    assert_eq!(the(&harness).workspace().layout.tab, Tab::Gram);
}

#[test]
fn terms_stand_in_every_view_of_their_task() {
    for (builtin, tab, text, term) in [
        (Builtin::Topics, Tab::Gram, "document kernel", &glossary::LEVEL2),
        (Builtin::Topics, Tab::Compare, "p-value", &glossary::P_VALUE),
        (Builtin::Reviews, Tab::Field, "field: posterior mean", &glossary::POSTERIOR_MEAN),
        (Builtin::Pairs, Tab::Field, "precision", &glossary::PRECISION),
    ] {
        let mut harness = on(builtin, vec2(1400.0, 900.0));
        act(&mut harness, Action::Look(Look::Tab(tab)));
        until(&mut harness, text, |window| tab != Tab::Compare || window.workspace().compare.sets.study.found().is_some());
        let found: Vec<_> = harness.query_all(By::new().role(Role::Button).label_contains(text)).collect();
        found.first().unwrap_or_else(|| panic!("{builtin:?}: no {text}")).click();
        drop(found);
        harness.run_steps(6);
        assert!(open(&harness, &term.english().text), "{builtin:?}: {text}");
    }
}

#[test]
fn the_glossary_lists_all_terms_and_filters_them() {
    let mut harness = on(Builtin::Reviews, vec2(1400.0, 900.0));
    menu(&mut harness, &["Help", "Glossary"]);
    harness.run_steps(4);
    assert!(open(&harness, &glossary::KERNEL.english().text));
    harness.get_by_role_and_label(Role::TextInput, "Search terms").type_text("noise prec");
    harness.run_steps(4);
    assert!(open(&harness, &glossary::BETA.english().text) && !open(&harness, &glossary::KERNEL.english().text));
    let values = glossary::BETA.values(the(&harness).workspace()).expect("values");
    assert!(open(&harness, &values));
    harness.key_press(Key::Escape);
    harness.run_steps(6);
    assert!(harness.query_by_role_and_label(Role::TextInput, "Search terms").is_none(), "Esc closes it");
}

#[test]
fn the_glossary_keeps_its_size_and_closes_by_its_button() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    menu(&mut harness, &["Help", "Glossary"]);
    let place = |harness: &Shown| harness.get_by_role_and_label(Role::Button, "Close").rect();
    let first = place(&harness);
    harness.run_steps(6);
    assert_eq!(place(&harness), first, "nothing grows below the pointer");
    click(&mut harness, "Close");
    harness.run_steps(4);
    assert!(harness.query_by_role_and_label(Role::TextInput, "Search terms").is_none());
}

#[test]
fn a_card_leads_to_the_lesson_about_its_term() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    open_panel(&mut harness, Panel::Model);
    click_term(&mut harness, "rho");
    harness.run_steps(4);
    click(&mut harness, "Read on: Learned by heart");
    until(&mut harness, "the lesson", |window| window.workspace().lesson.open.is_some());
    assert_eq!(the(&harness).workspace().lesson.open.expect("a lesson").lesson.id, glossary::RHO.lesson);
}
