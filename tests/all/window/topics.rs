//! Topic models in the window: topics in the inspector, and texts without word shares.

use super::*;

#[test]
fn topics_are_listed_for_the_model_and_for_a_document_whose_words_have_no_shares() {
    let mut harness = window(Launch::default());
    let mut params = Params::preset(ModelKind::MedLda, Preset::Default, 2);
    params.set_all(&[("topic_tuning", "fixed"), ("topics", "7"), ("tuning", "fixed"), ("c", "1")]).expect("settings");
    act(&mut harness, Action::Run(Run::Params(Box::new(params))));
    until(&mut harness, "its topics", |window| window.workspace().table("topics").is_some());
    harness.run_steps(3);
    harness.get_by_label("Topics");
    act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
    act(&mut harness, Action::Look(Look::Select(Focus::Document(5))));
    harness.run_steps(3);
    harness.get_by_label("Topics of the document");
    harness.get_by_label("The decisions of this model are not divided between words.");
    let topics = the(&harness).workspace().table("topics").expect("topics").len();
    assert_eq!(the(&harness).workspace().table("document-topics").map(|table| table.len()), Some(topics));
}
