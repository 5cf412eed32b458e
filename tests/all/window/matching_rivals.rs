//! Tests of alternatives to the cross-domain matching model in the window:
//! model list, matches, and word shares where distances are sums.

use wordfield_state::{MatchAction, PairMode};

use super::*;

#[test]
fn rivals_are_chosen_in_the_list_and_show_their_views() {
    let mut harness = window(Launch::default());
    open_panel(&mut harness, Panel::Data);
    click(&mut harness, "Pairs");
    until(&mut harness, "the pairs", |window| window.workspace().choices.settings.params.kind() == ModelKind::Matching);
    // A checked pair shows values of the held-out model of its fold.
    act(&mut harness, Action::Match(MatchAction::Mode(PairMode::Find)));
    for (label, kind, has_shares) in [
        ("nearest neighbours", ModelKind::KnnPairs, false),
        ("CCA", ModelKind::Cca, true),
        ("KED-KCCA", ModelKind::KedKcca, true),
        ("kernel dependency estimation", ModelKind::Kde, false),
    ] {
        choose_model(&mut harness, label);
        until(&mut harness, "its matches", |window| {
            let snapshot = window.workspace().run.snapshot.as_ref();
            let matched = snapshot.and_then(|snapshot| snapshot.matched());
            let fitted = matched.filter(|matched| !matched.rows.is_empty()).map(|matched| &matched.fitted);
            let is_kind = window.workspace().choices.settings.params.kind() == kind;
            is_kind && fitted.is_some_and(|fitted| fitted.positions().is_none())
        });
        assert!(the(&harness).workspace().message.is_none(), "{label}");
        for tab in Tab::ALL {
            act(&mut harness, Action::Look(Look::Tab(tab)));
            harness.run_steps(4);
        }
        act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
        act(&mut harness, Action::Look(Look::Select(Focus::Document(5))));
        until(&mut harness, "a comparison", |window| {
            let compared = window.workspace().matches.view.compared.as_ref();
            compared.is_some_and(|compared| compared.shares.shares.is_empty() != has_shares)
        });
    }
}
