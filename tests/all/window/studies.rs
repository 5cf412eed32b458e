//! Tests of the tabs with comparisons and lists, by pointer and keys.

use super::*;

fn open(harness: &mut Shown, tab: Key) {
    key(harness, Key::Space);
    until(harness, "the pause", |window| window.workspace().run.phase == Phase::Run(RunState::Paused));
    key(harness, tab);
}

#[test]
fn visible_sets_are_compared_and_the_witness_is_drawn() {
    let mut harness = window(Launch::default());
    open(&mut harness, Key::Num5);
    until(&mut harness, "a comparison", |window| window.workspace().compare.sets.study.found().is_some());
    harness.get_by_label("p-value");
    harness.get_by_label_contains("differ significantly");
    click(&mut harness, "Draw witness in the word field");
    assert_eq!(the(&harness).workspace().choices.layers.field_of, FieldOf::Sets);
    until(&mut harness, "the field", |window| window.workspace().layout.tab == Tab::Field);
    assert!(the(&harness).workspace().field.scene.as_ref().is_some_and(|scene| scene.witness().is_some()));
}

#[test]
fn arrows_move_the_cell_and_enter_opens_its_documents() {
    let mut harness = window(Launch::default());
    open(&mut harness, Key::Num4);
    until(&mut harness, "the matrix", |window| window.workspace().gram.study.found().is_some());
    harness.get_by_label_contains("Gram matrix of").focus();
    // A focused control receives arrow keys only from the next frame on.
    harness.run_steps(3);
    key(&mut harness, Key::ArrowDown);
    key(&mut harness, Key::ArrowRight);
    key(&mut harness, Key::ArrowDown);
    let gram = &the(&harness).workspace().gram;
    let documents = &gram.study.found().expect("a matrix").documents;
    assert_eq!(gram.cell, Some([documents[2], documents[1]]));
    let first = documents[2];
    key(&mut harness, Key::Enter);
    assert_eq!(the(&harness).workspace().choices.focus, Focus::Document(first));
    until(&mut harness, "both documents", |window| window.workspace().compare.sets.study.found().is_some());
    harness.get_by_label_contains("Squared distance");
}

#[test]
fn a_word_s_lines_are_listed_and_a_click_opens_the_document_there() {
    let mut harness = window(Launch::default());
    open(&mut harness, Key::Num6);
    let ctx = harness.ctx.clone();
    let word = the(&harness).workspace().corpus.basis.as_ref().expect("a basis").characteristic[0][0];
    let window = harness.state_mut().as_mut().expect("a window");
    window.apply(&ctx, Action::Look(Look::Select(Focus::Word(word))));
    until(&mut harness, "lines", |window| window.workspace().concordance.study.found().is_some());
    let found = the(&harness).workspace().concordance.study.found().cloned().expect("lines");
    let line = &found.lines[0];
    let spoken = format!("{}{}{};", line.left, line.middle, line.right);
    harness.get_all_by_label_contains(&spoken).next().expect("the first line").click();
    harness.step();
    harness.step();
    let workspace = the(&harness).workspace();
    assert_eq!((workspace.layout.tab, workspace.choices.focus), (Tab::Documents, Focus::Document(line.document)));
}
