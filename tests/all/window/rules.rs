//! Tests of selection by rules, by search and along a semantic axis, through their windows.

use eframe::egui::PointerButton;
use wordfield_core::corpus::Builtin;
use wordfield_state::{SelectionSet, SetOperation, explain::Part};

use super::*;

fn words(harness: &Shown) -> Vec<usize> {
    let SelectionSet::Words(members) = &the(harness).workspace().choices.selection else { return Vec::new() };
    members.iter().collect()
}

fn documents(harness: &Shown) -> Vec<usize> {
    let SelectionSet::Documents(members) = &the(harness).workspace().choices.selection else { return Vec::new() };
    members.iter().collect()
}

/// Menu "Select" over the field; the menu bar has a menu of the same name.
fn rule(harness: &mut Shown, way: &[&str]) {
    menu(harness, &[&["Select"], way].concat());
}

#[test]
fn rules_of_the_menu_choose_words_and_documents_of_classes() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    let basis = the(&harness).workspace().corpus.basis.clone().expect("a basis");
    let dataset = the(&harness).workspace().corpus.dataset.clone().expect("a dataset");
    let coloured: Vec<_> = (0..basis.words.len()).map(|word| the(&harness).workspace().class_of_word(word)).collect();
    let of = |class: usize| (0..coloured.len()).filter(|&word| coloured[word] == Some(class)).collect::<Vec<_>>();
    rule(&mut harness, &["Words of a class", &basis.class_names[1]]);
    assert_eq!(words(&harness), of(1));
    let add = SetOperation::ALL.iter().find(|(how, _)| *how == SetOperation::Add).expect("adding").1;
    // Choosing an operation leaves the dialog open, and the operation remains selected.
    rule(&mut harness, &[add, "Words of a class", &basis.class_names[2]]);
    assert_eq!(words(&harness).len(), of(1).len() + of(2).len());
    let take = SetOperation::ALL.iter().find(|(how, _)| *how == SetOperation::Replace).expect("taking").1;
    rule(&mut harness, &[take, "All words"]);
    assert_eq!(words(&harness).len(), basis.words.len());
    rule(&mut harness, &["Documents of a part", Part::Dev.name()]);
    assert_eq!(documents(&harness).len(), dataset.split.dev.len());
    rule(&mut harness, &["Misclassified documents"]);
    let snapshot = the(&harness).workspace().run.snapshot.clone().expect("a snapshot");
    let predicted = snapshot.classified().expect("classes").predicted.clone();
    assert!(documents(&harness).iter().all(|&document| predicted[document] != dataset.corpus.labels[document]));
    rule(&mut harness, &["Documents of a class", &basis.class_names[0]]);
    assert_eq!(documents(&harness).len(), dataset.corpus.labels.iter().filter(|label| **label == 0).count());
    rule(&mut harness, &["Words of the selected documents"]);
    assert!(words(&harness).len() > of(0).len() / 2);
    undo(&mut harness, 1);
    assert!(!documents(&harness).is_empty());
}

#[test]
fn rules_know_ratings_and_sides() {
    let mut harness = on_dimensions(Builtin::Reviews, 2);
    rule(&mut harness, &["Documents by rating", "Select these"]);
    let all = the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").corpus.len();
    assert_eq!(documents(&harness).len(), all, "the whole range");
    rule(&mut harness, &["Words by mean rating", "Select these"]);
    assert!(words(&harness).len() > 10);
    drop(harness);
    let mut harness = on_dimensions(Builtin::Pairs, 2);
    let names = the(&harness).workspace().corpus.basis.as_ref().expect("a basis").class_names.clone();
    rule(&mut harness, &["Words of a side", &names[1]]);
    let one = words(&harness).len();
    rule(&mut harness, &["Words of a side", &names[0]]);
    assert_eq!(one + words(&harness).len(), the(&harness).workspace().corpus.basis.as_ref().expect("a basis").words.len());
}

#[test]
fn the_neighbourhood_of_a_word_is_chosen() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    let word = lonely(&harness)[0];
    let at = places(&harness)[word];
    click_at(&mut harness, at, Modifiers::NONE);
    rule(&mut harness, &["Around the inspected word", "Select these"]);
    let found = words(&harness);
    assert!(found.len() == 21 && found.contains(&word), "{}: itself and twenty others", found.len());
    let latent = the(&harness).workspace().run.latest.as_ref().expect("a snapshot").latent().expect("word positions").clone();
    let far = |other: usize| (0..latent.ncols()).map(|k| (latent[[other, k]] - latent[[word, k]]).powi(2)).sum::<f64>();
    let farthest = found.iter().map(|&other| far(other)).fold(0.0, f64::max);
    assert_eq!((0..latent.nrows()).filter(|&other| far(other) < farthest).count(), 20, "no other is nearer");
    menu(&mut harness, &["Select", "Around the inspected word", "number of nearest words"]);
    keys(&mut harness, Modifiers::COMMAND, Key::A);
    harness.event(eframe::egui::Event::Text("5".to_owned()));
    harness.run_steps(2);
    key(&mut harness, Key::Enter);
    click(&mut harness, "Select these");
    harness.run_steps(2);
    assert_eq!(words(&harness).len(), 6, "the menu stays while a number is typed in it");
}

#[test]
fn hits_of_the_search_are_focused_selected_added_and_removed() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    click(&mut harness, "Find…");
    harness.run_steps(3);
    let typed = |harness: &mut Shown, text: &str| {
        let field = harness.get_by_role_and_label(Role::TextInput, "Search words");
        field.focus();
        harness.run_steps(2);
        keys(harness, Modifiers::COMMAND, Key::A);
        harness.get_by_role_and_label(Role::TextInput, "Search words").type_text(text);
        let found = |window: &Window| {
            let chooser = &window.workspace().chooser;
            chooser.is_found() && chooser.find.as_ref().is_some_and(|find| find.text == text)
        };
        until(harness, "hits", found);
        the(harness).workspace().chooser.hits().expect("hits").words.clone()
    };
    let first = typed(&mut harness, "ba");
    let name = the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").words[first[0]].clone();
    // The word is in the list of hits, which is drawn over the field. A word may be spelled like a control that is no button.
    let links: Vec<_> = harness.query_all_by_role_and_label(Role::Button, &name).collect();
    links.last().expect("a hit").click();
    drop(links);
    harness.run_steps(3);
    assert_eq!(the(&harness).workspace().choices.focus, Focus::Word(first[0]));
    let press = |harness: &mut Shown, name: &str| {
        let found: Vec<_> = harness.query_all_by_role_and_label(Role::Button, name).collect();
        found.last().expect("a button").click();
        drop(found);
        harness.run_steps(3);
    };
    // Buttons with this name are in two menus and in the window with the hits, which is drawn last.
    press(&mut harness, "Select");
    assert_eq!(chosen(&harness), first.len());
    let second = typed(&mut harness, "pl");
    press(&mut harness, "Add");
    let both = chosen(&harness);
    assert!(both > first.len() && both <= first.len() + second.len(), "{both}");
    press(&mut harness, "Subtract");
    assert_eq!(chosen(&harness), both - second.len());
    let field = harness.get_by_role_and_label(Role::TextInput, "Search words");
    field.focus();
    harness.run_steps(2);
    keys(&mut harness, Modifiers::SHIFT, Key::Enter);
    harness.run_steps(2);
    assert_eq!(chosen(&harness), both, "Shift+Enter adds");
    key(&mut harness, Key::Escape);
    harness.run_steps(3);
    assert!(the(&harness).workspace().chooser.find.is_none());
}

#[test]
fn a_semantic_axis_ranks_the_words_and_those_beyond_are_chosen() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    let dataset = the(&harness).workspace().corpus.dataset.clone().expect("a dataset");
    let apart = lonely(&harness);
    let ends = [apart[0], apart[1]];
    rule(&mut harness, &["Semantic axis…"]);
    harness.run_steps(4);
    for (label, word) in [("from", ends[0]), ("to", ends[1])] {
        harness.get_by_role_and_label(Role::TextInput, label).focus();
        harness.run_steps(2);
        keys(&mut harness, Modifiers::COMMAND, Key::A);
        harness.get_by_role_and_label(Role::TextInput, label).type_text(&dataset.words[word]);
        harness.run_steps(2);
        key(&mut harness, Key::Enter);
        harness.run_steps(3);
    }
    let axis = the(&harness).workspace().chooser.axis.expect("an axis");
    assert_eq!([axis.first, axis.second], ends);
    until(&mut harness, "the ranking", |window| window.workspace().chooser.ranking().is_some());
    let beyond = |harness: &Shown, second: bool| {
        let chooser = &the(harness).workspace().chooser;
        chooser.ranking().expect("a ranking").beyond(second, chooser.axis.expect("an axis").limit).len()
    };
    let first = beyond(&harness, false);
    let button = format!("Select {first}");
    harness.query_all_by_label(&button).next().expect("the first end's").click();
    harness.run_steps(3);
    assert_eq!(words(&harness).len(), first);
    let rail = harness.get_by_role_and_label(Role::Slider, "beyond").rect();
    let (from, to) = (rail.left_center() + vec2(rail.width() / 3.0, 0.0), rail.left_center() + vec2(2.0, 0.0));
    drag_along(&mut harness, PointerButton::Primary, Modifiers::NONE, &[from, to]);
    assert!(beyond(&harness, false) > first, "nearer the middle there are more");
    click(&mut harness, "Swap");
    harness.run_steps(3);
    let axis = the(&harness).workspace().chooser.axis.expect("an axis");
    assert_eq!([axis.second, axis.first], ends);
    key(&mut harness, Key::Escape);
    harness.run_steps(3);
    assert!(the(&harness).workspace().chooser.axis.is_none());
}
