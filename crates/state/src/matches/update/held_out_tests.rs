use super::*;
use crate::{
    Action, Compared, Focus, Look, MatchAction,
    glossary::{DOUBT, RANK},
    matches::update::matching::tests::{act, trained},
};

/// A workspace with a trained model, in the list of the checked pairs.
fn checked() -> Workspace {
    let mut workspace = trained();
    act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
    act(&mut workspace, Action::Look(Look::Tab(Tab::Documents)));
    workspace
}

/// The comparison of a source document with its partner in the file.
fn opened(workspace: &mut Workspace, source: usize) -> Arc<Compared> {
    act(workspace, Action::Look(Look::Select(Focus::Document(source))));
    compared(workspace)
}

fn compared(workspace: &Workspace) -> Arc<Compared> {
    workspace.matches.view.compared.clone().expect("a comparison")
}

fn sum(compared: &Compared) -> f64 {
    compared.shares.shares.iter().map(|one| one.share).sum()
}

#[test]
fn a_doubted_pair_shows_values_of_the_model_of_its_fold() {
    let mut workspace = checked();
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let doubted = workspace.documents()[..5].to_vec();
    let mut rare = 0;
    for source in doubted {
        let compared = opened(&mut workspace, source);
        let pair = workspace.checked_pair(source).cloned().expect("a judged pair");
        let held_out = compared.held_out.as_ref().expect("the model of the fold");
        assert_eq!((compared.source, compared.target, &held_out.pair), (source, pair.target, &pair), "the rank of the list");
        assert_eq!(compared.candidates, pair.candidates);
        let place = compared.candidates.iter().position(|candidate| candidate.0 == pair.target);
        assert_eq!(place.map(|place| place + 1), Some(pair.rank).filter(|&rank| rank <= pair.candidates.len()), "one model");
        assert!((compared.distance - pair.distance).abs() < 1e-12 && (sum(&compared) - pair.distance).abs() < 1e-4);
        assert!(compared.between.is_some(), "the word field stays with the model it draws");
        assert!(RANK.values(&workspace).is_some_and(|text| text.ends_with(&format!("rank {}", pair.rank))));
        assert!(DOUBT.values(&workspace).is_some_and(|text| !text.contains("not checked")));

        // Words of the shares have the spelling of the check, and an index in the window's vocabulary if they belong to it.
        let own = compared.dataset(&dataset);
        let table = workspace.table("pair-shares").expect("a table");
        for (row, share) in compared.shares.shares.iter().enumerate() {
            assert_eq!(table.shown(row, 0), own.words[share.word]);
            match compared.word_in(&dataset, share.word) {
                Some(known) => assert_eq!(dataset.words[known], own.words[share.word]),
                None => rare += 1,
            }
        }
    }
    assert!(rare > 0, "the check keeps words that the window leaves out");
}

#[test]
fn candidates_are_compared_by_the_model_of_the_fold_and_other_documents_by_the_run() {
    let mut workspace = checked();
    let source = workspace.documents()[0];
    opened(&mut workspace, source);
    let pair = workspace.checked_pair(source).cloned().expect("a judged pair");
    let &(near, distance) = pair.candidates.iter().find(|candidate| candidate.0 != pair.target).expect("a candidate");
    act(&mut workspace, Action::Match(MatchAction::Compare(near)));
    let candidate = compared(&workspace);
    assert!(candidate.held_out.is_some() && candidate.target == near);
    assert!((candidate.distance - distance).abs() < 1e-12 && (sum(&candidate) - distance).abs() < 1e-4);

    let other = (294..588).find(|&target| pair.distance_to(target).is_none()).expect("no candidate");
    act(&mut workspace, Action::Match(MatchAction::Compare(other)));
    let far = compared(&workspace);
    assert!(far.held_out.is_none() && far.target == other);
    act(&mut workspace, Action::Match(MatchAction::Compare(pair.target)));
    assert!(compared(&workspace).held_out.is_some());
    act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Find)));
    assert!(compared(&workspace).held_out.is_none(), "partners are found by the model of the run");
    act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
    assert!(compared(&workspace).held_out.is_some());
}

#[test]
fn a_restored_check_has_ranks_and_candidates_but_no_word_shares() {
    let mut first = checked();
    let saved = first.check_to_save().expect("a check");
    let source = first.documents()[0];
    let mut workspace = trained();
    assert!(restore(&mut workspace, &saved));
    act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
    let compared = opened(&mut workspace, source);
    let held_out = compared.held_out.as_ref().expect("the model of the fold");
    assert_eq!(Some(&held_out.pair), saved.check.pair(source));
    assert_eq!(compared.candidates, held_out.pair.candidates);
    assert!(held_out.dataset.is_none() && compared.shares.shares.is_empty(), "no colours beside the doubt");
    assert!(compared.between.is_some());
    // A check restored in its own workspace keeps its word shares.
    assert!(restore(&mut first, &saved));
    assert!(!opened(&mut first, source).shares.shares.is_empty());
}
