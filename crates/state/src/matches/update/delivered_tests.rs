//! Tests of the delivered pairs, and of the keys of a check.

use crate::{
    Action, Focus, Look, MatchAction, PairMode, PairVerdict, Verdict, Workspace,
    matches::update::matching::tests::{act, trained},
    reviews::delivered::{decisions, pair_reviews},
};
use wordfield_output::{Decisions, Keep, OmissionCause};

#[test]
fn rejected_pairs_are_left_out_and_others_keep_their_order() {
    let mut workspace = trained();
    let judge = |workspace: &mut Workspace, source: usize, action: MatchAction| {
        act(workspace, Action::Look(Look::Select(Focus::Document(source))));
        act(workspace, Action::Match(action));
    };
    act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
    judge(&mut workspace, 5, MatchAction::SetVerdict(Verdict::Rejected));
    judge(&mut workspace, 3, MatchAction::SetVerdict(Verdict::Accepted));
    judge(&mut workspace, 7, MatchAction::TakePartner(300));
    let data = workspace.corpus.dataset.clone().expect("a dataset");
    let reviews = workspace.choices.reviews.clone();
    let Decisions { kept, doubled, .. } = decisions(&data.corpus, &reviews, Keep::NotRejected, |_| None);
    assert_eq!(doubled, [300].into(), "the target of its own source, and of 7");
    assert!(workspace.delivered(Keep::Accepted).doubled.is_empty(), "its own source is not accepted");
    let matched: Vec<usize> = data.corpus.task.pairs().expect("pairs").matched().map(|pair| pair.0).collect();
    let left: Vec<usize> = matched.into_iter().filter(|&source| source != 5).collect();
    assert_eq!(kept.iter().map(|pair| pair[0]).collect::<Vec<_>>(), left);
    assert_eq!(workspace.delivered(Keep::NotRejected).omitted, [(5, OmissionCause::Rejected)]);
    assert_eq!(workspace.delivered(Keep::Accepted).kept.len(), 2, "3 and 7");
    assert_eq!(workspace.delivered(Keep::Above(0.5)), workspace.delivered(Keep::Accepted), "no check");
    for [source, target] in &kept {
        assert_eq!(*target, if *source == 7 { 300 } else { data.corpus.partner(*source).expect("a partner") });
    }
    let verdicts: Vec<_> =
        pair_reviews(&data.corpus, &reviews, |_| None).into_iter().map(|(pair, review)| (pair, review.verdict)).collect();
    let [accepted, rejected] = [PairVerdict::Accepted, PairVerdict::Rejected].map(Some);
    let other = data.corpus.partner(300).map(PairVerdict::Partner);
    assert_eq!(verdicts, [(3, accepted), (5, rejected), (7, other)], "targets by their own sources");
    let clean = workspace.export_items().into_iter().any(|item| item.name() == "clean-pairs");
    assert!(!clean, "the built-in pairs have no file");
}

#[test]
fn an_accepted_pair_leads_to_the_next_unchecked_one_before_its_comparison_arrives() {
    let mut workspace = trained();
    act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
    let listed = workspace.documents().to_vec();
    act(&mut workspace, Action::Look(Look::Select(Focus::Document(listed[1]))));
    act(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Rejected)));
    assert_eq!(workspace.choices.source, Some(listed[1]), "a rejected pair offers its partners");
    act(&mut workspace, Action::Look(Look::Select(Focus::Document(listed[0]))));
    for key in 0..3 {
        crate::update(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Accepted)));
        let place = listed.iter().position(|&source| Some(source) == workspace.choices.source);
        assert_eq!(place, Some(key + 2), "one key a pair; the rejected one is passed");
    }
    assert_eq!(workspace.reviewed_count(), 4);
}
