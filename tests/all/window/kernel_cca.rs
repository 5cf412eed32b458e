//! Kernel CCA in the window: chosen in the list of models, with matches and word shares, without positions and dictionary.

use super::*;

#[test]
fn a_kernel_cca_is_chosen_in_the_list_and_shows_its_views() {
    let mut harness = window(Launch::default());
    open_panel(&mut harness, Panel::Data);
    click(&mut harness, "Pairs");
    until(&mut harness, "the pairs", |window| window.workspace().choices.settings.params.kind() == ModelKind::Matching);
    choose_model(&mut harness, "kernel CCA");
    until(&mut harness, "its matches", |window| {
        let snapshot = window.workspace().run.snapshot.as_ref();
        let matched = snapshot.and_then(|snapshot| snapshot.matched());
        window.workspace().choices.settings.params.kind() == ModelKind::KernelCca
            && matched.is_some_and(|matched| !matched.rows.is_empty() && matched.fitted.positions().is_none())
    });
    assert!(the(&harness).workspace().message.is_none());
    harness.get_by_label_contains("has no word positions");
    assert!(harness.query_by_label("Learned dictionary").is_none(), "no positions, no dictionary");

    for tab in Tab::ALL {
        act(&mut harness, Action::Look(Look::Tab(tab)));
        harness.run_steps(4);
    }
    act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
    act(&mut harness, Action::Look(Look::Select(Focus::Document(5))));
    until(&mut harness, "a comparison", |window| {
        let compared = window.workspace().matches.view.compared.as_ref();
        compared.is_some_and(|compared| compared.shares.exact && !compared.shares.shares.is_empty() && compared.between.is_none())
    });
    harness.run_steps(4);
    assert!(harness.query_by_label("Show both in the word field").is_none());
    assert!(harness.query_all_by_label_contains("squared distance").count() > 0);
    act(&mut harness, Action::Look(Look::Select(Focus::Word(3))));
    harness.run_steps(4);
    assert!(harness.query_by_label("Nearest on the other side").is_none());
    assert!(harness.query_all_by_label_contains("Documents with this word").count() > 0);
}
