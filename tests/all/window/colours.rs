//! Colour bars of fields, surfaces and matrices, and the switch between their scales.

use wordfield_core::{corpus::Builtin, sandbox::Surface};
use wordfield_state::{Action, Choose, Field, FieldOf, Layer, Members, SandboxAction, SelectionSet, SetsAction, StudyAction};

use super::*;

fn rescaled(harness: &Shown) -> bool {
    the(harness).workspace().choices.layers.shows(Layer::Rescaled)
}

#[test]
fn every_field_has_a_colour_bar_with_its_name() {
    for builtin in [Builtin::Topics, Builtin::Reviews] {
        let mut harness = on_dimensions(builtin, 2);
        act(&mut harness, Action::Look(Look::Select(Focus::Class(0))));
        let scene = the(&harness).workspace().field.scene.clone().expect("a scene");
        for of in scene.fields() {
            act(&mut harness, Action::Field(Field::Of(of)));
            let scene = the(&harness).workspace().field.scene.clone().expect("a scene");
            appears(&mut harness, &format!("colour: {}", scene.field_title(of)));
        }
    }
}

#[test]
fn one_switch_rescales_all_pictures_and_the_bar_says_by_how_much() {
    let mut harness = on_gaussian();
    let documents = the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").corpus.len();
    let some = SelectionSet::Documents(std::sync::Arc::new(Members::of(documents, 0..documents)));
    act(&mut harness, Action::Choose(Choose::Set(some)));
    act(&mut harness, Action::Field(Field::Of(FieldOf::Mean)));
    appears(&mut harness, "Rescale ×");
    assert!(!rescaled(&harness) && harness.query_by_label_contains("rescaled ×").is_none(), "fixed by default");
    harness.get_by_label_contains("Rescale ×").click();
    harness.run_steps(4);
    assert!(rescaled(&harness));
    appears(&mut harness, "rescaled ×");
    act(&mut harness, Action::Look(Look::Tab(Tab::Gram)));
    until(&mut harness, "the matrix", |window| window.workspace().gram.study.found().is_some());
    let found = the(&harness).workspace().gram.study.found().expect("a matrix").clone();
    let [fixed, stretched] = [false, true].map(|rescaled| found.scale(rescaled));
    assert!((fixed.low, fixed.high) == (0.0, 1.0) && stretched.high - stretched.low < 1.0, "{fixed:?} {stretched:?}");
    click(&mut harness, "Fixed scale");
    assert!(!rescaled(&harness));
    undo(&mut harness, 1);
    assert!(rescaled(&harness), "the switch is undone like any layer");
}

#[test]
fn the_witness_of_a_test_names_its_band() {
    let mut harness = on_gaussian();
    act(&mut harness, Action::Look(Look::Tab(Tab::Compare)));
    until(&mut harness, "the comparison", |window| window.workspace().compare.sets.study.found().is_some());
    let found = the(&harness).workspace().compare.sets.study.found().expect("sets").clone();
    assert!(found.on.is_test() && found.between.band.is_some_and(|band| band > 0.0));
    harness.run_steps(4);
    harness.get_by_label_contains("grey, as 95 % of random splits");
    act(&mut harness, Action::Study(StudyAction::Sets(SetsAction::Draw)));
    appears(&mut harness, "grey: within ±");
    let [first, second] = &found.between.names;
    appears(&mut harness, &format!("colour: witness between {first} and {second}"));
}

#[test]
fn the_sandbox_draws_chance_grey_on_a_fixed_scale() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    act(&mut harness, Action::Look(Look::Tab(Tab::Sandbox)));
    until(&mut harness, "the test", |window| window.workspace().sandbox.band().is_some());
    act(&mut harness, Action::Sandbox(SandboxAction::Surface(Surface::Ratio)));
    appears(&mut harness, "grey: within ±");
    let state = &the(&harness).workspace().sandbox;
    assert!(state.largest_witness().expect("two sets") > state.band().expect("a test"), "the first two sets differ");
}
