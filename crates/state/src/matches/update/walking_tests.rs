//! Tests of the walk through the list of checked pairs: every verdict is followed by the next row of the list.

use super::tests::{act, trained};
use super::*;
use crate::{
    Action, CheckFilter, CheckSort, Correct, Look, PairVerdict, Tab, Undo,
    reviews::category::Category::{Accuracy, Style},
};
use MatchAction::{Next, NextUnchecked, Previous, RejectAs, SetVerdict};
use Verdict::{Accepted, Rejected};

fn press(workspace: &mut Workspace, action: MatchAction) {
    act(workspace, Action::Match(action));
}

/// Workspace with the checked built-in pairs in a list and an open row, and the listed pairs. An order given twice is reversed.
fn checked(filter: CheckFilter, sorts: &[CheckSort], row: usize) -> (Workspace, Vec<usize>) {
    let mut workspace = trained();
    press(&mut workspace, MatchAction::Mode(PairMode::Check));
    act(&mut workspace, Action::Look(Look::Tab(Tab::Documents)));
    press(&mut workspace, MatchAction::FilterChecked(filter));
    for &sort in sorts {
        press(&mut workspace, MatchAction::SortChecked(sort));
    }
    let listed = workspace.documents().to_vec();
    act(&mut workspace, Action::Look(Look::Select(Focus::Document(listed[row]))));
    (workspace, listed)
}

fn open(workspace: &Workspace) -> Option<usize> {
    assert_eq!(workspace.choices.source, workspace.choices.shown);
    workspace.choices.source
}

#[test]
fn a_verdict_moves_no_row_until_another_pair_is_opened() {
    for (filter, sorts) in
        [(CheckFilter::Unchecked, &[CheckSort::Rank][..]), (CheckFilter::All, &[CheckSort::Verdict, CheckSort::Verdict])]
    {
        let (mut workspace, listed) = checked(filter, sorts, 0);
        press(&mut workspace, SetVerdict(Accepted));
        for (step, row) in [Next, NextUnchecked].into_iter().zip([1, 2]) {
            let before = workspace.documents().to_vec();
            press(&mut workspace, SetVerdict(Rejected));
            assert_eq!(workspace.documents(), before, "{filter:?}: the rejected pair stays");
            press(&mut workspace, step);
            assert_eq!(open(&workspace), Some(listed[row + 1]), "{filter:?}");
            assert_ne!(workspace.documents(), before, "{filter:?}: and goes once it is left");
        }
        press(&mut workspace, SetVerdict(Rejected));
        let target = workspace.offered_partners()[0];
        press(&mut workspace, MatchAction::TakePartner(target));
        press(&mut workspace, RejectAs(Style));
        press(&mut workspace, SetVerdict(Accepted));
        assert_eq!(open(&workspace), Some(listed[6]), "{filter:?}");
        let verdict = |row: usize| workspace.pair_verdict(listed[row]);
        let (rejected, partner) = (Some(PairVerdict::Rejected), Some(PairVerdict::Partner(target)));
        let accepted = Some(PairVerdict::Accepted);
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(verdict), [accepted, rejected, rejected, partner, rejected, accepted, None]);
    }
}

#[test]
fn the_walk_goes_on_from_an_undone_verdict() {
    let (mut workspace, listed) = checked(CheckFilter::Unchecked, &[], 0);
    for _ in 0..4 {
        press(&mut workspace, SetVerdict(Accepted));
    }
    for _ in 0..3 {
        act(&mut workspace, Action::Undo(Undo::Undo));
    }
    assert_eq!((open(&workspace), workspace.documents()), (Some(listed[1]), &listed[1..]));
    for &next in &listed[2..5] {
        press(&mut workspace, SetVerdict(Rejected));
        press(&mut workspace, NextUnchecked);
        assert_eq!(open(&workspace), Some(next));
    }
    // Undo reverts the partner but not the rejection: the pair is not listed, and the open pair is the same.
    press(&mut workspace, SetVerdict(Rejected));
    let target = workspace.offered_partners()[0];
    press(&mut workspace, MatchAction::TakePartner(target));
    act(&mut workspace, Action::Undo(Undo::Undo));
    assert_eq!(open(&workspace), Some(listed[4]));
    press(&mut workspace, NextUnchecked);
    assert_eq!(open(&workspace), Some(listed[5]));
    press(&mut workspace, Previous);
    assert_eq!(open(&workspace), Some(listed[5]), "the first row");
}

#[test]
fn no_key_at_the_end_of_the_list_takes_a_verdict_back() {
    let (mut workspace, listed) = checked(CheckFilter::Unchecked, &[], 292);
    for _ in 0..4 {
        press(&mut workspace, SetVerdict(Accepted));
    }
    let last = listed[293];
    assert_eq!((open(&workspace), workspace.pair_verdict(last)), (Some(last), Some(PairVerdict::Accepted)));
    assert!(workspace.message.as_ref().is_some_and(|message| message.text.starts_with("No unchecked pair follows")));
    for _ in 0..2 {
        press(&mut workspace, RejectAs(Accuracy));
    }
    assert_eq!(workspace.choices.reviews.get(last).and_then(|review| review.category), Some(Accuracy));
    // Setting the verdict that the pair had when it was opened removes the verdict.
    press(&mut workspace, MatchAction::FilterChecked(CheckFilter::All));
    press(&mut workspace, Previous);
    press(&mut workspace, SetVerdict(Accepted));
    assert_eq!(workspace.pair_verdict(listed[292]), None);
}

#[test]
fn a_corrected_pair_stays_accepted_when_its_key_goes_on() {
    let (mut workspace, listed) = checked(CheckFilter::All, &[CheckSort::Line], 3);
    press(&mut workspace, MatchAction::Correct(Correct::MergeNext));
    press(&mut workspace, SetVerdict(Accepted));
    assert_eq!(workspace.pair_verdict(listed[3]), Some(PairVerdict::Accepted));
    assert_eq!(open(&workspace), Some(listed[5]), "the merged pair has a verdict");
}

#[test]
fn verdicts_on_all_listed_pairs_and_another_filter_release_the_open_row() {
    let (mut workspace, listed) = checked(CheckFilter::Unchecked, &[], 0);
    press(&mut workspace, SetVerdict(Rejected));
    press(&mut workspace, MatchAction::FilterChecked(CheckFilter::Accepted));
    assert!(workspace.documents().is_empty());
    press(&mut workspace, MatchAction::FilterChecked(CheckFilter::Unchecked));
    assert_eq!(workspace.documents(), &listed[1..]);
    press(&mut workspace, MatchAction::JudgeListed(Accepted));
    assert!(workspace.documents().is_empty());
}
