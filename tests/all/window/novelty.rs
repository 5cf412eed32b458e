//! Novelty field: the one-class SMM of a class in the word field, in the table of documents and as a selection.

use wordfield_core::corpus::Builtin;
use wordfield_state::{FieldOf, Members, SelectionSet};

use super::*;

/// Waits until the one-class SMM of the chosen field is fitted.
fn fitted(harness: &mut Shown) {
    until(harness, "the fit", |window| window.workspace().novelty().is_some());
}

#[test]
fn the_field_states_its_number_and_selects_what_it_rejects() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    act(&mut harness, Action::Look(Look::Select(Focus::Class(1))));
    click(&mut harness, "Show");
    let name = the(&harness).workspace().field.scene.as_ref().expect("a scene").field_name(FieldOf::Novelty(Some(1)));
    harness.get_by_label(&name).scroll_to_me();
    harness.run_steps(10);
    click(&mut harness, &name);
    // Esc closes the menu, which covers the chip over the field.
    key(&mut harness, Key::Escape);
    fitted(&mut harness);
    let found = the(&harness).workspace().novelty().expect("a fit").clone();
    harness.run_steps(6);
    harness.get_by_label_contains(&found.report);
    act(&mut harness, Action::Field(Field::Toggle(Layer::Documents)));
    harness.run_steps(6);
    harness.get_by_label_contains("Rim: rejected documents");
    click(&mut harness, "Select rejected");
    let SelectionSet::Documents(selected) = &the(&harness).workspace().choices.selection else { panic!("documents") };
    assert_eq!(**selected, *found.rejected);
    act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
    click(&mut harness, "one-class");
    let listed = the(&harness).workspace().documents();
    assert!(listed.is_sorted_by(|&a, &b| found.decisions[a] <= found.decisions[b]) && found.rejected.contains(listed[0]));
    harness.get_by_label("one-class, ascending");
}

#[test]
fn the_field_is_hidden_while_words_move_and_returns_at_rest() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    act(&mut harness, Action::Field(Field::Of(FieldOf::Novelty(None))));
    fitted(&mut harness);
    let before = iteration(the(&harness));
    act(&mut harness, Action::Run(Run::Step(3)));
    until(&mut harness, "another fit", |window| {
        iteration(window) >= before + 3 && !window.workspace().is_running() && window.workspace().novelty().is_some()
    });
    act(&mut harness, Action::Run(Run::PlayPause));
    until(&mut harness, "moved words", |window| iteration(window) > before + 4);
    if the(&harness).workspace().is_running() {
        assert!(the(&harness).workspace().novelty().is_none(), "words move");
        harness.get_by_label_contains("fitted when training pauses");
    }
    pause(&mut harness);
    fitted(&mut harness);
}

#[test]
fn ratings_have_one_novelty_field_of_all_documents() {
    let mut harness = on_dimensions(Builtin::Reviews, 2);
    let fields = the(&harness).workspace().field.scene.as_ref().expect("a scene").fields();
    let of_novelty: Vec<FieldOf> = fields.into_iter().filter(|of| matches!(of, FieldOf::Novelty(_))).collect();
    assert_eq!(of_novelty, [FieldOf::Novelty(None)]);
    act(&mut harness, Action::Field(Field::Of(FieldOf::Novelty(None))));
    fitted(&mut harness);
    let found = the(&harness).workspace().novelty().expect("a fit").clone();
    let dataset = the(&harness).workspace().corpus.dataset.clone().expect("a dataset");
    let train = Members::of(dataset.corpus.len(), dataset.split.train.iter().copied());
    let rejected = (0..dataset.corpus.len()).filter(|&one| train.contains(one) && found.rejected.contains(one)).count();
    assert!(rejected as f64 <= 0.1 * train.count() as f64, "{rejected} of {}", train.count());
}
